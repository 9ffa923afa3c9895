"""Positions of random games, for tests of searches and judgements."""

from __future__ import annotations

from random import Random
from typing import Any

import boardgames as bg


def positions(name: str, games: int, plies: int = 60) -> list[Any]:
    """All positions in which there is an action, of so many games."""
    found = []
    for seed in range(games):
        rng = Random(seed)
        state: Any = bg.load(name).start()
        for _ in range(plies):
            if not state.actions():
                break
            found.append(state)
            state = state.apply(rng.choice(state.actions()))
    return found
