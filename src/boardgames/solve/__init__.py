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

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
