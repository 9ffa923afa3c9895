"""A position of Dobutsu Shogi as one number, its key, as the side to act sees it.

A key has eight fields of six bits: the places of the two giraffes, of the two elephants and of the two chicks,
then the cells of the own and of the other lion.  A *place* is where a man is, whose it is, and whether it is
promoted.  Cells are numbered from 0 at the top right, as in the rules; the own side moves up.
The two men of a kind are alike, so keys that differ in their order mean the same position.
"""

from __future__ import annotations

from typing import Final

CELLS: Final = 12
COLUMNS: Final = 3
OWN: Final = 0
"""Places from here on are the own side's on the cells of the board."""
OWN_PROMOTED: Final = 12
OTHER: Final = 24
OTHER_PROMOTED: Final = 36
OWN_HAND: Final = 48
OTHER_HAND: Final = 49
ABSENT: Final = 50
"""The place of a man that the game is played without."""
PLACES: Final = 51

MEN: Final = 6
"""The fields of men that are no lions."""
OWN_LION: Final = 6
OTHER_LION: Final = 7
FIELD: Final = 6  # bits
FIELD_MASK: Final = 63

GIRAFFE: Final = 0
ELEPHANT: Final = 1
CHICK: Final = 2


def key_of(men: list[int], own_lion: int, other_lion: int) -> int:
    """The key of the places of six men and two lions."""
    return sum([place * 2 ** (FIELD * field) for field, place in enumerate([*men, own_lion, other_lion])])


def places_of(key: int) -> list[int]:
    """The eight places of a key."""
    return [key // 2 ** (FIELD * field) % 2**FIELD for field in range(MEN + 2)]


def moved(place: int, cells: list[int], exchanged: bool) -> int:
    """A place on a board whose cells are renumbered, and where the sides may be exchanged.

    >>> moved(OWN_HAND, list(range(12)), True) == OTHER_HAND
    True
    """
    if place >= OWN_HAND:
        return {OWN_HAND: OTHER_HAND, OTHER_HAND: OWN_HAND}.get(place, place) if exchanged else place
    code, cell = divmod(place, CELLS)
    return ((code + 2) % 4 if exchanged else code) * CELLS + cells[cell]


TURNED: Final = [CELLS - 1 - cell for cell in range(CELLS)]
"""Each cell as the other side sees it."""
MIRRORED: Final = [cell // COLUMNS * COLUMNS + COLUMNS - 1 - cell % COLUMNS for cell in range(CELLS)]
"""Each cell on the board with left and right exchanged."""


def mirrored(key: int) -> int:
    """The key of a position with left and right exchanged."""
    *men, own, other = places_of(key)
    return key_of([moved(place, MIRRORED, False) for place in men], MIRRORED[own], MIRRORED[other])


def neighbours(cell: int, steps: str) -> list[int]:
    """The cells to which a man of the own side that makes such steps can go.

    >>> neighbours(7, "N NE NW")
    [4, 3, 5]
    """
    row, column = divmod(cell, COLUMNS)
    reached = []
    for name in steps.split():
        down = row + ("S" in name) - ("N" in name)
        left = column + ("W" in name) - ("E" in name)
        if 0 <= down < CELLS // COLUMNS and 0 <= left < COLUMNS:
            reached.append(down * COLUMNS + left)
    return reached
