"""A writer of the states of a game as numbers, which compiled code calls directly."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i32, i64, mypyc_attr

from boardgames.core.vectors import vec


@mypyc_attr(allow_interpreted_subclasses=True)
class StateWriter:
    """The states of a game as bits of float32 numbers, and their legal actions as indices, in arrays of the caller's.

    A game that is compiled, or wants to be quick, gives one as
    :attr:`Observation.writer <boardgames.learning.observation.Observation.writer>`.
    """

    def fill(self, state: Any, floats: vec[i32], at: i64) -> None:
        """Write all numbers of ``state`` into ``floats`` from ``at`` on, whatever is there."""
        raise NotImplementedError

    def number(self, state: Any, numbers: vec[i32], at: i64) -> i64:
        """Return how many legal actions there are; write their indices from ``at`` on if there is room for them."""
        actions = state.actions()
        count: i64 = len(actions)
        if at + count <= len(numbers):
            for action in actions:
                index: i64 = action.index
                numbers[at] = i32(index)
                at += 1
        return count
