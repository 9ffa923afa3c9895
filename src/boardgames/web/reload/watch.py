"""Notices that files were saved, by their size and time of change; no service of the system is needed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from typing import Final

INTERVAL: Final = 0.1
"""Seconds from look to look."""
SETTLED: Final = 2
"""As many looks must find the same before a change counts: editors write a file in parts, or replace it."""

Stamp = tuple[int, int, int]


class Watch:
    """Python files in a folder, and others that the rules were loaded from."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.files: frozenset[str] = frozenset()
        self.seen = self.look()

    def watch(self, files: Iterable[str]) -> None:
        """Watch these files too, if they are below the folder and not installed."""
        inside = os.path.realpath(self.folder) + os.sep
        kept = {file for file in files if os.path.realpath(file).startswith(inside) and "site-packages" not in file}
        self.files = frozenset(kept)
        self.seen = {file: self.seen.get(file, stamp) for file, stamp in self.look().items()}

    def look(self) -> dict[str, Stamp]:
        """What there is now."""
        try:
            beside = [entry.path for entry in os.scandir(self.folder) if entry.name.endswith(".py")]
        except OSError:
            beside = []
        stamps = {}
        for file in {*beside, *self.files}:
            try:
                status = os.stat(file)
            except OSError:  # it is gone
                continue
            stamps[file] = status.st_mtime_ns, status.st_size, status.st_ino
        return stamps

    async def changed(self) -> None:
        """Wait until files have changed, and are not being written any more."""
        while (now := self.look()) == self.seen:
            await asyncio.sleep(INTERVAL)
        same = 1
        while same < SETTLED:
            await asyncio.sleep(INTERVAL)
            later = self.look()
            same, now = (same + 1 if later == now else 1), later
        self.seen = now
