"""Positions of random games, for all tests that look at many."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import boardgames as bg
from boardgames.core.model.walk import edges


def positions(game: Any, count: int, seed: int = 1) -> Iterator[Any]:
    """The first positions of random games, one after the other; those before throws and the ends are among them."""
    rng = Random(seed)
    state = start = bg.load(game).start() if isinstance(game, str) else game.start()
    for _ in range(count):
        yield state
        state = start if state.outcome is not None else state.apply(rng.choice(edges(state)))


def variants() -> list[str]:
    """Every game that can be imported, and each of its presets."""
    return [name for game in bg.games() for name in [game, *(f"{game}:preset={p}" for p in bg.find(game).presets)]]
