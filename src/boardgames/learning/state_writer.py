"""A writer of the states of a compiled game as numbers, so that compiled code calls it directly."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i32, i64

from boardgames.core.vectors import vec


class StateWriter:
    """``fill`` and ``number`` of an :class:`~boardgames.learning.observation.Observation` as methods of a class.

    A vector environment calls them without Python's calls in between.  Only compiled classes can inherit from it; other
    games give functions.
    """

    def fill(self, before: Any, state: Any, floats: vec[i32], at: i64) -> None:
        """Write ``state`` into ``floats`` from ``at`` on, where they show ``before``, or zeros if it is ``None``."""
        raise NotImplementedError

    def redraw(self, drawn: Any, state: Any, floats: vec[i32], at: i64) -> Any:
        """Write ``state`` as ``fill`` does, and return what the next call for the same place is given as ``drawn``.

        That is ``None`` while there are only zeros.  A writer may keep there what it would else work out again.
        """
        self.fill(drawn, state, floats, at)
        return state

    def number(self, state: Any, numbers: vec[i32], at: i64) -> i64:
        """How many legal actions there are; write their indices from ``at`` on if there is room for them."""
        raise NotImplementedError

    def seat(self, state: Any) -> i64:
        """The seat to act, or at a chance node the one that throws."""
        raise NotImplementedError
