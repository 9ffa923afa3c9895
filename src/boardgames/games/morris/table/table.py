"""The tables of morris as one tablebase, of the layers that some files have."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import attrs
from typing_extensions import override

from boardgames.core.model.game import Game, State
from boardgames.games.morris.table.counting import cells
from boardgames.games.morris.table.exits import SolvedPart
from boardgames.games.morris.table.layer import Shape
from boardgames.games.morris.table.layers import Board, Rules, layer_name, layer_named, part_bytes
from boardgames.games.morris.table.numbering import Part
from boardgames.solve.signed_table import SignedTable
from boardgames.solve.table_file import Cells, Section, TableFile
from boardgames.solve.tablebase import NotInTablebase, Unsolved

FEWEST_TURNS = 100
"""Tables leave out the limit of turns.  With fewer turns it would change too many values."""


@attrs.frozen
class _Place:
    """The place of the positions of a shape in a file."""

    part: Part
    cells: Cells
    begin: int
    bits: int

    def value(self, own: int, other: int) -> int:
        number = self.part.index(own, other)
        in_a_byte = 8 // self.bits
        byte = self.cells[self.begin + number // in_a_byte]
        cell: int = byte // 2 ** (self.bits * (number % in_a_byte)) % 2**self.bits
        return self.cells.section.counts[cell][0]

    def read(self) -> SolvedPart:
        """All of them, in memory."""
        data = self.cells.read()[self.begin : self.begin + part_bytes(self.part, self.bits)]
        return SolvedPart(self.part, data, self.bits, self.cells.section.values)


class MorrisTable(SignedTable):
    """The exact values of the positions of morris whose layers are in some files.

    Raises :class:`~boardgames.solve.UnreadableTable` for a file of something else.
    """

    def __init__(self, path: Path, board: Board, files: Iterable[TableFile]) -> None:
        self.path = path
        self.board = board
        self.rules = board.rules
        self.cells: dict[str, Cells] = {}
        """The cells of each layer, by its name."""
        for file in files:
            with file.making_sense():
                if Board.read(file.head.rules) != board:
                    raise file.refusal("is a table of other rules")
                for name, layer in file.cells.items():
                    _check_section(board, layer.section)
                    if name not in self.cells or (layer.section.plies and not self.cells[name].section.plies):
                        self.cells[name] = layer
        self._places: dict[Shape, _Place] = {}

    @classmethod
    def of(cls, file: TableFile) -> MorrisTable:
        """The table in one file."""
        with file.making_sense():
            board = Board.read(file.head.rules)
        return cls(file.path, board, [file])

    @property
    def sections(self) -> list[Section]:
        """All layers, the first solved first."""
        return [cells.section for cells in self.cells.values()]

    def is_whole(self) -> bool:
        """True if the files have all positions of the game."""
        return {layer_name(layer) for layer in self.rules.layers()} <= set(self.cells)

    @override
    def plies(self, state: State) -> int | None:
        plies = super().plies(state)
        over = self.rules.ended(shape_of(state)) is not None
        return plies if over or self.place(shape_of(state)).cells.section.plies else None

    @override
    def signed(self, state: Any) -> int:
        shape = shape_of(state)
        ended = self.rules.ended(shape)
        return ended if ended is not None else self.place(shape).value(state.own, state.other)

    def place(self, shape: Shape) -> _Place:
        """The place of the positions of a shape.  Raises :class:`~boardgames.solve.tablebase.Unsolved`."""
        if shape not in self._places:
            layer = self.rules.layer(shape)
            cells = self.cells.get(layer_name(layer))
            if cells is None:
                raise Unsolved(f"{self.path} has no positions with {words(shape)}")
            bits, begin = cells.section.details["bits"], 0
            for of in layer:
                part = Part(self.board.moves().points, of[0], of[1])
                self._places[of] = _Place(part, cells, begin, bits)
                begin += part_bytes(part, bits)
        return self._places[shape]

    @override
    def check_game(self, game: Game) -> None:
        why = why_not(game)
        if why is None and attrs.evolve(Rules.of(game.options), men=self.rules.men) != self.rules:
            why = f"the rules are others ({Rules.of(game.options)})"
        if why:
            raise NotInTablebase(f"{self.path} is not a table of this game: {why}")

    def __repr__(self) -> str:
        return f"<MorrisTable {self.path}: {len(self.cells)} layers>"


def shape_of(state: Any) -> Shape:
    """The shape of a position: the men of the side to act and of the other, on the board and in stock."""
    return int(state.own).bit_count(), int(state.other).bit_count(), int(state.own_stock), int(state.other_stock)


def words(shape: Shape) -> str:
    """A part of the table in words: the men of both sides on the board and in stock."""
    own, other, own_stock, other_stock = shape
    return f"{own} and {other} men on the board" + (
        f", {own_stock} and {other_stock} in stock" if own_stock or other_stock else ""
    )


def _check_section(board: Board, section: Section) -> None:
    """Raise :class:`ValueError` or :class:`KeyError` for a section that no solver has written."""
    layer, bits = layer_named(board.rules, section.name), section.details["bits"]
    size = sum(-(-cells(board, shape) * bits // 8) for shape in layer)
    if bits not in (2, 4, 8) or size != section.size or not section.counts:
        raise ValueError(section)


def why_not(game: Game) -> str | None:
    """Why the solver cannot solve a game; ``None`` if it can."""
    return why_not_options(game.options) if game.name == "morris" else f"the game is {game.name}"


def why_not_options(options: Any) -> str | None:
    """Why no table is of games with these options; ``None`` if one can be."""
    if options.board == "referee" or options.late_loss:
        return "CodinGame's program has other mills and ends than tables know (board, late_loss)"
    if options.board == "sesotho":
        return "the board has 25 points, and tables number 24 at most (board)"
    if options.mill_memory:
        return "a mill that was filled before removes nobody (mill_memory)"
    if options.double_mill != 1:
        return "two mills at once remove two men (double_mill)"
    if options.turns < FEWEST_TURNS:
        return f"the game ends after {options.turns} turns (tables leave the limit out, from {FEWEST_TURNS} on)"
    return None
