"""Arrays of 32-bit numbers that compiled code writes and Python reads without a copy."""

from __future__ import annotations

from mypy_extensions import i32, i64

from boardgames.core.vectors import vec


def blank(count: i64) -> vec[i32]:
    """An array of ``count`` zeros, both as whole numbers and as bits of float32."""
    return vec[i32]([0] * count)
