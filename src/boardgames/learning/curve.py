"""The curve from a score to what a side can expect, compiled."""

from __future__ import annotations

from math import exp
from typing import Final

LARGEST: Final = 700.0  # exp() of more than 709 overflows


def expectation_of(score: float, scale: float) -> float:
    """The result, from -1 to 1, that a side can expect with a score: 0.76 at ``scale``, by the hyperbolic tangent.

    >>> round(expectation_of(12.0, 12.0), 2), expectation_of(0.0, 12.0), expectation_of(-1e9, 12.0)
    (0.76, 0.0, -1.0)
    """
    twice = 2.0 * score / scale
    return 1.0 - 2.0 / (exp(twice if twice < LARGEST else LARGEST) + 1.0)
