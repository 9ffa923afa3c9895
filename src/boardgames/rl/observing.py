"""One state as a numpy array, seen by the side to act."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from boardgames.core.model.game import State
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
    numbers: NDArray[np.float32] = np.array(observation.show(state)).reshape(observation.shape)
    return with_layout(numbers, layout)


def with_layout(numbers: NDArray[np.float32], layout: str, before: int = 0) -> NDArray[np.float32]:
    """The same numbers with the planes where ``layout`` puts them, after ``before`` other dimensions.

    Raises :class:`ValueError` for another layout.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"there is no layout {layout!r}: expected {' or '.join(map(repr, LAYOUTS))}")
    return np.moveaxis(numbers, before, -1) if layout == "hwc" else numbers
