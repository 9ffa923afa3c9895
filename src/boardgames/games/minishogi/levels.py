"""The levels of minishogi, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level

LEVELS: Final = GameLevels(
    search=(
        Level(12.0, depth=1),
        Level(3.2, depth=1),
        Level(1.6, depth=1),
        Level(0.75, depth=1),
        Level(0.25, depth=1),
        Level(nodes=140),
        Level(nodes=390),
        Level(nodes=720),
        Level(nodes=1500),
        Level(),
    )
)
