"""The seat whose winning chance the value of a position is, and its value at the end of a game."""

from __future__ import annotations

from boardgames.core.model.game import State
from boardgames.solve.tablebase import NoTablebase


def viewer(state: State) -> int:
    """The seat whose winning chance is the value of a position: the one that acts, throws, or would be next."""
    turn = state.turn
    if turn >= 0:
        return turn
    return int(state.seat)


def end_value(state: State, seat: int) -> float:
    """The value of a game that is over, for a seat.

    Raises :class:`~boardgames.solve.tablebase.NoTablebase` for returns that cannot be those of a game for two.
    """
    outcome = state.outcome
    assert outcome is not None
    returns = outcome.returns
    if len(returns) != 2 or not -1.0 <= returns[0] <= 1.0 or returns[0] + returns[1] != 0.0:
        raise NoTablebase(
            f"{state.game.name} cannot be solved: in {str(state)!r} it returns {returns}, "
            "not two numbers from -1 to 1 of sum 0"
        )
    return (float(returns[seat]) + 1.0) / 2.0
