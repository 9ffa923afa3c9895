"""The board of shogi, and the die below it."""

from __future__ import annotations

from typing import cast

from boardgames.core.model import State as AnyState
from boardgames.games.dice_shogi.rules import UNROLLED, State
from boardgames.games.shogi import picture


def draw(state: AnyState) -> str:
    """The position of the base game, and what the die shows."""
    rolled = cast(State, state)
    die = "" if rolled.die == UNROLLED else f"\n  the die shows {rolled.die}"
    return picture.draw(rolled.base) + die
