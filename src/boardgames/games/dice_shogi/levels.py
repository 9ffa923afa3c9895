"""The levels of Dice Shogi, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level, careful, careless

LEVELS: Final = GameLevels(
    search=(
        *careless(12.0, 4.5, 1.6, 0.75, 0.33, 0.09, depth=1),
        Level(0.12, nodes=50),
        *careful(50, 1000),
        Level(),
    ),
    tree=(*careless(5.0, 3.0, 1.8, 1.1, 0.65, 0.4, 0.2, nodes=100), *careful(100, 1500), Level()),
)
