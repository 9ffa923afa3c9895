"""The random player."""

from __future__ import annotations

from random import Random
from typing import Any

from typing_extensions import override

from boardgames.core.model import State
from boardgames.core.player import Player


class Uniform(Player):
    """Plays each legal action with the same probability."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    @override
    def choose(self, state: State) -> Any:
        return self.rng.choice(state.actions())
