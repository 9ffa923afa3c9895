"""A transposition table: the results of a search for positions that it may meet again.

The table has a fixed number of buckets with two entries each.  The first keeps the deeper search, unless that is
left over from an older one; the second keeps the newest of the others.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec

EXACT: Final[i64] = 0
AT_LEAST: Final[i64] = 1
AT_MOST: Final[i64] = 2
"""The kinds of stored values: exact, a lower bound, an upper bound."""

MOVE_BITS: Final[i64] = 65_535  # those of a move's number that are stored
NO_MOVE: Final[i64] = 65_535  # no best move is stored
NOT_FOUND: Final[i64] = -1
MOST_DEPTH: Final[i64] = 250
AGES: Final[i64] = 4096

# the facts of an entry in one number: 16 bits for the best move, 2 for the bound, 8 for the depth, then the age
BOUND_AT: Final[i64] = 16
DEPTH_AT: Final[i64] = 18
AGE_AT: Final[i64] = 26

SAMPLE: Final[i64] = 1000  # slots that tell how full the table is


@final
class TranspositionTable:
    """``buckets`` with two entries; 24 bytes for an entry where compiled.

    A position is identified by the hash of its key.  Of the best move's number 16 bits are stored: a search that
    meets the position again tries moves with these bits first.  The value is a whole number.
    """

    def __init__(self, buckets: int) -> None:
        self.buckets: Final[i64] = buckets
        self.keys: Final[vec[i64]] = vec[i64]([0] * (2 * buckets))
        self.facts: Final[vec[i64]] = vec[i64]([-1] * (2 * buckets))
        self.values: Final[vec[i64]] = vec[i64]([0] * (2 * buckets))
        self.age: i64 = 0

    def begin_search(self) -> None:
        """Begin a new search, which may overwrite what older ones stored."""
        self.age = (self.age + 1) % AGES

    def fullness(self) -> float:
        """The share of the entries that the latest search has stored, by a sample."""
        sample = min(SAMPLE, 2 * self.buckets)
        stored: i64 = 0
        for slot in range(sample):
            facts = self.facts[slot]
            if facts >= 0 and facts >> AGE_AT == self.age:
                stored += 1
        return float(int(stored)) / float(int(sample))

    def find(self, key: i64) -> i64:
        """The slot that holds the position, or ``NOT_FOUND``."""
        slot = key % self.buckets * 2
        if self.keys[slot] == key and self.facts[slot] >= 0:
            return slot
        slot += 1
        return slot if self.keys[slot] == key and self.facts[slot] >= 0 else NOT_FOUND

    def value(self, slot: i64) -> i64:
        return self.values[slot]

    def depth(self, slot: i64) -> i64:
        return depth_of(self.facts[slot])

    def bound(self, slot: i64) -> i64:
        """The kind of a slot's value: ``EXACT``, ``AT_LEAST`` or ``AT_MOST``."""
        return self.facts[slot] >> BOUND_AT & 3

    def best(self, slot: i64) -> i64:
        return best_of(self.facts[slot])

    def store(self, key: i64, depth: i64, value: i64, bound: i64, best: i64) -> None:
        """Store the result of a search of a position.  Without a best move the stored one is kept."""
        depth = 0 if depth < 0 else MOST_DEPTH if depth > MOST_DEPTH else depth
        slot = key % self.buckets * 2
        facts = self.facts[slot]
        if self.keys[slot] != key or facts < 0:
            other = self.facts[slot + 1]
            if self.keys[slot + 1] == key and other >= 0:
                slot += 1
                facts = other
            else:
                if facts >= 0 and facts >> AGE_AT == self.age and depth_of(facts) > depth:
                    slot += 1
                elif facts >= 0:
                    self.keys[slot + 1] = self.keys[slot]
                    self.facts[slot + 1] = facts
                    self.values[slot + 1] = self.values[slot]
                facts = -1
        best &= MOVE_BITS
        if facts >= 0 and best == NO_MOVE:
            best = best_of(facts)
        self.keys[slot] = key
        self.values[slot] = value
        self.facts[slot] = packed(self.age, depth, bound, best)


def packed(age: i64, depth: i64, bound: i64, best: i64) -> i64:
    """The facts of an entry as one number."""
    return age << AGE_AT | depth << DEPTH_AT | bound << BOUND_AT | best


def depth_of(facts: i64) -> i64:
    """The depth in the facts of a slot."""
    return facts >> DEPTH_AT & 255


def best_of(facts: i64) -> i64:
    """The best move in the facts of a slot."""
    return facts & MOVE_BITS


def bound_of(value: i64, alpha: i64, beta: i64) -> i64:
    """The bound of a value that a search between ``alpha`` and ``beta`` returned."""
    return AT_LEAST if value >= beta else EXACT if value > alpha else AT_MOST


def is_enough(value: i64, bound: i64, alpha: i64, beta: i64) -> bool:
    """True if a stored value answers a search between ``alpha`` and ``beta``."""
    return bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
