"""The men on the board and in stock, with their numbers, seen by the side to act.

Men have numbers, Black's 1, 3, 5, ... in the order of placing, White's 2, 4, 6, ...
A position keeps the number of the man on each point in two integers, five bits for
each point:

    low     point 11 ... point 1  point 0        high    point 23 ... point 13  point 12
    bits    59-55        9-5      4-0            bits    59-55        9-5       4-0

So with man 3 on point 1 and man 2 on point 12, ``low`` is 3 * 2**5 and ``high`` is 2.
A centre, point 24, has no room there: men have no numbers on it, and need none, as its board has no mill memory.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from boardgames.core.model.base import BaseState
from boardgames.games.morris.actions import STOCK, Action
from boardgames.games.morris.variant import SEATS, Variant

HALF: Final = 12  # points whose men are in `low`
WIDTH: Final = 5  # bits of a man's number
MASK: Final = 31  # those bits


def number_on(point: i64, low: i64, high: i64) -> i64:
    """The number of the man on a point; 0 on point 24, as no bits lie there."""
    return low >> WIDTH * point & MASK if point < HALF else high >> WIDTH * (point - HALF) & MASK


class Position(BaseState):
    """The men of both sides; *own* is the side to act, *other* its opponent.

    ``men`` are the points of the own and the other men, as sets; ``stocks`` how many
    each side has yet to place; ``numbers`` the two integers with the men's numbers.
    ``filled`` are the mills filled so far, see :mod:`.mill_memory`.
    """

    def __init__(
        self,
        variant: Variant,
        seat: i64,
        men: tuple[i64, i64],
        stocks: tuple[i64, i64],
        numbers: tuple[i64, i64],
        filled: tuple[int, ...],
    ) -> None:
        own, other = men
        own_stock, other_stock = stocks
        low, high = numbers
        self.variant: Final = variant
        self.seat: Final = seat
        self.own: Final = own
        self.other: Final = other
        self.own_stock: Final = own_stock
        self.other_stock: Final = other_stock
        self.low: Final = low
        self.high: Final = high
        self.filled: Final = filled

    # -- by seat --------------------------------------------------------------

    def men(self, seat: int) -> int:
        """The points where a seat has men."""
        return int(self.own if seat == self.seat else self.other)

    def stock(self, seat: int) -> int:
        """The number of men that a seat has yet to place."""
        return int(self.own_stock if seat == self.seat else self.other_stock)

    # -- the men's numbers ------------------------------------------------------

    def number(self, point: i64) -> i64:
        """The number of the man on a point; it means nothing on a free point."""
        return number_on(point, self.low, self.high)

    def number_of(self, move: Action) -> i64:
        """The number of the man that is placed or moved."""
        return self.next_number() if move.source == STOCK else self.number(move.source)

    def next_number(self) -> i64:
        """The number of the man that would be placed next."""
        return SEATS * (self.variant.men - self.own_stock) + self.seat + 1


# -- points: functions, which compiled code calls faster than methods of a class with subclasses ----


def vacant_points(position: Position) -> i64:
    """The free points."""
    return position.variant.board.points & ~(position.own | position.other)


def removable_men(position: Position) -> i64:
    """The opponent's men outside mills, or all where all stand in mills.  Settled before the first is removed."""
    outside = position.other & ~position.variant.board.in_mills(position.other)
    return outside if outside else position.other
