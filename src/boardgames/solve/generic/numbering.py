"""A number for each position, by its key."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, final

from mypy_extensions import i32, i64

from boardgames.core.vectors import append, vec
from boardgames.solve.generic.arrays import filled

LARGEST: Final = 2**62 - 1
SPREAD: Final = 0x1E3779B97F4A7C15
"""A hash is a key times this number: its highest bits depend on all bits of the key."""
HASHED: Final = 31  # the bits of it that are used
LARGEST_ITEM: Final = 2**31 - 1
FREE: Final = -1


def top_of_hash(key: i64) -> i64:
    """The 31 highest bits of a key's hash."""
    return (key * SPREAD & LARGEST) >> HASHED


@final
class Numbers:
    """A number for each key, from 0 on in the order of arrival.

    Whole numbers of less than 63 bits stand in flat arrays, 16 to 24 bytes for each; the first other key
    moves all of them into a dictionary, which takes five to ten times as much.
    """

    def __init__(self) -> None:
        self.keys: vec[i64] = vec[i64]([])
        self.bits: i64 = 10
        self.slots: vec[i32] = filled(2**10, FREE)
        """A hash table of numbers: a key stands in the first free slot from the place of its hash on.

        The low bits of a slot are the number.  The high bits are more bits of the hash: where they differ, the key
        differs too, and need not be fetched from far away in memory.
        """
        self.others: dict[Hashable, int] | None = None

    def size(self) -> int:
        return len(self.keys) if self.others is None else len(self.others)

    def find(self, key: Hashable) -> i64:
        """The number of a key; -1 if it has none."""
        others = self.others
        if others is not None:
            return others.get(key, -1)
        if type(key) is not int or not -LARGEST < key < LARGEST:
            return -1
        item: i64 = i64(self.slots[self.slot(i64(key))])
        return item if item == FREE else item & (i64(len(self.slots)) - 1)

    def slot(self, key: i64) -> i64:
        """The slot of a key, or the free one where it would stand."""
        slots, keys, bits = self.slots, self.keys, self.bits
        last: i64 = len(slots) - 1
        top = top_of_hash(key)
        at = top >> (HASHED - bits)
        rest = top & (LARGEST_ITEM >> bits)
        while True:
            item: i64 = i64(slots[at])
            if item == FREE or (item >> bits == rest and keys[item & last] == key):
                return at
            at = (at + 1) & last

    def find_or_add(self, key: Hashable) -> i64:
        """The number of a key.  A new key gets the next number."""
        if self.others is None:
            if type(key) is int and -LARGEST < key < LARGEST:
                whole = i64(key)
                slots, last = self.slots, i64(len(self.slots)) - 1
                at = self.slot(whole)
                item: i64 = i64(slots[at])
                if item != FREE:
                    return item & last
                number: i64 = len(self.keys)
                slots[at] = i32(self.item(whole, number))
                self.keys = append(self.keys, whole)
                if 3 * number >= 2 * last:
                    self.grow()
                return number
            self.others = {int(old): place for place, old in enumerate(self.keys)}
            self.keys, self.slots = vec[i64]([]), vec[i32]([])
        others = self.others
        return others.setdefault(key, len(others))

    def item(self, key: i64, number: i64) -> i64:
        return (top_of_hash(key) & (LARGEST_ITEM >> self.bits)) * i64(len(self.slots)) + number

    def grow(self) -> None:
        """Double the slots."""
        self.bits += 1
        self.slots = vec[i32]([])  # before the next is made
        self.slots = filled(2 ** int(self.bits), FREE)
        slots, keys, bits = self.slots, self.keys, self.bits
        last: i64 = len(slots) - 1
        number: i64
        for number in range(i64(len(keys))):
            at = top_of_hash(keys[number]) >> (HASHED - bits)
            while slots[at] != FREE:  # all keys differ
                at = (at + 1) & last
            slots[at] = i32(self.item(keys[number], number))

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.keys if self.others is None else self.others)
