"""A transposition table: what a search has found out about positions that it may meet again.

The table has a fixed number of slots.  Of two positions with the same slot the
one that was searched deeper stays, unless it is left over from an older search.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec

EXACT: Final[i64] = 0
AT_LEAST: Final[i64] = 1
AT_MOST: Final[i64] = 2
"""What a stored value is: exact, a lower bound, or an upper bound."""

NO_PLACE: Final[i64] = 65535  # stands for "no best action is known"
NOT_FOUND: Final[i64] = -1
MOST_DEPTH: Final[i64] = 250


@final
class TranspositionTable:
    """``size`` slots; 24 bytes each where compiled.

    A position is identified by the hash of its key.  Values are those of seat 0.
    """

    def __init__(self, size: int) -> None:
        self.size: Final[i64] = size
        self.keys: Final[vec[i64]] = vec[i64]([0] * size)
        self.facts: Final[vec[i64]] = vec[i64]([-1] * size)  # age, depth, bound, place of the best action
        self.values: Final[vec[float]] = vec[float]([0.0] * size)
        self.age: i64 = 0

    def begin_search(self) -> None:
        """A new search begins, and may overwrite what older ones stored."""
        self.age = (self.age + 1) % 4096

    def find(self, key: i64) -> i64:
        """The slot that holds the position, or ``NOT_FOUND``."""
        slot = key % self.size
        return slot if self.keys[slot] == key and self.facts[slot] >= 0 else NOT_FOUND

    def value(self, slot: i64) -> float:
        return self.values[slot]

    def depth(self, slot: i64) -> i64:
        return self.facts[slot] >> 20 & 255

    def bound(self, slot: i64) -> i64:
        return self.facts[slot] >> 16 & 3

    def place(self, slot: i64) -> i64:
        """The place of the best action in the position's list of actions, or ``NO_PLACE``."""
        return self.facts[slot] & 65535

    def store(self, key: i64, depth: i64, value: float, bound: i64, place: i64) -> None:
        """Store what a search of a position found, unless its slot holds something more valuable."""
        slot = key % self.size
        facts = self.facts[slot]
        if depth > MOST_DEPTH:
            depth = MOST_DEPTH
        if facts >= 0 and facts >> 28 == self.age and self.keys[slot] != key and facts >> 20 & 255 > depth:
            return
        if place == NO_PLACE and facts >= 0 and self.keys[slot] == key:
            place = facts & 65535  # this search found no best action: keep the known one
        self.keys[slot] = key
        self.values[slot] = value
        self.facts[slot] = self.age << 28 | depth << 20 | bound << 16 | place


def seen_by_other(bound: i64) -> i64:
    """The bound of a value whose sign has been changed, to see it from the other seat."""
    return AT_MOST if bound == AT_LEAST else AT_LEAST if bound == AT_MOST else EXACT


def is_enough(value: float, bound: i64, alpha: float, beta: float) -> bool:
    """Does a stored value answer a search between ``alpha`` and ``beta``?"""
    return bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
