"""The nodes to which each throw leads within a field: one list for all layers of that field.

Sides have fixed numbers here, whichever throws: side 0 has the field's ``first``
tokens.  A *node* is a position with the side that is to throw: node
``2 * position + side``.  A *choice* is a node after a throw of 1 to 4: choice
``4 * node + throw - 1``.  (After a 0 there is nothing to choose.)

These are the rules of ``games/ur/rules.py`` (Finkel's), for sets of cells instead of
objects.  A test compares the two on thousands of positions.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i32, i64

from boardgames.core.vectors import append, vec
from boardgames.games.ur.table.numbering import COUNT, LAST_LOOSE, PRIVATE, WAYS, Field

ENTRANCE: Final[i64] = 1  # bit 0: a waiting token stands on cell 0
LOOSE: Final[i64] = 2 ** (LAST_LOOSE + 1) - 2
PRIVATE_ROSETTE: Final[i64] = 2**4
SAFE: Final[i64] = 2**8  # the common rosette
ROSETTES: Final[i64] = PRIVATE_ROSETTE + SAFE
COMMON_CELLS: Final[i64] = 255 * 32
THROWS: Final = 4


@final
class Paths:
    """The nodes to which each choice can lead without leaving the field."""

    def __init__(self, field: Field) -> None:
        self.field: Final = field
        room = 24 * int(field.size)
        self.starts: vec[i32] = vec[i32](capacity=2 * THROWS * int(field.size) + 1)
        """The place where the list of each choice begins, and the end of the last one."""
        self.nodes: vec[i32] = vec[i32](capacity=room)
        self.starts = append(self.starts, 0)
        for own, other in field.blocks:
            self._add_block(own, other)

    def _add_block(self, own_common: i64, other_common: i64) -> None:
        field = self.field
        own_loose = field.first - COUNT[own_common]
        other_loose = field.second - COUNT[other_common]
        for row in range(WAYS[own_loose]):
            own_private: i64 = PRIVATE[row]
            own: i64 = own_common * 32 + own_private * 2 + (own_loose > COUNT[own_private])
            for column in range(WAYS[other_loose]):
                other_private: i64 = PRIVATE[column]
                other: i64 = other_common * 32 + other_private * 2 + (other_loose > COUNT[other_private])
                self._add_node(own, other, 0)
                self._add_node(other, own, 1)

    def _add_node(self, own: i64, other: i64, side: i64) -> None:
        """List the moves of a node.  ``own`` are the tokens of the side that throws; bit 0 is set if some wait."""
        starts, nodes = self.starts, self.nodes
        landing: i64 = LOOSE & ~(own | other & SAFE)
        throw: i64
        for throw in range(1, THROWS + 1):
            movable = own & landing >> throw
            token: i64 = ENTRANCE
            while token <= movable:
                if movable & token:
                    landed = token << throw
                    nodes = append(nodes, i32(self._node(own - token + landed, other, landed, side)))
                token += token
            starts = append(starts, i32(len(nodes)))
        self.starts, self.nodes = starts, nodes

    def _node(self, own: i64, other: i64, landed: i64, side: i64) -> i64:
        """The node that a move leads to.  A captured token waits again; the field implies how many do."""
        other &= ~(landed & COMMON_CELLS)
        next_side = side if landed & ROSETTES else 1 - side
        position = self.field.index(other, own) if side else self.field.index(own, other)
        return 2 * position + next_side
