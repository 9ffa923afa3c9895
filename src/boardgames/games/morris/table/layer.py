"""The exact values of one layer of morris, from those of the layers that it leads to.

A layer has the positions with the same numbers of men on the board and in stock; where men
move without leaving it, those with the sides exchanged belong to it too.  A *quiet* move stays in
the layer; placing and removing men are *exits*.  Retrograde analysis goes from the
positions that are decided, ply by ply, to those that quiet moves lead from.

A value is a whole number: 0 for a draw, 1 + n if the side to act wins in n plies,
-1 - n if it loses in n plies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i32, i64, u8

from boardgames.core.signals import check_signals
from boardgames.core.vectors import append, u8_bytes, vec
from boardgames.games.morris.table.exits import NEVER, Exits, SolvedPart
from boardgames.games.morris.table.moves import Moves, point_of
from boardgames.games.morris.table.numbering import COUNTED, Part

Shape = tuple[int, int, int, int]
"""The men of the side to act and of the other on the board, then of both in stock."""

SAFE: Final[i64] = 63  # undecided, and an exit does not lose; below it, a cell counts quiet moves that may not lose
FIRST: Final[i64] = 64  # cells from here on are decided: FIRST + n has the n-th value of the layer
MOST_VALUES: Final = 191
UNUSED: Final = 255
CHUNK: Final = 65536


@final
class Layer:
    """A layer that is being solved.

    ``next_parts`` has, for each of the layer's one or two shapes, the solved parts that its exits lead to:
    after placing a man, after placing one and removing one, after moving and removing one; ``None``
    where there is no such exit.  Without ``distances`` values do not tell the plies.
    """

    def __init__(
        self,
        moves: Moves,
        shapes: Sequence[Shape],
        next_parts: Sequence[tuple[SolvedPart | None, SolvedPart | None, SolvedPart | None]],
        distances: bool,
    ) -> None:
        self.moves: Final = moves
        self.own_stocks: Final = vec[i64]([shape[2] for shape in shapes])
        self.other_stocks: Final = vec[i64]([shape[3] for shape in shapes])
        self.parts: Final = [Part(moves.points, shape[0], shape[1]) for shape in shapes]
        self.next_parts: Final = list(next_parts)
        own, other, own_stock, other_stock = shapes[0]
        self.has_quiet: Final[bool] = len(shapes) == 2 or (own == other and own_stock == other_stock)
        """False if men are only placed."""
        self.distances: Final = distances
        self.starts: Final = vec[i64]([sum([int(part.size) for part in self.parts[:number]]) for number in range(3)])
        """Where the numbers of each part begin in ``cells``, and the end of the last."""
        self.cells: Final = vec[u8](bytes(int(self.starts[2])))
        self.exits: Final = Exits()
        self.values: vec[i64] = vec[i64]([] if distances else [1, -1])
        """The values that cells from FIRST on have."""
        self.due: list[vec[i32]] = []
        """For each number of plies, positions that an exit decides then: twice their numbers, plus 1 for a win."""
        self.frontier: vec[i32] = vec[i32]([])
        self.filled: list[vec[i32]] = []
        """The positions decided in the last ply: ``frontier`` has the last of them, and is full with CHUNK."""
        self.plies: i64 = 0
        self.positions: i64 = 0

    # -- forwards: what a position leads to ------------------------------------------

    def look(self, part: i64, own: i64, other: i64) -> bool:
        """Count the exits and quiet moves of a position in ``exits``; false if the game is over."""
        moves, exits = self.moves, self.exits
        own_stock = self.own_stocks[part]
        if moves.mill_wins and moves.in_mills(other):
            exits.clear()
            return False
        placing, placing_removing, moving_removing = self.next_parts[part]
        exits.clear()
        vacant = moves.points.all & ~(own | other)
        removable: i64 = 0
        if not moves.mill_wins and other:
            removable = other & ~moves.in_mills(other)
            if not removable:
                removable = other
        rest: i64
        bit: i64
        if own_stock:
            rest = vacant
            while rest:
                bit = rest & -rest
                rest ^= bit
                if removable and moves.closes(own, point_of(bit)):
                    assert placing_removing is not None
                    self.remove(placing_removing, own | bit, other, removable)
                else:
                    assert placing is not None
                    exits.add(placing.value(other, own | bit))
        if own_stock and not moves.early_moves:
            return True
        men = own
        any_move = bool(own_stock and vacant)
        while men:
            source = men & -men
            men ^= source
            rest = moves.targets(own, own_stock, point_of(source), vacant)
            while rest:
                bit = rest & -rest
                rest ^= bit
                if removable and moves.closes(own ^ source, point_of(bit)):
                    any_move = True
                    assert moving_removing is not None
                    self.remove(moving_removing, own ^ source | bit, other, removable)
                    if exits.wins == 1:
                        return True
                else:
                    exits.quiet += 1
        if not any_move and not exits.quiet:
            if moves.full_board_draws and not vacant:
                exits.draws = True
            return False
        return True

    def remove(self, after: SolvedPart, own: i64, other: i64, removable: i64) -> None:
        """Count the exits that remove each of the removable men."""
        exits = self.exits
        if after.part is None:
            exits.add(after.values[0])
            return
        while removable:
            man = removable & -removable
            removable ^= man
            exits.add(after.value(other ^ man, own))

    def begin(self, number: int, first: int, last: int) -> None:
        """Count the exits of the positions of some orbits of a part, from ``first`` to before ``last``."""
        part = self.parts[number]
        points, orbits, sets, cells = part.points, part.orbits, part.sets, self.cells
        orbit: i64
        rank: i64
        place: i64 = self.starts[number] + first * part.width
        which: i64 = number
        for orbit in range(i64(first), i64(last)):
            keys: i64 = i64(orbits.first[orbit])
            free = points.all & ~keys
            symmetric = orbits.stabilisers[orbit] != 1
            for rank in range(part.width):
                rest = points.deposit(free, i64(sets[rank]))
                own, other = (keys, rest) if part.by_own else (rest, keys)
                if symmetric and part.find(own, other) >> COUNTED != place - self.starts[number]:
                    cells[place] = u8(UNUSED)
                else:
                    self.positions += 1
                    self.enter(which, place, own, other)
                place += 1

    def enter(self, part: i64, place: i64, own: i64, other: i64) -> None:
        """Give a position its first cell."""
        goes_on = self.look(part, own, other)
        exits = self.exits
        if exits.wins != NEVER:
            self.cells[place] = u8(SAFE)
            self.decide_at(exits.wins, 2 * place + 1)
        elif exits.draws:
            self.cells[place] = u8(SAFE)
        else:
            self.cells[place] = u8(exits.quiet)
            if not exits.quiet or not goes_on:
                self.decide_at(exits.loses, 2 * place)

    def decide_at(self, plies: i64, entry: i64) -> None:
        """Queue a position for ply ``plies``; it may be decided before.  Without distances it is decided now.

        ``entry`` is twice its place, plus 1 for a win.
        """
        if not self.distances:
            self.decide(entry >> 1, FIRST if entry & 1 else FIRST + 1)
            return
        due = self.due
        while i64(len(due)) <= plies:
            due.append(vec[i32]([]))
        due[plies] = append(due[plies], i32(entry))

    # -- backwards: what leads to a position --------------------------------------------

    def done(self) -> bool:
        """True when nothing more can be decided."""
        return not len(self.frontier) and not self.filled and self.plies >= len(self.due)

    def decide(self, place: i64, cell: i64) -> None:
        """Note the value of a position, whose predecessors are looked at next."""
        self.cells[place] = u8(cell)
        self.frontier = append(self.frontier, i32(place))
        if len(self.frontier) == CHUNK:
            self.filled.append(self.frontier)
            self.frontier = vec[i32]([])

    def step(self) -> None:
        """Decide the positions of the next ply."""
        cells = self.cells
        at: i64
        before = [*self.filled, self.frontier]
        before.reverse()
        self.filled, self.frontier = [], vec[i32]([])
        plies = self.plies
        if plies < i64(len(self.due)):
            due = self.due[plies]
            self.due[plies] = vec[i32]([])
            for at in range(i64(len(due))):
                entry: i64 = i64(due[at])
                place = entry >> 1
                if i64(cells[place]) < FIRST:
                    self.decide(place, self.cell_of_ply(entry & 1 == 1))
        while before:
            check_signals()
            chunk = before.pop()  # and its memory is free
            for at in range(i64(len(chunk))):
                self.back(i64(chunk[at]))
        self.plies += 1

    def cell_of(self, value: i64) -> i64:
        """The cell of a value; the same sign's last one where no more values fit."""
        values = self.values
        size: i64 = len(values)
        number: i64
        for number in range(size):
            if values[number] == value:
                return FIRST + number
        if self.distances and size < MOST_VALUES:
            self.values = append(values, value)
            return FIRST + size
        number = size - 1
        while (values[number] > 0) != (value > 0):
            number -= 1
        return FIRST + number

    def back(self, place: i64) -> None:
        """Look at the positions from which quiet moves lead to one that was decided in the last ply."""
        if not self.has_quiet:
            return
        number: i64 = 1 if place >= self.starts[1] else 0
        part = self.parts[number]
        place -= self.starts[number]
        moves = self.moves
        keys, rest = part.keys(place), part.rest(place)
        own, other = (keys, rest) if part.by_own else (rest, keys)
        stock = self.other_stocks[number]
        if stock and not moves.early_moves:
            return
        won = self.values[i64(self.cells[self.starts[number] + place]) - FIRST] > 0
        same: i64 = part.find(own, other) & 31
        vacant = moves.points.all & ~(own | other)
        before = self.part_before(number)
        # those that may have moved quietly
        men = other if moves.mill_wins or not own else other & ~moves.in_mills(other)
        source_part = self.parts[before]
        start: i64 = self.starts[before]
        if same != 1:
            self.back_from_symmetric(number, own, other, men, won, same)
            return
        cells = self.cells
        while men:
            target = men & -men
            men ^= target
            sources = moves.targets(other, stock, point_of(target), vacant)
            while sources:
                source = sources & -sources
                sources ^= source
                entry = source_part.find(other ^ target | source, own)
                from_place = start + (entry >> COUNTED)
                cell: i64 = i64(cells[from_place])
                if cell >= FIRST:
                    continue
                if not won:
                    self.win(from_place)
                elif cell != SAFE:
                    cell -= entry & 31
                    cells[from_place] = u8(cell)
                    if not cell:
                        self.lose(before, from_place, other ^ target | source, own)

    def part_before(self, number: i64) -> i64:
        """The part of the positions from which quiet moves lead to a part."""
        return len(self.parts) - 1 - number

    def back_from_symmetric(self, number: i64, own: i64, other: i64, men: i64, won: bool, same: i64) -> None:
        """Look back from a position to which several moves lead that are images of each other.

        A move of a position stands for one move for each of its symmetries, and several moves to this one may
        be the same.  So those from the same position are counted together.
        """
        moves, cells = self.moves, self.cells
        vacant = moves.points.all & ~(own | other)
        stock = self.other_stocks[number]
        before = self.part_before(number)
        part = self.parts[before]
        start = self.starts[before]
        counted: dict[int, int] = {}
        origins: dict[int, int] = {}
        while men:
            target = men & -men
            men ^= target
            sources = moves.targets(other, stock, point_of(target), vacant)
            while sources:
                source = sources & -sources
                sources ^= source
                entry = part.find(other ^ target | source, own)
                from_place = int(start + (entry >> COUNTED))
                counted[from_place] = counted.get(from_place, 0) + int(entry & 31)
                origins[from_place] = int(other ^ target | source)
        for from_place, moved in counted.items():
            cell: i64 = i64(cells[from_place])
            if cell >= FIRST:
                continue
            if not won:
                self.win(from_place)
            elif cell != SAFE:
                cell -= moved // same
                cells[from_place] = u8(cell)
                if not cell:
                    self.lose(before, from_place, origins[from_place], own)

    def win(self, place: i64) -> None:
        """Note that the side to act wins this position at the present ply."""
        self.decide(place, self.cell_of_ply(True))

    def lose(self, part: i64, place: i64, own: i64, other: i64) -> None:
        """All quiet moves of a position lose: decide it now, or when its longest exit loses."""
        self.look(part, own, other)
        if self.distances and self.exits.loses > self.plies:
            self.decide_at(self.exits.loses, 2 * place)
            return
        self.decide(place, self.cell_of_ply(False))

    def cell_of_ply(self, wins: bool) -> i64:
        """The cell of a value of the ply that is being decided."""
        if not self.distances:
            return FIRST if wins else FIRST + 1
        value: i64 = 1 + self.plies if wins else -1 - self.plies
        last: i64 = len(self.values) - 1
        if last >= 0 and self.values[last] == value:
            return FIRST + last
        return self.cell_of(value)

    # -- the result ---------------------------------------------------------------------

    def counts(self) -> list[int]:
        """The numbers of positions with each of ``values``; then the number of draws."""
        tally: vec[i64] = vec[i64]([0] * 256)
        cells = self.cells
        at: i64
        for at in range(i64(len(cells))):
            cell: i64 = i64(cells[at])
            tally[cell] = tally[cell] + 1
        counted = [int(tally[FIRST + number]) for number in range(len(self.values))]
        return [*counted, self.positions - sum(counted)]

    def bits(self) -> int:
        """The bits of a cell in a table."""
        return 2 if len(self.values) < 4 else 4 if len(self.values) < 16 else 8

    def packed(self, number: int) -> bytes:
        """The cells of a part for a table: 0 for a draw, n for the n-th of ``values``."""
        bits: i64 = self.bits()
        in_a_byte = 8 // bits
        start: i64 = self.starts[number]
        size = self.parts[number].size
        packed: vec[u8] = vec[u8](bytes(-int(-size // in_a_byte)))
        most: i64 = FIRST + len(self.values)
        cells = self.cells
        at: i64
        for at in range(size):
            cell: i64 = i64(cells[start + at])
            if FIRST <= cell < most:
                place = at // in_a_byte
                packed[place] = u8(i64(packed[place]) | (cell - FIRST + 1) << bits * (at - place * in_a_byte))
        return u8_bytes(packed)
