"""The greedy player: looks one ply ahead."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from random import Random
from typing import Any, Final

from typing_extensions import override

from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.model.game import State
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.core.protocol.rated_actions import RatedActions
from boardgames.players.bounded_search import BadEvaluation


class Greedy(Player):
    """Plays the action that leads to the best position; between equal ones it chooses at random.

    ``evaluate`` is the game's own evaluation of a position for a seat, from -1
    to 1.  Without it, only won and lost games count.
    """

    def __init__(self, rng: Random, evaluate: Callable[[State, int], float] | None = None) -> None:
        self.rng = rng
        self.evaluate = evaluate

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        seat = state.turn
        values = [(self.look(state.apply(action), seat), action) for action in state.actions()]
        best = max(value for value, _ in values)
        return self.rng.choice([action for value, action in values if value == best])

    @override
    def rate(self, state: State, clock: Clock) -> RatedActions:
        rated = [
            (action, max(-1.0, min(1.0, self.look(state.apply(action), state.turn)))) for action in state.actions()
        ]
        return RatedActions(sorted(rated, key=lambda pair: -pair[1]))

    @override
    def value(self, state: State, clock: Clock) -> float:
        return max(-1.0, min(1.0, self.look(state, state.seat))) if state.turn < 0 else super().value(state, clock)

    def look(self, state: State, seat: int) -> float:
        """The value of a position for a seat; an end counts double.  Raises :class:`BadEvaluation`."""
        outcome = state.outcome
        if outcome is not None:
            return 2 * outcome.returns[seat]  # an end outweighs any evaluation
        if self.evaluate is None:
            return 0.0
        value = self.evaluate(state, seat)
        if not isinstance(value, (int, float)) or isnan(value):
            raise BadEvaluation(value, state)
        return value


GREEDY: Final = PlayerSpec(
    name="greedy",
    summary="the move that looks best one ply ahead",
    player=lambda spec, options, rng: Greedy(rng, spec.evaluate),
)
