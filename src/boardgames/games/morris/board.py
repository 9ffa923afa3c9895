"""The boards of the morris family: squares one inside another, joined by lines.

A point is a number, ``8 * radius + direction``.  Radius 0 is the innermost
square; direction 0 is the top left and the others follow clockwise, so even
directions are corners and odd ones middles of sides.  A centre is the last point,
8 on a board of one square and 24 on one of three.  A set of points is an integer: bit n stands for point n.
The geometry of most boards follows from this numbering: a step along a square turns a set by one direction, a step
between squares shifts it by eight bits.  Only a centre and open sides are looked at line by line.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.games.morris.geometry import DIRECTIONS, Geometry

RADII: Final = 3  # of the largest board
POINTS: Final = 24  # of three squares
MOST_POINTS: Final = POINTS + 1  # of three squares and a centre

SLOTS: Final = 32
"""The number of slots that :func:`slot_of` gives."""

BIT: Final[tuple[int, ...]] = tuple([2**point for point in range(MOST_POINTS)])


def set_of(points: tuple[int, ...] | list[int]) -> int:
    """The set of some points."""
    return sum([BIT[point] for point in points])


def points_of(men: int) -> list[int]:
    """The points of a set, ascending."""
    return [point for point in range(MOST_POINTS) if men & BIT[point]]


# -- sets of points -----------------------------------------------------------

# Literals, which the compiler puts into the code.
CORNERS: Final[i64] = 0x555555
MIDDLES: Final[i64] = 0xAAAAAA
ONE_SQUARE: Final[i64] = 0xFF


def turned(men: i64) -> i64:
    """The set turned clockwise by one direction."""
    return men * 2 & 0xFEFEFE | men >> 7 & 0x010101


def turned_back(men: i64) -> i64:
    """The set turned counterclockwise by one direction."""
    return men >> 1 & 0x7F7F7F | men * 128 & 0x808080


def count(men: i64) -> i64:
    """The number of points in a set."""
    pairs = men - (men >> 1 & 0x55555555)
    fours = (pairs & 0x33333333) + (pairs >> 2 & 0x33333333)
    eights = fours + (fours >> 4) & 0x0F0F0F0F
    return (eights * 0x01010101 >> 24) & 0x3F


def point_of(one: i64) -> i64:
    """The point of a set of one: as many as there are points before it."""
    return count(one - 1)


def slot_of(one: i64) -> i64:
    """A number below ``SLOTS`` for a set of one, different for each.

    Its product with a de Bruijn sequence has five bits that no other has there.
    """
    return one * 0x077CB531 >> 27 & 31


# -- boards ---------------------------------------------------------------------


@final
class Line:
    """A line through a point: its number, and its two ``others`` points, also as a set."""

    def __init__(self, number: i64, one: i64, another: i64) -> None:
        self.number: Final = number
        self.one: Final = one
        self.another: Final = another
        self.others: Final[i64] = BIT[one] + BIT[another]


@final
class Board:
    """A board by its data: how many ``squares``, and the directions in which they, or a centre, are ``joined``.

    Three squares joined in a direction make a line there, and so do two opposite
    ways from a centre; two squares are only joined.  Around a ``centre`` three squares are
    joined at the middles of their sides.  ``outer_links`` are directions in which men may
    step between the two outermost squares, and no more; sides that go clockwise from ``open_corners`` make no mill.
    """

    def __init__(
        self,
        name: str,
        squares: int,
        joined: tuple[int, ...],
        source: str,
        centre: bool = False,
        outer_links: tuple[int, ...] = (),
        open_corners: tuple[int, ...] = (),
    ) -> None:
        geometry = Geometry(squares, joined, centre, outer_links, open_corners)
        self.has_open_sides: Final[bool] = bool(open_corners)
        self.name: Final = name
        self.squares: Final[i64] = squares
        self.source: Final = source
        self.has_centre: Final[bool] = geometry.has_centre
        self.size: Final[int] = geometry.size
        """The number of its points."""
        self.points: Final[i64] = 2**self.size - 1
        self.joined: Final[i64] = sum([BIT[point] for point in range(self.size) if point % DIRECTIONS in joined])
        """The points in the directions in which the squares are joined."""
        self.names: Final[tuple[str, ...]] = tuple([geometry.name(point) for point in range(self.size)])
        """The points' names."""
        self.point: Final[dict[str, int]] = {name: point for point, name in enumerate(self.names)}
        self.reading_order: Final[tuple[int, ...]] = geometry.reading_order()
        """The points row by row from above."""
        self.example: Final = (1, 8, 6) if squares == 1 else (8 * squares - 15, 8 * squares - 7, 8 * squares - 2)
        """A point, one next to it, and one elsewhere, to show how actions are written."""
        self.lines: Final[tuple[tuple[int, ...], ...]] = tuple(geometry.lines())
        """The lines on which three men make a mill."""
        self.links: Final[tuple[tuple[int, ...], ...]] = tuple(geometry.links())
        """The steps between two points that lie on no line."""
        self.line_sets: Final[tuple[int, ...]] = tuple([set_of(line) for line in self.lines])
        self.line_names: Final[tuple[str, ...]] = tuple([geometry.line_name(line) for line in self.lines])
        """The ends of each line: ``a7-g7``."""
        self.lines_to: Final[tuple[tuple[Line, ...], ...]] = tuple(
            [self._lines_to(point) for point in range(self.size)]
        )
        """The lines through each point."""
        self.neighbours: Final[tuple[tuple[int, ...], ...]] = tuple(
            [geometry.neighbours(point) for point in range(self.size)]
        )
        """The points next to each point."""
        self.linked: Final[i64] = sum([BIT[POINTS - 16 + direction] for direction in outer_links])
        """The points of the middle square from which men may step to the outer one on no line."""
        self.centre: Final[i64] = BIT[self.size - 1] if self.has_centre else 0
        self.beside_centre: Final[i64] = set_of(self.neighbours[self.size - 1]) if self.has_centre else 0
        self.single_lines: Final[vec[i64]] = vec[i64](
            [line for line in self.line_sets if self.has_open_sides or line & self.centre]
        )
        """The lines that are looked at one by one: all where sides are open, else those through a centre."""
        self.symmetries: Final[tuple[tuple[int, ...], ...]] = geometry.symmetries()
        """Where each symmetry sends each point."""

    def _lines_to(self, point: int) -> tuple[Line, ...]:
        lines: list[Line] = []
        for number, line in enumerate(self.lines):
            if point in line:
                one, another = [other for other in line if other != point]
                lines.append(Line(number, one, another))
        return tuple(lines)

    def __repr__(self) -> str:
        return f"<Board {self.name}>"

    # -- what sets of men do on it ---------------------------------------------

    def closing(self, men: i64) -> i64:
        """The points where a man would stand in a line with two of ``men``, whether or not one is there."""
        reached: i64 = 0
        if not self.has_open_sides:
            before, after = turned(men), turned_back(men)
            reached = before & after & MIDDLES | (before & turned(before) | after & turned_back(after)) & CORNERS
            if self.squares == 3:
                inner, middle, outer = men & ONE_SQUARE, men >> 8 & ONE_SQUARE, men >> 16
                spokes = middle & outer | (inner & outer) * 256 | (inner & middle) * 65536
                reached |= spokes & self.joined
        for number in range(i64(len(self.single_lines))):
            line = self.single_lines[number]
            free = line & ~men
            if not free & (free - 1):
                reached |= free if free else line
        return reached

    def in_mills(self, men: i64) -> i64:
        """The men of a set that stand in a mill."""
        return men & self.closing(men)

    def beside(self, men: i64) -> i64:
        """The points next to any of ``men``."""
        joined, linked = men & self.joined, men & self.linked
        reached = (turned(men) | turned_back(men) | joined * 256 | joined >> 8) & self.points
        if self.has_centre:
            reached |= linked * 256 | men >> 8 & self.linked
            if men & self.centre:
                reached |= self.beside_centre
            if men & self.beside_centre:
                reached |= self.centre
        return reached


