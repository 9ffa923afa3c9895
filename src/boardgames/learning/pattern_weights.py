"""Patterns that a position shows, each with a weight: their sum as what a side can expect."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from boardgames.core.vectors import vec
from boardgames.learning.curve import expectation_of
from boardgames.learning.judgement_file import UNIT


@final
class PatternWeights:
    """The weights of patterns by their numbers; ``scale`` is how many pawns ahead mean a value of 0.76."""

    def __init__(self, weights: list[int], scale: float) -> None:
        self.weights: Final[vec[i16]] = vec[i16](weights)
        self.scale: Final[float] = scale

    def value(self, numbers: vec[i64]) -> float:
        """The expectation of the side, from -1 to 1, in a position that shows these patterns to it."""
        weights = self.weights
        total: i64 = 0
        for place in range(i64(len(numbers))):
            total += i64(weights[numbers[place]])
        return expectation_of(float(int(total)) / UNIT, self.scale)
