"""How good a position of nine men's morris is, for a search that asks a million times."""

from __future__ import annotations

from math import exp
from typing import Any, Final, cast

from mypy_extensions import i64

from boardgames.core.lookup.spec import SearchHints
from boardgames.games.morris.board import count
from boardgames.games.morris.rules import State

MAN: Final[i64] = 100
"""A man more.  Each mill takes one, and at two the game is lost."""
ROOM: Final[i64] = 9
"""A free point next to one's men: who has none is lost."""
CLOSING: Final[i64] = 30
"""A free point that would fill a mill, where a man of one's own stands beside it or comes from the stock."""
DISTANT: Final[i64] = 8
"""The same, but nobody can go there yet."""
IN_MILL: Final[i64] = 6
"""A man in a mill cannot be taken."""
TURN: Final[i64] = 15
"""Having the move."""
SCALE: Final = 450.0
"""Ahead by so much, three games in four are won."""


def judge(state: Any, seat: int) -> float:
    """From -1 to 1: what the seat can expect in the end."""
    morris = cast(State, state)
    own, other = morris.own, morris.other
    total = side_worth(morris, own, other, morris.own_stock) - side_worth(morris, other, own, morris.other_stock) + TURN
    value = 1.0 - 2.0 / (exp(2.0 * float(int(total)) / SCALE) + 1.0)  # the hyperbolic tangent
    return value if morris.seat == seat else -value


def side_worth(state: State, men: i64, others: i64, stock: i64) -> i64:
    """What a side's men are worth, in hundredths of a man."""
    board = state.game.board
    vacant = board.points & ~(men | others)
    near = board.beside(men)
    mills = board.closing(men) & vacant
    placing = stock > 0 or state.game.flies(men)
    within_reach = mills if placing else mills & near
    return (
        MAN * (count(men) + stock)
        + ROOM * count(near & vacant)
        + CLOSING * count(within_reach)
        + DISTANT * count(mills & ~within_reach)
        + IN_MILL * count(board.in_mills(men))
    )


HINTS: Final = SearchHints(evaluate=judge)
