"""The board of shogi, and the die below it."""

from __future__ import annotations

from boardgames.core.picture.view_options import ViewOptions
from boardgames.core.text.said import Said
from boardgames.games.dice_shogi.rules import UNROLLED, Roll, State
from boardgames.games.shogi.io import picture
from boardgames.games.shogi.moves.actions import Action


def draw(state: State) -> str:
    """The position of the base game, and what the die shows."""
    return picture.draw(state.base) + _die(state)


def table(state: State, view: ViewOptions) -> str:
    """The position with the side of ``view.seat`` at the bottom."""
    return picture.table(state.base, view) + _die(state)


def _die(state: State) -> str:
    return "" if state.die == UNROLLED else f"\n  the die shows {state.die}"


def describe(before: State, action: Action | Roll, after: State) -> str:
    """The event, with the names of the men."""
    if isinstance(action, Roll):
        return Said("rolls {number}", number=int(action.number))
    return picture.describe(before.base, action, after.base)


def group(state: State, action: Action) -> str:
    """The moves of each kind of man stand together."""
    return picture.group(state.base, action)
