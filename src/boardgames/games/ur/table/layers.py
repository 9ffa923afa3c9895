"""The layers of Ur, in an order in which each leads only to earlier ones, and the solver of one layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from boardgames.games.ur.table.layer import Layer
from boardgames.games.ur.table.numbering import Numbering, Stage
from boardgames.games.ur.table.paths import Paths

Stages = tuple[int, int]
"""The stages of two sides."""

TOLERANCE = 1e-13
"""A layer is solved when a full sweep changes no value by more than this."""


def quick_sweeps(change: float) -> int:
    """The number of quick sweeps after a full sweep with this largest change: few while best moves still change."""
    return 2 if change > 0.01 else 6


@attrs.frozen
class Exit:
    """A move out of a layer: after ``throw``, a token of ``side`` leaves ``cell``; 0 stands for 13 and 14.

    ``stages`` are the stages of both sides after it, and ``next_side`` throws next.
    The stage of a side that has won is -1.
    """

    side: int
    throw: int
    cell: int
    next_side: int
    stages: Stages


def stage_exits(numbering: Numbering, number: int) -> Iterator[tuple[int, int, int, bool]]:
    """The moves by which a side leaves a stage: throw, cell, the next stage, and whether the side throws again."""
    stage: Stage = numbering.stages[number]
    home, on14, on13 = stage.home, stage.on14, stage.on13
    if stage.loose:
        for cell in range(9, 13):
            if not on13 and 13 - cell <= 4:
                yield 13 - cell, cell, numbering.stage(home, on14, 1), False
            if not on14 and 14 - cell <= 4:
                yield 14 - cell, cell, numbering.stage(home, 1, on13), True
            if 15 - cell <= 4:
                yield 15 - cell, cell, numbering.stage(home + 1, on14, on13), False
    if on13 and not on14:
        yield 1, 0, numbering.stage(home, 1, 0), True
    if on13:
        yield 2, 0, numbering.stage(home + 1, on14, 0), False
    if on14:
        yield 1, 0, numbering.stage(home + 1, 0, on13), False


def exits(numbering: Numbering, stages: Stages) -> list[Exit]:
    """All moves out of the layer of two stages."""
    moves = []
    for side in range(2):
        for throw, cell, stage, again in stage_exits(numbering, stages[side]):
            after = (stage, stages[1]) if side == 0 else (stages[0], stage)
            moves.append(Exit(side, throw, cell, side if again else 1 - side, after))
    return moves


def parts(numbering: Numbering, stages: Stages) -> list[int]:
    """The parts of a table that a layer fills: one for each side that throws, or one where they are the same."""
    first, second = stages
    return list(dict.fromkeys([numbering.part(first, second), numbering.part(second, first)]))


def layer_of(numbering: Numbering, stages: Stages) -> Stages:
    """The layer with these stages, as :func:`in_order` has it."""
    first, second = stages
    loose = numbering.stages[first].loose, numbering.stages[second].loose
    return stages if (loose[0], first) >= (loose[1], second) else (second, first)


def in_order(numbering: Numbering) -> list[Stages]:
    """All layers, each as its two stages: a layer comes after those that it leads to, beside others of its field."""
    every = numbering.stages
    pairs = [(first, second) for first in range(len(every)) for second in range(len(every))]
    layers = [pair for pair in pairs if layer_of(numbering, pair) == pair]

    def order(layer: Stages) -> tuple[int, int, int]:
        first, second = every[layer[0]], every[layer[1]]
        return first.loose + second.loose, first.loose, -first.run - second.run

    return sorted(layers, key=order)


class LayerSolver:
    """Solves layers one at a time, and keeps what the layers of one field share.

    ``read`` gives the values of the part with the stages of the side that throws and of the other, as bytes.
    """

    def __init__(self, numbering: Numbering, read: Callable[[Stages], bytes]) -> None:
        self.numbering = numbering
        self.read = read
        self.shape = (-1, -1)
        self.layer: Layer

    def solve(self, stages: Stages) -> dict[int, bytes]:
        """Solve a layer; the values of the parts that it fills, as bytes."""
        numbering = self.numbering
        first, second = stages
        field = numbering.fields[first][second]
        shape = (int(field.first), int(field.second))
        if shape != self.shape:
            if hasattr(self, "layer"):
                del self.layer  # before the next is made: both need much memory
            self.layer = Layer(Paths(field))
            self.shape = shape
        layer = self.layer
        layer.clear()
        for exit in exits(numbering, stages):
            data = b""
            if -1 not in exit.stages:
                data = self.read(exit.stages if exit.next_side == 0 else exit.stages[::-1])
            layer.add_exits(exit.side, exit.throw, exit.cell, exit.next_side, data)
        layer.begin()
        while (change := layer.full_sweep()) > TOLERANCE:
            for _ in range(quick_sweeps(change)):
                layer.quick_sweep()
        filled = parts(numbering, stages)
        return {part: layer.part(side) for side, part in enumerate(filled)}
