"""The levels of morris, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level

LEVELS: Final = GameLevels(
    search=(
        Level(4.0, depth=1),
        Level(1.6, depth=1),
        Level(0.75, depth=1),
        Level(0.37, depth=1),
        Level(0.17, depth=1),
        Level(0.08, depth=1),
        Level(nodes=52),
        Level(nodes=230),
        Level(nodes=950),
        Level(),
    ),
    tree=(
        Level(nodes=2),
        Level(nodes=3),
        Level(nodes=5),
        Level(nodes=7),
        Level(nodes=10),
        Level(nodes=18),
        Level(nodes=45),
        Level(nodes=120),
        Level(nodes=500),
        Level(),
    ),
)
