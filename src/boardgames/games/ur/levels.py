"""The levels of the Royal Game of Ur, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level, careless

BOUNDS: Final = (1.4, 0.8, 0.55, 0.37, 0.26, 0.185, 0.125, 0.065, 0.0)
LEVELS: Final = GameLevels(
    search=(*careless(*BOUNDS, depth=1), Level()),
    tree=(*careless(*BOUNDS, nodes=50), Level()),
)
