"""The levels of minishogi, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level

LEVELS: Final = GameLevels(
    search=(
        Level(12.0, depth=1),
        Level(3.5, depth=1),
        Level(1.4, depth=1),
        Level(0.25, depth=1),
        Level(nodes=65),
        Level(nodes=145),
        Level(nodes=350),
        Level(nodes=720),
        Level(nodes=1600),
        Level(),
    )
)
