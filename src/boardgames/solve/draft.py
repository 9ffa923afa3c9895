"""Unfinished tables: where they stand, which process may write them, and folders with what is done."""

from __future__ import annotations

from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import BinaryIO, ClassVar, Final

import attrs

from boardgames.core.lookup.tablebase import NoTablebase

SUFFIX: Final = ".unfinished"
LOCK: Final = "lock"
MOVE_IT: Final = "move it away, or give another --out"


def unfinished(table: Path) -> Path:
    """The path of an unfinished table, beside that of the finished one."""
    return table.with_name(table.name + SUFFIX)


def lock(file: BinaryIO, draft: Path) -> None:
    """Lock an open file until it is closed.

    Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` if another process solves into this draft, and
    closes the file then.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # on Windows there is no lock
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except OSError:
        file.close()
        raise NoTablebase(f"another process is solving into {draft}: wait for it, or give another --out") from None


@attrs.frozen
class FolderDraft:
    """An unfinished table that is a folder, with a file for each part that is done.

    A file appears whole or not at all, so a process that is killed loses only the part at work.
    """

    game: ClassVar[str]
    mark: ClassVar[str]
    """The file that tells such a folder from others."""
    own: ClassVar[tuple[str, ...]]
    """Patterns of the names of all files that are written there, besides the lock."""

    folder: Path

    @classmethod
    def make_folder(cls, table: Path) -> Path:
        """The folder for a table: a new one, or the one that is there.

        Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` for a folder of something else, and
        :class:`OSError`.
        """
        folder = unfinished(table)
        if folder.exists() and not (folder.is_dir() and ((folder / cls.mark).exists() or not any(folder.iterdir()))):
            raise NoTablebase(f"{folder} is no unfinished table of {cls.game}: {MOVE_IT}")
        folder.mkdir(exist_ok=True)
        return folder

    def lock(self) -> BinaryIO:
        """A lock on the folder, until it is closed.

        Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` if another process has it.
        """
        file = open(self.folder / LOCK, "wb")  # noqa: SIM115 - the caller closes it
        lock(file, self.folder)
        return file

    def put_in_place(self, whole: Path, table: Path) -> None:
        """Give a finished file of the folder its name, and remove the folder.

        Files that somebody else has put there stay, and so does the folder then.
        """
        whole.replace(table)
        for path in self.folder.iterdir():
            if path.is_file() and any(fnmatchcase(path.name, pattern) for pattern in (LOCK, *self.own)):
                path.unlink()
        with suppress(OSError):  # something is left in it
            self.folder.rmdir()


def folder_size(draft: Path) -> int:
    """The bytes that the folder of an unfinished table takes; 0 where there is none."""
    return sum(file.stat().st_size for file in draft.iterdir()) if draft.is_dir() else 0
