"""Flat arrays seen through numpy, without a copy."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from boardgames.learning.floats import blank
from boardgames.learning.observation import Observation


class LastViews:
    """Shows the last states of games in memory that is used again, as new memory takes longer to get than to fill."""

    def __init__(self, observation: Observation) -> None:
        self.observation: Final = observation
        self.none: Final = array_view(b"", np.float32).reshape(0, *observation.shape)
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
        return array_view(floats, np.float32, 0, size * len(states)).reshape(len(states), *self.observation.shape)


def array_view(items: Any, kind: Any, first: int = 0, count: int = -1) -> NDArray[Any]:
    """A read-only numpy view of a flat array, or of ``count`` items from byte ``first`` on."""
    array = np.frombuffer(items, kind, count, first)
    array.setflags(write=False)
    return array
