"""The folder of an unfinished table: a file for each part that is done."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from re import sub
from typing import Any, BinaryIO, Final

import attrs

from boardgames.solve.table_file import BEGUN, Cells, Head, Section, TableFile, UnreadableTable, write_table
from boardgames.solve.tablebase import NoTablebase

SUFFIX: Final = ".unfinished"
LOCK: Final = "lock"
HEAD: Final = "head.table"
"""The file that says which table is made here: a table without sections."""
WHOLE: Final = "whole.table"
PART: Final = ".part"
MOVE_IT: Final = "move it away, or give another --out"


def unfinished(table: Path) -> Path:
    """The path of an unfinished table, beside that of the finished one."""
    return table.with_name(table.name + SUFFIX)


@attrs.frozen
class Draft:
    """The folder of an unfinished table.  Several processes, on several machines, may fill it.

    A file appears whole or not at all, so a process that is killed loses only the part at work.
    """

    folder: Path
    head: Head
    """The head of the table, without sections."""

    @classmethod
    def begin(cls, table: Path, head: Head) -> Draft:
        """Make the folder, or go on with the one that is there.

        Raises :class:`~boardgames.solve.tablebase.NoTablebase` for a folder of something else, and :class:`OSError`.
        """
        folder = unfinished(table)
        if folder.exists():
            ours = folder.is_dir() and all(_written(path) == HEAD for path in folder.iterdir())
            if not ours and not (folder / HEAD).is_file():
                raise NoTablebase(f"{folder} is not an unfinished table of {head.game}: {MOVE_IT}")
        folder.mkdir(exist_ok=True)
        draft = cls(folder, head)
        if not (folder / HEAD).exists():
            write_table(folder / HEAD, head, [], packed=False)
        elif cls.at(folder) != draft:
            raise NoTablebase(f"{folder} is an unfinished table of other rules or of other positions: {MOVE_IT}")
        return draft

    @classmethod
    def at(cls, folder: Path) -> Draft:
        """The unfinished table in a folder.

        Raises :class:`~boardgames.solve.tablebase.NoTablebase` and :class:`OSError`.
        """
        try:
            return cls(folder, TableFile(folder / HEAD).head)
        except UnreadableTable:
            raise NoTablebase(f"{folder / HEAD} is damaged: delete {folder}, and solve again") from None

    def lock(self) -> BinaryIO:
        """A lock on the folder, until it is closed.

        Raises :class:`~boardgames.solve.tablebase.NoTablebase` if another process has it.
        """
        file = open(self.folder / LOCK, "wb")  # noqa: SIM115 - the caller closes it
        if sys.platform == "win32":  # there is no lock
            return file
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise NoTablebase(
                f"another process is solving into {self.folder}: wait for it, or give another --out"
            ) from None
        return file

    # -- parts ----------------------------------------------------------------------

    def path_of(self, name: str) -> Path:
        return self.folder / (name + PART)

    def write(
        self, name: str, sections: Sequence[Section], cells: Iterable[Cells | Iterable[Any]], packed: bool
    ) -> None:
        """Keep a part.  It need not reach the disk at once: a damaged part is solved again."""
        head = attrs.evolve(self.head, sections=tuple(sections))
        write_table(self.path_of(name), head, cells, packed=packed, kept=False)

    def whole(self, name: str) -> TableFile | None:
        """The file of a part, all of it checked; ``None`` if it is missing, damaged or of another table."""
        try:
            file = self.part(name)
            file.check()
        except (FileNotFoundError, UnreadableTable):
            return None
        return file if attrs.evolve(file.head, sections=()) == self.head else None

    def part(self, name: str) -> TableFile:
        """The file of a part.  Raises :class:`UnreadableTable` and :class:`OSError`."""
        return TableFile(self.path_of(name))

    def parts(self) -> Iterator[TableFile]:
        for path in sorted(self.folder.glob(f"*{PART}")):
            with suppress(UnreadableTable):
                yield TableFile(path)

    def finish(
        self, table: Path, sections: Sequence[Section], cells: Iterable[Cells | Iterable[Any]], *, packed: bool
    ) -> None:
        """Write the table, and remove the folder; its head goes last, so that the rest is recognised after a kill.

        Files that somebody else has put there stay, and so does the folder then.
        """
        whole = self.folder / WHOLE
        write_table(whole, attrs.evolve(self.head, sections=tuple(sections)), cells, packed=packed)
        whole.replace(table)
        own = {file.path.name for file in self.parts()} | {LOCK, HEAD, WHOLE}
        for path in sorted(self.folder.iterdir(), key=lambda path: path.name == HEAD):
            begun = _written(path)
            if path.is_file() and (path.name in own or begun in own or begun.endswith(PART)):
                path.unlink()
        with suppress(OSError):  # something is left in it
            self.folder.rmdir()


def _written(path: Path) -> str:
    """The name that a file would get, if a process was killed while it wrote it; else an empty text."""
    name = sub(rf"\.\d+{BEGUN}$", "", path.name)
    return name if name != path.name else ""
