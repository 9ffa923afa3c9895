"""Exact values: what every position is worth if both sides play their best.

>>> from boardgames import solve
>>> import boardgames as bg
>>> game = bg.load("ur", tokens=1)
>>> table = solve.table(game)
>>> round(table.value(game.start()), 9)
0.53004984

The Royal Game of Ur is solved whole, into a file (:mod:`boardgames.solve.ur`);
other games, as far as their positions fit in memory, by :mod:`boardgames.solve.generic`.
"""

from __future__ import annotations

from boardgames.core.lookup.tablebase import NoTablebase, NotInTablebase, Tablebase, action_losses, table
from boardgames.solve.ur.table import UnreadableTable, UrTable, load

__all__ = ["NoTablebase", "NotInTablebase", "Tablebase", "UnreadableTable", "UrTable", "action_losses", "load", "table"]
