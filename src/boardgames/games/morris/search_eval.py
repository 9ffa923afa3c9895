"""The worth of a position of morris: the evaluation for searches, compiled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from boardgames.games.morris.board import count
from boardgames.games.morris.rules import State
from boardgames.games.morris.values.judgements import LEARNED
from boardgames.learning.curve import expectation_of
from boardgames.learning.search_hints import SearchHints

MAN: Final[i64] = 100
"""A man more.  Each mill removes one, and with two the game is lost."""
ROOM: Final[i64] = 9
"""A free point next to an own man: a side without any loses."""
CLOSING: Final[i64] = 30
"""A free point that would fill a mill, and that an own man can reach from the next point or from the stock."""
DISTANT: Final[i64] = 8
"""A free point that would fill a mill, but to which no man can go yet."""
IN_MILL: Final[i64] = 6
"""A man in a mill, which cannot be removed."""
TURN: Final[i64] = 15
"""To be the side to act."""
SCALE: Final = 450.0
"""With such a lead three games in four are won."""


def judge(state: State, seat: int) -> float:
    """The result that the seat can expect, from -1 to 1."""
    own, other = state.own, state.other
    total = side_worth(state, own, other, state.own_stock) - side_worth(state, other, own, state.other_stock) + TURN
    value = expectation_of(float(int(total)), SCALE)
    return value if state.seat == seat else -value


def side_worth(state: State, men: i64, others: i64, stock: i64) -> i64:
    """The value of a side's men, in hundredths of a man."""
    board = state.game.board
    vacant = board.points & ~(men | others)
    near = board.beside(men)
    closing = board.closing(men)
    mills = closing & vacant
    placing = stock > 0 or state.game.flies(men)
    within_reach = mills if placing else mills & near
    return (
        MAN * (count(men) + stock)
        + ROOM * count(near & vacant)
        + CLOSING * count(within_reach)
        + DISTANT * count(mills & ~within_reach)
        + IN_MILL * count(closing & men)
    )


HINTS: Final = SearchHints(evaluate=judge, learned=LEARNED)
