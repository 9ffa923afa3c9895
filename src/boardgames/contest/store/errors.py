"""Errors of a contest's file, as sentences."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class BadStore(ValueError):
    """A file that is no contest's, or not this one's, or cannot be written; the message says what to do."""


@contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Within this, an error of SQLite is raised as a :class:`BadStore`."""
    try:
        yield
    except sqlite3.Error as error:
        raise BadStore(format_error(error, path)) from None


def format_error(error: sqlite3.Error, path: Path) -> str:
    """An error of SQLite as a sentence."""
    match getattr(error, "sqlite_errorname", "").split("_")[1:2]:
        case ["NOTADB"]:
            return f"{path} is not a database; choose another file"
        case ["FULL"]:
            return f"the disk is full: {path} cannot grow. What it has is safe; make room, then go on with --resume"
        case ["CANTOPEN"] if not _files_left(path):
            return f"{path} cannot be made: the disk has no inodes left, so there is no room for another file"
        case ["CANTOPEN"] | ["READONLY"] | ["PERM"]:
            return f"{path} cannot be opened for writing: check the folder and its permissions"
        case ["CORRUPT"]:
            return f"{path} is damaged: {error}"
    return f"{path}: {error}. What was kept before is safe; go on with --resume"


def _files_left(path: Path) -> bool:
    """Can the disk hold another file?  Disks that do not count inodes can."""
    try:
        disk = os.statvfs(path.absolute().parent)
    except (OSError, AttributeError):  # the folder is missing; Windows
        return True
    return disk.f_favail > 0 or disk.f_files == 0
