"""The levels of morris, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level, careful, careless

LEVELS: Final = GameLevels(
    search=(*careless(4.0, 1.6, 0.75, 0.37, 0.17, 0.08, depth=1), *careful(52, 230, 950), Level()),
    tree=(*careful(2, 3, 5, 7, 10, 18, 45, 120, 500), Level()),
)
