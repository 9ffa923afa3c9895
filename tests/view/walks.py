"""Random games to look at."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import boardgames as bg


def variants() -> list[str]:
    """Every game that can be imported, and each of its presets."""
    return [name for game in bg.games() for name in [game, *(f"{game}:preset={p}" for p in bg.find(game).presets)]]


def walk(name: str, plies: int, seed: int) -> Iterator[Any]:
    """The states of random play; after an end a new game begins."""
    rng = Random(seed)
    state: Any = bg.load(name).start()
    for _ in range(plies):
        yield state
        edges = list(state.actions()) or [throw for throw, _ in state.chances()]
        state = state.apply(rng.choice(edges)) if edges else bg.load(name).start()
