"""The greedy player: looks one ply ahead."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from typing_extensions import override

from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.model.game import State
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player


class Greedy(Player):
    """Plays the action whose position is worth most to it; ties are drawn by lot.

    ``evaluate`` is the game's own judgement of a position for a seat, from -1
    to 1.  Without one, only won and lost games count.
    """

    def __init__(self, rng: Random, evaluate: Callable[[State, int], float] | None = None) -> None:
        self.rng = rng
        self.evaluate = evaluate

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        seat = state.turn
        worths = [(self.worth(state.apply(action), seat), action) for action in state.actions()]
        best = max(worth for worth, _ in worths)
        return self.rng.choice([action for worth, action in worths if worth == best])

    @override
    def rate(self, state: State, clock: Clock) -> list[tuple[Any, float]]:
        rated = [
            (action, max(-1.0, min(1.0, self.worth(state.apply(action), state.turn)))) for action in state.actions()
        ]
        return sorted(rated, key=lambda pair: -pair[1])

    def worth(self, state: State, seat: int) -> float:
        outcome = state.outcome
        if outcome is not None:
            return 2 * outcome.returns[seat]  # an end outweighs any judgement
        return self.evaluate(state, seat) if self.evaluate else 0.0


GREEDY: Final = PlayerSpec(
    name="greedy",
    summary="the action that looks best one ply ahead",
    player=lambda spec, options, rng: Greedy(rng, spec.evaluate),
)
