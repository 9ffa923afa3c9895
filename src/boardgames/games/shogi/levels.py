"""The levels of the family, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level, careful, careless

LARGE: Final = GameLevels(
    search=(
        Level(2.0, depth=1, nodes=350),
        Level(0.55, depth=1, nodes=700),
        *careful(40, 60, 105, 240, 560, 1280, 2800),
        Level(),
    )
)
"""The levels of shogi and other variants on large boards."""

SMALL: Final = GameLevels(search=(*careless(12.0, 3.5, 1.4, 0.6, depth=1), *careful(170, 290, 490, 900, 1800), Level()))
"""The levels of variants on small boards that have none of their own."""
