"""The tables of morris as one tablebase: whatever layers are there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs

from boardgames.core.lookup.tablebase import NotInTablebase, Unsolved
from boardgames.core.model.game import OVER, Game, State
from boardgames.core.protocol.rated_actions import ActionChances
from boardgames.solve.morris.exits import SolvedPart
from boardgames.solve.morris.layer import Shape
from boardgames.solve.morris.layer_file import Entry, LayerFile
from boardgames.solve.morris.layers import Board, Rules, part_bytes
from boardgames.solve.morris.numbering import Part
from boardgames.solve.table_file import UnreadableTable
from boardgames.solve.viewer import end_value, viewer

FEWEST_TURNS = 100
"""Tables leave out the limit of turns.  With fewer turns it would change too many values."""


@attrs.frozen
class _Cells:
    """The cells of a part, in a file."""

    part: Part
    data: memoryview
    bits: int
    values: tuple[int, ...]
    distances: bool

    def value(self, own: int, other: int) -> int:
        number = self.part.index(own, other)
        each = 8 // self.bits
        cell = self.data[number // each] // 2 ** (self.bits * (number % each)) % 2**self.bits
        value: int = self.values[cell]
        return value


class MorrisTable:
    """The exact values of the positions of morris whose layers are in some files.

    They leave out the limit of turns, and draws by repetition: a position from which
    neither side can force a win is a draw.
    """

    def __init__(self, path: Path, board: Board, files: Iterable[LayerFile]) -> None:
        self.path = path
        self.board = board
        self.rules = board.rules
        self.files: dict[tuple[Shape, ...], LayerFile] = {}
        for file in files:
            for shapes, entry in file.entries.items():
                known = self.entry(shapes)
                if known is None or (entry.distances and not known.distances):
                    self.files[shapes] = file
        self._parts: dict[Shape, _Cells] = {}

    def entry(self, shapes: tuple[Shape, ...]) -> Entry | None:
        """What the files say of a layer; ``None`` if it is not there."""
        return self.files[shapes].entries[shapes] if shapes in self.files else None

    @property
    def entries(self) -> list[Entry]:
        """The layers that are there, the first solved first."""
        return [file.entries[shapes] for shapes, file in self.files.items()]

    def is_whole(self) -> bool:
        """Whether all positions of the game are there."""
        return set(self.rules.layers()) <= set(self.files)

    # -- as a tablebase -----------------------------------------------------------------

    def value(self, state: State) -> float:
        """The chance that the side to act wins under best play; a draw counts half.

        Raises :class:`~boardgames.core.lookup.tablebase.NotInTablebase`.
        """
        if state.turn == OVER:
            self._check(state.game)
            return end_value(state, viewer(state))
        return _chance(self.signed(state))

    def rate(self, state: State) -> dict[Any, float]:
        """The winning chance of the side to act after each legal action, the best first.

        Of equals the quicker win comes first, and the slower loss.
        """
        self._check(state.game)
        signed = {}
        for action in state.actions():
            after = state.apply(action)
            signed[action] = self._ended(after) if after.turn == OVER else self.signed(after)

        def order(action: Any) -> tuple[float, int]:
            value = signed[action]
            return _chance(value), -value  # a quick loss of the opponent is near zero, and so is a quick win

        best_first = sorted(signed, key=order)
        return ActionChances([(action, 1.0 - _chance(signed[action])) for action in best_first])

    def plies(self, state: State) -> int | None:
        """The plies to the end, if the winner hurries and the loser delays; ``None`` for draws, and where not kept."""
        value = self.signed(state)
        shape = shape_of(state)
        return abs(value) - 1 if value and self._cells(shape).distances else None

    def signed(self, state: Any) -> int:
        """0 for a draw, 1 + n for a win of the side to act in n plies, -1 - n for a loss."""
        self._check(state.game)
        shape = shape_of(state)
        ended = self.rules.ended(shape)
        return ended if ended is not None else self._cells(shape).value(state.own, state.other)

    def _ended(self, state: State) -> int:
        value = end_value(state, viewer(state))
        return 0 if value == 0.5 else 1 if value == 1.0 else -1

    def _cells(self, shape: Shape) -> _Cells:
        if shape not in self._parts:
            shapes = self.rules.layer(shape)
            entry = self.entry(shapes)
            if entry is None:
                raise Unsolved(f"{self.path} has no positions with {words(shape)}")
            data = self.files[shapes].data(entry)
            for each, part, begin, size in placed(self.board, entry):
                cells = data[begin : begin + size]
                self._parts[each] = _Cells(part, cells, entry.bits, entry.values, entry.distances)
        return self._parts[shape]

    def _check(self, game: Game) -> None:
        why = why_not(game)
        if why is None and attrs.evolve(Rules.of(game.options), men=self.rules.men) != self.rules:
            why = f"the rules are others ({Rules.of(game.options)})"
        if why:
            raise NotInTablebase(f"{self.path} is not a table of this game: {why}")

    def __repr__(self) -> str:
        return f"<MorrisTable {self.path}: {len(self.files)} layers>"


def _chance(value: int) -> float:
    return 0.5 if not value else 1.0 if value > 0 else 0.0


def shape_of(state: Any) -> Shape:
    """The shape of a position: the men of the side to act and of the other, on the board and in stock."""
    return int(state.own).bit_count(), int(state.other).bit_count(), int(state.own_stock), int(state.other_stock)


def words(shape: Shape) -> str:
    own, other, own_stock, other_stock = shape
    return f"{own} and {other} men on the board" + (
        f", {own_stock} and {other_stock} in stock" if own_stock or other_stock else ""
    )


def placed(board: Board, entry: Entry) -> Iterator[tuple[Shape, Part, int, int]]:
    """The parts of a layer, with their places and bytes."""
    begin, points = 0, board.moves().points
    for shape in entry.shapes:
        part = Part(points, shape[0], shape[1])
        size = part_bytes(part, entry.bits)
        yield shape, part, begin, size
        begin += size


def solved_part(board: Board, file: LayerFile, shape: Shape) -> SolvedPart:
    """A part of a solved layer, its cells read into memory."""
    (entry,) = file.entries.values()
    for each, part, begin, size in placed(board, entry):
        if each == shape:
            return SolvedPart(part, bytes(file.data(entry)[begin : begin + size]), entry.bits, entry.values)
    raise UnreadableTable(f"{file.path} has no positions with {words(shape)}")


def why_not(game: Game) -> str | None:
    """Why the solver cannot solve a game; ``None`` if it can."""
    return why_not_options(game.options) if game.name == "morris" else f"the game is {game.name}"


def why_not_options(options: Any) -> str | None:
    """The same for the options of a game of the family."""
    if options.board == "sesotho":
        return "the board has 25 points, and tables number 24 at most (board)"
    if options.mill_memory:
        return "a mill that was filled before removes nobody (mill_memory)"
    if options.double_mill != 1:
        return "two mills at once remove two men (double_mill)"
    if options.turns < FEWEST_TURNS:
        return f"the game ends after {options.turns} turns (tables leave the limit out, from {FEWEST_TURNS} on)"
    return None
