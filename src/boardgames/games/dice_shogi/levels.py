"""The levels of Dice Shogi, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level

LEVELS: Final = GameLevels(
    search=(
        Level(13.0, depth=1),
        Level(6.5, depth=1),
        Level(3.4, depth=1),
        Level(1.8, depth=1),
        Level(0.95, depth=1),
        Level(0.5, depth=1),
        Level(0.25, depth=1),
        Level(0.04, depth=1),
        Level(nodes=600),
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
