"""Opening a table of any solver, and what is in it."""

from __future__ import annotations

import os
from pathlib import Path

import attrs

from boardgames.core.lookup.installed_games import GAMES
from boardgames.core.text.result import CommandResult
from boardgames.solve.draft import Draft
from boardgames.solve.table_file import Head, Section, TableFile, UnreadableTable
from boardgames.solve.tablebase import SOLVERS, TablebaseFile, UnknownSolver


def load(path: str | os.PathLike[str], check: bool = True) -> TablebaseFile:
    """The table in the file ``path``, mapped into memory.  Its head names its solver, which opens it.

    ``check`` compares all of it with its checksums first; otherwise each block is compared when it is first read.
    Raises :class:`UnreadableTable` for a file that is damaged, cut short, of another version, of a solver that is not
    installed or not a table at all, and :class:`OSError`.
    """
    if str(path) in GAMES.names() and not Path(path).exists():
        raise UnreadableTable(f"{path} is a game, not the file of a table: solve.table({str(path)!r}) is its table")
    file = TableFile(path)
    name = file.head.solver
    try:
        solver = SOLVERS.find(name)
    except UnknownSolver as error:
        raise UnreadableTable(f"{path} is a table of {file.head.named} by the solver {name!r}: {error}") from None
    if solver.open is None:
        raise UnreadableTable(f"{path} is a table of {file.head.named}, and the solver {name!r} does not open tables")
    if check:
        file.check()
    return solver.open(file.path)


@attrs.frozen
class TableContents(CommandResult):
    """The contents of a table, or of an unfinished one."""

    path: Path
    head: Head
    size: int
    """The bytes of its file or files."""
    sections: tuple[Section, ...]
    """The parts that are done."""
    complete: bool

    @classmethod
    def of(cls, path: Path) -> TableContents:
        """The contents of a table; all of it is compared with its checksums.  Raises :class:`UnreadableTable`.

        ``path`` is its file, or the folder of one that is unfinished.
        """
        draft = Draft.at(path) if path.is_dir() else None
        files = [TableFile(path)] if draft is None else list(draft.parts())
        for part in files:
            part.check()
        sections = tuple(section for part in files for section in part.head.sections if section.positions)
        head = files[0].head if draft is None else draft.head
        return cls(path, head, sum(part.size for part in files), sections, draft is None)

    def sentences(self) -> list[str]:
        """The contents in lines."""
        head = self.head
        return [
            f"table {self.path} ({self.size / 1e6:.1f} MB)",
            "complete and undamaged" if self.complete else "unfinished; the layers that are done and undamaged:",
            *(f"game {head.game}", f"options {head.options or 'the usual ones'}", f"solver {head.solver}"),
            f"positions {sum(section.positions for section in self.sections)}",
            *map(str, self.sections),
        ]

    def fields(self) -> dict[str, object]:
        """The contents in plain values."""
        return {
            "table": str(self.path),
            "bytes": self.size,
            "complete": self.complete,
            "game": self.head.game,
            "options": self.head.options,
            "solver": self.head.solver,
            "sections": [
                {"name": part.name, "positions": part.positions, "won": part.won, "lost": part.lost}
                for part in self.sections
            ],
        }
