"""The levels of Dice Shogi, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level

LEVELS: Final = GameLevels(
    search=(
        Level(12.0, depth=1),
        Level(4.5, depth=1),
        Level(1.6, depth=1),
        Level(0.75, depth=1),
        Level(0.33, depth=1),
        Level(0.09, depth=1),
        Level(0.12, nodes=50),
        Level(nodes=50),
        Level(nodes=1000),
        Level(),
    ),
    tree=(
        Level(5.0, nodes=100),
        Level(3.0, nodes=100),
        Level(1.8, nodes=100),
        Level(1.1, nodes=100),
        Level(0.65, nodes=100),
        Level(0.4, nodes=100),
        Level(0.2, nodes=100),
        Level(nodes=100),
        Level(nodes=1500),
        Level(),
    ),
)
