"""The tracks of Ur as data: the squares that a side's tokens pass.

A square is a row and a number, as RoyalUr writes them: row ``a`` is the side's
own, ``b`` the middle, ``c`` the opponent's; numbers go along the board.  The
opponent's track is its mirror image, so one list of squares gives both.  A track
may pass a square twice: its two cells are then one place.
"""

from __future__ import annotations

from functools import cached_property
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
    ((16,), ())
    >>> TRACKS["murray"].opposite[8], TRACKS["murray"].twin[8]
    ((8, 20), 20)
    """

    name: str
    squares: tuple[str, ...]
    source: str
    leaves: str = "a"
    """The row of the place beside the board at which tokens leave."""

    @cached_property
    def opposite(self) -> tuple[tuple[int, ...], ...]:
        """The opponent's cells on the square of each cell; none where it never comes, waiting and at home."""
        theirs = [mirrored(square) for square in self.squares]
        return (
            (),
            *(tuple(cell for cell, other in enumerate(theirs, 1) if other == square) for square in self.squares),
            (),
        )

    @cached_property
    def twin(self) -> tuple[int, ...]:
        """The other cell of this track on the square of each cell; 0 where the track passes the square once."""
        numbered = list(enumerate(self.squares, 1))
        others = [
            [other for other, passed in numbered if passed == square and other != cell] for cell, square in numbered
        ]
        return (0, *(cells[0] if cells else 0 for cells in others), 0)

    @property
    def turns_back(self) -> bool:
        """True if the track passes a square twice."""
        return any(self.twin)

    def cells_on(self, square: str) -> tuple[int, ...]:
        """The cells of this track on a square, ascending; none where it never comes."""
        return tuple(cell for cell, passed in enumerate(self.squares, 1) if passed == square)

    @property
    def cells(self) -> int:
        """The number of cells of the track; cell 0 waits before them, and the next is home."""
        return len(self.squares)


def _way(squares: str) -> tuple[str, ...]:
    return tuple(squares.split())


_OUT_AND_BACK: Final = "a4 a3 a2 a1 b1 b2 b3 b4 b5 b6 b7 c7 c8 b8 a8 a7 b7 b6 b5 b4 b3 b2 b1"

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
    Track(
        "murray",
        _way(f"{_OUT_AND_BACK} c1 c2 c3 c4"),
        "H. J. R. Murray, A History of Board-Games Other Than Chess (1951), as in RoyalUr",
        leaves="c",
    ),
    Track(
        "skiriuk",
        _way(_OUT_AND_BACK),
        "D. Skiriuk, https://skyruk.livejournal.com/231444.html, as in RoyalUr",
        leaves="b",
    ),
)
TRACKS: Final = {track.name: track for track in _EVERY}
"""Every track by its name."""
