"""One layer of Ur brought to its exact values, those it leads to being known.

Values are side 0's chances of winning: side 0 takes the greatest, side 1 the
least.  Positions can recur within a layer, by captures, so no order settles them
at once; sweeps improve them until nothing changes (*value iteration*).  Between
full sweeps, which look at every move, others only follow the moves that were best
(*modified policy iteration*): they cost a third and bring most of the progress.

A sweep goes from the highest position down.  All moves but captures lead up, so
they meet values of the same sweep (*Gauss and Seidel*).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i32, i64

from boardgames.core.vectors import f64_bytes, read_f64_le, vec
from boardgames.solve.ur.numbering import COUNT, THIRDS, WAYS, Field, field
from boardgames.solve.ur.paths import THROWS, Paths

CHOICES: Final[i64] = 2 * THROWS  # of a position: four throws of either side
DOUBLE: Final[i64] = 8  # bytes
GUESS: Final = 0.5
NO_EXIT: Final[vec[float]] = vec[float]([-1.0, 2.0])
"""Worse for side 0, and for side 1, than any value."""
CHANCE: Final[vec[float]] = vec[float]([4 / 16, 6 / 16, 4 / 16, 1 / 16])
"""Of throwing 1 to 4.  After a 0, or where no token can move, the turn passes."""
CHANCE_OF_0: Final = 1 / 16


@final
class Layer:
    """The values of a layer, side by side in one array.

    First those of the nodes of its field; then, for each choice, the best of the
    moves that leave the layer; at last a zero, for choices without any move.
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
        """Where the value of the best move of each choice stands."""

    def clear(self) -> None:
        """Forget all values, to begin another layer of the same field."""
        values = self.values
        node: i64
        choice: i64
        for node in range(self.exits):
            values[node] = GUESS
            for choice in range(self.exits + THROWS * node, self.exits + THROWS * (node + 1)):
                values[choice] = NO_EXIT[node & 1]
        values[self.nothing] = 0.0

    def begin(self) -> None:
        """Once all exits are known: any move of each choice."""
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

    def leave(self, side: i64, throw: i64, cell: i64, next_side: i64, data: bytes) -> None:
        """After ``throw``, ``side`` can move a token from ``cell`` out of the layer, and ``next_side`` throws.

        ``data`` are the values of the next layer for ``next_side``, as a table
        has them; empty if ``side`` has won.  Cell 0 stands for 13 and 14, whose
        tokens are not loose: the next layer has the same field, and its values
        are a first guess at those of this one.
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

    def improve(self) -> float:
        """A full sweep: each node takes its best moves.  The greatest change of a value is returned."""
        values, best, starts, nodes = self.values, self.best, self.starts, self.nodes
        exits, nothing, chance = self.exits, self.nothing, CHANCE
        greatest = 0.0
        choice = CHOICES * self.size
        listed: i64 = i64(starts[choice])
        throw: i64
        side: i64
        position = self.size
        while position > 0:
            position -= 1
            # what a side expects from its own moves, and how likely the turn passes to the other
            expected0 = expected1 = 0.0
            passing0 = passing1 = CHANCE_OF_0
            for side in range(1, -1, -1):
                sign = -1.0 if side else 1.0
                expected = 0.0
                passing = CHANCE_OF_0
                for throw in range(THROWS - 1, -1, -1):
                    choice -= 1
                    where: i64 = i64(best[choice])
                    if where == nothing:
                        passing += chance[throw]
                        continue
                    # the last sweep's best move first, so that another is seldom better: processors bet on that
                    top = sign * values[where]
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
            # both may pass on and on, which these two equations settle: v0 = e0 + p0 * v1, v1 = e1 + p1 * v0
            value0 = (expected0 + passing0 * expected1) / (1.0 - passing0 * passing1)
            value1 = expected1 + passing1 * value0
            for side in range(2):
                change = (value1 if side else value0) - values[2 * position + side]
                if change > greatest or -change > greatest:
                    greatest = change if change > 0.0 else -change
            values[2 * position] = value0
            values[2 * position + 1] = value1
        return greatest

    def follow(self) -> None:
        """A quick sweep: each node follows the moves that were best in the last full one."""
        values, best = self.values, self.best
        nothing = self.nothing
        one, two, three, four = CHANCE[0], CHANCE[1], CHANCE[2], CHANCE[3]
        position = self.size
        while position > 0:
            position -= 1
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
            value0 = (expected0 + passing0 * expected1) / (1.0 - passing0 * passing1)
            values[2 * position] = value0
            values[2 * position + 1] = expected1 + passing1 * value0

    def part(self, side: i64) -> bytes:
        """The values as a table has them: the winning chances of ``side`` where it throws, by its own numbers."""
        values, mine = self.values, self.field
        own_field: Field = field(int(mine.second), int(mine.first)) if side else mine
        told: vec[float] = vec[float]([0.0] * int(self.size))
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
                        told[number] = 1.0 - values[2 * (mirrored + column * rows + row) + 1]
                    else:
                        told[number] = values[2 * number]
                    number += 1
        return f64_bytes(told)
