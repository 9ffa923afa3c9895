"""Squares that have several numbers.

Two cells of a track that turns back may be one square, and where the sides pass
squares in opposite directions, each has its own number for them.  On Finkel's
track every square that both sides pass has one number, so nothing here is asked there.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.model.sealed import seal
from boardgames.games.ur.actions import CELL
from boardgames.games.ur.tracks import Track


@final
class Squares:
    """The squares of a track, by the cells of a side and those of its opponent."""

    def __init__(self, track: Track) -> None:
        opposite, twin, home = track.opposite, track.twin, track.cells + 1
        self.home: Final[i64] = home
        self.meets: Final[tuple[int, ...]] = tuple([sum([CELL[cell] for cell in cells]) for cells in opposite])
        """For each cell the opponent's cells on the same square, as a set; empty where the two ways do not meet."""
        self.crossed: Final[i64] = sum([CELL[cell] for cell in range(home) if opposite[cell] not in ((), (cell,))])
        """The shared cells that the two sides count differently."""
        self.twins: Final[tuple[int, ...]] = tuple([CELL[cell] if cell else 0 for cell in twin])
        """For each cell the side's own other cell on the same square, as a set."""
        self.passed_twice: Final[i64] = sum([CELL[cell] for cell in range(home) if twin[cell]])
        """The cells on squares that the track passes twice."""
        squares = sorted(set(track.squares))
        again = [cell for cell in range(home) if 0 < twin[cell] < cell]
        self.places: Final[tuple[int, ...]] = (0, *[2 ** squares.index(square) for square in track.squares])
        """For each cell its square as a bit: 20 of them on the longest track."""
        self.second_cells: Final[tuple[int, ...]] = tuple(
            [2 ** again.index(cell) if cell in again else 0 for cell in range(home)]
        )
        """A bit for each cell on a square that the track has passed before: 7 of them."""

    def facing(self, cells: i64) -> i64:
        """Shared cells of one side as the other side counts them."""
        if not cells & self.crossed:
            return cells
        facing = cells & ~self.crossed
        for cell in range(self.home):
            if cells & self.crossed & CELL[cell]:
                facing |= self.meets[cell]
        return facing

    def standing(self, cells: i64) -> i64:
        """All cells on the squares of some cells, as their own side counts them."""
        twice = cells & self.passed_twice
        if not twice:
            return cells
        for cell in range(self.home):
            if twice & CELL[cell]:
                cells |= self.twins[cell]
        return cells

    def number(self, own: i64, other: i64) -> i64:
        """The tokens of both sides as a number of 47 bits: their squares, and which of these are passed again."""
        squares: i64 = 0
        other_squares: i64 = 0
        again: i64 = 0
        for cell in range(i64(1), self.home):
            if own & CELL[cell]:
                squares |= self.places[cell]
                again |= self.second_cells[cell]
            if other & CELL[cell]:
                other_squares |= self.places[cell]
                again |= self.second_cells[cell]
        return squares + other_squares * 2**20 + again * 2**40


seal(Squares)
