"""Many games in one step, for training with numpy."""

from __future__ import annotations

from array import array
from random import Random
from secrets import randbits
from typing import TYPE_CHECKING, Any, Final, NoReturn, Self, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boardgames.core.lookup.installed_games import load
from boardgames.core.model.game import Game
from boardgames.core.seeds import environment_random
from boardgames.learning.observation import Observation
from boardgames.learning.observed_games import observation_of
from boardgames.learning.plain_observation import plain_observation
from boardgames.rl.batch import Batch, IllegalStep
from boardgames.rl.checks import check_actions, number_of_games, plies_of, seed_of
from boardgames.rl.observing import with_layout

if TYPE_CHECKING:
    from gymnasium import spaces

__all__ = ["IllegalStep", "VectorEnv", "luck"]

Info: TypeAlias = dict[str, Any]
Stepped: TypeAlias = tuple[NDArray[np.float32] | None, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]

OWN, PLAIN = "own", "plain"
SEED_BITS: Final = 32


def luck(seed: int, game: int) -> Random:
    """The random generator for the dice of game number ``game`` in an environment with this seed.

    Each game has its own, so the length of one does not change another's dice.
    ``bg.throw(state.chances(), generator)`` gives a single state the same throws.

    >>> luck(1, 0).random() == luck(1, 0).random() != luck(1, 1).random()
    True
    """
    return environment_random(seed_of(seed), game)


def copied(items: Any, kind: Any, count: int = -1) -> NDArray[Any]:
    """A read-only copy of a flat array, or of its first ``count`` items."""
    own = np.frombuffer(items, kind, count).copy()
    own.setflags(write=False)
    return own


