"""The features of a position that a learned judgement weighs.

A judgement is a sum: the weights of the features that speak for seat 0, minus the
weights of those that speak for seat 1, in pawns.  The value for seat 0 is
``tanh(sum / scale)``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

import attrs

from boardgames.core.model.game import StateT

SCALE = 12.0
"""Pawns ahead that mean a value of 0.76, where no fit has told better; half as many mean 0.46."""


@attrs.frozen(kw_only=True, eq=False)
class JudgementFeatures(Generic[StateT]):
    """The features of a game.

    ``name`` changes when their meaning does.  A feature may occur more than once in a position.
    """

    name: str
    count: int
    features: Callable[[StateT], tuple[Sequence[int], Sequence[int]]]
    """The numbers of the features of a state: those for seat 0, and those for seat 1."""
    prior: Sequence[float]
    """The weights with which a fit begins, in pawns."""
    groups: Sequence[Sequence[int]] = ()
    """For each grouping, the group of each feature: features of one group are likely to weigh about the same."""
    scale: float = SCALE
    """Pawns ahead that mean a value of 0.76, where the prior says nothing of them."""
    decay: float = 1e-7
    """How strongly a fit keeps what weights differ from the prior small; more where most features are rare."""
