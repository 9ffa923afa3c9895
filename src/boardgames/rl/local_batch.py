"""The games of a vector environment that are played in this process, seen through numpy."""

from __future__ import annotations

from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from boardgames.core.learning.floats import blank
from boardgames.core.learning.observation import Observation
from boardgames.core.learning.observed_games import observation_of
from boardgames.core.learning.plain_observation import plain_observation
from boardgames.core.model.game import Game
from boardgames.rl.batch import Batch, IllegalStep, StepBuffer
from boardgames.rl.dice import luck
from boardgames.rl.step_result import StepResult, read_only

OWN, PLAIN = "own", "plain"
NONE_ENDED: Final = read_only(np.empty(0, np.int32))


@attrs.frozen(eq=False)
class BatchSettings:
    """The game that is played and the parts of it that are seen."""

    game: Game
    observed: str | None
    """``OWN``, ``PLAIN`` or ``None``, as in :class:`~boardgames.rl.vector.VectorEnv`."""
    mask: bool
    max_plies: int
    """0 means no limit."""

    def observation(self) -> Observation | None:
        """The observation that environments show; ``None`` if they show none."""
        if self.observed is None:
            return None
        return plain_observation(self.game) if self.observed == PLAIN else observation_of(self.game)


class LocalBatch:
    """``n`` games: the dice of each follow from the seed and its number.

    Raises :class:`MemoryError` for too many games.
    """

    def __init__(self, settings: BatchSettings, n: int) -> None:
        self.settings: Final = settings
        self.n: Final = n
        self.observation: Final = settings.observation()
        self._generators: list[Any] = []
        self._make()

    def _make(self) -> None:
        settings, game = self.settings, self.settings.game
        number = observation_of(game).number
        try:
            self._batch = Batch(game, self.n, self.observation, number, settings.max_plies, settings.mask)
        except (MemoryError, OverflowError):
            raise MemoryError(f"there is not enough memory for {self.n} games of {game.name}") from None
        self._views = [self._view(buffer) for buffer in self._batch.buffers]
        self._last_views = (
            [] if self.observation is None else [LastViews(self.observation) for _ in self._batch.buffers]
        )

    @property
    def interrupted(self) -> bool:
        """True if a step did not come to its end, because a game's code raised an exception."""
        return self._batch.interrupted

    @property
    def states(self) -> list[Any]:
        """The present states, one of each game."""
        return self._batch.states

    def restart(self, seed: int | None) -> StepResult:
        """Start all games; without a seed the dice go on, which needs a seed once."""
        if seed is not None:
            self._generators = [luck(seed, place).random for place in range(self.n)]
        if self.interrupted:
            self._make()
        self._batch.restart(self._generators)
        return self._result()

    def step(self, indices: NDArray[np.int64]) -> StepResult:
        """Take one action in each game.  Raises :class:`IllegalStep` before any is played."""
        actions = indices.tobytes()
        place = self._batch.first_illegal(actions)
        if place >= 0:
            index = int(indices[place])
            error = self._batch.illegal(place, index)
            raise IllegalStep(place, index, error.asked, error.why, error.nearest)
        self._batch.play(actions)
        return self._result()

    def close(self) -> None:
        """Free the games."""
        self._views = []
        self._last_views = []
        self._batch.states.clear()

    def _view(self, buffer: StepBuffer) -> dict[str, Any]:
        """The arrays of a step buffer that never grow, without a copy."""
        n, floats, mask = self.n, buffer.floats, buffer.mask
        return {
            "observation": None
            if self.observation is None
            else _array(floats, np.float32).reshape(n, *self.observation.shape),
            "mask": _array(mask, np.bool_).reshape(n, -1) if self._batch.with_mask else None,
            "turn": _array(buffer.turns, np.int32),
            "rewards": _array(buffer.rewards, np.float32).reshape(n, -1),
            "terminated": _array(buffer.terminated, np.bool_),
            "truncated": _array(buffer.truncated, np.bool_),
        }

    def _result(self) -> StepResult:
        batch = self._batch
        buffer = batch.buffer()
        offsets = _array(buffer.offsets, np.int32)
        return StepResult(
            **self._views[batch.current],
            legal=_array(buffer.legal, np.int32)[: offsets[-1]],
            offsets=offsets,
            outcomes=buffer.outcomes,
            ended=read_only(np.array(buffer.ended, np.int32)) if buffer.ended else NONE_ENDED,
            final=None if self.observation is None else self._last_views[batch.current].show(buffer.last_states),
        )


class LastViews:
    """Shows the last states of games in memory that is used again, as new memory takes longer to get than to fill."""

    def __init__(self, observation: Observation) -> None:
        self.observation: Final = observation
        self.none: Final = read_only(np.empty((0, *observation.shape), np.float32))
        self.floats = blank(0)
        self.shown: list[Any] = []

    def show(self, states: list[Any]) -> NDArray[np.float32]:
        """The observations of states, one after the other."""
        if not states:
            return self.none
        size, floats, shown = self.observation.size, self.floats, self.shown
        if size * len(states) > len(floats):
            floats, shown = blank(2 * size * len(states)), []
        self.floats, self.shown = blank(0), []  # kept only if all are written
        for number, state in enumerate(states):
            self.observation.write(shown[number] if number < len(shown) else None, state, floats, number * size)
        shown[: len(states)] = states
        self.floats, self.shown = floats, shown
        return _array(floats, np.float32, 0, size * len(states)).reshape(len(states), *self.observation.shape)


def _array(items: Any, kind: Any, first: int = 0, count: int = -1) -> NDArray[Any]:
    """A read-only numpy view of a flat array, or of ``count`` items from byte ``first`` on."""
    return read_only(np.frombuffer(items, kind, count, first))
