"""The exact values of one layer of Ur, once those of the layers that it leads to are known.

A value is side 0's chance of winning: side 0 takes the largest, side 1 the smallest.
Captures can lead back to a position of the same layer, so the values cannot be
computed in one pass.  Sweeps over all positions improve them until nothing changes
(*value iteration*).  A full sweep looks at every move.  Between full sweeps, quick
sweeps follow only the moves that were best (*modified policy iteration*): they take
a third of the time and bring most of the progress.

A sweep goes from the highest position down.  All moves but captures lead to higher
positions, so a sweep uses values that it has just computed (*Gauss-Seidel*).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i32, i64

from boardgames.core.vectors import f64_bytes, read_f64_le, vec
from boardgames.games.ur.table.numbering import COUNT, THIRDS, WAYS, Field, field
from boardgames.games.ur.table.paths import THROWS, Paths

CHOICES: Final[i64] = 2 * THROWS  # of a position: four throws of either side
DOUBLE: Final[i64] = 8  # bytes
GUESS: Final = 0.5
NO_EXIT: Final[vec[float]] = vec[float]([-1.0, 2.0])
"""For side 0 and for side 1, a value worse than any."""
CHANCE: Final[vec[float]] = vec[float]([4 / 16, 6 / 16, 4 / 16, 1 / 16])
"""The chances of throwing 1 to 4.  After a 0, or where no token can move, the turn passes."""
CHANCE_OF_0: Final = 1 / 16


@final
class Layer:
    """The values of a layer, in one array.

    First come the values of the nodes of its field; then, for each choice, the value
    of the best move out of the layer; last a zero, for choices without any move.
    """

    def __init__(self, paths: Paths) -> None:
        size = int(paths.field.size)
        self.field: Final = paths.field
        self.starts: Final[vec[i32]] = paths.starts
        self.nodes: Final[vec[i32]] = paths.nodes
        self.size: Final[i64] = size
        self.exits: Final[i64] = 2 * size
        self.nothing: Final[i64] = 2 * size + 2 * THROWS * size
        self.values: Final[vec[float]] = vec[float]([GUESS] * (2 * size + 2 * THROWS * size + 1))
        self.best: Final[vec[i32]] = vec[i32]([0] * (2 * THROWS * size))
        """For each choice, the place in ``values`` of its best move."""

    def clear(self) -> None:
        """Reset all values, for another layer of the same field."""
        values = self.values
        node: i64
        choice: i64
        for node in range(self.exits):
            values[node] = GUESS
            for choice in range(self.exits + THROWS * node, self.exits + THROWS * (node + 1)):
                values[choice] = NO_EXIT[node & 1]
        values[self.nothing] = 0.0

    def begin(self) -> None:
        """Start with some move of each choice as its best, once all exits are known."""
        values, best, starts, nodes = self.values, self.best, self.starts, self.nodes
        choice: i64
        for choice in range(CHOICES * self.size):
            exit = self.exits + choice
            if 0.0 <= values[exit] <= 1.0:
                best[choice] = i32(exit)
            elif starts[choice] < starts[choice + 1]:
                best[choice] = nodes[i64(starts[choice])]
            else:
                best[choice] = i32(self.nothing)

    def add_exits(self, side: i64, throw: i64, cell: i64, next_side: i64, data: bytes) -> None:
        """Enter the moves that leave the layer: after ``throw``, ``side`` moves a token from ``cell``.

        Then ``next_side`` throws; ``data`` has the values of the next layer for it, as in
        a table, and is empty if ``side`` has won.  Cell 0 stands for 13 and 14.  Their
        tokens are not loose, so the next layer has the same field, and its values are a
        first guess at those of this layer.
        """
        before, values = self.field, self.values
        token: i64 = 2 ** int(cell - 5) if cell else 0
        gone: i64 = 1 if cell else 0
        first: i64 = before.first - gone * (1 - side)
        second: i64 = before.second - gone * side
        after = field(int(second), int(first)) if next_side else field(int(first), int(second))
        finished = not data
        value = 1.0 - float(side)
        start: i64 = 0
        row: i64
        column: i64
        for block in before.blocks:
            own: i64 = block[0]
            other: i64 = block[1]
            rows = WAYS[before.first - COUNT[own]]
            columns = WAYS[before.second - COUNT[other]]
            if (other if side else own) & token == token:
                own -= token * (1 - side)
                other -= token * side
                target: i64 = i64(
                    after.offsets[THIRDS[other] + 2 * THIRDS[own] if next_side else THIRDS[own] + 2 * THIRDS[other]]
                )
                for row in range(rows):
                    for column in range(columns):
                        position = start + row * columns + column
                        if not finished:
                            if next_side:
                                value = 1.0 - read_f64_le(data, DOUBLE * (target + column * rows + row))
                            else:
                                value = read_f64_le(data, DOUBLE * (target + row * columns + column))
                        exit = self.exits + CHOICES * position + THROWS * side + throw - 1
                        if value < values[exit] if side else value > values[exit]:
                            values[exit] = value
                        if not cell and not finished:
                            values[2 * position + next_side] = value
            start += rows * columns

    def full_sweep(self) -> float:
        """Look at every move: each node gets its best moves and its new value.

        Returns the largest change of a value.
        """
        values, best, starts, nodes = self.values, self.best, self.starts, self.nodes
        exits, nothing, chance = self.exits, self.nothing, CHANCE
        largest = 0.0
        choice = CHOICES * self.size
        listed: i64 = i64(starts[choice])
        throw: i64
        side: i64
        position = self.size
        while position > 0:
            position -= 1
            expected0 = expected1 = 0.0
            passing0 = passing1 = CHANCE_OF_0
            for side in range(1, -1, -1):
                sign = -1.0 if side else 1.0  # side 1 wants the smallest value
                expected = 0.0  # what the side's own moves bring, times their chance
                passing = CHANCE_OF_0  # the chance that the turn passes to the other side
                for throw in range(THROWS - 1, -1, -1):
                    choice -= 1
                    place: i64 = i64(best[choice])
                    if place == nothing:
                        passing += chance[throw]
                        continue
                    # start with the best move of the last sweep: another is seldom better, so branches are predictable
                    top = sign * values[place]
                    value = sign * values[exits + choice]
                    if value > top:
                        top = value
                        best[choice] = i32(exits + choice)
                    first: i64 = i64(starts[choice])
                    while listed > first:
                        listed -= 1
                        node: i64 = i64(nodes[listed])
                        value = sign * values[node]
                        if value > top:
                            top = value
                            best[choice] = i32(node)
                    expected += chance[throw] * sign * top
                if side:
                    expected1, passing1 = expected, passing
                else:
                    expected0, passing0 = expected, passing
            value0 = value_before_throw(expected0, passing0, expected1, passing1)
            value1 = expected1 + passing1 * value0
            for side in range(2):
                change = (value1 if side else value0) - values[2 * position + side]
                if change > largest or -change > largest:
                    largest = change if change > 0.0 else -change
            values[2 * position] = value0
            values[2 * position + 1] = value1
        return largest

    def quick_sweep(self) -> None:
        """Follow the moves that were best in the last full sweep: each node gets its new value."""
        values, best = self.values, self.best
        nothing = self.nothing
        one, two, three, four = CHANCE[0], CHANCE[1], CHANCE[2], CHANCE[3]
        position = self.size
        while position > 0:
            position -= 1
            # the four throws of each side, written out: a loop takes longer
            choice = CHOICES * position
            a: i64 = i64(best[choice])
            b: i64 = i64(best[choice + 1])
            c: i64 = i64(best[choice + 2])
            d: i64 = i64(best[choice + 3])
            expected0 = one * values[a] + two * values[b] + three * values[c] + four * values[d]
            passing0 = CHANCE_OF_0
            if a == nothing:
                passing0 += one
            if b == nothing:
                passing0 += two
            if c == nothing:
                passing0 += three
            if d == nothing:
                passing0 += four
            a = i64(best[choice + 4])
            b = i64(best[choice + 5])
            c = i64(best[choice + 6])
            d = i64(best[choice + 7])
            expected1 = one * values[a] + two * values[b] + three * values[c] + four * values[d]
            passing1 = CHANCE_OF_0
            if a == nothing:
                passing1 += one
            if b == nothing:
                passing1 += two
            if c == nothing:
                passing1 += three
            if d == nothing:
                passing1 += four
            value0 = value_before_throw(expected0, passing0, expected1, passing1)
            values[2 * position] = value0
            values[2 * position + 1] = expected1 + passing1 * value0

    def part(self, side: i64) -> bytes:
        """The values in the form of a table: the winning chances of ``side`` where it throws, in its own numbering."""
        values, mine = self.values, self.field
        own_field: Field = field(int(mine.second), int(mine.first)) if side else mine
        chances: vec[float] = vec[float]([0.0] * int(self.size))
        number: i64 = 0
        row: i64
        column: i64
        for block in own_field.blocks:
            own: i64 = block[0]
            other: i64 = block[1]
            rows = WAYS[own_field.first - COUNT[own]]
            columns = WAYS[own_field.second - COUNT[other]]
            mirrored: i64 = i64(mine.offsets[THIRDS[other] + 2 * THIRDS[own]]) if side else 0
            for row in range(rows):
                for column in range(columns):
                    if side:
                        chances[number] = 1.0 - values[2 * (mirrored + column * rows + row) + 1]
                    else:
                        chances[number] = values[2 * number]
                    number += 1
        return f64_bytes(chances)


def value_before_throw(expected0: float, passing0: float, expected1: float, passing1: float) -> float:
    """The value of a position where side 0 throws.

    The turn may pass to and fro any number of times.  So the values of both nodes of the
    position solve two equations: v0 = expected0 + passing0 * v1 and v1 = expected1 + passing1 * v0.
    """
    return (expected0 + passing0 * expected1) / (1.0 - passing0 * passing1)
