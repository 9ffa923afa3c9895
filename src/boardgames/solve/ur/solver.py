"""Solves all layers of Ur into a file, in one process or with several workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from struct import unpack_from
from typing import Final

from boardgames import build
from boardgames.core.lookup.tablebase import NoTablebase, Progress, Solver
from boardgames.core.model.game import Game
from boardgames.solve.cache import cache_folder
from boardgames.solve.capacity import check_disk, check_memory, enough_memory
from boardgames.solve.draft import unfinished
from boardgames.solve.table_file import UnreadableTable
from boardgames.solve.ur.draft import Draft
from boardgames.solve.ur.layers import exits, in_order, parts
from boardgames.solve.ur.numbering import Numbering
from boardgames.solve.ur.table import FORMAT, Layout, UrTable, load, why_not
from boardgames.solve.workers import by_processes, check_workers, one_by_one

Layers = list[tuple[int, int]]
Report = Callable[[Progress], None]

AT_ONCE: Final = {"compiled": 3, "pure": 2}
"""Tables up to this number of tokens are solved when they are needed, in about a second."""
PURE_MOST: Final = 4
PURE_HOURS: Final = {5: "half an hour", 6: "two hours", 7: "five hours"}
MEMORY: Final = {5: 120, 6: 300, 7: 550}
"""Megabytes that each worker needs, from 5 tokens on."""


def table(game: Game) -> UrTable:
    """The table of Ur for a game's number of tokens, from the cache folder; small tables are solved on the spot.

    Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase`.
    """
    _check_rules(game)
    tokens = game.options.tokens
    path = usual_path(tokens)
    if not path.exists():
        if tokens > AT_ONCE[build.kind()]:
            raise NoTablebase(f"there is no table of ur with {tokens} tokens yet. Make it with: {command(tokens)}")
        try:
            solve(game)
        except OSError as error:
            raise NoTablebase(f"the table of ur with {tokens} tokens cannot be written to {path}: {error}") from None
    try:
        return load(path, check=tokens <= AT_ONCE["compiled"])
    except (OSError, UnreadableTable) as error:
        raise NoTablebase(str(error)) from None


def command(tokens: int) -> str:
    return "boardgames solve ur" if tokens == 7 else f"boardgames solve ur --tokens {tokens}"


def usual_path(tokens: int) -> Path:
    """The path of the table in the cache folder."""
    return cache_folder() / f"ur-{tokens}.table"


def solve(game: Game, out: Path | None = None, workers: int = 1, report: Report | None = None) -> UrTable:
    """Solve Ur with the tokens of ``game`` into a file.

    An existing file is kept if it is whole and of this version.  An unfinished file of
    an earlier call is continued.  Seven tokens take two to three minutes of CPU time,
    1.1 GB of disk, and 0.5 GB of memory for each worker.

    Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` where that is impossible,
    :class:`ValueError` for less than one worker, and :class:`OSError`.
    """
    _check_rules(game)
    check_workers(workers)
    tokens = game.options.tokens
    if build.kind() == "pure" and tokens > PURE_MOST:
        raise NoTablebase(
            f"the pure build would take about {PURE_HOURS[tokens]} for {tokens} tokens, the compiled one three minutes "
            f"at most: install boardgames where there is a C compiler ('boardgames --version' tells which build runs), "
            f"copy a table made elsewhere to {usual_path(tokens)}, or solve up to {PURE_MOST} tokens"
        )
    path = usual_path(tokens) if out is None else out
    layout = Layout(Numbering(tokens))
    if path.exists():
        return _kept(path, tokens)
    if out is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    _check_room(unfinished(path), layout, workers)
    with closing(Draft(unfinished(path), layout)) as draft:
        with enough_memory(f"ur with {tokens} tokens", workers):
            _fill(draft, workers, report or (lambda progress: None))
        draft.finish(_start_value(draft), path)
    return load(path, check=False)


def _check_rules(game: Game) -> None:
    why = why_not(game)
    if why:
        raise NoTablebase(f"tables of ur are for Finkel's rules with 1 to 7 tokens, but {why}")


def _kept(path: Path, tokens: int) -> UrTable:
    """The table in an existing file, if it is the one that was asked for.  Raises :class:`NoTablebase`."""
    try:
        existing = load(path)
    except UnreadableTable as error:
        raise FORMAT.in_the_way(error) from None
    if existing.tokens != tokens:
        raise NoTablebase(f"{path} is the table for {existing.tokens} tokens; it is not overwritten")
    return existing


def _check_room(path: Path, layout: Layout, workers: int) -> None:
    """Raises :class:`NoTablebase` where the disk or the memory will not do."""
    tokens = int(layout.numbering.tokens)
    there = path.stat().st_blocks * 512 if path.exists() else 0
    check_disk(path.parent, layout.size - there, f"the table of {tokens} tokens")
    needed = 1_000_000 * MEMORY.get(tokens, 50) * workers
    check_memory(f"{tokens} tokens", needed, workers, "solve fewer tokens")


def _start_value(draft: Draft) -> float:
    numbering = draft.layout.numbering
    tokens = numbering.tokens
    part = int(numbering.part_of(0, 0, tokens, tokens))
    at = int(numbering.index(0, 0, tokens, tokens) - numbering.starts[part])
    value: float = unpack_from("d", draft.read(part), 8 * at)[0]
    return value


# -- the work -------------------------------------------------------------------


def _fill(draft: Draft, workers: int, report: Report) -> None:
    numbering = draft.layout.numbering
    done = draft.done()
    todo = [layer for layer in in_order(numbering) if not done.issuperset(parts(numbering, layer))]
    total = numbering.count
    finished = total - sum(_positions(numbering, layer) for layer in todo)
    report(Progress(finished, total))
    solved = one_by_one(todo, draft.solver()) if workers == 1 else _by_workers(draft, todo, workers)
    for layer in solved:
        finished += _positions(numbering, layer)
        report(Progress(finished, total))


def _positions(numbering: Numbering, layer: tuple[int, int]) -> int:
    return sum(int(numbering.starts[part + 1] - numbering.starts[part]) for part in parts(numbering, layer))


def _by_workers(draft: Draft, todo: Layers, workers: int) -> Iterator[tuple[int, int]]:
    """Solve layers with worker processes, each as soon as the layers that it leads to are solved; yields each."""
    numbering = draft.layout.numbering
    arguments = [str(draft.path), str(int(numbering.tokens))]
    lines = {layer: f"{layer[0]} {layer[1]}" for layer in todo}
    waits_for = {layer: _before(numbering, layer) for layer in todo}
    return by_processes("boardgames.solve.ur.worker", arguments, lines, waits_for, workers, draft.path)


def _before(numbering: Numbering, layer: tuple[int, int]) -> set[tuple[int, int]]:
    """The layers that a layer leads to."""
    layers = set()
    for exit in exits(numbering, layer):
        if -1 not in exit.stages:
            layers |= {exit.stages, exit.stages[::-1]}
    return layers


UR: Final = Solver(
    name="ur",
    summary="every position with 1 to 7 tokens under Finkel's rules",
    why_not=why_not,
    table=table,
    solve=solve,
)
