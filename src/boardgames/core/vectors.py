"""``vec``, a flat array that compiled code reads at the speed of C.

Compiled modules use the one of librt.  The pure build does not need librt: there a ``vec`` is a list, a bytearray for
bytes, or an ``array`` for numbers of 32 bits, so that they can be seen through a memoryview.  Use only what all of them
can do: make one from a sequence, get and set items, copy it with ``[:]``, ``len``, ``capacity``, and ``append``, which
returns the array to go on with.

``read_f64_le`` reads a double from bytes, ``read_i64_le`` a whole number of 64 bits;
``f64_bytes`` writes doubles, ``u8_bytes`` bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from mypy_extensions import i32, u8

from boardgames.core.model import walk

if TYPE_CHECKING or not walk.__file__.endswith(".py"):  # all of our modules are compiled, or none
    from librt.strings import read_f64_le as read_f64_le, read_i64_le as read_i64_le
    from librt.vecs import append as append, vec as vec

    def f64_bytes(items: vec[float]) -> bytes:
        """The items as doubles in a row."""
        return bytes(memoryview(items))

    def u8_bytes(items: vec[u8]) -> bytes:
        """The items as bytes in a row."""
        return bytes(memoryview(items))

else:
    from array import array
    from struct import unpack_from

    def f64_bytes(items: list[float]) -> bytes:
        return array("d", items).tobytes()

    def u8_bytes(items: bytearray) -> bytes:
        return bytes(items)

    def read_f64_le(data: bytes, index: int) -> float:
        return unpack_from("<d", data, index)[0]

    def read_i64_le(data: bytes, index: int) -> int:
        return unpack_from("<q", data, index)[0]

    def _list(items: Iterable[Any] = (), *, capacity: int = 0) -> list[Any]:
        return list(items)

    def _array(items: Iterable[int] = (), *, capacity: int = 0) -> array[int]:
        return array("i", items)

    class vec:  # noqa: N801 - stands in for librt's
        """``vec[i64](items)`` is a list of the items."""

        def __class_getitem__(cls, item: Any) -> Any:
            return bytearray if item is u8 else _array if item is i32 else _list

    def append(items: Any, item: Any) -> Any:
        items.append(item)
        return items
