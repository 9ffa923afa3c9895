"""Arrays in memory that several processes map: the actions of a step, and two buffers for its results.

The memory is a file without a name.  So nothing of it is left when the processes have
ended, however they ended.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator
from math import prod
from tempfile import TemporaryFile
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from boardgames.rl.batch import BUFFERS
from boardgames.rl.local_batch import BatchSettings
from boardgames.rl.step_result import read_only

ROOM: Final = 128
"""Legal actions of each game that fit into the shared memory; a worker that has more on average sends them."""
GAMES_AN_END: Final = 8
"""For so many games the last observation of one fits into the shared memory; a worker that has more sends them."""
TRUNCATED: Final = -1
"""In place of the number of an outcome."""
ALIGNMENT: Final = 64
"""Bytes: each array begins at a multiple of it."""


@attrs.frozen(eq=False)
class Share:
    """The part of the games that a worker plays: ``n``, from game ``first`` on, of ``total``."""

    first: int
    n: int
    total: int

    @property
    def rows(self) -> slice:
        return slice(self.first, self.first + self.n)

    @property
    def ends(self) -> slice:
        """The rows for the last observations of its games."""
        return slice(self.first // GAMES_AN_END, (self.first + self.n) // GAMES_AN_END)


@attrs.frozen(eq=False)
class SharedBuffer:
    """The results of a step; a worker sends what does not fit, and the outcomes that it has not sent yet."""

    lengths: NDArray[np.int32]
    """How many legal actions and how many ended games a worker has, in the row of its first game."""
    offsets: NDArray[np.int32]
    """Where the legal actions of each game end, behind a 0; a worker counts from its own first one."""
    legal: NDArray[np.int32]
    """The legal actions, in a part for each worker (see :func:`in_area`)."""
    ended: NDArray[np.int32]
    """The games that ended or were truncated, in a part for each worker."""
    outcome: NDArray[np.int32]
    """The numbers of their outcomes, among those that their worker has sent, in a part for each worker."""
    turn: NDArray[np.int32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    observation: NDArray[np.float32] | None = None
    final: NDArray[np.float32] | None = None
    """The last observations of the games that ended, in a part for each worker."""
    mask: NDArray[np.bool_] | None = None

    def part(self, share: Share) -> SharedBuffer:
        """What a worker writes."""
        arrays = attrs.asdict(self, recurse=False)
        part: dict[str, Any] = {name: None if array is None else array[share.rows] for name, array in arrays.items()}
        room = len(self.legal) // share.total  # of a game
        part["lengths"] = self.lengths[share.first]
        part["offsets"] = self.offsets[1:][share.rows]
        part["legal"] = self.legal[share.first * room : (share.first + share.n) * room]
        part["final"] = None if self.final is None else self.final[share.ends]
        return SharedBuffer(**part)

    def views(self) -> dict[str, Any]:
        """The arrays that go to the user as they are, by their names, for readers only."""
        views: dict[str, Any] = {}
        for name, array in attrs.asdict(self, recurse=False).items():
            if name not in ("lengths", "legal", "ended", "outcome", "final"):
                views[name] = None if array is None else read_only(array.view())
        return views


class SharedArrays:
    """The arrays of ``n`` games in the memory of a file, ``descriptor``.  Each process makes its own of them."""

    def __init__(self, descriptor: int, settings: BatchSettings, n: int) -> None:
        memory = mmap.mmap(descriptor, size_of(settings, n))
        self._address: Final = np.frombuffer(memory, np.uint8).ctypes.data
        arrays: list[NDArray[Any]] = []
        at = 0
        for _, shape, kind in shapes(settings, n):
            arrays.append(np.ndarray(shape, kind, memory, at))
            at += aligned(shape, kind)
        self.actions: Final[NDArray[np.int64]] = arrays[0]
        self.processor: Final[NDArray[np.int64]] = arrays[1]  # that of the caller
        names = [name for name, _, _ in shapes(settings, n)]
        one = (len(arrays) - 2) // BUFFERS
        self.buffers: Final = [
            SharedBuffer(**dict(zip(names[first : first + one], arrays[first : first + one], strict=True)))
            for first in range(2, len(arrays), one)
        ]

    def place_of(self, array: NDArray[Any]) -> tuple[int, int]:
        """Where a part of these arrays lies in the file, and how many bytes it has."""
        return int(array.ctypes.data) - self._address, int(array.nbytes)


def in_area(area: NDArray[Any], count: int, share: Share) -> NDArray[Any]:
    """The ``count`` items of a worker's area that it fills.

    The first worker fills the end of its area, so that the next worker's items follow directly.
    """
    return area[:count] if share.first else area[len(area) - count :]


def shapes(settings: BatchSettings, n: int) -> Iterator[tuple[str, tuple[int, ...], Any]]:
    """Name, shape and type of each array, in the order in which they lie in memory."""
    game, observation = settings.game, settings.observation()
    yield "actions", (n,), np.int64
    yield "processor", (1,), np.int64
    for _ in range(BUFFERS):
        yield "lengths", (n, 2), np.int32
        yield "offsets", (n + 1,), np.int32
        yield "legal", (n * min(game.action_count, ROOM),), np.int32
        yield "ended", (n,), np.int32
        yield "outcome", (n,), np.int32
        yield "turn", (n,), np.int32
        yield "rewards", (n, game.seats), np.float32
        yield "terminated", (n,), np.bool_
        yield "truncated", (n,), np.bool_
        if observation is not None:
            yield "observation", (n, *observation.shape), np.float32
            yield "final", (n // GAMES_AN_END, *observation.shape), np.float32
        if settings.mask:
            yield "mask", (n, game.action_count), np.bool_


def aligned(shape: tuple[int, ...], kind: Any) -> int:
    """The bytes from the beginning of an array to that of the next one."""
    return -(-prod(shape) * int(np.dtype(kind).itemsize) // ALIGNMENT) * ALIGNMENT


def size_of(settings: BatchSettings, n: int) -> int:
    """The bytes of all arrays of ``n`` games."""
    return sum(aligned(shape, kind) for _, shape, kind in shapes(settings, n))


def memory_file(size: int) -> int:
    """The descriptor of a new file of so many zeros, in memory where the system can do that.  It has no name.

    Raises :class:`MemoryError` if there is less memory in the machine, or on the disk.
    """
    if size > os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"):
        raise MemoryError
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("boardgames")
    else:
        with TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(descriptor, 0, size)
        else:
            os.ftruncate(descriptor, size)
    except BaseException as error:  # Ctrl-C too: to find so much memory takes a while
        os.close(descriptor)
        if isinstance(error, OSError):
            raise MemoryError from None
        raise
    return descriptor
