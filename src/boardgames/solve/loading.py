"""Opening a table of any solver."""

from __future__ import annotations

import os
from pathlib import Path

from boardgames.core.lookup.installed_games import GAMES
from boardgames.solve.draft import Draft
from boardgames.solve.table_file import TableFile, UnreadableTable
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


def table_sentences(path: Path) -> list[str]:
    """The table in the file ``path``, or the unfinished one in a folder, in words.  Raises :class:`UnreadableTable`."""
    if path.is_dir():
        draft = Draft.at(path)
        files, state = list(draft.parts()), "unfinished; the layers that are done and undamaged:"
        head = draft.head
    else:
        files, state = [TableFile(path)], "complete and undamaged"
        head = files[0].head
    for part in files:
        part.check()
    sections = [section for part in files for section in part.head.sections if section.positions]
    return [
        *(f"table {path} ({sum(part.size for part in files) / 1e6:.1f} MB)", state),
        *(f"game {head.game}", f"options {head.options or 'the usual ones'}", f"solver {head.solver}"),
        f"positions {sum(section.positions for section in sections)}",
        *map(str, sections),
    ]
