"""Bounds of the value before a throw from one action after each throw (Star2, Ballard 1983)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec

SLACK: Final = 1e-12  # bounds are so much wider: rounding never decides between equal actions


@final
class ThrowBounds:
    """Bounds of the throws that are not yet known, for seat 0: a sum of values, each times its chance.

    An action of seat 0 is worth no more to it than its best one, so it gives a lower
    bound of the value after the throw; an action of seat 1 gives an upper bound.
    Without either, a throw is worth between -1 and 1.
    """

    def __init__(self, count: i64) -> None:
        self.changes: Final[vec[float]] = vec[float]([0.0] * int(count))  # positive: raises; negative: lowers
        self.raised = 0.0
        self.lowered = 0.0

    def add_lower(self, number: i64, chance: float, value: float) -> None:
        """The throw is worth at least ``value``."""
        self.changes[number] = chance * (value + 1.0)
        self.raised += self.changes[number]

    def add_upper(self, number: i64, chance: float, value: float) -> None:
        """The throw is worth at most ``value``."""
        self.changes[number] = chance * (value - 1.0)
        self.lowered -= self.changes[number]

    def leave_out(self, number: i64) -> None:
        """The throw is known now: the bounds are those of the others."""
        change = self.changes[number]
        if change > 0.0:
            self.raised -= change
        else:
            self.lowered += change

    def least(self, left: float) -> float:
        """The lower bound; ``left`` is the chance of the throws that are not yet known, all together."""
        return self.raised - SLACK - left if self.raised > SLACK else -left

    def most(self, left: float) -> float:
        """The upper bound."""
        return left + SLACK - self.lowered if self.lowered > SLACK else left
