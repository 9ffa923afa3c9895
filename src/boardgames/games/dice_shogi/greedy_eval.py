"""How good a position of Dice Shogi is at a glance: as its board is, whatever the die shows."""

from __future__ import annotations

from boardgames.games.dice_shogi.rules import State
from boardgames.games.shogi.values import greedy_eval


def evaluate(state: State, seat: int) -> float:
    """The seat's share of what all men are worth minus the other seat's, from -1 to 1."""
    return greedy_eval.evaluate(state.base, seat)
