"""What the machine has room for: free memory and disk, and sizes in words."""

from __future__ import annotations

import shutil
from pathlib import Path

from boardgames.core.lookup.tablebase import NoTablebase


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
    """Raise :class:`~boardgames.core.lookup.tablebase.NoTablebase` if the disk of a folder has no room for a table."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise NoTablebase(
            f"{what} needs {size(needed)}, and the disk of {folder} has {size(free)}: "
            f"make room, or say --out FILE on another disk"
        )


def size(number: int) -> str:
    """A number of bytes in words."""
    return f"{number / 1e9:.1f} GB" if number >= 1e8 else f"{number / 1e6:.0f} MB"
