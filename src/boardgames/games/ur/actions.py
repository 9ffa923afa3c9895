"""The actions of Ur and the outcomes of its dice, each made once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, final

from mypy_extensions import i64

from boardgames.core.model.sealed import seal

WAITING: Final = 0
LAST_HOME: Final = 28  # of the longest track
CELL: Final[tuple[int, ...]] = tuple([2**cell for cell in range(LAST_HOME + 1)])
MOST_THROWN: Final = 14


@final
class Move:
    """Advance the token on ``cell`` by the number thrown; from cell 0 a new token enters."""

    def __init__(self, cell: i64) -> None:
        self.cell: Final = cell
        self.index: Final = cell

    def __str__(self) -> str:
        return str(self.cell)

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return move_from, (int(self.cell),)


@final
class Throw:
    """An outcome of the dice: ``number`` cells forward."""

    def __init__(self, number: i64) -> None:
        self.number: Final = number
        self.index: Final = number

    def __str__(self) -> str:
        return f"={self.number}"

    def __repr__(self) -> str:
        return f"<Throw {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return throw_of, (int(self.number),)


seal(Move, Throw)
MOVES: Final = tuple([Move(cell) for cell in range(LAST_HOME)])
THROWS: Final = tuple([Throw(number) for number in range(MOST_THROWN + 1)])
_choices: Final[dict[int, tuple[Move, ...]]] = {}


def move_from(cell: int) -> Move:
    """The move of the token on a cell."""
    return MOVES[cell]


def throw_of(number: int) -> Throw:
    """The throw with this number."""
    return THROWS[number]


def choices(movable: int) -> tuple[Move, ...]:
    """The moves of a set of cells; each tuple is made once."""
    moves = _choices.get(movable)
    if moves is None:
        moves = _choices[movable] = tuple([move for move in MOVES if movable & CELL[move.cell]])
    return moves


def chances_of(dice: Sequence[int]) -> tuple[tuple[Throw, Fraction], ...]:
    """The throws that are possible with their chances, by the weights of 0, 1, 2, ...; none has the weight 0."""
    lots = sum(dice)
    return tuple([(THROWS[number], Fraction(weight, lots)) for number, weight in enumerate(dice) if weight])
