"""Exact values: the value of every position under best play of both sides.

>>> from boardgames import solve
>>> import boardgames as bg
>>> game = bg.load("ur", tokens=1)
>>> table = solve.table(game)
>>> round(table.value(game.start()), 9)
0.53004984

The solvers of single games stand in their folders, such as :mod:`boardgames.games.ur.table`.
:mod:`boardgames.solve.generic` solves any other game whose positions fit into memory.  All files have one format
(:mod:`boardgames.solve.table_file`), and :func:`load` opens any of them.
"""

from __future__ import annotations

from boardgames.core.lookup.tablebase import NoTablebase, NotInTablebase, Tablebase, table
from boardgames.solve import generic
from boardgames.solve.action_losses import action_losses
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
    "action_losses",
    "generic",
    "load",
    "table",
    "write_table",
]
