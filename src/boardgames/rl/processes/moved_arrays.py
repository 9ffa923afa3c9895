"""Arrays whose memory is moved into a file: what a process writes there, others that map the file see at once.

Arrays of compiled code lie where their memory was found.  So an array is made a little larger than it has to be, and
pages of the file take the place of the pages of memory under a part of it.
"""

from __future__ import annotations

import ctypes
import mmap
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, MAP_SHARED, PAGESIZE, PROT_READ, PROT_WRITE
from typing import Any, Final

import numpy as np

SLACK: Final = 3 * PAGESIZE
"""Bytes by which an array must be larger than what is moved."""
MAP_FIXED: Final = 0x10  # in place of what is there; the same on Linux, macOS and the BSDs
MAP_AT_ONCE: Final[int] = getattr(mmap, "MAP_POPULATE", 0)  # on Linux, no page is left to be found at its first use


def moved(array: Any, descriptor: int, offset: int, size: int) -> int:
    """Move ``size`` bytes of an array to ``offset`` in a file; return at which byte of the array they begin.

    The file then holds what the array shows.  Do not resize the array.  It is not freed before :func:`give_back`,
    even when Python ends: other processes would see what is written there next.  Raises :class:`MemoryError`.
    """
    address = address_of(array)
    # As far from the beginning of a page as in the file; a page before it and a page behind it are still the array's.
    first = address + PAGESIZE + (offset - address) % PAGESIZE
    map_pages(first, size, MAP_SHARED | MAP_AT_ONCE, descriptor, offset // PAGESIZE * PAGESIZE)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(array))  # a reference that only give_back releases
    return first - address


def give_back(array: Any, first: int, size: int) -> None:
    """Give an array memory of its own again, zeros, in place of what was moved: ``size`` bytes from ``first`` on.

    Raises :class:`MemoryError`.
    """
    map_pages(address_of(array) + first, size, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    ctypes.pythonapi.Py_DecRef(ctypes.py_object(array))


def address_of(array: Any) -> int:
    return int(np.frombuffer(array, np.uint8).ctypes.data)


def map_pages(first: int, size: int, kind: int, descriptor: int, offset: int) -> None:
    """Map the pages that hold ``size`` bytes from the address ``first`` on."""
    begin, behind = first // PAGESIZE * PAGESIZE, -(-(first + size) // PAGESIZE) * PAGESIZE
    libc = ctypes.CDLL(None)
    number = ctypes.c_int
    libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, number, number, number, ctypes.c_long)
    libc.mmap.restype = ctypes.c_void_p
    if libc.mmap(begin, behind - begin, PROT_READ | PROT_WRITE, kind | MAP_FIXED, descriptor, offset) != begin:
        raise MemoryError