class VectorEnv:
    """``n`` games of one kind; a step takes one action in each.

    ``game`` is a game or its name, with options as on the command line.  The
    environment throws the dice: those of game ``i`` come from ``rl.luck(seed, i)``, so
    the same seed and actions give the same games.  An action is that of the seat that
    is to act; ``info["turn"]`` says which.  A game that ends starts again in the same step.

    ``observation`` is ``"own"`` for the observation that the game defines, or the plain
    one where it defines none; ``"plain"`` for the plain one; ``None`` for none.  With
    ``layout="hwc"`` the planes come last.  ``mask=False`` leaves ``info["mask"]`` out,
    which saves time in games with many actions.  Games are truncated after
    ``max_plies`` plies, throws of dice included.

    >>> environment = VectorEnv("ur", 4, seed=1)
    >>> seen, info = environment.reset()
    >>> seen.shape, info["mask"].shape, info["turn"].shape
    ((4, 37), (4, 15), (4,))
    >>> first = info["legal"][info["offsets"][:-1]]
    >>> seen, rewards, terminated, truncated, info = environment.step(first)
    >>> rewards.shape, bool(terminated.any())
    ((4, 2), False)

    The arrays are read-only, and each call returns new ones, which you may keep.

    Raises :class:`TypeError` and :class:`ValueError` for impossible numbers, an unknown
    observation or layout; :class:`MemoryError` for too many games, and what
    :func:`boardgames.core.lookup.installed_games.load` raises.
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        *,
        seed: int | None = None,
        observation: str | None = OWN,
        layout: str = "chw",
        mask: bool = True,
        max_plies: int | None = None,
    ) -> None:
        self.game: Final = load(game)
        check_actions(self.game)
        self.n: Final = number_of_games(n)
        self._max_plies = plies_of(max_plies) or 0
        if observation not in (OWN, PLAIN, None):
            raise ValueError(f"there is no observation {observation!r}: expected {OWN!r}, {PLAIN!r} or None")
        observed = plain_observation if observation == PLAIN else observation_of
        self.observation: Final[Observation | None] = None if observation is None else observed(self.game)
        with_layout(np.empty((1, 1), np.float32), layout)
        self._layout = layout
        self._mask = mask
        self.seed = randbits(SEED_BITS) if seed is None else seed_of(seed)
        self._closed = False
        self._started = False
        self._generators: list[Any] = []
        self._make()

    def _make(self) -> None:
        """Make the games; anew if a step was left before its end."""
        lister = observation_of(self.game).writer
        try:
            self._batch = Batch(self.game, self.n, self.observation, lister, self._max_plies, self._mask)
        except (MemoryError, OverflowError):
            raise MemoryError(f"there is not enough memory for {self.n} games of {self.game.name}") from None

    # -- playing -----------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.float32] | None, Info]:
        """Start all games; return observations and ``info`` (see :meth:`step`).

        With a seed all dice follow from it; without one the generators go on.
        """
        self._check_open()
        if seed is not None:
            self.seed = seed_of(seed)
        if seed is not None or not self._started:
            self._generators = [luck(self.seed, place).random for place in range(self.n)]
        if self._batch.interrupted:
            self._make()
        self._batch.restart(self._generators)
        self._started = True
        observations, _, _, _, info = self._stepped()
        return observations, info

    def step(self, actions: ArrayLike) -> Stepped:
        """Take one action in each game, by its index: observations, rewards, terminated, truncated, info.

        ``observations`` are ``(n, *shape)``, float32, each seen by the side to act in the game that goes on or has
        started again.  ``rewards`` are ``(n, seats)``: 0 until a game ends, then its returns.

        ``info`` has ``mask`` ``(n, action_count)``, true where an action is legal; ``turn``, the seat to act in
        each game; the legal actions themselves in ``legal``, those of game ``i`` from ``offsets[i]`` to
        ``offsets[i + 1]``; ``outcomes``, a list with the :class:`~boardgames.core.model.game.Outcome` of each game that
        has just ended, and ``None`` for the others; ``ended``, the numbers of the games that ended or were
        truncated, and ``final_observation``, the last observation of each of these.

        Raises :class:`IllegalStep`, which names the game, the action and the reason; :class:`TypeError` for
        anything but whole numbers; :class:`ValueError` for another number of them.  Then nothing was played.
        """
        self._check_open()
        if not self._started:
            raise RuntimeError("nothing has begun: call reset() before step()")
        if self._batch.interrupted:
            raise RuntimeError("the last step was left before its end: call reset()")
        indices = self._indices(actions)
        chosen = indices.tobytes()
        place = self._batch.first_illegal(chosen)
        if place >= 0:
            raise self._batch.illegal(place, int(indices[place]))
        self._batch.play(chosen)
        return self._stepped()

    def close(self) -> None:
        """Free the games; every later call raises."""
        self._closed = True
        self._batch.states.clear()

    @property
    def num_envs(self) -> int:
        """The number of games, by the name that it has in Gymnasium."""
        return self.n

    @property
    def single_action_space(self) -> spaces.Discrete:
        """Gymnasium's space of the actions of one game."""
        from gymnasium import spaces

        return spaces.Discrete(self.game.action_count)

    @property
    def single_observation_space(self) -> spaces.Box | None:
        """Gymnasium's space of the observations of one game; ``None`` without observations."""
        from gymnasium import spaces

        if self.observation is None:
            return None
        shape = with_layout(np.empty((1, *self.observation.shape), np.float32), self._layout, 1).shape[1:]
        return spaces.Box(0.0, 1.0, shape, np.float32)

    @property
    def states(self) -> tuple[Any, ...]:
        """The states of all games; in each a player is to act."""
        return tuple(self._batch.states)

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse copies and pickles; the states can be copied."""
        raise TypeError(
            f"a VectorEnv cannot be copied or pickled: make another, VectorEnv({self.game.name!r}, {self.n})"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<VectorEnv {self.n} x {self.game.name}{', closed' * self._closed}>"

    # -- results -----------------------------------------------------------------------

    def _stepped(self) -> Stepped:
        batch = self._batch
        info: Info = {
            "turn": copied(batch.turns, np.int32),
            "legal": copied(batch.legal, np.int32, int(batch.offsets[self.n])),
            "offsets": copied(batch.offsets, np.int32),
            "outcomes": list(batch.outcomes),
            "ended": copied(array("i", batch.ended), np.int32),
        }
        if self._mask:
            info["mask"] = copied(batch.mask, np.bool_).reshape(self.n, -1)
        observations = None
        if self.observation is not None:
            last = b"".join([self.observation.show(state) for state in batch.last_states])
            observations, info["final_observation"] = (
                with_layout(copied(items, np.float32).reshape(-1, *self.observation.shape), self._layout, 1)
                for items in (batch.floats, last)
            )
        rewards = copied(batch.rewards, np.float32).reshape(self.n, -1)
        return observations, rewards, copied(batch.terminated, np.bool_), copied(batch.truncated, np.bool_), info

    # -- arguments ---------------------------------------------------------------------

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError(f"the environment is closed: make another, VectorEnv({self.game.name!r}, {self.n})")

    def _indices(self, actions: ArrayLike) -> NDArray[np.int64]:
        indices = np.asarray(actions)
        if indices.shape != (self.n,):
            raise ValueError(f"expected one action for each game, shape ({self.n},), not {indices.shape}")
        if indices.dtype.kind not in "iu":
            raise TypeError(f"expected the indices of actions, whole numbers, not {indices.dtype}")
        return indices.astype(np.int64)
