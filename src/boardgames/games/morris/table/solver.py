"""Solves the layers of morris into files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import attrs

from boardgames import build
from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.model.game import Game
from boardgames.core.model.options import differences
from boardgames.core.text.said import Said
from boardgames.games.morris.table.counting import cells, positions
from boardgames.games.morris.table.exits import SolvedPart
from boardgames.games.morris.table.layer import Shape
from boardgames.games.morris.table.layers import Board, Rules, layer_name, layer_named, solve_layer
from boardgames.games.morris.table.table import MorrisTable, why_not, why_not_options
from boardgames.solve.cache import cache_folder
from boardgames.solve.draft import SUFFIX, Draft, unfinished
from boardgames.solve.making import AT_ONCE, Contents, Job, Layer, LayeredTables, Needs, opened
from boardgames.solve.table_file import Head, TableFile, UnreadableTable
from boardgames.solve.tablebase import NoTablebase, Solver
from boardgames.solve.workers import Solve

WITH_PLIES: Final = 500_000_000
"""Larger tables keep no plies."""
SECONDS: Final = {"compiled": 4e-7, "pure": 1e-4}
"""For a position, on a machine of today."""
MEMORY: Final = 3.4
"""Bytes of memory for each cell of a layer at work, most of them decided: one for the cell, four if it is decided."""
BASE_MEMORY: Final = 60_000_000


# -- names ----------------------------------------------------------------------------


def usual_path(game: Game, men: int | None = None) -> Path:
    """The path of a table in the cache folder: of the whole game, or of the endings up to ``men`` a side."""
    endings = "" if men is None else f"-endings-{men}"
    return cache_folder() / f"morris-{_name(game)}{endings}.table"


def _name(game: Game) -> str:
    """The preset whose rules a game has; else its rules in words."""
    spec, rules = spec_of(game), Rules.of(game.options)
    for name, changed in spec.presets.items():
        options = spec.options(**changed)
        if why_not_options(options) is None and Rules.of(options) == rules:
            return name
    flags = [name for name, value in attrs.asdict(rules).items() if value is True]
    return "-".join([rules.board, str(rules.men), *flags])


def command(game: Game, men: int | None = None) -> str:
    """The command that makes a table."""
    spec = spec_of(game)
    name = _name(game)
    argument = f"morris:preset={name}" if name in spec.presets else "morris:..."
    return f"boardgames solve {argument}" + ("" if men is None else f" --men {men}")


# -- opening tables ------------------------------------------------------------------------


def table(game: Game) -> MorrisTable:
    """The table of a game: all layers in the cache folder, also those of tables that are not finished.

    Small games are solved on the spot.  Raises :class:`~boardgames.solve.tablebase.NoTablebase`.
    """
    job = _job(game, None, False)
    if job.needs.positions <= AT_ONCE[build.kind()]:
        return MorrisTable.of(opened(job))
    try:
        solved = MorrisTable(job.usual, Board.of(game), files_of(game))
    except (OSError, UnreadableTable) as error:
        raise NoTablebase(str(error)) from None
    if not solved.cells:
        raise NoTablebase(
            Said(
                "{fact}. Make that of the endings up to 4 men a side, in seconds, with: {command}",
                fact=Said("there is no table of morris by these rules yet"),
                command=command(game, 4),
            )
        )
    return solved


def files_of(game: Game) -> Iterator[TableFile]:
    """The files of a game's layers in the cache folder: of the whole game, of endings, of unfinished tables."""
    whole = usual_path(game)
    endings = sorted(whole.parent.glob(f"{whole.stem}-endings-*.table"), reverse=True)
    for path in [whole, *endings]:
        if path.exists():
            yield TableFile(path)
    for folder in [unfinished(whole), *whole.parent.glob(f"{whole.stem}-endings-*.table{SUFFIX}")]:
        with suppress(OSError, NoTablebase):
            yield from Draft.at(folder).parts()


# -- making one ---------------------------------------------------------------------------


def _job(game: Game, men: int | None, plain: bool) -> Job:
    why = why_not(game)
    if why:
        raise NoTablebase(
            Said(
                "{fact}, as here {why}; preset=classic has a table",
                fact=Said("tables of morris are for games whose positions need no history"),
                why=why,
            )
        )
    board = Board.of(game)
    if men is not None and not 3 <= men <= board.rules.men:
        raise NoTablebase(f"endings are of 3 to {board.rules.men} men of each side by these rules, not {men}")
    layers = board.rules.layers(men)
    counts = {layer: sum(positions(board, shape) for shape in layer) for layer in layers}
    sizes = [sum(cells(board, shape) for shape in layer) for layer in layers]
    count = sum(counts.values())
    plies = count <= WITH_PLIES
    rules = {"board": attrs.asdict(board), "men": men, "plies": plies}
    memory = BASE_MEMORY + int(MEMORY * max(sizes))
    return Job(
        head=Head("morris", "morris", differences(game.options), json.loads(json.dumps(rules))),
        usual=usual_path(game, men),
        command=command(game, men),
        needs=Needs(
            count,
            sum(sizes) if plies else sum(sizes) // 4,
            memory,
            memory,
            count * SECONDS[build.kind()],
        ),
        layers=lambda draft: {
            layer_name(layer): Layer(counts[layer], set(map(layer_name, board.rules.before(layer)))) for layer in layers
        },
        solve=layer_solver,
        contents=lambda draft, tell: _contents(draft, [layer_name(layer) for layer in layers]),
        packed=not plain,
        instead=f"solve fewer men (--men): {command(game, 3)}",
    )


def layer_solver(draft: Draft) -> Solve:
    """The function that solves a layer into a draft."""
    board, plies = Board.read(draft.head.rules), draft.head.rules["plies"]

    def solved(shape: Shape) -> SolvedPart:
        return MorrisTable.of(draft.part(layer_name(board.rules.layer(shape)))).place(shape).read()

    def solve(name: str, report: Callable[[float], None] = lambda done: None) -> None:
        section, data = solve_layer(board, layer_named(board.rules, name), solved, plies, report)
        draft.write(name, [section], [[data]], packed=True)

    return solve


def _contents(draft: Draft, names: list[str]) -> Contents:
    sections = [draft.part(name).head.sections[0] for name in names]
    return Contents(sections, (draft.part(name).cells[name] for name in names))


def details(solved: MorrisTable) -> list[str]:
    """The layers of a table without men in stock: positions, won, lost, drawn, longest."""
    return [str(section) for section in solved.sections if section.name.count("-") == 1]


TABLES: Final = LayeredTables(_job, MorrisTable.of)
solve = TABLES.solve
MORRIS: Final = Solver(
    name="morris",
    summary="endings of classic and other morris without memory, or all positions",
    why_not=why_not,
    table=table,
    solve=solve,
    options=frozenset({"men", "executor", "plain"}),
    estimate=TABLES.estimate,
    details=details,
    open=TABLES.open,
)
