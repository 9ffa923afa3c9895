"""The board with animals on it: a scene of the family whose pieces have figures."""

from __future__ import annotations

from boardgames.core.picture.scene import Scene
from boardgames.games.dobutsu.figures import FIGURES
from boardgames.games.shogi.io.scene import scene as scene_with
from boardgames.games.shogi.rules import State


def scene(position: State, seat: int) -> Scene:
    """The position with the pieces in hand."""
    return scene_with(position, seat, FIGURES)
