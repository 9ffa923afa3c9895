"""Exact values: the value of every position under best play of both sides.

>>> from boardgames import solve
>>> import boardgames as bg
>>> game = bg.load("ur", tokens=1)
>>> table = solve.table(game)
>>> round(table.value(game.start()), 9)
0.53004984

All positions of the Royal Game of Ur are solved into a file (:mod:`boardgames.solve.ur`), and so are those of morris
(:mod:`boardgames.solve.morris`) and of Dobutsu Shogi (:mod:`boardgames.solve.dobutsu`).
:mod:`boardgames.solve.generic` solves any other game whose positions fit into memory.
"""

from __future__ import annotations

from boardgames.core.exports import public_names
from boardgames.core.lookup.tablebase import NoTablebase, NotInTablebase, Tablebase, action_losses, table
from boardgames.solve import generic
from boardgames.solve.table_file import UnreadableTable
from boardgames.solve.ur.table import UrTable, load

__all__ = [
    "NoTablebase",
    "NotInTablebase",
    "Tablebase",
    "UnreadableTable",
    "UrTable",
    "action_losses",
    "generic",
    "load",
    "table",
]
__dir__ = public_names(__name__)
