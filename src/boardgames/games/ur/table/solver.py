"""Solves all layers of Ur into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from struct import unpack_from
from typing import Final

from boardgames import build
from boardgames.core.model.game import Game
from boardgames.games.ur.table.layers import LayerSolver, Stages, exits, in_order, layer_of, parts
from boardgames.games.ur.table.numbering import Numbering
from boardgames.games.ur.table.table import UrTable, section_of, why_not
from boardgames.solve.cache import cache_folder
from boardgames.solve.draft import Draft
from boardgames.solve.making import Contents, Job, Layer, LayeredTables, Needs
from boardgames.solve.table_file import Cells, Head, Section
from boardgames.solve.tablebase import NoTablebase, Solver
from boardgames.solve.workers import Solve

MEMORY: Final = {5: 120, 6: 300, 7: 550}
"""Megabytes that each worker needs, from 5 tokens on."""
OPEN_FILES: Final = 100
SECONDS: Final = {"compiled": 1.1e-6, "pure": 1.3e-4}
"""For a position, on a machine of today."""


def job_of(game: Game, men: int | None = None, plain: bool = False) -> Job:
    """The table of a game.  Raises :class:`~boardgames.solve.tablebase.NoTablebase`."""
    why = why_not(game)
    if why:
        raise NoTablebase(f"tables of ur are for Finkel's rules with 1 to 7 tokens, but {why}")
    tokens = game.options.tokens
    numbering = Numbering(tokens)
    count, memory = numbering.count, 1_000_000 * MEMORY.get(tokens, 50)
    return Job(
        head=Head("ur", "ur", "" if tokens == 7 else f"tokens={tokens}", {"tokens": tokens}),
        usual=cache_folder() / f"ur-{tokens}.table",
        command="boardgames solve ur" if tokens == 7 else f"boardgames solve ur --tokens {tokens}",
        needs=Needs(count, 8 * count, memory, memory, count * SECONDS[build.kind()]),
        layers=lambda draft: {
            _name(layer): Layer(_positions(numbering, layer), set(map(_name, _before(numbering, layer))))
            for layer in in_order(numbering)
        },
        solve=layer_solver,
        contents=lambda draft, tell: _contents(numbering, draft),
        packed=False,  # chances hardly get smaller
        instead="solve fewer tokens",
    )


def layer_solver(draft: Draft) -> Solve:
    """The function that solves a layer into a draft."""
    numbering = Numbering(draft.head.rules["tokens"])
    cells_of = _reader(numbering, draft)
    solver = LayerSolver(numbering, lambda stages: cells_of(stages).read())

    def solve(name: str, report: Callable[[float], None] = lambda done: None) -> None:
        first, second = map(int, name.split("-"))
        solved = solver.solve((first, second))
        sections = [Section(str(part), len(values)) for part, values in solved.items()]
        draft.write(name, sections, ([values] for values in solved.values()), packed=False)

    return solve


def _contents(numbering: Numbering, draft: Draft) -> Contents:
    tokens, side = numbering.tokens, int(numbering.side)
    part = int(numbering.part_of(0, 0, tokens, tokens))
    at = int(numbering.index(0, 0, tokens, tokens) - numbering.starts[part])
    cells_of = _reader(numbering, draft)
    start_value: float = unpack_from("d", cells_of(divmod(part, side)).read(), 8 * at)[0]

    def cells() -> Iterator[memoryview]:
        for part in range(side**2):
            yield from cells_of(divmod(part, side)).blocks()

    return Contents([section_of(numbering, start_value)], [cells()])


def _reader(numbering: Numbering, draft: Draft) -> Callable[[Stages], Cells]:
    """The function that finds the values of a side in the first stage, against a side in the second."""
    part = lru_cache(OPEN_FILES)(draft.part)
    return lambda stages: part(_name(layer_of(numbering, stages))).cells[str(numbering.part(*stages))]


def _name(layer: Stages) -> str:
    return f"{layer[0]}-{layer[1]}"


def _positions(numbering: Numbering, layer: Stages) -> int:
    return sum(int(numbering.starts[part + 1] - numbering.starts[part]) for part in parts(numbering, layer))


def _before(numbering: Numbering, layer: Stages) -> set[Stages]:
    """The layers that a layer leads to."""
    return {layer_of(numbering, exit.stages) for exit in exits(numbering, layer) if -1 not in exit.stages}


TABLES: Final = LayeredTables(job_of, UrTable)
table, solve = TABLES.table, TABLES.solve
UR: Final = Solver(
    name="ur",
    summary="every position with 1 to 7 tokens under Finkel's rules",
    why_not=why_not,
    table=table,
    solve=solve,
    options=frozenset({"executor"}),
    estimate=TABLES.estimate,
    open=TABLES.open,
)