SIDEWAYS: Final = (1, 3, 5, 7)  # from the middles of the sides
CORNER_WAYS: Final = (0, 2, 4, 6)
ALL_WAYS: Final = (0, 1, 2, 3, 4, 5, 6, 7)  # from the corners too

NINE: Final = Board("nine", 3, SIDEWAYS, "three squares, their sides joined: nine men's morris")
REFEREES: Final = Board(
    "referee",
    3,
    SIDEWAYS,
    "nine's, left sides no mills: CodinGame's program, Board.makeMillsDetectors",
    open_corners=(6,),
)
_EVERY: Final = (
    NINE,
    REFEREES,
    Board(
        "three", 1, ALL_WAYS, "a square with its centre, crosses and diagonals: Murray's smaller merels", centre=True
    ),
    Board("six", 2, SIDEWAYS, "two squares, their sides joined: six men's morris"),
    Board("twelve", 3, ALL_WAYS, "three squares, sides and corners joined: twelve men's morris"),
    Board(
        "sesotho",
        3,
        SIDEWAYS,
        "three squares, sides joined through a centre, corners of the outer two joined: Sesotho, GamesmanOne",
        centre=True,
        outer_links=CORNER_WAYS,
    ),
)
BOARDS: Final[dict[str, Board]] = {board.name: board for board in _EVERY}
"""Every board by its name."""
