"""Opening a table of any solver."""

from __future__ import annotations

import os

from boardgames.solve.table_file import TableFile, UnreadableTable
from boardgames.solve.tablebase import SOLVERS, TablebaseFile, UnknownSolver


def load(path: str | os.PathLike[str], check: bool = True) -> TablebaseFile:
    """The table in a file, mapped into memory.  Its head names its solver, which opens it.

    ``path`` is that file.

    ``check`` compares all of it with its checksums first; otherwise each block is compared when it is first read.
    Raises :class:`UnreadableTable` for a file that is damaged, cut short, of another version, of a solver that is not
    installed or not a table at all, and :class:`OSError`.
    """
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
