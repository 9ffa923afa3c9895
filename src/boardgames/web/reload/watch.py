"""Notices that files were saved, by their size and time of change; no service of the system is needed."""

from __future__ import annotations

import os
from collections.abc import Iterable

Stamp = tuple[int, int, int]


class Watch:
    """Python files in a folder, and others that the rules were loaded from."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.files: frozenset[str] = frozenset()
        self.loaded = self.last = self.look()

    def watch(self, files: Iterable[str]) -> None:
        """Watch these files too, if they are below the folder and not installed."""
        inside = os.path.realpath(self.folder) + os.sep
        sources = {file for file in files if os.path.realpath(file).startswith(inside) and "site-packages" not in file}
        self.files = frozenset(sources)
        now = self.look()
        self.loaded = {file: self.loaded.get(file, stamp) for file, stamp in now.items()}
        self.last = now

    def look(self) -> dict[str, Stamp]:
        """The files and their stamps now."""
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

    def changed(self) -> bool:
        """True if files have changed, but not since the last look.  Editors write a file in parts, or replace it."""
        now = self.look()
        settled, self.last = now == self.last, now
        if now == self.loaded or not settled:
            return False
        self.loaded = now
        return True
