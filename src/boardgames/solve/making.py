"""Making the table of a game: its layers, one after another or several at a time, then the file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import attrs

from boardgames import build
from boardgames.core.model.game import Game
from boardgames.core.text.said import Said
from boardgames.processes.executors import CheckExecutor, open_executor as opened_executor
from boardgames.processes.workers import Workers
from boardgames.solve.capacity import check_disk, check_memory, enough_memory, size
from boardgames.solve.draft import Draft, unfinished
from boardgames.solve.table_file import Cells, Head, Section, TableFile, UnreadableTable
from boardgames.solve.tablebase import NoTablebase, Progress, TablebaseFile
from boardgames.solve.workers import MakeSolve, check_jobs, forget, solve_by

Report = Callable[[Progress], None]

AT_ONCE: Final = {"compiled": 300_000, "pure": 15_000}
"""Tables with at most this number of positions are made when they are needed, in about a second."""
PURE_MOST: Final = 3_000_000
"""Positions that the pure build solves in some minutes."""


@attrs.frozen
class Needs:
    """The disk, memory and time that a table takes."""

    positions: int
    disk: int
    """Bytes of the table; its parts take as much again until it is finished."""
    memory: int
    """Bytes, with one worker."""
    worker_memory: int
    """Bytes for each further worker."""
    seconds: float
    """Seconds of CPU time."""

    def __str__(self) -> str:
        for_each = " for each worker" if self.memory == self.worker_memory else ""
        return (
            f"{self.positions:,} positions: about {size(self.disk)} of disk (twice that until it is finished), "
            f"{duration(self.seconds)} of a processor, and {size(self.memory)} of memory"
            f"{for_each}"
        )


@attrs.frozen
class Layer:
    """A layer of a table that is to be solved."""

    positions: int
    waits_for: set[str]
    """The names of the layers that it leads to."""


@attrs.frozen
class Contents:
    """The sections of a finished table, and the cells of each."""

    sections: Sequence[Section]
    cells: Iterable[Cells | Iterable[Any]]


@attrs.frozen
class Job:
    """A table to be made."""

    head: Head
    usual: Path
    """The file where players look for it."""
    command: str
    """The command that makes it."""
    needs: Needs
    layers: Callable[[Draft], Mapping[str, Layer]]
    """The layers by name, each after those that it leads to."""
    solve: MakeSolve
    contents: Callable[[Draft, Callable[[float], None]], Contents]
    """Makes the contents when all layers are solved, and may report the part of this work that is done."""
    share: float = 1.0
    """The part of the work that the layers are."""
    packed: bool = True
    """True to compress the cells."""
    instead: str = "copy a table made elsewhere"
    """Advice to users whose machine is too small."""


def duration(seconds: float) -> str:
    """A time in words."""
    if seconds < 1.5:
        return "a second"
    if seconds < 100:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 6000 else f"{seconds / 3600:.0f} hours"


Table = TypeVar("Table", bound=TablebaseFile)


@attrs.frozen
class LayeredTables(Generic[Table]):
    """The tables of a solver that goes from layer to layer.

    Raises :class:`~boardgames.solve.tablebase.NoTablebase` for games that it does not solve.
    """

    job: Callable[[Game, int | None, bool], Job]
    """``job(game, men, plain)``: ``men`` as in :meth:`solve`, ``plain`` leaves cells uncompressed."""
    in_file: Callable[[TableFile], Table]

    def open(self, path: Path) -> Table:
        return self.in_file(TableFile(path))

    def table(self, game: Game) -> Table:
        """The table of a game in the cache folder; a small one is solved on the spot."""
        return self.in_file(opened(self.job(game, None, False)))

    def solve(
        self,
        game: Game,
        out: Path | None = None,
        jobs: int = 1,
        report: Report | None = None,
        executor: Executor | str | None = None,
        men: int | None = None,
        plain: bool = False,
    ) -> Table:
        """Solve a game into a file, as :func:`make_table`; with ``men`` only endings with at most that many a side."""
        return self.in_file(make_table(self.job(game, men, plain), out, jobs, report, executor))

    def estimate(self, game: Game, men: int | None = None) -> Needs:
        """The disk, without compression, memory and time to solve a game."""
        return self.job(game, men, True).needs


def opened(job: Job) -> TableFile:
    """The file of a table where players look for it; a small one is made at once.

    Raises :class:`~boardgames.solve.tablebase.NoTablebase`.
    """
    if not job.usual.exists():
        if job.needs.positions > AT_ONCE[build.kind()]:
            raise NoTablebase(
                Said(
                    "{fact}. Make it, in about {time}, with: {command}",
                    fact=Said("there is no table of {game} yet", game=job.head.named),
                    time=duration(job.needs.seconds),
                    command=job.command,
                )
            )
        try:
            return make_table(job)
        except OSError as error:
            raise NoTablebase(f"the table of {job.head.named} cannot be written to {job.usual}: {error}") from None
    try:
        file = TableFile(job.usual)
        if job.needs.positions <= AT_ONCE["compiled"]:
            file.check()
    except (OSError, UnreadableTable) as error:
        raise NoTablebase(str(error)) from None
    _check_same(file, job)
    return file


def make_table(
    job: Job,
    out: Path | None = None,
    jobs: int = 1,
    report: Report | None = None,
    executor: Executor | str | None = None,
) -> TableFile:
    """Make a table, or go on with one that is not finished.  An existing file is kept if it is the same table.

    An ``executor``, or the Dask cluster at an address, solves ``jobs`` layers at a time (a cluster as many as it can),
    in processes that see the same folder.

    Raises :class:`~boardgames.solve.tablebase.NoTablebase` where that is impossible, :class:`ValueError` for less than
    one job, :class:`~boardgames.processes.executors.BadExecutor`, and :class:`OSError`.
    """
    check_jobs(jobs)
    path = job.usual if out is None else out
    if path.exists():
        return _existing(path, job)
    needs = job.needs
    if build.kind() == "pure" and needs.positions > PURE_MOST:
        raise NoTablebase(
            f"the pure build would take about {duration(needs.seconds)} for {needs.positions:,} positions: install "
            f"boardgames where there is a C compiler ('boardgames --version' tells which build runs), copy a table "
            f"made elsewhere to {job.usual}, or {job.instead}"
        )
    if out is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    folder = unfinished(path)
    used = sum(file.stat().st_size for file in folder.iterdir()) if folder.is_dir() else 0
    check_disk(path.parent, 2 * needs.disk - used, "the table, with the parts that it is made of,")
    here = jobs if executor is None else 1
    check_memory(job.head.named, needs.memory + needs.worker_memory * (here - 1), here, job.instead)
    with opened_executor(executor, 0 if executor is None and jobs == 1 else jobs, forget) as (pool, jobs, check):
        draft = Draft.begin(path, job.head)
        with draft.lock(), enough_memory(job.head.named, jobs):
            pace = _solve(job, draft, jobs, report or (lambda progress: None), pool, check)
            contents = job.contents(draft, pace.finish)
            draft.finish(path, contents.sections, contents.cells, packed=job.packed)
    return TableFile(path)


def _existing(path: Path, job: Job) -> TableFile:
    """The table in an existing file, if it is the one that was asked for."""
    try:
        file = TableFile(path)
        file.check()
    except UnreadableTable as error:
        message = str(error)
        raise NoTablebase(message if "solve again" in message else f"{message}; it is not overwritten") from None
    _check_same(file, job)
    return file


def _check_same(file: TableFile, job: Job) -> None:
    if (file.head.solver, file.head.rules) != (job.head.solver, job.head.rules):
        raise NoTablebase(
            f"{file.path} is a table of {file.head.named}, of other rules or of other positions; it is not overwritten"
        )


class Pace:
    """The progress of a table, and its speed.  ``done`` positions of ``total`` were solved before."""

    def __init__(self, done: float, total: int, report: Report) -> None:
        self.done = self.first = done
        self.total = total
        self.report = report
        self.begun = time.monotonic()
        self.busy = 0.0
        """The seconds that workers took for the layers that are solved since."""
        self.at_work: tuple[str, ...] = ()

    def tell(self, under_way: float = 0.0, guessed: float = 0.0) -> None:
        """Report.  ``under_way`` are positions of the layers at work, ``guessed`` those that are not counted."""
        solved = self.done + under_way
        worked, left = solved + guessed - self.first, self.total - solved - guessed
        seconds = left * (time.monotonic() - self.begun) / worked if worked > 0 else None
        self.report(Progress(int(solved), self.total, self.at_work, seconds))

    def look(self, at_work: Mapping[str, float], sizes: Mapping[str, float]) -> None:
        """Report layers that workers have been at for some seconds; their progress is a guess from earlier ones."""
        self.at_work = tuple(at_work)
        rate = (self.done - self.first) / self.busy if self.busy else 0.0
        self.tell(guessed=sum(min(sizes[name], rate * seconds) for name, seconds in at_work.items()))

    def add(self, name: str, positions: float, seconds: float) -> None:
        """Report that a worker has solved a layer."""
        self.done += positions
        self.busy += seconds
        self.at_work = tuple(other for other in self.at_work if other != name)
        self.tell()

    def finish(self, part: float) -> None:
        self.tell(under_way=part * (self.total - self.done))


def _solve(
    job: Job, draft: Draft, jobs: int, report: Report, executor: Executor | None, check_executor: CheckExecutor
) -> Pace:
    left = {name: layer for name, layer in job.layers(draft).items() if draft.whole(name) is None}
    sizes = {name: layer.positions * job.share for name, layer in left.items()}
    total = job.needs.positions
    pace = Pace(total * job.share - sum(sizes.values()), total, report)
    pace.tell()
    if executor is None or (isinstance(executor, Workers) and len(left) < 2):
        solved = _here(job.solve(draft), sizes, pace)
    else:
        waits_for = {name: layer.waits_for for name, layer in left.items()}
        look = partial(pace.look, sizes=sizes)
        solved = solve_by(executor, job.solve, draft, waits_for, jobs, check_executor, look)
    for name, seconds in solved:
        pace.add(name, sizes[name], seconds)
    return pace


def _here(solve: Callable[..., None], sizes: Mapping[str, float], pace: Pace) -> Iterator[tuple[str, float]]:
    """Solve layers in this process; yields the name of each and the seconds that it took."""
    for name, positions in sizes.items():
        begun = time.monotonic()
        pace.at_work = (name,)
        pace.tell()
        solve(name, lambda part, positions=positions: pace.tell(part * positions))
        yield name, time.monotonic() - begun
