"""Arrays of 32-bit numbers that compiled code writes and Python reads without a copy."""

from __future__ import annotations

from mypy_extensions import i32, i64

from boardgames.core.vectors import vec


def blank(count: i64) -> vec[i32]:
    """An array of ``count`` zeros, both as whole numbers and as bits of float32."""
    return vec[i32]([0] * count)


def spread(value: i32, floats: vec[i32], at: i64, count: i64) -> None:
    """Write the same number ``count`` times from ``at`` on."""
    for place in range(at, at + count):
        floats[place] = value
