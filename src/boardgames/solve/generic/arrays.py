"""Flat arrays of numbers of 32 bits."""

from __future__ import annotations

from mypy_extensions import i32, i64

from boardgames.core.vectors import append, vec


def put(items: vec[i32], place: i64, item: i64) -> vec[i32]:
    """Set an item, or append one behind the last.  Returns the array to go on with."""
    if place < i64(len(items)):
        items[place] = i32(item)
        return items
    return append(items, i32(item))


def filled(size: int, item: i64) -> vec[i32]:
    """An array of ``size`` equal items."""
    items: vec[i32] = vec[i32](capacity=size)
    for _ in range(i64(size)):
        items = append(items, i32(item))
    return items
