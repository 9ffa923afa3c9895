"""SPSA, simultaneous perturbation stochastic approximation: a climb by comparing two points at a time.

Both points differ from the present one in all coordinates at once, in opposite directions that are chosen at random.
The present point then goes towards the better one.  It asks for points and is told scores, and does nothing else.

Source: J. C. Spall, Multivariate stochastic approximation using a simultaneous perturbation gradient approximation
(1992); the exponents are those of his later paper on its implementation (1998).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from random import Random
from typing import Final

Point = tuple[float, ...]
"""A number from 0 to 1 for each coordinate."""

DISTANCE: Final = 0.2
"""The distance of the first two points from the present one, in each coordinate."""
GAIN: Final = 0.25
"""The sum of all steps, if one side wins every game, divided by the square root of the number of pairs.

So the chance of the games alone, about 0.6 a pair, moves a point by some 0.15 in the whole climb.
"""
LONGEST_STEP: Final = 0.2
DISTANCE_DECAY: Final = 0.101
STEP_DECAY: Final = 0.602
LATE: Final = 0.5  # the share of the steps, the last ones, whose mean is the result


class Spsa:
    """A climb of ``steps`` steps, each after ``pairs`` pairs of games."""

    def __init__(self, start: Sequence[float], steps: int, pairs: int, rng: Random) -> None:
        self.point = tuple(start)
        self.steps = steps
        self.rng = rng
        self.course: list[Point] = []
        self.signs: tuple[int, ...] = ()
        weights = [(steps / 10 + step + 1) ** -STEP_DECAY * (step + 1) ** DISTANCE_DECAY for step in range(steps)]
        share = GAIN * sqrt(steps * pairs) / fsum(weights) if weights else 0.0
        self.gains = [min(LONGEST_STEP, share * weight) for weight in weights]

    def ask(self) -> list[tuple[Point, Point]]:
        """A single trial: two points to compare."""
        self.signs = tuple(self.rng.choice((1, -1)) for _ in self.point)
        distance = DISTANCE / (len(self.course) + 1) ** DISTANCE_DECAY
        return [(self._moved(distance), self._moved(-distance))]

    def tell(self, scores: Sequence[float]) -> None:
        """The score of the first point against the second one, from 0 to 1, as the only one of the list."""
        (score,) = scores
        self.point = self._moved(self.gains[len(self.course)] * (2 * score - 1))
        self.course.append(self.point)

    @property
    def best(self) -> Point:
        """The mean of the late points, in which chance evens out."""
        late = self.course[int(len(self.course) * (1 - LATE)) :] or [self.point]
        return tuple(fsum(values) / len(late) for values in zip(*late, strict=True))

    def _moved(self, distance: float) -> Point:
        pairs = zip(self.point, self.signs, strict=True)
        return tuple(min(1.0, max(0.0, value + distance * sign)) for value, sign in pairs)
