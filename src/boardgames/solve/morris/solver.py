"""Solves the layers of morris into files, in one process, with workers, or by a cluster."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames import build
from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.lookup.tablebase import NoTablebase, Progress, Solver
from boardgames.core.model.game import Game
from boardgames.solve.cache import cache_folder
from boardgames.solve.capacity import check_disk, check_memory, enough_memory, size
from boardgames.solve.draft import SUFFIX, folder_size, unfinished
from boardgames.solve.morris.counting import cells, positions
from boardgames.solve.morris.draft import Draft, Layer
from boardgames.solve.morris.layer_file import FORMAT, LayerFile
from boardgames.solve.morris.layers import Board, Rules
from boardgames.solve.morris.table import MorrisTable, why_not, why_not_options
from boardgames.solve.table_file import UnreadableTable
from boardgames.solve.workers import by_executor, by_processes, check_workers, one_by_one

Report = Callable[[Progress], None]

AT_ONCE: Final = {"compiled": 100_000, "pure": 10_000}
"""Games with at most so many positions are solved when they are needed, in about a second."""
PURE_MOST: Final = 3_000_000
"""Positions that the pure build solves in some minutes."""
WITH_DISTANCES: Final = 500_000_000
"""Larger tables keep no distances."""
SECONDS: Final = {"compiled": 5e-7, "pure": 1e-4}
"""For a position, on a machine of today."""
MEMORY: Final = 3.0
"""Bytes of memory for each cell of a layer at work."""
BASE_MEMORY: Final = 60_000_000


# -- names ----------------------------------------------------------------------------


def usual_path(game: Game, men: int | None = None) -> Path:
    """The path of a table in the cache folder: of the whole game, or of the endings up to so many men."""
    endings = "" if men is None else f"-endings-{men}"
    return cache_folder() / f"morris-{_name(game)}{endings}.table"


def _name(game: Game) -> str:
    """The preset whose rules a game has; else its rules in words."""
    spec, rules = spec_of(game), Rules.of(game.options)
    for name, differences in spec.presets.items():
        options = spec.options(**differences)
        if why_not_options(options) is None and Rules.of(options) == rules:
            return name
    flags = [name for name, value in attrs.asdict(rules).items() if value is True]
    return "-".join([rules.board, str(rules.men), *flags])


def command(game: Game, men: int | None = None) -> str:
    """The command that makes a table."""
    spec = spec_of(game)
    name = _name(game)
    named = f"morris:preset={name}" if name in spec.presets else "morris:..."
    return f"boardgames solve {named}" + ("" if men is None else f" --men {men}")


# -- tables that are there ------------------------------------------------------------------


def table(game: Game) -> MorrisTable:
    """The table of a game: all layers in the cache folder, also those of tables that are not finished.

    Small games are solved on the spot.  Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase`.
    """
    _check_rules(game)
    board = Board.of(game)
    whole = usual_path(game)
    if not whole.exists() and _total(board, board.rules.layers()) <= AT_ONCE[build.kind()]:
        try:
            return solve(game)
        except OSError as error:
            raise NoTablebase(f"the table of {game.name} cannot be written to {whole}: {error}") from None
    try:
        found = MorrisTable(whole, board, files_of(game))
    except (OSError, UnreadableTable) as error:
        raise NoTablebase(str(error)) from None
    if not found.files:
        raise NoTablebase(
            f"there is no table of morris by these rules yet. Make that of the endings up to 4 men a side, in "
            f"seconds, with: {command(game, 4)}"
        )
    return found


def files_of(game: Game) -> Iterator[LayerFile]:
    """The files of a game's layers in the cache folder: of the whole game, of endings, of unfinished tables."""
    whole = usual_path(game)
    endings = sorted(whole.parent.glob(f"{whole.stem}-endings-*.table"), reverse=True)
    for path in [whole, *endings]:
        if path.exists():
            yield LayerFile(path)
    for folder in [unfinished(whole), *whole.parent.glob(f"{whole.stem}-endings-*.table{SUFFIX}")]:
        with suppress(OSError, NoTablebase):
            yield from Draft.at(folder).files()


# -- making one ---------------------------------------------------------------------------


@attrs.frozen
class Estimate:
    """What a table will take."""

    positions: int
    layers: int
    disk: int
    """Bytes of the finished table."""
    seconds: float
    """Of one processor."""
    memory: int
    """Bytes that a worker needs."""

    def __str__(self) -> str:
        layers = f"{self.layers} layers" if self.layers > 1 else "one layer"
        return (
            f"{self.positions:,} positions in {layers}: about {size(self.disk)} of disk (twice that until it is "
            f"finished), {_duration(self.seconds)} of a processor, and {size(self.memory)} of memory for each worker"
        )


def estimate(game: Game, men: int | None = None) -> Estimate:
    """What it takes to solve a game.  Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase`."""
    _check_rules(game)
    board = Board.of(game)
    layers = _layers(board, men)
    total = _total(board, layers)
    largest = max(sum(cells(board, shape) for shape in layer) for layer in layers)
    every = sum(cells(board, shape) for layer in layers for shape in layer)
    memory = BASE_MEMORY + int(MEMORY * largest)
    return Estimate(
        total,
        len(layers),
        every if total <= WITH_DISTANCES else every // 4,
        total * SECONDS[build.kind()],
        memory,
    )


def solve(
    game: Game,
    out: Path | None = None,
    workers: int = 1,
    report: Report | None = None,
    men: int | None = None,
    executor: Executor | None = None,
) -> MorrisTable:
    """Solve a game, or with ``men`` its endings with at most so many men of each side, into a file.

    An existing file is kept if it is whole and of this version; an unfinished table of an
    earlier call is continued.  With an ``executor``, such as a Dask cluster's, it has ``workers`` layers solved
    at a time, by processes that see the same folder.

    Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` where that is impossible,
    :class:`ValueError` for less than one worker, and :class:`OSError`.
    """
    check_workers(workers)
    needed = estimate(game, men)
    board = Board.of(game)
    layers = _layers(board, men)
    path = usual_path(game, men) if out is None else out
    if path.exists():
        return _kept(path, board, layers)
    if build.kind() == "pure" and needed.positions > PURE_MOST:
        raise NoTablebase(
            f"the pure build would take {_duration(needed.seconds)} for {needed.positions:,} positions: install "
            f"boardgames where there is a C compiler ('boardgames --version' tells which build runs), or solve "
            f"less: {command(game, 3)}"
        )
    if out is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    _check_room(path, needed, workers if executor is None else 1)
    draft = Draft.begin(path, board, needed.positions <= WITH_DISTANCES)
    with draft.lock():
        with enough_memory(game.name, workers):
            _fill(draft, layers, workers, report or (lambda progress: None), executor)
        draft.finish(path, layers)
    return MorrisTable(path, board, [LayerFile(path)])


def _layers(board: Board, men: int | None) -> list[Layer]:
    if men is not None and not 3 <= men <= board.rules.men:
        raise NoTablebase(f"endings are of 3 to {board.rules.men} men of each side by these rules, not {men}")
    return board.rules.layers(men)


def _total(board: Board, layers: list[Layer]) -> int:
    return sum(positions(board, shape) for layer in layers for shape in layer)


def _check_rules(game: Game) -> None:
    why = why_not(game)
    if why:
        raise NoTablebase(
            f"tables of morris are for games whose positions need no history, and in this one {why}; "
            f"preset=classic has a table"
        )


def _kept(path: Path, board: Board, layers: list[Layer]) -> MorrisTable:
    """The table in an existing file, if it is the one that was asked for.  Raises :class:`NoTablebase`."""
    try:
        file = LayerFile(path)
        file.check()
    except UnreadableTable as error:
        raise FORMAT.in_the_way(error) from None
    if file.rules != board.rules or set(file.entries) != set(layers):
        raise NoTablebase(f"{path} is a table of other rules or of other positions; it is not overwritten")
    return MorrisTable(path, board, [file])


def _check_room(path: Path, needed: Estimate, workers: int) -> None:
    """Raises :class:`NoTablebase` where the disk or the memory will not do."""
    there = folder_size(unfinished(path))
    check_disk(path.parent, 2 * needed.disk - there, "the table, with the layers that it is made of,")
    check_memory("that", needed.memory * workers, workers, "solve fewer men (--men)")


def _fill(draft: Draft, layers: list[Layer], workers: int, report: Report, executor: Executor | None) -> None:
    board = draft.board
    sizes = {layer: sum(positions(board, shape) for shape in layer) for layer in layers}
    todo = [layer for layer in layers if draft.file(layer) is None]
    total = sum(sizes.values())
    finished = total - sum(sizes[layer] for layer in todo)
    report(Progress(finished, total))
    waits_for = {layer: board.rules.before(layer) for layer in todo}
    solved: Iterator[Any]
    if executor is not None:
        solved = by_executor(executor, workers, partial(solve_into, draft.folder.absolute()), waits_for)
    elif workers > 1:
        lines = {layer: json.dumps(layer) for layer in todo}
        solved = by_processes(
            "boardgames.solve.morris.worker", [str(draft.folder)], lines, waits_for, workers, draft.folder
        )
    else:

        def tell(layer: Layer, part: float) -> None:
            report(Progress(finished + int(part * sizes[layer]), total))

        solved = one_by_one(todo, lambda layer: draft.solve(layer, partial(tell, layer)))
    for layer in solved:
        finished += sizes[layer]
        report(Progress(finished, total))


def solve_into(folder: Path, layer: Layer) -> None:
    """Solve a layer of the unfinished table in a folder: what a worker of a cluster does.

    Raises :class:`OSError` where there is no such folder: it must be on a disk that all machines share.
    """
    if not folder.is_dir():
        raise FileNotFoundError(
            f"{folder} is not there on a worker's machine: give --out FILE on a disk that all share"
        )
    Draft.at(folder).solve(layer)


def _duration(seconds: float) -> str:
    if seconds < 1.5:
        return "a second"
    if seconds < 100:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 6000 else f"{seconds / 3600:.0f} hours"


def details(solved: Any) -> list[str]:
    """What a table says of each pair of men, without those with men in stock: positions, won, lost, drawn, longest."""
    lines = []
    for entry in solved.entries:
        own, other, own_stock, other_stock = max(entry.shapes)
        if not own_stock and not other_stock:
            longest = "" if entry.longest is None else f", longest {entry.longest} plies"
            lines.append(
                f"{own}-{other} positions {entry.positions}: won {entry.won}, lost {entry.lost}, "
                f"drawn {entry.counts[0]}{longest}"
            )
    return lines


MORRIS: Final = Solver(
    name="morris",
    summary="endings of classic and other morris without memory, or all positions",
    why_not=why_not,
    table=table,
    solve=solve,
    options=frozenset({"men", "executor"}),
    estimate=estimate,
    details=details,
)
