"""The tracks of Ur as data: the squares that a side's tokens pass.

A square is a row and a number, as RoyalUr writes them: row ``a`` is the side's
own, ``b`` the middle, ``c`` the opponent's; numbers go along the board.  The
opponent's track is its mirror image, so one list of squares gives both.
"""

from __future__ import annotations

from typing import Final

import attrs

MIRRORED: Final = {"a": "c", "b": "b", "c": "a"}


def mirrored(square: str) -> str:
    """The square as the opponent calls it."""
    return MIRRORED[square[0]] + square[1:]


@attrs.frozen
class Track:
    """The track of a side: the square of each cell, from 1 on.

    >>> TRACKS["masters"].opposite[12], TRACKS["masters"].opposite[4]
    (16, 0)
    """

    name: str
    squares: tuple[str, ...]
    source: str
    opposite: tuple[int, ...] = attrs.field(init=False)
    """For each cell the opponent's cell on the same square; 0 where the opponent never comes, waiting and at home."""

    @opposite.default
    def _opposite(self) -> tuple[int, ...]:
        theirs = {mirrored(square): cell for cell, square in enumerate(self.squares, 1)}
        return (0, *(theirs.get(square, 0) for square in self.squares), 0)

    @property
    def cells(self) -> int:
        """How many cells the track has; cell 0 waits before them, and the next is home."""
        return len(self.squares)


def _way(squares: str) -> tuple[str, ...]:
    return tuple(squares.split())


_EVERY: Final = (
    Track(
        "bell",
        _way("a4 a3 a2 a1 b1 b2 b3 b4 b5 b6 b7 b8 a8 a7"),
        "R. C. Bell, Board and Table Games From Many Civilizations; Finkel and Code Colosseum",
    ),
    Track(
        "masters",
        _way("a4 a3 a2 a1 b1 b2 b3 b4 b5 b6 b7 c7 c8 b8 a8 a7"),
        "James Masters, https://www.tradgames.org.uk/games/Royal-Game-Ur.htm",
    ),
    Track(
        "aseb",
        _way("a4 a3 a2 a1 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12"),
        "W. Crist, A.-E. Dunn-Vaturi and A. de Voogt, Ancient Egyptians at Play (2016)",
    ),
)
TRACKS: Final = {track.name: track for track in _EVERY}
"""Every track by its name."""
