"""Scores of a search, in whole numbers, and the values from -1 to 1 that they mean.

A judgement with a scale counts in hundredths of a pawn.  One without, and every result, is a share of ``WON``: such
scores shrink with each decision by one part in 2 to the ``STEPS``, so that of two wins the nearer is better, and of
two losses the farther.  Hundredths of a pawn are too small to shrink.
"""

from __future__ import annotations

from math import atanh
from typing import Final

from mypy_extensions import i64

from boardgames.learning.curve import expectation_of
from boardgames.players.bounded_search import DECIDED, LARGEST_EVALUATION

STEPS: Final[i64] = 20
WON: Final[i64] = 2**40  # WINS of the rules
SOON: Final[i64] = 2**40 - 2**20  # a win by the next move
FAR: Final[i64] = 1_077_521_395_220  # a score beyond it, 0.98 of a win, says that the game is decided
LARGEST: Final[i64] = 1_066_526_278_942  # judgements are cut off here
UNBOUNDED: Final[i64] = 2**41


def nearer(score: i64) -> i64:
    """The score before a decision of a position with this score after it.

    >>> nearer(WON) == SOON, nearer(250)
    (True, 250)
    """
    return score - (score >> STEPS) if score > 0 else score + (-score >> STEPS)


def farther(bound: i64) -> i64:
    """The bound after a decision that is this bound before it: the largest in size with which :func:`nearer` gives it.

    >>> nearer(farther(SOON)) == SOON, farther(-250)
    (True, -250)
    """
    size = bound if bound > 0 else -bound
    size += size + (size >> STEPS) + (size >> 2 * STEPS) + 1 >> STEPS  # one part in 2**20 - 1
    return size if bound > 0 else -size


def bounded(score: i64) -> i64:
    """A score within the bounds of judgements."""
    return LARGEST if score > LARGEST else -LARGEST if score < -LARGEST else score


def score_of(value: float, scale: float) -> i64:
    """The score of a value from -1 to 1."""
    if scale == 0.0 or not -DECIDED < value < DECIDED:
        return i64(value * float(int(WON)))
    return i64(round(atanh(value) * scale))


def value_of(score: i64, scale: float) -> float:
    """The value, from -1 to 1, of a score."""
    if scale == 0.0 or not -FAR < score < FAR:
        return float(int(score)) / float(int(WON))
    return max(-LARGEST_EVALUATION, min(LARGEST_EVALUATION, expectation_of(float(int(score)), scale)))
