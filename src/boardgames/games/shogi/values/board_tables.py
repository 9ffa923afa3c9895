"""The questions of searches to a learned judgement of the family, whatever its tables hold."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from boardgames.games.shogi.moves.position import Position
from boardgames.learning.judgement_file import UNIT

UNIT_OF_SCORE: Final[i64] = 4  # of the weights' units in a hundredth of a pawn


class BoardTables:
    """The weights of a judgement as tables.  ``scale`` is how many pawns ahead mean a value of 0.76."""

    def __init__(self, scale: float) -> None:
        self.scale: Final[float] = scale

    def total(self, position: Position) -> i64:
        """The whole sum, in Black's favour."""
        raise NotImplementedError

    def score(self, position: Position) -> i64:
        """How good the position is for the side to move, in hundredths of a pawn."""
        raise NotImplementedError

    def value(self, position: Position, seat: int) -> float:
        """The expectation of a seat, from -1 to 1."""
        value = 1.0 - 2.0 / (exp(2.0 * float(int(self.total(position))) / UNIT / self.scale) + 1.0)
        return value if seat == 0 else -value
