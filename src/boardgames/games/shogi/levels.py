"""The levels of the family, from measurements: docs/notes/levels.md has them."""

from __future__ import annotations

from typing import Final

from boardgames.learning.levels import GameLevels, Level

LARGE: Final = GameLevels(
    search=(
        Level(2.0, depth=1, nodes=350),
        Level(0.55, depth=1, nodes=700),
        Level(nodes=40),
        Level(nodes=60),
        Level(nodes=105),
        Level(nodes=240),
        Level(nodes=560),
        Level(nodes=1280),
        Level(nodes=2800),
        Level(),
    )
)
"""The levels of shogi and other variants on large boards."""

SMALL: Final = GameLevels(
    search=(
        Level(12.0, depth=1),
        Level(3.5, depth=1),
        Level(1.4, depth=1),
        Level(0.6, depth=1),
        Level(nodes=170),
        Level(nodes=290),
        Level(nodes=490),
        Level(nodes=900),
        Level(nodes=1800),
        Level(),
    )
)
"""The levels of variants on small boards that have none of their own."""
