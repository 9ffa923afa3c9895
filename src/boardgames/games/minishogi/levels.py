"""The levels of minishogi, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level, careful, careless

LEVELS: Final = GameLevels(
    search=(*careless(12.0, 3.2, 1.6, 0.75, 0.25, depth=1), *careful(140, 220, 550, 1500), Level())
)
