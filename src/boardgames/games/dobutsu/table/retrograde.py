"""The exact values of all positions of Dobutsu Shogi, by retrograde analysis.

Each position has a cell of one byte.  First a cell says that the side to act wins at once, or counts the moves
after which the other side does not.  Then, ply by ply, the positions are taken that were decided last: a position
that leads to a lost one is won; a position whose moves have all been refuted is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i32, i64, u8

from boardgames.core.signals import check_signals
from boardgames.core.vectors import append, vec
from boardgames.games.dobutsu.table.moves import Moves
from boardgames.games.dobutsu.table.numbering import Numbering
from boardgames.games.dobutsu.table.places import CELLS, FIELD_MASK, MIRRORED, PLACES, moved

DECIDED: Final[i64] = 64
"""Below it a cell counts moves; DECIDED + n is a position whose end is n plies away, won if n is odd."""
MOST_PLIES: Final = 190


def first_cells(numbering: Numbering, lions: i64, report: Callable[[float], None]) -> vec[u8]:
    """The first cells of all positions with a pair of lions.  ``report`` is called with the part that is done."""
    moves = Moves()
    cells: vec[u8] = vec[u8](bytes(int(numbering.width)))
    number: i64 = 0
    giraffes: i64
    elephants: i64
    chicks: i64
    for giraffes in range(i64(numbering.giraffes.count)):
        check_signals()
        report(int(number) / int(numbering.width))
        taken = i64(numbering.giraffes_on_board[giraffes])
        on_board = numbering.elephants_on_board[taken]
        for elephants in range(i64(len(on_board))):
            for chicks in range(i64(numbering.chicks[taken + i64(on_board[elephants])].count)):
                cells[number] = u8(first_cell(moves, numbering.compose(lions, giraffes, elephants, chicks)))
                number += 1
    return cells


def first_cell(moves: Moves, key: i64) -> i64:
    """The first cell of a position."""
    if moves.wins_at_once(key):
        return DECIDED + 1
    moves.find_successors(key)
    if not moves.count:
        return DECIDED
    keys = moves.keys
    safe: i64 = 0
    nth: i64
    for nth in range(moves.count):
        if not moves.wins_at_once(keys[nth]):
            safe += 1
    return safe if safe else DECIDED + 2


@final
class Retrograde:
    """Decides all cells of a numbering, ply by ply, from the first ones or from those of an earlier run."""

    def __init__(self, numbering: Numbering, cells: bytes) -> None:
        self.numbering: Final = numbering
        self.moves: Final = Moves()
        self.cells: Final = vec[u8](cells)
        self.plies: i64 = 0
        """The plies to the end in the positions of ``frontier``."""
        self.frontier: vec[i32] = vec[i32]([])
        self.next: vec[i32] = vec[i32]([])
        self.mirrored: Final = vec[i64]([moved(place, MIRRORED, False) for place in range(PLACES)])

    def start(self, plies: i64) -> None:
        """Take the positions that were decided at ply ``plies``."""
        frontier: vec[i32] = vec[i32]([])
        cells = self.cells
        wanted: i64 = DECIDED + plies
        number: i64
        for number in range(self.numbering.size):
            if not number & 0xFFFFFF:
                check_signals()
            if i64(cells[number]) == wanted:
                frontier = append(frontier, i32(number))
        self.plies = plies
        self.frontier = frontier
        self.next = vec[i32]([])

    def go_back(self, first: i64, last: i64) -> None:
        """Look at the positions that lead to a part of the frontier."""
        numbering, moves, frontier = self.numbering, self.moves, self.frontier
        mirrors, symmetric = numbering.lions.mirrors, numbering.lions.symmetric
        keys = moves.keys
        width = numbering.width
        won = self.plies & 1 == 1
        nth: i64
        at: i64
        number: i64
        key: i64
        in_middle: bool
        for nth in range(first, last):
            if not nth & 0xFFFF:
                check_signals()
            number = i64(frontier[nth])
            in_middle = i64(symmetric[number // width]) != 0
            moves.find_predecessors(numbering.key(number))
            for at in range(moves.count):
                key = keys[at]
                number = numbering.number(key)
                if number < 0:
                    continue
                if in_middle:
                    # The image of this position has a number of its own, and leads to the image of ``key``.
                    if i64(mirrors[(key >> 36 & FIELD_MASK) * CELLS + (key >> 42)]):
                        continue
                elif i64(symmetric[number // width]):
                    # So does this one's image, which shares its number, to the image of ``key``, which does not.
                    self.refute(numbering.number(self.mirror(key)), won)
                self.refute(number, won)

    def refute(self, number: i64, won: bool) -> None:
        """Count a move to a position that was decided: won or lost for the side that acts after it."""
        cells = self.cells
        cell = i64(cells[number])
        if cell >= DECIDED:
            return
        if won:
            cell -= 1
            if cell:
                cells[number] = u8(cell)
                return
        cells[number] = u8(DECIDED + self.plies + 1)
        self.next = append(self.next, i32(number))

    def mirror(self, key: i64) -> i64:
        """The position with left and right exchanged."""
        mirrored = self.mirrored
        return (
            mirrored[key & FIELD_MASK]
            | mirrored[key >> 6 & FIELD_MASK] << 6
            | mirrored[key >> 12 & FIELD_MASK] << 12
            | mirrored[key >> 18 & FIELD_MASK] << 18
            | mirrored[key >> 24 & FIELD_MASK] << 24
            | mirrored[key >> 30 & FIELD_MASK] << 30
            | mirrored[key >> 36 & FIELD_MASK] << 36
            | mirrored[key >> 42] << 42
        )

    def advance(self) -> None:
        """Go to the next ply."""
        if self.plies == MOST_PLIES:
            raise ValueError(f"there are wins of more than {MOST_PLIES} plies")
        if self.plies == 1:
            self.start(2)  # most of them were decided at first
            return
        self.plies += 1
        self.frontier = self.next
        self.next = vec[i32]([])

    def waiting(self) -> int:
        """The positions still to be looked at, at most; those won at once are not."""
        cells = self.cells
        least: i64 = DECIDED + (self.plies if self.plies > 2 else 2)
        count: i64 = 0
        number: i64
        for number in range(self.numbering.size):
            if i64(cells[number]) < DECIDED or i64(cells[number]) >= least:
                count += 1
        return int(count)

    def values(self) -> tuple[vec[u8], tuple[int, ...]]:
        """The final cells, and the number of each: 0 is a draw, 1 + n an end that is n plies away."""
        cells = self.cells
        values: vec[u8] = vec[u8](bytes(int(self.numbering.size)))
        counts: vec[i64] = vec[i64]([0] * 256)
        value: i64
        number: i64
        for number in range(self.numbering.size):
            if not number & 0xFFFFFF:
                check_signals()
            value = i64(cells[number]) - DECIDED + 1
            if value < 0:
                value = 0
            values[number] = u8(value)
            counts[value] += 1
        return values, tuple([int(count) for count in counts])
