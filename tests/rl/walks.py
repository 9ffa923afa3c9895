"""Random positions, as many as wanted, games one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import boardgames as bg

OURS = ["shogi", "minishogi", "dice-shogi", "morris", "ur", "judkins", "gorogoro"]
FEW = ["shogi", "dice-shogi", "morris", "ur", "morris:preset=classic"]
"""Games of each kind, which are tried every day."""
VARIED = [
    "ur:preset=aseb",
    "ur:tokens=2,safe_rosettes=none,dice=0+3+3+1+1+2",
    "morris:preset=classic",
    "morris:preset=six",
    "morris:men=12,turns=40",
    "shogi:impasse=27-point,max_plies=90,repetition=none",
    "shogi:max_plies=5000",
    "minishogi:repetition=none",
]


def positions(name: str, count: int, seed: int = 1) -> Iterator[Any]:
    """The positions of random games, chance nodes and ends included."""
    rng = Random(seed)
    start = bg.load(name).start()
    state = start
    for _ in range(count):
        yield state
        actions = state.actions()
        if actions:
            state = state.apply(actions[int(rng.random() * len(actions))])
        elif state.outcome is None:
            state = state.apply(bg.throw(state.chances(), rng))
        else:
            state = start
