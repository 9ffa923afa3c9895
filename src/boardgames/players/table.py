"""A transposition table: what a search has found out about positions that it may meet again.

The table has a fixed number of places.  Two positions that claim the same place
compete: the one searched deeper stays, unless it is left over from an older search.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec

EXACT: Final[i64] = 0
AT_LEAST: Final[i64] = 1
AT_MOST: Final[i64] = 2
"""How a value is meant: searched to its end, or cut short because it was already too good or too bad."""

NO_PLACE: Final[i64] = 65535  # instead of the best action's place in the list
NOTHING: Final[i64] = -1
MOST_DEPTH: Final[i64] = 250


@final
class Table:
    """Places for ``size`` positions; 24 bytes each where compiled.

    A position is known by the hash of its key.  Values are seen from seat 0.
    """

    def __init__(self, size: int) -> None:
        self.size: Final[i64] = size
        self.keys: Final[vec[i64]] = vec[i64]([0] * size)
        self.facts: Final[vec[i64]] = vec[i64]([-1] * size)  # age, depth, bound, place of the best action
        self.values: Final[vec[float]] = vec[float]([0.0] * size)
        self.age: i64 = 0

    def grow_old(self) -> None:
        """A new search begins: what is there may be overwritten."""
        self.age = (self.age + 1) % 4096

    def find(self, key: i64) -> i64:
        """Where the position stands in the table, or ``NOTHING``."""
        slot = key % self.size
        return slot if self.keys[slot] == key and self.facts[slot] >= 0 else NOTHING

    def value(self, slot: i64) -> float:
        return self.values[slot]

    def depth(self, slot: i64) -> i64:
        return self.facts[slot] >> 20 & 255

    def bound(self, slot: i64) -> i64:
        return self.facts[slot] >> 16 & 3

    def place(self, slot: i64) -> i64:
        """The place of the best action among the actions of the position."""
        return self.facts[slot] & 65535

    def keep(self, key: i64, depth: i64, value: float, bound: i64, place: i64) -> None:
        slot = key % self.size
        facts = self.facts[slot]
        if depth > MOST_DEPTH:
            depth = MOST_DEPTH
        if facts >= 0 and facts >> 28 == self.age and self.keys[slot] != key and facts >> 20 & 255 > depth:
            return
        if place == NO_PLACE and facts >= 0 and self.keys[slot] == key:
            place = facts & 65535  # no action was better than another: the one known so far stays
        self.keys[slot] = key
        self.values[slot] = value
        self.facts[slot] = self.age << 28 | depth << 20 | bound << 16 | place
