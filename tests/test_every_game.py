"""Every registered game, ours and anyone's, climbs the ladder of the testkit; so does, thoroughly, each preset.

What a game must satisfy stands there, rung by rung: ``boardgames/testkit``.
"""

from __future__ import annotations

import pytest

import boardgames as bg
from boardgames.testkit import ladder


def variants() -> list[str]:
    """Every game, and each of its presets."""
    return [name for game in bg.games() for name in [game, *(f"{game}:preset={preset}" for preset in presets(game))]]


def presets(game: str) -> list[str]:
    try:
        return list(bg.find(game).presets)
    except bg.UnknownGame:
        return []  # it does not import: its first test says so


VARIANTS = {
    *("checkshogi", "dobutsu", "euroshogi", "gorogoro", "judkins", "kyotoshogi", "microshogi", "minishogi", "shogi"),
    "torishogi",
}
"""The rules of dice shogi on other boards and without dice: they climb the ladder thoroughly, below."""

test_the_ladder = ladder(*(game for game in bg.games() if game not in VARIANTS), games=1)

test_every_preset = pytest.mark.thorough(ladder(*variants(), games=2))
