"""A replay buffer: the latest positions of self-play, from which a learner takes random ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from boardgames.core.lookup import load
from boardgames.core.model import Game
from boardgames.core.text import Whole
from boardgames.learning import observation_of
from boardgames.players import Floats
from boardgames.rl import whole_number
from boardgames_lab.training.self_play import SelfPlayedGame

MOST_POSITIONS: Final = 100_000_000
FIRST_WIDTH: Final = 32  # legal actions of a position that fit before the arrays must grow


@attrs.frozen(eq=False)
class TrainingBatch:
    """Positions to learn from, in arrays with one row for each."""

    planes: Floats
    """``(n, *observation.shape)``."""
    policy: Floats
    """``(n, action_count)``: what the search found; the sum of each row is 1."""
    mask: NDArray[np.bool_]
    """``(n, action_count)``: true where an action is legal."""
    value: Floats
    """``(n,)``: what the side to act could expect, from -1 to 1."""


class ReplayBuffer:
    """The latest ``capacity`` positions of games.

    They are kept with 16 bits a number: 1.9 kB for a position of minishogi.

    >>> from boardgames_lab import SelfPlay, SelfPlayOptions
    >>> uniform = lambda planes: (np.zeros((len(planes), 15), np.float32), np.zeros(len(planes), np.float32))
    >>> play = SelfPlay("ur:tokens=2", uniform, n=2, seed=1, options=SelfPlayOptions(nodes=8))
    >>> buffer = ReplayBuffer("ur:tokens=2", 1000)
    >>> buffer.add(next(play.games()))
    >>> sample = buffer.sample(8, np.random.default_rng(1))
    >>> sample.planes.shape, sample.policy.shape, sample.value.shape
    ((8, 37), (8, 15), (8,))

    Raises :class:`TypeError` and :class:`ValueError` for an impossible capacity.
    """

    def __init__(self, game: Game | str, capacity: int) -> None:
        self.game: Final = load(game)
        self.capacity: Final = whole_number(capacity, "capacity", Whole(1, MOST_POSITIONS))
        self.shape: Final = observation_of(self.game).shape
        self.added = 0
        """Positions added so far, those that were overwritten included."""
        self._planes = np.zeros((0, *self.shape), np.float16)
        self._values = np.zeros(0, np.float32)
        self._indices = np.full((0, FIRST_WIDTH), -1, np.int32)
        self._shares = np.zeros((0, FIRST_WIDTH), np.float16)

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(self, game: SelfPlayedGame) -> None:
        """Add the positions of a game, over the oldest where the buffer is full."""
        self._make_room(len(self) + len(game), max(map(len, game.indices)))
        for number in range(len(game)):
            place = self.added % self.capacity
            count = len(game.indices[number])
            self._planes[place] = game.planes[number]
            self._values[place] = game.values[number]
            self._indices[place, :count] = game.indices[number]
            self._indices[place, count:] = -1
            self._shares[place, :count] = game.policies[number]
            self._shares[place, count:] = 0.0
            self.added += 1

    def sample(self, count: int, rng: np.random.Generator) -> TrainingBatch:
        """Random positions, each as likely, some perhaps more than once.  Raises :class:`ValueError` for none."""
        if not len(self):
            raise ValueError("the buffer is empty: add games before you take samples")
        places = rng.integers(len(self), size=count)
        policy = np.zeros((count, self.game.action_count), np.float32)
        mask = np.zeros((count, self.game.action_count), np.bool_)
        indices = self._indices[places]
        rows, columns = np.nonzero(indices >= 0)
        policy[rows, indices[rows, columns]] = self._shares[places][rows, columns]
        mask[rows, indices[rows, columns]] = True
        policy /= policy.sum(axis=1, keepdims=True)  # 16 bits had rounded them
        return TrainingBatch(self._planes[places].astype(np.float32), policy, mask, self._values[places])

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The whole content, for ``numpy.savez``."""
        size = len(self)
        return {
            "planes": self._planes[:size],
            "values": self._values[:size],
            "indices": self._indices[:size],
            "shares": self._shares[:size],
            "added": np.array(self.added),
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Replace the content by the result of :meth:`to_arrays`.

        Raises :class:`ValueError` for those of another game, or of a larger buffer.
        """
        planes = arrays["planes"]
        if planes.shape[1:] != self.shape:
            raise ValueError(
                f"these are positions of the shape {planes.shape[1:]}, and {self.game.name} has {self.shape}"
            )
        added = int(arrays["added"])
        if len(planes) != min(added, self.capacity):
            raise ValueError(f"these are {len(planes)} positions of a buffer for another number than {self.capacity}")
        self._planes = planes.astype(np.float16)
        self._values = arrays["values"].astype(np.float32)
        self._indices = arrays["indices"].astype(np.int32)
        self._shares = arrays["shares"].astype(np.float16)
        self.added = added

    def _make_room(self, positions: int, width: int) -> None:
        """Enlarge the arrays, each time to twice what is needed, up to the capacity."""
        rows, columns = self._indices.shape
        positions = min(positions, self.capacity)
        if positions > rows:
            growth = min(2 * positions, self.capacity) - rows
            self._planes = np.concatenate([self._planes, np.zeros((growth, *self.shape), np.float16)])
            self._values = np.concatenate([self._values, np.zeros(growth, np.float32)])
            self._indices = np.concatenate([self._indices, np.full((growth, columns), -1, np.int32)])
            self._shares = np.concatenate([self._shares, np.zeros((growth, columns), np.float16)])
        if width > columns:
            self._indices = np.pad(self._indices, ((0, 0), (0, 2 * width - columns)), constant_values=-1)
            self._shares = np.pad(self._shares, ((0, 0), (0, 2 * width - columns)))
