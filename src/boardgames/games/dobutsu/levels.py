"""The levels of Dobutsu Shogi, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level

LEVELS: Final = GameLevels(
    search=(
        Level(12.0, depth=1),
        Level(6.0, depth=1),
        Level(3.5, depth=1),
        Level(2.1, depth=1),
        Level(1.4, depth=1),
        Level(0.75, depth=1),
        Level(0.25, depth=1),
        Level(nodes=2000),
        Level(nodes=5000),
        Level(),
    )
)
