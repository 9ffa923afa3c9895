"""Solves any game for two whose positions fit into memory.

Games without dice are solved by *retrograde analysis*: it goes backwards from the ends and finds which positions are
won and lost; all others are drawn.  Games with dice are solved by *value iteration*: it takes means over throws and the
best of the actions, again and again until nothing changes.

``numbering`` gives each position a number, and ``graph`` links positions; ``retrograde`` solves what has no dice;
``components`` finds positions that can all reach each other, which ``value_iteration`` solves together; ``solver``
runs all this and tells the values.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
