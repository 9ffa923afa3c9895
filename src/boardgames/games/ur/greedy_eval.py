"""How good a position of Ur is at a glance: cells run, a safe rosette, threatened tokens.  For the greedy player."""

from __future__ import annotations

from boardgames.games.ur.rules import CELL, State

HOME_BONUS = 5.0
SAFE_BONUS = 2.0
HIT = 0.25
"""The share of its way that a token on common cells stands to lose."""


def evaluate(state: State, seat: int) -> float:
    """How far the seat is ahead on the track, from -1 to 1."""
    most: float = int(state.game.tokens) * (int(state.game.home) + HOME_BONUS)
    turn = 0.5 if state.seat == seat else -0.5
    return max(-1.0, min(1.0, (_worth(state, seat) - _worth(state, 1 - seat) + turn) / most))


def _worth(state: State, seat: int) -> float:
    worth = 0.0
    opposite = state.game.track.opposite
    for cell in state.cells(seat):
        worth += cell
        if cell == state.game.home:
            worth += HOME_BONUS
        elif CELL[cell] & state.game.safe:
            worth += SAFE_BONUS
        elif opposite[cell] and state.seat != seat:
            worth -= cell * HIT * any(_in_range(state, there) for there in opposite[cell])
    return worth


def _in_range(state: State, cell: int) -> bool:
    """True if the side to throw may reach a cell of its track with one throw."""
    return any(
        cell - throw.number >= 0 and cell - throw.number in state.cells(int(state.seat))
        for throw, _ in state.game.throws
        if throw.number
    )
