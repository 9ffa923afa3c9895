"""The levels of the family, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level

LARGE: Final = GameLevels(
    search=(
        Level(2.0, depth=1, nodes=350, selective=True),
        Level(1.0, depth=1, nodes=500, selective=True),
        Level(0.5, depth=1, nodes=700, selective=True),
        Level(nodes=110, selective=True),
        Level(nodes=220, selective=True),
        Level(nodes=400, selective=True),
        Level(nodes=800, selective=True),
        Level(nodes=1700, selective=True),
        Level(nodes=3600, selective=True),
        Level(at_best=True),
    )
)
"""The levels of shogi and other variants on large boards."""

SMALL: Final = GameLevels(
    search=(
        Level(12.0, depth=1),
        Level(3.5, depth=1),
        Level(1.4, depth=1),
        Level(0.6, depth=1),
        Level(nodes=170, at_best=True),
        Level(nodes=290, at_best=True),
        Level(nodes=490, at_best=True),
        Level(nodes=900, at_best=True),
        Level(nodes=1800, at_best=True),
        Level(at_best=True),
    )
)
"""The levels of variants on small boards that have none of their own."""
