"""Exact values: the value of every position under best play of both sides.

>>> from boardgames import solve
>>> import boardgames as bg
>>> game = bg.load("ur", tokens=1)
>>> table = solve.table(game)
>>> round(table.value(game.start()), 9)
0.53004984

All positions of the Royal Game of Ur are solved into a file (:mod:`boardgames.games.ur.table`), and so are those of morris
(:mod:`boardgames.games.morris.table`) and of Dobutsu Shogi (:mod:`boardgames.games.dobutsu.table`).
:mod:`boardgames.solve.generic` solves any other game whose positions fit into memory.  All files have one format
(:mod:`boardgames.solve.table_file`), and :func:`load` opens any of them.
"""

from __future__ import annotations

from boardgames.core.lookup.tablebase import NoTablebase, NotInTablebase, Tablebase, action_losses, table
from boardgames.games.ur.table.table import UrTable
from boardgames.solve import generic
from boardgames.solve.loading import load
from boardgames.solve.table_file import Head, Section, TableFile, UnreadableTable, write_table

__all__ = [
    "Head",
    "NoTablebase",
    "NotInTablebase",
    "Section",
    "TableFile",
    "Tablebase",
    "UnreadableTable",
    "UrTable",
    "action_losses",
    "generic",
    "load",
    "table",
    "write_table",
]
