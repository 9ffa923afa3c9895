"""Short games of each kind, from the start to the end or from a position with a rare choice."""

from __future__ import annotations

from typing import Final

import attrs


@attrs.frozen
class Played:
    """A game: where it starts, and all its actions, throws among them."""

    game: str
    actions: tuple[str, ...]
    start: str | None = None

    @property
    def dice(self) -> list[str] | None:
        """The throws as a script."""
        throws = [action.removeprefix("=") for action in self.actions if action.startswith("=")]
        return throws or None


UR: Final = Played("ur:tokens=1", ("=4", "0", "=4", "4", "=2", "8", "=0", "=2", "10", "=1", "0", "=3", "12"))
"""Light throws nothing at the seventh ply, and has to pass."""

MORRIS: Final = Played("morris", ("d7xa1xb4", "d1", "f4-f2xd1"), "B.B.B..BW.W..BW...BB.W.. b 1 1 17")
"""Black's last man closes two mills at once."""

MINISHOGI: Final = Played("minishogi", ("2e4c", "4a5b", "1e2e", "1b1c", "4c2a+"))

DICE_SHOGI: Final = Played("dice-shogi", ("=4", "2e4c", "=5", "5a5b", "=2", "1e2e", "=5", "5b5a", "=2", "2e2a"))

SHOGI: Final = Played(
    "shogi",
    ("7g7f", "8b5b", "8h5e", "6c6d", "1i1h", "5b9b", "5e3c+", "5a6b", "3c4b", "2b9i", "8g8f", "9i5e+", "4b4a", "L*2d",
     "G*6c"),
)  # fmt: skip
"""A promotion is taken (5e3c+), one is refused (2b9i), and two men are dropped."""

GAMES: Final = (UR, MORRIS, MINISHOGI, DICE_SHOGI, SHOGI)

WHOLE_MORRIS: Final = Played(
    "morris",
    ("b4", "e5", "f6", "d3", "f2", "b2", "c3", "b6", "d5", "d2", "f4xd2", "e3", "d7", "e4xd5", "c4", "d5", "c5xb2",
     "d6", "f2-d2"),
)  # fmt: skip
"""From the empty board to a side that cannot move."""
