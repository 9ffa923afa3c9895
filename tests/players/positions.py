"""Positions of random games, and games of two players, for tests of searches and judgements."""

from __future__ import annotations

from random import Random
from typing import Any

import boardgames as bg
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.players.budget import Budget
from boardgames.players.search import Search


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


def moves_of(one: Player, other: Player, state: Any, plies: int) -> list[str]:
    """The moves of two players from a state on, in which one of them always has an action."""
    moves = []
    for ply in range(plies):
        action = (one, other)[ply % 2].choose(state, Clock())
        moves.append(str(action))
        state = state.apply(action)
    return moves


def rated(
    search: Search[Any], state: Any, depth: int, lines: int = 1, nodes: int | None = None
) -> list[tuple[float, int]]:
    """The values and places of a state's actions by a search that begins, the best so many of them exact."""
    actions = state.actions()
    search.begin(Budget(nodes=nodes))
    return search.rated(state, actions, depth, [0.0] * len(actions), list(range(len(actions))), lines)
