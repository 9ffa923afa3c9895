"""Solves Dobutsu Shogi into a file."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from boardgames import build
from boardgames.core.model.game import Game
from boardgames.games.dobutsu.table.numbering import Numbering
from boardgames.games.dobutsu.table.places import OTHER, key_of
from boardgames.games.dobutsu.table.retrograde import Retrograde, first_cells
from boardgames.games.dobutsu.table.table import ALL, DobutsuTable, signed_value, why_not
from boardgames.solve.cache import cache_folder
from boardgames.solve.draft import Draft
from boardgames.solve.making import Contents, Job, Layer, LayeredTables, Needs
from boardgames.solve.table_file import Head, Section
from boardgames.solve.tablebase import NoTablebase, Solver
from boardgames.solve.workers import Solve

ALL_MEN: Final = (2, 2, 2)
START: Final = key_of([9, OTHER + 2, 11, OTHER + 0, 7, OTHER + 4], 10, 1)
"""The position in which the game begins."""
SECONDS: Final = {"compiled": 7e-7, "pure": 1e-4}
"""For a position, on a machine of today."""
MEMORY: Final = 4.0
"""Bytes for each position."""
WORKER_MEMORY: Final = 60_000_000
CHUNK: Final = 200_000
"""Positions of a ply between two reports."""
KEEP_EVERY: Final = 30
"""Seconds of work that an interruption may cost."""
BEGINNING: Final = 0.2
"""The part of the work that is done when all positions have their first cells."""
PLIES: Final = "plies"
"""The part of a draft with the cells of all positions after some plies."""


def _job(game: Game, men: int | None, plain: bool) -> Job:
    why = why_not(game)
    if why:
        raise NoTablebase(f"the table of dobutsu is for games of any length, and in this one {why}")
    return job_of(ALL_MEN, plain)


def job_of(men: Sequence[int], plain: bool = False) -> Job:
    """The table of all positions with these numbers of giraffes, elephants and chicks."""
    numbering = Numbering(men)
    count = int(numbering.size)
    return Job(
        head=Head("dobutsu", "dobutsu", "", {"men": list(men)}),
        usual=cache_folder() / "dobutsu.table",
        command="boardgames solve dobutsu",
        needs=Needs(count, count, int(MEMORY * count), WORKER_MEMORY, count * SECONDS[build.kind()]),
        layers=lambda draft: _layers(numbering, draft),
        solve=first_cells_solver,
        contents=lambda draft, tell: _contents(numbering, draft, tell),
        share=BEGINNING,
        packed=not plain,
    )


def _layers(numbering: Numbering, draft: Draft) -> dict[str, Layer]:
    """The pairs of lions, whose positions get their first cells; none if that is done for all."""
    if draft.whole(PLIES) is not None:
        return {}
    return {name: Layer(int(numbering.width), set()) for name in _pairs(numbering)}


def _pairs(numbering: Numbering) -> list[str]:
    return [f"lions-{lions:02}" for lions in range(len(numbering.lions.pairs))]


def first_cells_solver(draft: Draft) -> Solve:
    """The function that writes the first cells of a pair of lions into a draft."""
    numbering = Numbering(draft.head.rules["men"])

    def solve(name: str, report: Callable[[float], None] = lambda done: None) -> None:
        cells = first_cells(numbering, int(name.removeprefix("lions-")), report)
        draft.write(name, [Section(ALL, len(cells))], [[cells]], packed=False)

    return solve


def _contents(numbering: Numbering, draft: Draft, tell: Callable[[float], None]) -> Contents:
    """Decide all positions, ply by ply, from the last ply that was kept or from the first cells."""
    snapshot = draft.whole(PLIES)
    files = [snapshot] if snapshot is not None else [draft.part(name) for name in _pairs(numbering)]
    solver = Retrograde(numbering, b"".join(file.cells[ALL].read() for file in files))
    solver.start(0 if snapshot is None else snapshot.cells[ALL].section.details["plies"])
    total = int(numbering.size)
    last_kept = time.monotonic()
    waiting = all_waiting = solver.waiting()
    while solver.plies < 3 or len(solver.frontier):
        for first in range(0, len(solver.frontier), CHUNK):
            last = min(first + CHUNK, len(solver.frontier))
            solver.go_back(first, last)
            waiting -= last - first
            tell(1.0 - waiting / all_waiting)
        solver.advance()
        if time.monotonic() - last_kept >= KEEP_EVERY:
            _keep(numbering, draft, solver)
            last_kept = time.monotonic()
    tell(1.0)
    cells, counts = solver.values()
    signed = tuple((signed_value(cell), count) for cell, count in enumerate(counts))
    return Contents([Section(ALL, total, total, signed)], [[cells]])


def _keep(numbering: Numbering, draft: Draft, solver: Retrograde) -> None:
    """Keep the cells between two plies; first cells are not needed any more."""
    section = Section(ALL, len(solver.cells), details={"plies": int(solver.plies)})
    draft.write(PLIES, [section], [[solver.cells]], packed=False)
    for name in _pairs(numbering):
        with suppress(FileNotFoundError):
            draft.path_of(name).unlink()


def details(solved: DobutsuTable) -> list[str]:
    """The numbers of positions that are won, lost and drawn, the longest win, and the plies of the start.

    Mirror images are counted once, unless both lions stand on the middle file.
    """
    section = solved.section
    at_once = dict(section.counts)[2]
    lines = [
        f"positions {section.positions}: won at once {at_once}, won later {section.won - at_once}, "
        f"lost {section.lost}, drawn {section.drawn}, longest {section.longest} plies"
    ]
    if tuple(solved.numbering.men) == ALL_MEN:
        lines.append(f"start lost in {-1 - solved.signed_key(START)} plies")
    return lines


TABLES: Final = LayeredTables(_job, DobutsuTable)
table, solve = TABLES.table, TABLES.solve
DOBUTSU: Final = Solver(
    name="dobutsu",
    summary="every position",
    why_not=why_not,
    table=table,
    solve=solve,
    options=frozenset({"executor", "plain"}),
    estimate=TABLES.estimate,
    details=details,
    open=TABLES.open,
)
