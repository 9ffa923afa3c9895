"""The luck of a seed: a generator for it."""

from __future__ import annotations

from random import Random


def random_of(seed: int) -> Random:
    """A generator of its own for each seed; Python's takes -5 and 5 for the same.

    >>> random_of(5).random() == Random(5).random(), random_of(-5).random() == random_of(5).random()
    (True, False)
    """
    return Random(seed if seed >= 0 else str(seed))
