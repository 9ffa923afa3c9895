"""Solves Dobutsu Shogi into a file, in one process or with workers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames import build
from boardgames.core.lookup.tablebase import NoTablebase, Progress, Solver
from boardgames.core.model.game import Game
from boardgames.solve.cache import cache_folder
from boardgames.solve.capacity import check_disk, check_memory, enough_memory, size
from boardgames.solve.dobutsu.cells_file import FORMAT, CellsFile
from boardgames.solve.dobutsu.draft import Draft
from boardgames.solve.dobutsu.numbering import Numbering
from boardgames.solve.dobutsu.places import OTHER, key_of
from boardgames.solve.dobutsu.retrograde import Retrograde
from boardgames.solve.dobutsu.table import DobutsuTable, why_not
from boardgames.solve.draft import folder_size, unfinished
from boardgames.solve.table_file import UnreadableTable
from boardgames.solve.workers import by_processes, check_workers, one_by_one

Report = Callable[[Progress], None]

POSITIONS: Final = 249_442_767
"""Of the game itself."""
ALL_MEN: Final = (2, 2, 2)
START: Final = key_of([9, OTHER + 2, 11, OTHER + 0, 7, OTHER + 4], 10, 1)
"""The position in which the game begins."""
MINUTES: Final = 3
"""Of one processor of today, compiled."""
MEMORY: Final = 1_000_000_000
WORKER_MEMORY: Final = 60_000_000
PURE_MOST: Final = 3_000_000
"""Positions that the pure build solves in some minutes."""
CHUNK: Final = 200_000
"""Positions of a ply between two reports."""
KEEP_EVERY: Final = 30
"""Seconds of work that an interruption may cost."""
BEGINNING: Final = 0.2
"""The part of the work that is done when all positions have their first cells."""


def usual_path() -> Path:
    """The path of the table in the cache folder."""
    return cache_folder() / "dobutsu.table"


def table(game: Game) -> DobutsuTable:
    """The table of Dobutsu Shogi in the cache folder.

    Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase`.
    """
    _check_rules(game)
    path = usual_path()
    if not path.exists():
        raise NoTablebase("there is no table of dobutsu yet. Make it, in some minutes, with: boardgames solve dobutsu")
    try:
        return DobutsuTable(CellsFile(path))
    except (OSError, UnreadableTable) as error:
        raise NoTablebase(str(error)) from None


@attrs.frozen
class Estimate:
    """What the table will take."""

    positions: int

    def __str__(self) -> str:
        return (
            f"{self.positions:,} positions: about {size(self.positions)} of disk (twice that until it is finished), "
            f"{MINUTES} minutes of a processor, and {size(MEMORY)} of memory"
        )


def estimate(game: Game, men: int | None = None) -> Estimate:
    """What it takes to solve the game.  Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase`."""
    _check_rules(game)
    return Estimate(POSITIONS)


def solve(game: Game, out: Path | None = None, workers: int = 1, report: Report | None = None) -> DobutsuTable:
    """Solve Dobutsu Shogi into a file.

    An existing file is kept if it is whole and of this version; an unfinished table of an earlier call is continued.
    The first half of the work is shared by ``workers`` processes, the rest is done by this one.

    Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` where that is impossible,
    :class:`ValueError` for less than one worker, and :class:`OSError`.
    """
    _check_rules(game)
    check_workers(workers)
    path = usual_path() if out is None else out
    if path.exists():
        return _kept(path)
    if build.kind() == "pure":
        raise NoTablebase(
            f"the pure build would take hours for {POSITIONS:,} positions, the compiled one {MINUTES} minutes: install "
            f"boardgames where there is a C compiler ('boardgames --version' tells which build runs), or copy a "
            f"table made elsewhere to {usual_path()}"
        )
    if out is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    _check_room(path, workers)
    return solve_men(ALL_MEN, path, workers, report)


def solve_men(men: Sequence[int], path: Path, workers: int = 1, report: Report | None = None) -> DobutsuTable:
    """Solve the positions with so many giraffes, elephants and chicks into a file, as :func:`solve` does."""
    numbering = Numbering(men)
    draft = Draft.begin(path, numbering)
    with draft.lock(), enough_memory("dobutsu", workers, fewer=False):
        _look(draft, workers, report or (lambda progress: None))
        solver = draft.retrograde()
        _go_back(draft, solver, report or (lambda progress: None))
        draft.finish(solver, path)
    return DobutsuTable(CellsFile(path))


def _check_rules(game: Game) -> None:
    why = why_not(game)
    if why:
        raise NoTablebase(f"the table of dobutsu is for games of any length, and in this one {why}")


def _kept(path: Path) -> DobutsuTable:
    """The table in an existing file.  Raises :class:`NoTablebase`."""
    try:
        file = CellsFile(path)
        file.check()
        return DobutsuTable(file)
    except UnreadableTable as error:
        raise FORMAT.in_the_way(error) from None


def _check_room(path: Path, workers: int) -> None:
    """Raises :class:`NoTablebase` where the disk or the memory will not do."""
    there = folder_size(unfinished(path))
    check_disk(path.parent, 2 * POSITIONS - there, "the table, with the cells that it is made of,")
    needed = MEMORY + WORKER_MEMORY * (workers - 1)
    check_memory("dobutsu", needed, workers, f"copy a table made elsewhere to {usual_path()}")


# -- the work ---------------------------------------------------------------------------------


def _look(draft: Draft, workers: int, report: Report) -> None:
    """Give all positions their first cells."""
    total, width = int(draft.numbering.size), int(draft.numbering.width)
    todo = draft.lions_left()
    done = total - width * len(todo)

    def progress(part: float) -> None:
        report(Progress(int(BEGINNING * (done + part * width)), total))

    progress(0.0)
    looked: Iterator[Any]
    if workers > 1:
        men = ",".join(str(number) for number in draft.numbering.men)
        lines = {lions: str(lions) for lions in todo}
        looked = by_processes(
            "boardgames.solve.dobutsu.worker", [str(draft.folder), men], lines, {lions: set() for lions in todo},
            workers, draft.folder,
        )  # fmt: skip
    else:
        looked = one_by_one(todo, lambda lions: draft.look(lions, progress))
    for _ in looked:
        done += width
        progress(0.0)


def _go_back(draft: Draft, solver: Retrograde, report: Report) -> None:
    """Decide all positions, ply by ply."""
    total = int(draft.numbering.size)
    kept = time.monotonic()
    waiting = every = solver.waiting()
    while solver.plies < 3 or len(solver.frontier):
        for first in range(0, len(solver.frontier), CHUNK):
            last = min(first + CHUNK, len(solver.frontier))
            solver.go_back(first, last)
            waiting -= last - first
            report(Progress(int(total * (1.0 - (1.0 - BEGINNING) * waiting / every)), total))
        solver.advance()
        if time.monotonic() - kept >= KEEP_EVERY:
            draft.keep(solver)
            kept = time.monotonic()
    report(Progress(total, total))


def details(solved: DobutsuTable) -> list[str]:
    """What a table says: how many positions are won, lost and drawn, the longest win, and how far the start's end is.

    Mirror images are counted once, unless both lions stand on the middle file.
    """
    counts = solved.counts
    at_once, won, lost = counts[2], sum(counts[4::2]), sum(counts[1::2])
    longest = max(plies for plies, count in enumerate(counts) if count) - 1
    lines = [
        f"positions {sum(counts)}: won at once {at_once}, won later {won}, lost {lost}, drawn {counts[0]}, "
        f"longest {longest} plies"
    ]
    if solved.numbering.men == ALL_MEN:
        lines.append(f"start lost in {-1 - solved.signed_key(START)} plies")
    return lines


DOBUTSU: Final = Solver(
    name="dobutsu",
    summary="every position",
    why_not=why_not,
    table=table,
    solve=solve,
    estimate=estimate,
    details=details,
)
