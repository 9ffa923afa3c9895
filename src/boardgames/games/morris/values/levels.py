"""The levels of morris, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level

LEVELS: Final = GameLevels(
    search=(
        Level(1.1, depth=1),
        Level(0.6, depth=1),
        Level(0.31, depth=1),
        Level(0.18, depth=1),
        Level(0.088, depth=1),
        Level(nodes=42),
        Level(nodes=120),
        Level(nodes=400),
        Level(nodes=1000),
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
