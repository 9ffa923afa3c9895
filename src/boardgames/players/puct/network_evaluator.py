"""A network as an evaluator: many leaves, of many trees, in one call.  Needs numpy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgames.core.model.game import Game, State
from boardgames.learning.observed_games import observation_of
from boardgames.players.puct.leaf_batch import LeafBatch
from boardgames.players.puct.policy_tree import PolicyTree

Floats: TypeAlias = NDArray[np.float32]

Network: TypeAlias = Callable[[Floats], tuple[Floats, Floats]]
"""Takes planes of shape ``(n, *observation.shape)``, as ``rl.observe`` gives them; returns a number for each action,
of shape ``(n, action_count)``, the larger the better it seems (logits; turned to the side to act, as the planes
are), and a value for the side to act, of shape ``(n,)`` or ``(n, 1)``."""


class BadNetwork(ValueError):
    """A network's output cannot be used; the message says why."""


class NetworkEvaluator:
    """Judges the leaves of any number of trees with a network, at most ``capacity`` positions in one call.

    ``batch`` is the number of leaves of a single tree that it judges at once.
    """

    def __init__(self, game: Game, network: Network, capacity: int, batch: int = 1) -> None:
        self.observation = observation = observation_of(game)
        self.game = game
        self.network = network
        self.batch = batch
        self.leaves = LeafBatch(observation, capacity)
        numbers: Floats = np.asarray(memoryview(self.leaves.floats)).view(np.float32)
        self.planes = numbers.reshape(capacity, *observation.shape)
        """The planes of the leaves judged last, one after the other; overwritten by the next call."""

    def prepare(self, start: State) -> None:
        """The evaluator is for one game only, and was checked when it was made."""

    def evaluate(self, trees: list[PolicyTree], each: int) -> None:
        """Let each of the trees grow by at most ``each`` simulations; all new positions are judged in one call.

        Raises :class:`BadNetwork` for numbers or shapes that cannot be used, and :class:`IndexError` for more
        leaves than there is room for.
        """
        leaves = self.leaves
        leaves.gather(trees, each)
        if leaves.count:
            priors, values = self.judge()
            leaves.back(priors.tolist(), values.tolist())

    def policy(self, state: State) -> tuple[list[float], float]:
        """A probability for each of the state's actions, and the value for the side to act."""
        self.leaves.clear()
        self.leaves.add(state, state.actions())
        priors, values = self.judge()
        return priors.tolist(), float(values[0])

    def values(self, states: list[State]) -> list[float]:
        """The values of these states, each for its side to act."""
        values: list[float] = []
        capacity = int(self.leaves.capacity)
        for first in range(0, len(states), capacity):
            self.leaves.clear()
            for state in states[first : first + capacity]:
                self.leaves.add(state, state.actions())
            values += self.judge()[1].tolist()
        return values

    def judge(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The priors of the legal actions of all positions in ``leaves``, and the values.

        Raises :class:`BadNetwork` for numbers that are not finite, and what ``evaluate`` raises.
        """
        count = int(self.leaves.count)
        logits, values = self.network(self.planes[:count])
        self._check_shapes(count, logits, values)
        offsets = np.frombuffer(memoryview(self.leaves.offsets), np.int32)[: count + 1]
        indices = np.frombuffer(memoryview(self.leaves.indices), np.int32)[: offsets[-1]]
        priors = softmax_of_legal(logits, indices, offsets)
        worth = np.clip(values.reshape(count).astype(np.float64), -1.0, 1.0)
        if not (np.isfinite(priors).all() and np.isfinite(worth).all()):
            bad = next(
                place
                for place in range(count)
                if not np.isfinite([*priors[offsets[place] : offsets[place + 1]], worth[place]]).all()
            )
            raise BadNetwork(
                f"the network's output for position {bad + 1} of {count} is not finite (NaN or infinite): "
                "training has damaged it; use an earlier one, or train with a smaller step"
            )
        return priors, worth

    def _check_shapes(self, count: int, logits: Floats, values: Floats) -> None:
        expected = (count, int(self.game.action_count))
        if logits.shape != expected:
            raise BadNetwork(
                f"the network's policy has the shape {logits.shape}, and {self.game.name} needs {expected}"
            )
        if values.shape not in ((count,), (count, 1)):
            raise BadNetwork(f"the network's value has the shape {values.shape}: expected {(count, 1)}")


def softmax_of_legal(
    logits: Floats, indices: NDArray[np.int32], offsets: NDArray[np.int32], temperature: float = 1.0
) -> NDArray[np.float64]:
    """Probabilities of the legal actions of several positions, from a row of logits for each.

    The legal actions of position ``i`` are ``indices[offsets[i] : offsets[i + 1]]``; every position has at least one.

    >>> logits = np.log(np.array([[1, 2, 3, 4], [1, 1, 1, 1]], np.float32))
    >>> softmax_of_legal(logits, np.array([1, 3, 0, 2], np.int32), np.array([0, 2, 4], np.int32)).round(3).tolist()
    [0.333, 0.667, 0.5, 0.5]
    """
    first, counts = offsets[:-1], np.diff(offsets)
    rows = np.repeat(np.arange(len(counts)), counts)
    legal = logits[rows, indices].astype(np.float64) / temperature
    legal -= np.repeat(np.maximum.reduceat(legal, first), counts)
    np.exp(legal, out=legal)
    legal /= np.repeat(np.add.reduceat(legal, first), counts)
    return legal
