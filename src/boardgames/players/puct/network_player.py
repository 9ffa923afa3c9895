"""The player ``onnx``: a network from a file, which chooses by its policy, or leads a tree search."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import attrs
from typing_extensions import override

from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, State
from boardgames.core.model.options import BadOption, option
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.core.protocol.rated_actions import RatedActions
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.players.budget import Effort
from boardgames.players.mcts import NETWORK_BATCH, Mcts
from boardgames.players.puct.network_file import NetworkFile

EXPLORATION: Final = 1.5
MOST_BATCH: Final = 256


@attrs.frozen
class NetworkOptions:
    """The network, and the way it chooses.  Without ``nodes`` and ``time`` it plays by its policy alone."""

    model: str | None = option(None, "the network: an ONNX file, whose metadata names the game (needed)")
    temperature: float = option(
        0.0,
        "how freely the policy chooses: 0 the most probable action, 1 each by its probability",
        least=0.0,
        most=100.0,
    )
    nodes: int | None = option(None, "rounds of a tree search for an answer, led by the network", least=1, most=10**12)
    time: float | None = option(None, "seconds of tree search for an answer", least=0.001, most=86_400.0)
    exploration: float = option(EXPLORATION, "how much the search tries what looks worse", least=0.0, most=100.0)
    batch: int = option(NETWORK_BATCH, "positions that the search gives the network at once", least=1, most=MOST_BATCH)


class NetworkPlayer(Player):
    """Chooses by the policy of a network alone, in one call of it."""

    def __init__(self, network: NetworkFile, rng: Random, temperature: float = 0.0) -> None:
        self.network = network
        self.rng = rng
        self.temperature = temperature

    @override
    def prepare(self, start: State) -> None:
        """Raises :class:`~boardgames.core.model.options.BadOption` for a game that the network was not made for."""
        self.network.prepare(start)

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        actions = state.actions()
        priors, value = self.network.of(state.game).policy(state)
        if self.temperature:
            best = max(priors)
            weights = [(prior / best) ** (1.0 / self.temperature) for prior in priors]
            action = self.rng.choices(actions, weights)[0]
        else:
            action = actions[max(range(len(priors)), key=priors.__getitem__)]
        self.think(SearchInfo(value=value, line=(action,), nodes=1))
        return action

    @override
    def rate(self, state: State, clock: Clock) -> RatedActions:
        """Each action with the network's value of the positions after it, over all throws of dice."""
        parts: list[tuple[Any, float, State]] = []  # an action, the chance of a position that follows, the position
        values: dict[Any, float] = {}
        weights: dict[Any, float] = {}
        for action in state.actions():
            values[action] = weights[action] = 0.0
            after = state.apply(action)
            for chance, follower in followers(after):
                if follower.outcome is not None:
                    values[action] += chance * follower.outcome.returns[state.turn]
                    weights[action] += chance
                elif follower.turn != CHANCE:
                    parts.append((action, chance, follower))
        for (action, chance, follower), value in zip(
            parts, self.network.of(state.game).values([follower for _, _, follower in parts]), strict=True
        ):
            values[action] += chance * (value if follower.turn == state.turn else -value)
            weights[action] += chance
        rated = [(action, value / weights[action] if weights[action] else 0.0) for action, value in values.items()]
        return RatedActions(sorted(rated, key=lambda pair: -pair[1]))

    @override
    def value(self, state: State, clock: Clock) -> float:
        if state.outcome is None and state.turn != CHANCE:
            return self.network.of(state.game).policy(state)[1]
        return super().value(state, clock)


def followers(state: State) -> list[tuple[float, Any]]:
    """The positions after a throw, each with its chance; where no dice are thrown, the position itself."""
    if state.turn != CHANCE or state.outcome is not None:
        return [(1.0, state)]
    return [(float(chance), state.apply(throw)) for throw, chance in state.chances()]


def _onnx_player(spec: GameSpec, options: Any, rng: Random) -> Player:
    if options.model is None:
        raise BadOption("it needs a network: onnx:model=FILE.onnx; docs/rl.md trains one")
    searches = options.nodes is not None or options.time is not None
    network = NetworkFile(options.model, options.batch if searches else 1)
    if not searches:
        return NetworkPlayer(network, rng, options.temperature)
    if options.temperature:
        raise BadOption("temperature is for the policy alone: leave it out, or nodes and time")
    effort = Effort(nodes=options.nodes, time=options.time)
    return Mcts(spec, effort, rng, exploration=options.exploration, policy=network)


ONNX: Final = PlayerSpec(
    name="onnx",
    summary="a trained network from a file, by its policy or leading a tree search",
    options=NetworkOptions,
    called_by="model",
    player=_onnx_player,
)
