"""The curve from a score to the result that one can expect."""

from __future__ import annotations

from math import exp


def expectation_of(score: float, scale: float) -> float:
    """The expected result, from -1 to 1, of a score: the hyperbolic tangent of the score in scales."""
    return 1.0 - 2.0 / (exp(2.0 * score / scale) + 1.0)
