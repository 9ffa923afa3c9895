"""The random player: every legal action is equally likely."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from typing_extensions import override

from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.model.game import State
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player


class Uniform(Player):
    """Plays each legal action with the same probability."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        return self.rng.choice(state.actions())


RANDOM: Final = PlayerSpec(
    name="random",
    summary="any legal move, each as likely",
    player=lambda spec, options, rng: Uniform(rng),
)
