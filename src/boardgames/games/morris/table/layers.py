"""The layers of a game of the morris family, in an order in which each leads only to earlier ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import attrs

from boardgames.games.morris.table.exits import SolvedPart
from boardgames.games.morris.table.layer import Layer, Shape
from boardgames.games.morris.table.moves import FEWEST, Moves
from boardgames.games.morris.table.numbering import MOST_POINTS, Part, Points
from boardgames.solve.table_file import Section

WON = 1
LOST = -1
CHUNK = 200_000
"""Positions of a layer between two reports."""


@attrs.frozen
class Rules:
    """The rules that a table depends on: the board, the men, and those options that change the value of a position."""

    board: str
    men: int
    flying: bool
    early_moves: bool
    mill_wins: bool
    full_board_draws: bool

    @classmethod
    def of(cls, options: Any) -> Rules:
        """The rules that the options of a game of the family make."""
        return cls(**{field.name: getattr(options, field.name) for field in attrs.fields(cls)})

    def ended(self, shape: Shape) -> int | None:
        """The value of all positions of a shape if the game is over there, since a side has too few men."""
        own, other, own_stock, other_stock = shape
        if not other_stock and other < FEWEST:
            return WON
        if not own_stock and own < FEWEST:
            return LOST
        return None

    def moves(self, shape: Shape) -> bool:
        """True if the side to act may move a man on the board."""
        return not shape[2] or self.early_moves

    def exits(self, shape: Shape) -> tuple[Shape | None, Shape | None, Shape | None]:
        """The shapes to which the exits of a shape lead: after placing, placing and removing, moving and removing."""
        own, other, own_stock, other_stock = shape
        removes = not self.mill_wins and other > 0
        return (
            (other, own + 1, other_stock, own_stock - 1) if own_stock else None,
            (other - 1, own + 1, other_stock, own_stock - 1) if own_stock and own >= 2 and removes else None,
            (other - 1, own, other_stock, own_stock) if own >= FEWEST and removes and self.moves(shape) else None,
        )

    def layer(self, shape: Shape) -> tuple[Shape, ...]:
        """The shapes of the layer that a shape belongs to."""
        own, other, own_stock, other_stock = shape
        mirrored = (other, own, other_stock, own_stock)
        if shape == mirrored or not self.moves(shape):
            return (shape,)
        return tuple(sorted((shape, mirrored)))

    def layers(self, men: int | None = None) -> list[tuple[Shape, ...]]:
        """All layers of the game; or those with 3 to ``men`` men of each side on the board and none in stock."""
        if men is not None:
            pairs = [(own, other) for own in range(FEWEST, men + 1) for other in range(FEWEST, own + 1)]
            every = {self.layer((own, other, 0, 0)) for own, other in pairs}
        else:
            every = set()
            waiting: list[Shape] = [(0, 0, self.men, self.men)]
            while waiting:
                layer = self.layer(waiting.pop())
                if layer not in every:
                    every.add(layer)
                    waiting += self.next_shapes(layer)
        return sorted(every, key=lambda layer: (sum(layer[0][2:]), sum(layer[0][:2]), layer))

    def next_shapes(self, layer: tuple[Shape, ...]) -> list[Shape]:
        """The shapes that the exits of a layer lead to, without those where the game is over."""
        every = {after for shape in layer for after in self.exits(shape) if after is not None}
        return sorted(after for after in every if self.ended(after) is None)

    def before(self, layer: tuple[Shape, ...]) -> set[tuple[Shape, ...]]:
        """The layers that a layer leads to."""
        return {self.layer(shape) for shape in self.next_shapes(layer)}


@attrs.frozen
class Board:
    """A board as solving sees it, and the places of its points: as data, so that another process can have them."""

    rules: Rules
    size: int
    lines: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    symmetries: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, game: Any) -> Board:
        """The board of a game of the family."""
        board = game.board
        return cls(Rules.of(game.options), int(board.size), board.line_sets, board.neighbours, board.symmetries)

    @classmethod
    def read(cls, content: Any) -> Board:
        """The board of what JSON says.  Raises :class:`TypeError`, :class:`KeyError`, :class:`ValueError`."""
        data = {name: _tuples(value) for name, value in content["board"].items()}
        board = cls(**{**data, "rules": Rules(**data["rules"])})
        if not 0 < 2 * board.rules.men <= board.size <= MOST_POINTS:
            raise ValueError(board.size)
        return board

    def moves(self) -> Moves:
        """The tables of this board's moves."""
        return _moves(self)


def _tuples(item: Any) -> Any:
    """Lists as tuples, also those within."""
    return tuple(_tuples(part) for part in item) if isinstance(item, list) else item


@cache
def _moves(board: Board) -> Moves:
    rules = board.rules
    points = Points(board.size, board.symmetries)
    return Moves(
        points,
        board.lines,
        board.neighbours,
        flying=rules.flying,
        early_moves=rules.early_moves,
        mill_wins=rules.mill_wins,
        full_board_draws=rules.full_board_draws,
    )


def layer_name(layer: tuple[Shape, ...]) -> str:
    """The name of a layer: its men on the board, then those in stock, if there are any; ``5-3``, ``2-2-1-0``."""
    men = max(layer)
    return "-".join(str(number) for number in (men if any(men[2:]) else men[:2]))


def layer_named(rules: Rules, name: str) -> tuple[Shape, ...]:
    """The layer of a name.  Raises :class:`ValueError`."""
    own, other, own_stock, other_stock = (*map(int, name.split("-")), 0, 0)[:4]
    layer = rules.layer((own, other, own_stock, other_stock))
    if layer_name(layer) != name:
        raise ValueError(name)
    return layer


def solve_layer(
    board: Board,
    layer: tuple[Shape, ...],
    solved: Callable[[Shape], SolvedPart],
    distances: bool,
    report: Callable[[float], None] = lambda done: None,
) -> tuple[Section, bytes]:
    """Solve a layer; its cells have the parts of all shapes, one after the other.

    ``solved`` gives the part of a shape that an earlier layer has; ``report`` is called with the part of
    the work that is done.
    """
    rules = board.rules

    def after(shape: Shape | None) -> SolvedPart | None:
        if shape is None:
            return None
        ended = rules.ended(shape)
        return solved(shape) if ended is None else SolvedPart(None, b"", 8, [ended])

    exits = [rules.exits(shape) for shape in layer]
    solved_exits = [(after(placing), after(removing), after(moving)) for placing, removing, moving in exits]
    work = Layer(board.moves(), layer, solved_exits, distances)
    total = sum(int(part.size) for part in work.parts)
    done = 0
    for number, part in enumerate(work.parts):
        orbits = int(part.orbits.count)
        step = max(1, CHUNK // max(1, int(part.width)))
        for first in range(0, orbits, step):
            last = min(first + step, orbits)
            work.begin(number, first, last)
            done += (last - first) * int(part.width)
            report(0.5 * done / total)
    while not work.done():
        work.step()
    *counts, drawn = work.counts()
    decided = zip(map(int, work.values), counts, strict=True)
    data = b"".join(work.packed(number) for number in range(len(layer)))
    details = {"bits": work.bits()}
    return Section(layer_name(layer), len(data), int(work.positions), ((0, drawn), *decided), distances, details), data


def part_bytes(part: Part, bits: int) -> int:
    """The bytes of a part in a table."""
    return -(-int(part.size) * bits // 8)
