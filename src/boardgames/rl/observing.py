"""One state as the side to act sees it, as an array of numpy."""

from __future__ import annotations

from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from boardgames.core.learning.floats import blank
from boardgames.core.learning.observation import Observation
from boardgames.core.learning.observed_games import observation_of
from boardgames.core.model.game import State

LAYOUTS: Final = ("chw", "hwc")


def observe(state: State, layout: str = "chw") -> NDArray[np.float32]:
    """The state as float32 between 0 and 1, seen by the side to act, as the game's ``Observation`` describes it.

    The shape is the observation's, planes first; with ``layout="hwc"`` the planes come last.
    At a chance node the view is that of the seat that throws, without a throw; at
    the end it is that of ``state.seat``.  The array is the caller's own.

    >>> import boardgames as bg
    >>> observe(bg.load("ur").start().play("=2")).shape
    (37,)

    Raises :class:`ValueError` for another layout.
    """
    observation = observation_of(state.game)
    desk = _desks.get(id(observation))
    if desk is None:
        desk = _desks.setdefault(id(observation), Desk(observation))
    return laid_out(desk.seen(state), layout)


class Desk:
    """Where one game is drawn, a position over the one before, which is quicker than anew."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.shown: State | None = None
        self.turn = Lock()
        self._clear()

    def _clear(self) -> None:
        self.shown = None
        self.floats = blank(self.observation.size)
        numbers: NDArray[np.float32] = np.asarray(memoryview(self.floats)).view(np.float32)
        self.numbers = numbers.reshape(self.observation.shape)

    def seen(self, state: State) -> NDArray[np.float32]:
        with self.turn:
            try:
                self.observation.write(self.shown, state, self.floats)
            except BaseException:
                self._clear()  # it may be half drawn
                raise
            self.shown = state
            return self.numbers.copy()


_desks: Final[dict[int, Desk]] = {}  # by the observations' ids; all that games give are kept


def laid_out(numbers: NDArray[np.float32], layout: str, before: int = 0) -> NDArray[np.float32]:
    """The same numbers with the planes where ``layout`` wants them; ``before`` dimensions come before theirs."""
    if layout not in LAYOUTS:
        raise ValueError(f"there is no layout {layout!r}: expected {' or '.join(map(repr, LAYOUTS))}")
    return np.moveaxis(numbers, before, -1) if layout == "hwc" else numbers
