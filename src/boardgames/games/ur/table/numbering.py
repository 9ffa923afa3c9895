"""A number for every position of Ur, from 0 on without gaps: the place of its value in a table.

A token on cell 13 or 14 can no longer be captured, and one at home never leaves.
These tokens make the *stage* of a side.  The stages of both sides make a *layer*;
a game goes from layer to layer and never returns to one.

The other tokens are *loose*: they wait, or stand on the side's own cells 1 to 4 or
on the common cells 5 to 12, and may be captured.  Where they can stand depends only
on their number on each side.  All these positions are a *field*, which many layers
share.

The common cells come first within a field: each arrangement of them is a *block*.
A block has a row for each way to stand on one side's cells 1 to 4, and a column for
each of the other side's.  All other loose tokens wait.  Blocks are sorted by the
cells that their tokens have run, rows and columns by tokens, then by cells.  So
every move that is no capture leads to a higher number.

A set of cells is an integer, as in the rules: bit n stands for cell n.
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

from mypy_extensions import i32, i64

from boardgames.core.vectors import vec

LAST_LOOSE: Final = 12
COMMON: Final = range(5, LAST_LOOSE + 1)
ARRANGEMENTS: Final = 3 ** len(COMMON)  # each common cell is empty, ours or theirs


def bits(cells: int, first: int, last: int) -> list[int]:
    """The cells of a set between two cells, both included."""
    return [cell for cell in range(first, last + 1) if cells // 2**cell % 2]


def _thirds() -> list[int]:
    """The number whose digits, to base 3, are 1 where a cell is taken, for each set of common cells."""
    return [sum([3 ** (cell - 5) for cell in bits(common * 32, 5, LAST_LOOSE)]) for common in range(256)]


def _by_tokens() -> list[int]:
    """The sixteen ways to stand on cells 1 to 4, fewer tokens first: the first ``WAYS[k]`` have at most k tokens."""
    return sorted(range(16), key=lambda choice: (choice.bit_count(), sum(bits(choice * 2, 1, 4))))


THIRDS: Final[vec[i64]] = vec[i64](_thirds())
COUNT: Final[vec[i64]] = vec[i64]([common.bit_count() for common in range(256)])
PRIVATE: Final[vec[i64]] = vec[i64](_by_tokens())
RANK: Final[vec[i64]] = vec[i64]([_by_tokens().index(choice) for choice in range(16)])
WAYS: Final[vec[i64]] = vec[i64]([1, 5, 11, 15, 16, 16, 16, 16])


@final
class Field:
    """All positions of ``first`` loose tokens of one side and ``second`` of the other."""

    def __init__(self, first: int, second: int) -> None:
        self.first: Final[i64] = first
        self.second: Final[i64] = second
        offsets = [-1] * ARRANGEMENTS
        blocks: list[tuple[int, int]] = []
        size = 0
        for own, other in arrangements():
            if own.bit_count() <= first and other.bit_count() <= second:
                offsets[int(THIRDS[own] + 2 * THIRDS[other])] = size
                blocks.append((own, other))
                size += int(WAYS[first - own.bit_count()] * WAYS[second - other.bit_count()])
        self.size: Final[i64] = size
        self.offsets: Final[vec[i32]] = vec[i32](offsets)
        self.blocks: Final = blocks
        """The common cells of both sides in each block, in order, as sets whose bit 0 is cell 5."""

    def index(self, own: i64, other: i64) -> i64:
        """The number of a position in this field; ``own`` are cells of the side that has ``first`` tokens."""
        own_common, other_common = own >> 5 & 255, other >> 5 & 255
        columns = WAYS[self.second - COUNT[other_common]]
        block: i64 = i64(self.offsets[THIRDS[own_common] + 2 * THIRDS[other_common]])
        return block + RANK[own >> 1 & 15] * columns + RANK[other >> 1 & 15]


@cache
def field(first: int, second: int) -> Field:
    """The field of ``first`` and ``second`` loose tokens; each is made once."""
    return Field(first, second)


@cache
def arrangements() -> list[tuple[int, int]]:
    """All ways to stand on the common cells, the fewest cells run first."""
    pairs = [(own, other) for own in range(256) for other in range(256) if not own & other]
    run = [sum(bits(common * 32, 5, LAST_LOOSE)) for common in range(256)]
    return sorted(pairs, key=lambda pair: run[pair[0]] + run[pair[1]])


@final
class Stage:
    """The tokens of a side that cannot be captured: at home, on 14 and on 13.  ``loose`` counts the others."""

    def __init__(self, tokens: int, home: int, on14: int, on13: int) -> None:
        self.home: Final = home
        self.on14: Final = on14
        self.on13: Final = on13
        self.loose: Final = tokens - home - on14 - on13

    @property
    def run(self) -> int:
        """The cells that these tokens have run.  It only grows."""
        return 15 * self.home + 14 * self.on14 + 13 * self.on13


@final
class Numbering:
    """The numbers of all positions before a throw in games that go on, with ``tokens`` tokens on each side.

    Positions are seen by the side that throws.  A *part* is a range of numbers: all
    positions with one stage of that side and one of the other.
    """

    def __init__(self, tokens: int) -> None:
        self.tokens: Final[i64] = tokens
        stages = [
            Stage(tokens, home, on14, on13)
            for home in range(tokens)
            for on14 in range(2)
            for on13 in range(2)
            if home + on14 + on13 <= tokens
        ]
        stages.sort(key=lambda stage: stage.run)
        self.stages: Final = stages
        number_of = [-1] * (4 * (tokens + 1))
        for number, stage in enumerate(stages):
            number_of[4 * stage.home + 2 * stage.on14 + stage.on13] = number
        self.number_of: Final[vec[i64]] = vec[i64](number_of)
        self.side: Final[i64] = len(stages)
        self.fields: Final = [[field(own.loose, other.loose) for other in stages] for own in stages]
        starts = [0]
        for row in self.fields:
            for part in row:
                starts.append(starts[-1] + int(part.size))
        self.starts: Final[vec[i64]] = vec[i64](starts)
        """Where each part begins, and the end of the last."""

    @property
    def count(self) -> int:
        """The number of positions."""
        return int(self.starts[self.side * self.side])

    def stage(self, home: int, on14: int, on13: int) -> int:
        """The number of a stage; -1 if all tokens are home."""
        return int(self.number_of[4 * home + 2 * on14 + on13])

    def part(self, own_stage: int, other_stage: int) -> int:
        """The number of the part of the table for two stages, of one's own tokens and the other's."""
        return own_stage * int(self.side) + other_stage

    def part_of(self, own: i64, other: i64, own_waiting: i64, other_waiting: i64) -> i64:
        """The number of the part of the table in which a position stands."""
        return self._stage_of(own, own_waiting) * self.side + self._stage_of(other, other_waiting)

    def index(self, own: i64, other: i64, own_waiting: i64, other_waiting: i64) -> i64:
        """The number of a position; the arguments are as in the state of the rules."""
        own_stage = self._stage_of(own, own_waiting)
        other_stage = self._stage_of(other, other_waiting)
        start = self.starts[own_stage * self.side + other_stage]
        return start + self.fields[own_stage][other_stage].index(own, other)

    def _stage_of(self, cells: i64, waiting: i64) -> i64:
        last: i64 = cells >> 13 & 3  # bit 0 is cell 13, bit 1 is cell 14
        home = self.tokens - waiting - COUNT[cells >> 1 & 15] - COUNT[cells >> 5 & 255] - COUNT[last]
        return self.number_of[4 * home + last]
