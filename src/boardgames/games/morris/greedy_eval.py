"""How good a position of morris is at a glance: men, mills, mills to come, room.  For the greedy player."""

from __future__ import annotations

from boardgames.games.morris.board import count
from boardgames.games.morris.rules import State

MAN = 10.0
IN_MILL = 1.0
NEXT_MILL = 3.0
"""For each free point that would fill a mill."""
ROOM = 0.5
"""For each free point next to an own man."""
TURN = 2.0
MOST = 200.0


def evaluate(state: State, seat: int) -> float:
    """How far the seat is ahead, from -1 to 1; 1 is won."""
    if state.outcome is not None:
        won: float = state.outcome.returns[seat]
        return won
    turn = TURN if state.seat == seat else -TURN
    return max(-0.99, min(0.99, (_worth(state, seat) - _worth(state, 1 - seat) + turn) / MOST))


def _worth(state: State, seat: int) -> float:
    men = state.men(seat)
    board = state.game.board
    vacant = board.points & ~(state.own | state.other)
    return (
        MAN * int(count(men) + state.stock(seat))
        + IN_MILL * int(count(board.in_mills(men)))
        + NEXT_MILL * int(count(board.closing(men) & vacant))
        + ROOM * int(count(board.beside(men) & vacant))
    )
