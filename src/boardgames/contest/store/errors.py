"""Errors of the files of contests and arenas, as sentences."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path


class BadStore(ValueError):
    """A file of another contest or of something else, or one that cannot be written; the message says what to do."""


def format_error(error: sqlite3.Error, path: Path, again: str) -> str:
    """An error of SQLite as a sentence, which ``again`` ends: how to go on."""
    match getattr(error, "sqlite_errorname", "").split("_")[1:2]:
        case ["NOTADB"]:
            return f"{path} is not a database; choose another file"
        case ["FULL"]:
            return f"the disk is full: {path} cannot grow. What it has is safe; make room, then {again}"
        case ["CANTOPEN"] if not _files_left(path):
            return f"{path} cannot be made: the disk has no inodes left, so there is no room for another file"
        case ["CANTOPEN"] | ["READONLY"] | ["PERM"]:
            return f"{path} cannot be opened for writing: check the folder and its permissions"
        case ["CORRUPT"]:
            return f"{path} is damaged: {error}"
    return f"{path}: {error}. What was kept before is safe; {again}"


def _files_left(path: Path) -> bool:
    """Can the disk hold another file?  Disks that do not count inodes can."""
    try:
        disk = os.statvfs(path.absolute().parent)
    except (OSError, AttributeError):  # the folder is missing; Windows
        return True
    return disk.f_favail > 0 or disk.f_files == 0
