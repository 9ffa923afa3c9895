"""The result of a reset or a step of many games, as numpy arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardgames.core.model.game import Outcome


class StepResult(NamedTuple):
    """The arrays of ``n`` games after a step; ``VectorEnv.step`` says what each of them means.

    It is a tuple, as one is made at each step, and a frozen class takes longer to make.
    """

    observation: NDArray[np.float32] | None
    mask: NDArray[np.bool_] | None
    turn: NDArray[np.int32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    legal: NDArray[np.int32]
    offsets: NDArray[np.int32]
    outcomes: list[Outcome | None]
    ended: NDArray[np.int32]
    final: NDArray[np.float32] | None
    """The last observation of each game in ``ended``; ``None`` without observations."""


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, which nobody can write to through this view."""
    array.setflags(write=False)
    return array
