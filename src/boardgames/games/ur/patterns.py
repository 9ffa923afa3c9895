"""The features of a learned judgement of Ur: patterns of cells, each with a table of weights.

A pattern is what some cells and counts show at once, as a number.  The side that
throws comes first, so a position looks the same to both sides; what the dice show
plays no part.  The patterns are those of a track of 14 cells: each side's own cells
1 to 4, the shared cells 5 to 12, and the own cells 13 and 14.
"""

from __future__ import annotations

from typing import Any, Final, cast, final

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.games.ur.rules import State
from boardgames.learning.pattern_weights import PatternWeights

NAME: Final = "patterns of cells 1"

FIRST_OWN: Final[i64] = 15  # cells 1 to 4, as bits
LAST_OWN: Final[i64] = 3  # cells 13 and 14
SHARED: Final[i64] = 255  # cells 5 to 12
FOUR: Final[i64] = 81  # what four shared cells can show: each is free, own or the other's
TOKENS: Final[i64] = 8  # 0 to 7
WAY: Final[i64] = 15  # cells from waiting to home
STEPS: Final[i64] = 53  # of the cells that a side has to go, by two

SIZES: Final[tuple[int, ...]] = (
    81**2,  # all shared cells
    8 * 64,  # the throwing side's waiting tokens and own cells
    8 * 64,  # the other's
    8**4,  # how many tokens of each side are left, and how many wait
    16**2 * 81,  # cells 1 to 8
    81 * 16,  # cells 9 to 14
    53**2,  # how far each side has to go
    81 * 8**2,  # cells 6 to 9, and the tokens left
    81 * 8**2,  # cells 8 to 11, and the tokens left
    81 * 8**2,  # cells 9 to 12, and the waiting tokens
    81 * 8**2,  # cells 5 to 8, and the waiting tokens
)
PATTERNS: Final = len(SIZES)
WEIGHTS: Final = sum(SIZES)
POWERS: Final = (1, 3, 9, 27)


def shown(own: int, other: int) -> int:
    """Sets of four shared cells as one number: to base 3, 1 for an own token and 2 for the other's."""
    return sum([POWERS[cell] * ((own >> cell & 1) + 2 * (other >> cell & 1)) for cell in range(4)])


FIRST: Final[vec[i64]] = vec[i64]([sum(SIZES[:number]) for number in range(PATTERNS)])
SHOWN: Final[vec[i64]] = vec[i64]([shown(cells % 16, cells // 16) for cells in range(256)])
COUNT: Final[vec[i64]] = vec[i64]([cells.bit_count() for cells in range(256)])
RUN: Final[vec[i64]] = vec[i64]([sum([cell for cell in range(8) if cells >> cell & 1]) for cells in range(256)])


def four(own: i64, other: i64, first: i64) -> i64:
    """The view of four cells, from ``first`` on."""
    return SHOWN[(own >> first & 15) + 16 * (other >> first & 15)]


def tokens_on(cells: i64) -> i64:
    """The number of tokens on these cells."""
    return COUNT[cells & 255] + COUNT[cells >> 8]


def way_left(cells: i64, waiting: i64) -> i64:
    """The cells that a side's tokens have to go."""
    gone = RUN[cells & 255] + RUN[cells >> 8] + 8 * COUNT[cells >> 8]
    return WAY * (waiting + tokens_on(cells)) - gone


def fill_patterns(state: State, numbers: vec[i64]) -> None:
    """Write the number of each pattern that a position shows; those of the second come after all of the first."""
    own, other, waiting, facing = state.own, state.other, state.own_waiting, state.other_waiting
    start, theirs = own >> 1 & FIRST_OWN, other >> 1 & FIRST_OWN
    end, their_end = own >> 13 & LAST_OWN, other >> 13 & LAST_OWN
    left = (waiting + tokens_on(own)) * TOKENS + facing + tokens_on(other)
    wait = waiting * TOKENS + facing
    low, high = four(own, other, 5), four(own, other, 9)
    numbers[0] = low + FOUR * high
    numbers[1] = (waiting * 16 + start) * 4 + end
    numbers[2] = (facing * 16 + theirs) * 4 + their_end
    numbers[3] = left * (TOKENS * TOKENS) + wait
    numbers[4] = (start * 16 + theirs) * FOUR + low
    numbers[5] = (high * 4 + end) * 4 + their_end
    numbers[6] = way_left(own, waiting) // 2 * STEPS + way_left(other, facing) // 2
    numbers[7] = four(own, other, 6) * (TOKENS * TOKENS) + left
    numbers[8] = four(own, other, 8) * (TOKENS * TOKENS) + left
    numbers[9] = high * (TOKENS * TOKENS) + wait
    numbers[10] = low * (TOKENS * TOKENS) + wait
    for number in range(i64(PATTERNS)):
        numbers[number] += FIRST[number]


def patterns_of(state: Any) -> list[int]:
    """The numbers of the patterns that a position shows."""
    numbers = vec[i64]([0] * PATTERNS)
    fill_patterns(cast(State, state), numbers)
    return [int(number) for number in numbers]


@final
class PatternJudgement:
    """A judgement by patterns: ``scale`` is how many pawns ahead mean a value of 0.76."""

    def __init__(self, weights: list[int], scale: float) -> None:
        self.weights: Final = PatternWeights(weights, scale)
        self.numbers: Final[vec[i64]] = vec[i64]([0] * PATTERNS)

    def value(self, state: Any, seat: int) -> float:
        """The result that the seat can expect, from -1 to 1."""
        ur = cast(State, state)
        fill_patterns(ur, self.numbers)
        value = self.weights.value(self.numbers)
        return value if ur.seat == seat else -value
