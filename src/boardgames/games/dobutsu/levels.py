"""The levels of Dobutsu Shogi, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level, careful, careless

LEVELS: Final = GameLevels(
    search=(*careless(12.0, 6.0, 3.5, 2.1, 1.4, 0.75, 0.25, depth=1), *careful(2000, 5000), Level())
)
