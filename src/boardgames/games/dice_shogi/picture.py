"""The board of shogi, and the die below it."""

from __future__ import annotations

from boardgames.games.dice_shogi.rules import UNROLLED, State
from boardgames.games.shogi import picture


def draw(state: State) -> str:
    """The position of the base game, and what the die shows."""
    die = "" if state.die == UNROLLED else f"\n  the die shows {state.die}"
    return picture.draw(state.base) + die
