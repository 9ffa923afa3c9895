"""The points of a board: their places, their names, and which are joined."""

from __future__ import annotations

from typing import Final

DIRECTIONS: Final = 8
EAST: Final = (-1, 0, 1, 1, 1, 0, -1, -1)  # where a direction lies from the centre
NORTH: Final = (1, 1, 1, 0, -1, -1, -1, 0)

Points = tuple[int, ...]


class Geometry:
    """Some squares, one inside another, ``joined`` in these directions with each other or with a centre.

    Without a centre the board has no other points than those of its squares.  ``outer_links`` are directions in
    which only the two outermost squares are joined, by steps that lie on no line.  Sides that go clockwise from the
    corners ``open_corners`` are steps alone, and make no mill.
    """

    def __init__(
        self, squares: int, joined: Points, has_centre: bool, outer_links: Points, open_corners: Points = ()
    ) -> None:
        self.squares: Final = squares
        self.joined: Final = sorted(joined, key=lambda direction: (direction % 2 == 0, direction))  # middles first
        self.has_centre: Final = has_centre
        self.outer_links: Final = outer_links
        self.open_sides: Final = [side for side in self.sides() if side[0] % DIRECTIONS in open_corners]
        self.centre: Final = squares * DIRECTIONS
        self.size: Final = squares * DIRECTIONS + has_centre

    # -- places -----------------------------------------------------------------

    def east(self, point: int) -> int:
        """The columns by which a point lies right of the middle."""
        return 0 if self._is_centre(point) else EAST[point % DIRECTIONS] * (point // DIRECTIONS + 1)

    def north(self, point: int) -> int:
        """The rows by which a point lies above the middle."""
        return 0 if self._is_centre(point) else NORTH[point % DIRECTIONS] * (point // DIRECTIONS + 1)

    def _is_centre(self, point: int) -> bool:
        return self.has_centre and point == self.centre

    def name(self, point: int) -> str:
        """Its column, from a on from the left, and its row, from 1 on from below."""
        return "abcdefg"[self.squares + self.east(point)] + str(self.squares + 1 + self.north(point))

    def reading_order(self) -> Points:
        """The points row by row from above."""
        return tuple(sorted(range(self.size), key=lambda point: (-self.north(point), self.east(point))))

    def line_name(self, line: Points) -> str:
        """The ends of a line in reading order: ``a7-g7``."""
        ends = sorted(line, key=self.reading_order().index)
        return f"{self.name(ends[0])}-{self.name(ends[-1])}"

    # -- lines ------------------------------------------------------------------

    def sides(self) -> list[Points]:
        """The sides of the squares."""
        return [
            (8 * radius + corner, 8 * radius + corner + 1, 8 * radius + (corner + 2) % 8)
            for radius in range(self.squares)
            for corner in (0, 2, 4, 6)
        ]

    def lines(self) -> list[Points]:
        """The lines on which three men make a mill: sides, then lines through three squares or through the centre."""
        if self.squares == 1:
            return self.sides() + self._through_centre()
        if self.squares == 2:
            return self.sides()
        spokes = [(one, 8 + one, 16 + one) for one in self.joined]
        inner = [(self.centre, one, 8 + one) for one in self.joined] if self.has_centre else []
        sides = [side for side in self.sides() if side not in self.open_sides]
        return sides + spokes + inner + self._through_centre()

    def _through_centre(self) -> list[Points]:
        return [(one, self.centre, one + 4) for one in self.joined if one < 4] if self.has_centre else []

    def links(self) -> list[Points]:
        """The steps that lie on no line: between two squares, and on sides that make no mill."""
        if self.squares == 2:
            return [(one, 8 + one) for one in self.joined]
        outer = 8 * (self.squares - 1)
        open_steps = [pair for side in self.open_sides for pair in (side[:2], side[1:])]
        return [(outer - 8 + one, outer + one) for one in self.outer_links] + open_steps

    def steps(self) -> list[Points]:
        """All pairs of points that are next to each other."""
        return [pair for line in self.lines() for pair in (line[:2], line[1:])] + self.links()

    def neighbours(self, point: int) -> Points:
        """The points next to a point, ascending."""
        return tuple(sorted({sum(step) - point for step in self.steps() if point in step}))

    # -- symmetries ---------------------------------------------------------------

    def symmetries(self) -> tuple[Points, ...]:
        """The images of all points by each symmetry: four turns, mirrored, and squares inside out; lines stay lines."""
        images = [
            tuple(self._image(turns, mirrored, inside_out, point) for point in range(self.size))
            for inside_out in ((False,) if self.has_centre else (False, True))
            for mirrored in (False, True)
            for turns in range(4)
        ]
        lines = set(map(frozenset, self.lines()))
        return tuple(to for to in images if {frozenset(to[point] for point in line) for line in lines} == lines)

    def _image(self, turns: int, mirrored: bool, inside_out: bool, point: int) -> int:
        if self._is_centre(point):
            return self.centre
        radius, direction = divmod(point, DIRECTIONS)
        if inside_out:
            radius = self.squares - 1 - radius
        if mirrored:
            direction = 2 - direction
        return DIRECTIONS * radius + (direction + 2 * turns) % DIRECTIONS
