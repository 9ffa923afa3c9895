"""Solves any game for two whose positions fit into memory.

Games without dice are solved by *retrograde analysis*: it goes backwards from the
ends and finds which positions are won and lost; all others are drawn.  Games with
dice are solved by *value iteration*: it takes means over throws and the best of
the actions, again and again until nothing changes.

``numbering`` gives each position a number, and ``graph`` links positions; ``retrograde`` solves what has no dice;
``components`` finds positions that can all reach each other, which ``value_iteration`` solves together; ``solver``
has it done and tells the values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.solve.generic.graph import key_of
    from boardgames.solve.generic.solver import MOST_POSITIONS, Solution, solve
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(__name__, {"graph": "key_of", "solver": "MOST_POSITIONS Solution solve"})

__all__ = ["MOST_POSITIONS", "Solution", "key_of", "solve"]
