"""The board of nine men's morris: three squares, one inside another, joined at the middles of their sides.

A point is a number, ``8 * radius + direction``.  Radius 0 is the innermost
square; direction 0 is the top left and they go on clockwise, so that even
directions are corners and odd ones middles of sides.  A set of points is an
integer: bit n stands for point n.  All of the board's geometry follows from
this numbering: a step along a square turns a set by one direction, a step
between squares shifts it by eight bits.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

RADII: Final = 3
DIRECTIONS: Final = 8
POINTS: Final = 24
EAST: Final = (-1, 0, 1, 1, 1, 0, -1, -1)  # where a direction lies from the centre
NORTH: Final = (1, 1, 1, 0, -1, -1, -1, 0)

NAMES: Final[tuple[str, ...]] = tuple(
    [
        "abcdefg"[3 + EAST[direction] * (radius + 1)] + str(4 + NORTH[direction] * (radius + 1))
        for radius in range(RADII)
        for direction in range(DIRECTIONS)
    ]
)
"""The points' names: columns a to g from the left, rows 1 to 7 from below."""
POINT: Final[dict[str, int]] = {name: point for point, name in enumerate(NAMES)}
READING_ORDER: Final[tuple[int, ...]] = tuple(
    sorted(range(POINTS), key=lambda point: (-int(NAMES[point][1]), NAMES[point][0]))
)
"""The points from a7 to g1, row by row."""
BIT: Final[tuple[int, ...]] = tuple([2**point for point in range(POINTS)])


def set_of(points: tuple[int, ...] | list[int]) -> int:
    """The set of some points."""
    return sum([BIT[point] for point in points])


def points_of(men: int) -> list[int]:
    """The points of a set, ascending."""
    return [point for point in range(POINTS) if men & BIT[point]]


# -- lines, and the ways along them -------------------------------------------

SIDES: Final = [
    (8 * radius + corner, 8 * radius + corner + 1, 8 * radius + (corner + 2) % 8)
    for radius in range(RADII)
    for corner in (0, 2, 4, 6)
]
SPOKES: Final = [(middle, 8 + middle, 16 + middle) for middle in (1, 3, 5, 7)]
LINES: Final[tuple[tuple[int, ...], ...]] = tuple(SIDES + SPOKES)
"""The sixteen lines on which three men make a mill."""
LINE_SETS: Final[tuple[int, ...]] = tuple([set_of(line) for line in LINES])
LINES_THROUGH: Final[tuple[tuple[int, ...], ...]] = tuple(
    [tuple([number for number, line in enumerate(LINES) if point in line]) for point in range(POINTS)]
)
"""The two lines through each point."""
NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = tuple(
    [
        tuple(
            sorted(
                [
                    line[place]
                    for line in LINES
                    if point in line
                    for place in range(3)
                    if abs(place - line.index(point)) == 1
                ]
            )
        )
        for point in range(POINTS)
    ]
)
"""The points next to each point."""


def _image(turns: int, mirrored: bool, inside_out: bool, point: int) -> int:
    radius, direction = divmod(point, DIRECTIONS)
    if inside_out:
        radius = RADII - 1 - radius
    if mirrored:
        direction = 2 - direction
    return DIRECTIONS * radius + (direction + 2 * turns) % DIRECTIONS


SYMMETRIES: Final[tuple[tuple[int, ...], ...]] = tuple(
    [
        tuple([_image(turns, mirrored, inside_out, point) for point in range(POINTS)])
        for inside_out in (False, True)
        for mirrored in (False, True)
        for turns in range(4)
    ]
)
"""Where each of the sixteen symmetries sends each point: four turns, mirrored, inside out."""

# -- sets of points -----------------------------------------------------------

# As literals, so that the compiler can put them into the code.
BOARD: Final[i64] = 0xFFFFFF
CORNERS: Final[i64] = 0x555555
MIDDLES: Final[i64] = 0xAAAAAA
ONE_SQUARE: Final[i64] = 0xFF


def turned(men: i64) -> i64:
    """The set turned clockwise by one direction."""
    return men * 2 & 0xFEFEFE | men >> 7 & 0x010101


def turned_back(men: i64) -> i64:
    """The set turned counterclockwise by one direction."""
    return men >> 1 & 0x7F7F7F | men * 128 & 0x808080


def closing(men: i64) -> i64:
    """The points where a man would stand in a line with two of ``men``, whether or not one is there."""
    before, after = turned(men), turned_back(men)
    sides = before & after & MIDDLES | (before & turned(before) | after & turned_back(after)) & CORNERS
    inner, middle, outer = men & ONE_SQUARE, men >> 8 & ONE_SQUARE, men >> 16
    spokes = middle & outer | (inner & outer) * 256 | (inner & middle) * 65536
    return sides | spokes & MIDDLES


def in_mills(men: i64) -> i64:
    """Those of ``men`` who stand in a mill."""
    return men & closing(men)


def beside(men: i64) -> i64:
    """The points next to any of ``men``."""
    middles = men & MIDDLES
    return turned(men) | turned_back(men) | (middles * 256 | middles >> 8) & BOARD


def count(men: i64) -> i64:
    """How many points a set has."""
    pairs = men - (men >> 1 & 0x555555)
    fours = (pairs & 0x333333) + (pairs >> 2 & 0x333333)
    eights = fours + (fours >> 4) & 0x0F0F0F
    return (eights + (eights >> 8) + (eights >> 16)) & 0x1F
