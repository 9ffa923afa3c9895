"""Free memory and disk, and sizes in words."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boardgames.solve.tablebase import NoTablebase


def free_memory() -> int | None:
    """The bytes of memory that are free, where that can be known."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return None


def check_disk(folder: Path, needed: int, what: str) -> None:
    """Raise :class:`~boardgames.solve.tablebase.NoTablebase` if the disk of a folder has no room for a table."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise NoTablebase(
            f"{what} needs {size(needed)}, and the disk of {folder} has {size(free)}: "
            f"make room, or say --out FILE on another disk"
        )


def check_memory(what: str, needed: int, workers: int, instead: str) -> None:
    """Raise :class:`~boardgames.solve.tablebase.NoTablebase` if ``needed`` bytes are more than the free memory.

    ``what`` they solve, and what the user can do ``instead``, are words of the message.
    """
    available = free_memory()
    if available is not None and available < needed:
        fewer = f", take fewer workers than {workers}" if workers > 1 else ""
        raise NoTablebase(
            f"solving {what} needs about {size(needed)} of memory, and {size(available)} are free: "
            f"close other programs{fewer}, or {instead}"
        )


@contextmanager
def enough_memory(what: str, workers: int) -> Iterator[None]:
    """Turn a :class:`MemoryError` into a :class:`~boardgames.solve.tablebase.NoTablebase`."""
    try:
        yield
    except MemoryError:
        fewer = ", or take fewer workers," if workers > 1 else ""
        raise NoTablebase(
            f"there was not enough memory to solve {what} by {workers} at once; "
            f"what is done is kept: close other programs{fewer} and begin again"
        ) from None


def size(number: int) -> str:
    """A number of bytes in words."""
    return f"{number / 1e9:.1f} GB" if number >= 1e8 else f"{number / 1e6:.0f} MB"
