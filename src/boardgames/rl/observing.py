"""One state as a numpy array, seen by the side to act."""

from __future__ import annotations

from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from boardgames.core.model.game import State
from boardgames.learning.floats import blank
from boardgames.learning.observation import Observation
from boardgames.learning.observed_games import observation_of

LAYOUTS: Final = ("chw", "hwc")


def observe(state: State, layout: str = "chw") -> NDArray[np.float32]:
    """The state as float32 numbers between 0 and 1, seen by the side to act, as the game's ``Observation`` defines.

    The shape is the observation's, planes first; with ``layout="hwc"`` the planes come last.
    Where dice are thrown next, it is seen by the seat that throws; at the end, by
    ``state.seat``.  The array is the caller's own.

    >>> import boardgames as bg
    >>> observe(bg.load("ur").start().play("=2")).shape
    (37,)

    Raises :class:`ValueError` for another layout.
    """
    observation = observation_of(state.game)
    buffer = _buffers.get(id(observation))
    if buffer is None:
        buffer = _buffers.setdefault(id(observation), ObservationBuffer(observation))
    return with_layout(buffer.observe(state), layout)


class ObservationBuffer:
    """An array for one kind of observation.  Writing a position over the one before is quicker than writing it anew."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.shown: State | None = None
        self.lock = Lock()
        self._clear()

    def _clear(self) -> None:
        self.shown = None
        self.floats = blank(self.observation.size)
        numbers: NDArray[np.float32] = np.asarray(memoryview(self.floats)).view(np.float32)
        self.numbers = numbers.reshape(self.observation.shape)

    def observe(self, state: State) -> NDArray[np.float32]:
        """A state as numbers, in an array of its own."""
        with self.lock:
            try:
                self.observation.write(self.shown, state, self.floats)
            except BaseException:
                self._clear()  # it may be half written
                raise
            self.shown = state
            return self.numbers.copy()


_buffers: Final[
    dict[int, ObservationBuffer]
] = {}  # by the id of the observation; games keep their observations, so ids are not reused


def with_layout(numbers: NDArray[np.float32], layout: str, before: int = 0) -> NDArray[np.float32]:
    """The same numbers with the planes where ``layout`` puts them, after ``before`` other dimensions.

    Raises :class:`ValueError` for another layout.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"there is no layout {layout!r}: expected {' or '.join(map(repr, LAYOUTS))}")
    return np.moveaxis(numbers, before, -1) if layout == "hwc" else numbers
