"""Views of parts of the board, as numbers that are the same for parts that are turned or mirrored.

A *shape* is a part of the board with its men.  It has a number to base 3, a digit for
each point: 0 where it is free, 1 for an own man, 2 for the other's.  Shapes that a
symmetry of their part turns into each other are of one class.

A *sector* is three points in a row on each of three squares: at a side, a corner and the
points on both sides of it; at a corner, the other way round.  Each line lies in one sector at a side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Places = tuple[int, ...]
"""Where a symmetry sends each place of a part."""

ROW: Final = 3
SECTOR: Final = 9
SQUARE: Final = 8

SECTOR_IMAGES: Final[tuple[Places, ...]] = tuple(
    tuple(
        ROW * (2 - square if inside_out else square) + (2 - place if mirrored else place)
        for square in range(3)
        for place in range(ROW)
    )
    for inside_out in (False, True)
    for mirrored in (False, True)
)
SQUARE_IMAGES: Final[tuple[Places, ...]] = tuple(
    tuple(((2 - place if mirrored else place) + turned) % SQUARE for place in range(SQUARE))
    for turned in (0, 2, 4, 6)
    for mirrored in (False, True)
)


def classes(symmetries: Iterable[Places]) -> list[int]:
    """The number of the class of each shape of a part, from 0.

    >>> classes([(0, 1), (1, 0)])
    [0, 1, 2, 1, 3, 4, 2, 4, 5]
    """
    least = [min(images) for images in zip(*map(images_of_all, symmetries), strict=True)]
    number = {shape: place for place, shape in enumerate(sorted(set(least)))}
    return [number[shape] for shape in least]


def images_of_all(places: Places) -> list[int]:
    """The number of the image of each shape."""
    images = [0]
    for place in places:
        images = [digit * 3**place + image for digit in range(3) for image in images]
    return images


def own_men(places: int) -> list[int]:
    """The number of the shape that has own men on a set of places and no others, for each set."""
    return [sum([3**place for place in range(places) if men >> place & 1]) for men in range(2**places)]
