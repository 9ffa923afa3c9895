"""The positions that leave a layer: the values of solved parts, and the worth of exits to the side to act.

A value is a whole number: 0 for a draw, 1 + n if the side to act wins in n plies,
-1 - n if it loses in n plies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.games.morris.table.numbering import COUNTED, Part

NEVER: Final[i64] = 1_000_000


@final
class SolvedPart:
    """The values of a part that is solved: cells of ``bits`` bits in ``data``, each the place of its value.

    A part without ``part`` has one value, that of games that are over.
    """

    def __init__(self, part: Part | None, data: bytes, bits: int, values: Sequence[int]) -> None:
        self.part: Final = part
        self.data: Final = data
        self.bits: Final[i64] = bits
        self.values: Final = vec[i64](values)

    def value(self, own: i64, other: i64) -> i64:
        part = self.part
        if part is None:
            return self.values[0]
        number = part.find(own, other) >> COUNTED
        if self.bits == 8:
            return self.values[i64(self.data[number])]
        if self.bits == 4:
            return self.values[i64(self.data[number >> 1]) >> ((number & 1) << 2) & 15]
        return self.values[i64(self.data[number >> 2]) >> ((number & 3) << 1) & 3]


@final
class Exits:
    """The worth of a position's exits to the side to act, and the number of its quiet moves."""

    def __init__(self) -> None:
        self.wins: i64 = 0
        """The plies of the quickest win; NEVER without one."""
        self.loses: i64 = 0
        """The plies of the longest loss."""
        self.draws: bool = False
        self.quiet: i64 = 0

    def clear(self) -> None:
        """Forget what was found of the last position."""
        self.wins = NEVER
        self.loses = 0
        self.draws = False
        self.quiet = 0

    def add(self, value: i64) -> None:
        """Count an exit; ``value`` is that of the position it leads to, for the side that acts there."""
        if value < 0:
            if -value < self.wins:
                self.wins = -value
        elif value > self.loses:
            self.loses = value
        elif value == 0:
            self.draws = True
