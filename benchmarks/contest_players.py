"""Players to measure what is around them."""

from __future__ import annotations

from random import Random
from typing import Any

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.players import Greedy


class First(Player):
    """Takes the first legal action."""

    def choose(self, state: State[Any], clock: Clock) -> Any:
        return state.actions()[0]


class Wavering(Player):
    """Greedy, but for one action in ten, which is drawn."""

    def __init__(self, spec: GameSpec[Any], rng: Random) -> None:
        self.greedy = Greedy(rng, spec.evaluate)
        self.rng = rng

    def choose(self, state: State[Any], clock: Clock) -> Any:
        if self.rng.random() < 0.1:
            return self.rng.choice(state.actions())
        return self.greedy.choose(state, clock)


class WaveringToo(Wavering):
    """As strong, and drawing otherwise: with the same draws a pair of games would be one game told twice."""

    def __init__(self, spec: GameSpec[Any], rng: Random) -> None:
        super().__init__(spec, Random(f"too/{rng.random()}"))
