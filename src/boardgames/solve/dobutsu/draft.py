"""An unfinished table of Dobutsu Shogi: a folder with what is done.

First comes a file for each pair of lions, then, when all are there, the cells of all positions after a ply.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final

import attrs

from boardgames.solve.dobutsu.cells_file import CellsFile, Head, write_file
from boardgames.solve.dobutsu.numbering import Numbering
from boardgames.solve.dobutsu.retrograde import Retrograde, first_cells
from boardgames.solve.draft import FolderDraft
from boardgames.solve.table_file import UnreadableTable
from boardgames.whole_file import write_whole

LIONS: Final = "lions-[0-9][0-9].cells"
"""Which files have the first cells of a pair of lions."""
PLIES: Final = "plies.cells"
WHOLE: Final = "whole.cells"
NOTE: Final = "unfinished-dobutsu.txt"
"""Which file says what the folder is, to this program and to people."""


@attrs.frozen
class Draft(FolderDraft):
    """The folder of an unfinished table."""

    game: ClassVar = "dobutsu"
    mark: ClassVar = NOTE
    own: ClassVar = (
        *(LIONS, PLIES, WHOLE, NOTE),
        *(f"{name}.*.begun" for name in (LIONS, PLIES, WHOLE)),
        f".{NOTE}.*.part",
    )

    numbering: Numbering

    @classmethod
    def begin(cls, table: Path, numbering: Numbering) -> Draft:
        """Make the folder, or go on with the one that is there.

        Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` and :class:`OSError`.
        """
        folder = cls.make_folder(table)
        if not (folder / NOTE).exists():
            write_whole(folder / NOTE, "An unfinished table: 'boardgames solve dobutsu' goes on with it.\n")
        return cls(folder, numbering)

    # -- pairs of lions -------------------------------------------------------------------------

    def path_of(self, lions: int) -> Path:
        return self.folder / f"lions-{lions:02}.cells"

    def look(self, lions: int, report: Callable[[float], None] = lambda done: None) -> None:
        """Look at all positions with a pair of lions, and keep their first cells."""
        cells = first_cells(self.numbering, lions, report)
        write_file(self.path_of(lions), Head(self.numbering.men, "lions", lions, 0, 0), cells)

    def file(self, path: Path) -> CellsFile | None:
        """A file of this draft; ``None`` if it is not there, damaged or of another table."""
        try:
            file = CellsFile(path)
            file.check()
        except (FileNotFoundError, UnreadableTable):
            return None
        return file if file.head.men == self.numbering.men else None

    def lions_left(self) -> list[int]:
        """The pairs of lions that are still to be looked at; none when all positions have cells."""
        if self.file(self.folder / PLIES) is not None:
            return []
        return [lions for lions in range(len(self.numbering.lions.pairs)) if self.file(self.path_of(lions)) is None]

    # -- plies ---------------------------------------------------------------------------------

    def retrograde(self) -> Retrograde:
        """What goes on from the last ply that was kept, or from the first cells."""
        kept = self.file(self.folder / PLIES)
        if kept is not None:
            solver = Retrograde(self.numbering, bytes(kept.cells))
            solver.start(kept.head.number)
            return solver
        files = [CellsFile(self.path_of(lions)) for lions in range(len(self.numbering.lions.pairs))]
        solver = Retrograde(self.numbering, b"".join(file.cells for file in files))
        solver.start(0)
        return solver

    def keep(self, solver: Retrograde) -> None:
        """Keep the cells between two plies."""
        head = Head(self.numbering.men, "plies", int(solver.plies), 0, 0)
        write_file(self.folder / PLIES, head, solver.cells)
        for lions in range(len(self.numbering.lions.pairs)):
            with suppress(FileNotFoundError):
                self.path_of(lions).unlink()

    def finish(self, solver: Retrograde, table: Path) -> None:
        """Write the table, and remove the folder."""
        cells, counts = solver.values()
        write_file(self.folder / WHOLE, Head(self.numbering.men, "whole", int(solver.plies), 0, 0, counts), cells)
        self.put_in_place(self.folder / WHOLE, table)
