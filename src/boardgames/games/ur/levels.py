"""The levels of the Royal Game of Ur, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level

LEVELS: Final = GameLevels(
    search=(
        Level(1.4, depth=1),
        Level(0.8, depth=1),
        Level(0.55, depth=1),
        Level(0.37, depth=1),
        Level(0.26, depth=1),
        Level(0.185, depth=1),
        Level(0.125, depth=1),
        Level(0.065, depth=1),
        Level(depth=1),
        Level(),
    ),
    tree=(
        Level(1.4, nodes=50),
        Level(0.8, nodes=50),
        Level(0.55, nodes=50),
        Level(0.37, nodes=50),
        Level(0.26, nodes=50),
        Level(0.185, nodes=50),
        Level(0.125, nodes=50),
        Level(0.065, nodes=50),
        Level(nodes=50),
        Level(),
    ),
)
