"""Scene: a position as things to see and to click, in the coordinates of the game.

A game draws its board as seat 0 sees it; :meth:`Scene.seen_from` turns it for the other seat.  One unit is the width of
a cell, x grows to the right and y downwards.  A scene can become SVG, a page or a window.

An action is chosen by a *path* of spots, such as the square that a man leaves and the square that it goes to.  The
paths of all legal actions form a trie: each path ends at exactly one action, and none is the beginning of another.  So
a promotion or a capture is one more step, and a program that follows the paths needs no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar

import attrs

from boardgames.core.above import above
from boardgames.core.model.game import OVER, State
from boardgames.core.text.said import Said


@attrs.frozen
class Spot:
    """A place that can be clicked; x and y are its middle.

    A ``cell`` is a square of the board, a ``point`` a crossing of its lines, a ``tray`` a place beside it where men
    wait.  A ``chip`` shows its label; so does a ``choice``, which appears only while it is the next step of a path.
    """

    name: str
    """The name in paths, unique in the scene."""
    x: float
    y: float
    shape: Literal["cell", "point", "tray", "chip", "choice"] = "cell"
    width: float = 1.0
    height: float = 1.0
    mark: str = ""
    """The drawing that is painted on it: shapes of SVG around its middle, in hundredths of a cell."""
    label: str = ""
    """The word for it, if that differs from the name."""


@attrs.frozen
class Man:
    """A man of a seat, or ``count`` equal ones, on a spot; a spot has one entry at most."""

    spot: str
    seat: int
    shape: Literal["disc", "wedge"] = "disc"
    """A wedge points away from its seat."""
    sign: str = ""
    """The text on it, in the game's own writing."""
    letters: str = ""
    """The text in Latin letters."""
    promoted: bool = False
    count: int = 1
    label: str = ""
    """Its name in words."""
    figure: str = ""
    """A drawing in place of the sign, if the reader wants no Latin letters: shapes of SVG around its middle, in
    hundredths of a cell, with dark lines unless they say otherwise."""
    ways: tuple[tuple[int, int], ...] = ()
    """The ways in which it moves, as steps to the right and down, drawn as dots at its edge; its seat is below."""
    strokes: str = ""
    """The sign as strokes, for computers without a font for it: the ``d`` of an SVG path in a square of 100 by 100."""


@attrs.frozen
class Area:
    """A part of the board or of the space beside it, drawn under the spots."""

    x: float
    y: float
    width: float
    height: float
    kind: Literal["board", "tray"] = "board"


@attrs.frozen
class Line:
    """A line of the board, from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float


@attrs.frozen
class Text:
    """A text: the ``coordinate`` of a row or column, an ``inner`` one on it, or a line of a drawing in ``letters``."""

    x: float
    y: float
    text: str
    kind: Literal["coordinate", "inner", "letters"] = "coordinate"


@attrs.frozen
class Die:
    """A die on the table: a ``cube`` shows its value, a ``pyramid`` 1 with its tip marked or 0 without."""

    x: float
    y: float
    shape: Literal["cube", "pyramid"] = "cube"
    value: int | None = None
    """``None`` before the throw."""


@attrs.frozen(kw_only=True)
class Scene:
    """The visible things, as they lie before ``seat``, on a table ``width`` by ``height``."""

    title: str
    width: float
    height: float
    spots: tuple[Spot, ...] = ()
    men: tuple[Man, ...] = ()
    areas: tuple[Area, ...] = ()
    lines: tuple[Line, ...] = ()
    dots: tuple[tuple[float, float], ...] = ()
    texts: tuple[Text, ...] = ()
    dice: tuple[Die, ...] = ()
    last: tuple[str, ...] = ()
    """The spots of the last action."""
    check: tuple[str, ...] = ()
    """The spots of men that are attacked and must be saved, such as a king in check."""
    caption: str = ""
    """The seat to act, or the end of the game, in words."""
    seat: int = 0
    left: float = 0
    """The left edge of the table: not 0 where the board keeps the place that it has in another layout."""
    top: float = 0

    def _repr_svg_(self) -> str:
        return str(above("boardgames.view:svg")(self))

    def spot(self, name: str) -> Spot:
        """The spot of that name.  Raises :class:`KeyError`."""
        for spot in self.spots:
            if spot.name == name:
                return spot
        raise KeyError(name)

    def after(self, path: Iterable[str]) -> Scene:
        """The scene with the spots of the last action's path marked, choices aside."""
        places = {spot.name for spot in self.spots if spot.shape not in ("chip", "choice")}
        return attrs.evolve(self, last=tuple(name for name in path if name in places))

    def seen_from(self, seat: int) -> Scene:
        """The table from the other side, if that is where ``seat`` sits.

        >>> Scene(title="", width=3, height=2, spots=(Spot("a", 1, 0.5),)).seen_from(1).spots
        (Spot(name='a', x=2, y=1.5, shape='cell', width=1.0, height=1.0, mark='', label=''),)
        """
        if seat == self.seat:
            return self
        w, h = 2 * self.left + self.width, 2 * self.top + self.height
        return attrs.evolve(
            self,
            seat=seat,
            spots=_turned(self.spots, w, h),
            areas=_turned_areas(self.areas, w, h),
            lines=tuple(Line(w - line.x1, h - line.y1, w - line.x2, h - line.y2) for line in self.lines),
            dots=tuple((w - x, h - y) for x, y in self.dots),
            texts=_turned(self.texts, w, h),
            dice=_turned(self.dice, w, h),
        )

    def upright(self) -> Scene:
        """The table for a narrow screen: what lies left of the board goes above it, what lies right of it below.

        The board keeps its place.

        >>> board, hand = Area(2, 0, 3, 3), Area(6, 1, 1, 2, "tray")
        >>> scene = Scene(title="", width=7, height=3, spots=(Spot("P*", 6.5, 2.5, "tray"),), areas=(board, hand))
        >>> below = scene.upright().areas[1]
        >>> below.x, round(below.y, 1), below.width, below.height, scene.upright().width
        (3, 3.1, 2, 1, 3)
        """
        boards = [area for area in self.areas if area.kind == "board"]
        left, right = (
            (min(area.x for area in boards), max(area.x + area.width for area in boards)) if boards else (0, 0)
        )
        aside = [area for area in self.areas if boards and not left < area.x + area.width / 2 < right]
        if not aside:
            return self
        over = [spot for spot in self.spots if left <= spot.x <= right]  # choices may be wider than a small board
        marks = [text.x for text in self.texts]
        edge = min([left, *marks, *(spot.x - spot.width / 2 for spot in over)])
        end = max([right, *marks, *(spot.x + spot.width / 2 for spot in over)])
        above, below = (
            max((area.width + 0.1 for area in aside if (area.x < left) == is_left), default=0.0)
            for is_left in (True, False)
        )

        def row(x: float, y: float) -> tuple[float, float]:
            """The new place of a point beside the board: the hands begin at the same corners as before."""
            hand = next(area for area in aside if (area.x < left) == (x < left))
            if x < left:
                return left + y - hand.y, x - hand.x - above
            return right - (hand.y + hand.height - y), self.height + 0.1 + x - hand.x

        def moved(point: BesideT) -> BesideT:
            if left <= point.x <= right:
                return point
            x, y = row(point.x, point.y)
            if isinstance(point, Spot):
                return attrs.evolve(point, x=x, y=y, width=point.height, height=point.width)
            return attrs.evolve(point, x=x, y=y)

        def area(old: Area) -> Area:
            if old not in aside:
                return old
            x, y = row(old.x + old.width / 2, old.y)
            return attrs.evolve(old, x=x, y=y - old.width / 2, width=old.height, height=old.width)

        return attrs.evolve(
            self,
            left=edge,
            top=-above,
            width=end - edge,
            height=above + self.height + below,
            spots=tuple(map(moved, self.spots)),
            areas=tuple(map(area, self.areas)),
            dice=tuple(map(moved, self.dice)),
        )


PointT = TypeVar("PointT", Spot, Text, Die)
BesideT = TypeVar("BesideT", Spot, Die)


@lru_cache(maxsize=256)
def _turned(points: tuple[PointT, ...], width: float, height: float) -> tuple[PointT, ...]:
    """The points from the other side.  They are cached, since most of a scene stays after an action."""
    return tuple(attrs.evolve(point, x=width - point.x, y=height - point.y) for point in points)


@lru_cache(maxsize=64)
def _turned_areas(areas: tuple[Area, ...], width: float, height: float) -> tuple[Area, ...]:
    return tuple(attrs.evolve(area, x=width - area.x - area.width, y=height - area.y - area.height) for area in areas)


SceneOf = Callable[[Any, int], Scene]
"""``scene(state, seat)``: the position as a seat sees it."""

ClicksOf = Callable[[Any, Any], Sequence[str]]
"""``clicks(state, action)``: the spots by which a person chooses a legal action, in order."""

CandidatesOf = Callable[[Any, Sequence[str]], Iterable[Any]]
"""``candidates(state, path)``: the actions that a person may have in mind after clicking these spots."""


# -- for games that have no scene of their own ----------------------------------

LETTER: Final = (0.3, 0.6)  # width and height of a letter
MARGIN: Final = 0.5
CHIP: Final = 0.9  # from the middle of one row of chips to the next
LEAST_WIDTH: Final = 8.0
MOST_ROWS: Final = 24  # of chips, before the table grows wider


def plain_scene(picture: Callable[[Any], str], names: Sequence[str], state: State, seat: int) -> Scene:
    """The ``picture`` of a ``state`` over its legal actions as chips, for any ``seat``; ``names`` are the seats'."""
    lines = picture(state).splitlines()
    labels = [str(action) for action in state.actions()]
    across, down = LETTER
    pitch = max((across * len(label) + 0.65 for label in labels), default=1.0)
    width = max([LEAST_WIDTH, pitch + 2 * MARGIN, *(across * len(line) + 2 * MARGIN for line in lines)])
    width = max(width, pitch * -(-len(labels) // MOST_ROWS) + 2 * MARGIN)
    columns = int((width - 2 * MARGIN) / pitch + 1e-9)
    pitch = (width - 2 * MARGIN) / columns
    below = MARGIN + down * len(lines) + 0.7
    rows = -(-len(labels) // columns)
    return Scene(
        title=state.game.title,
        width=width,
        height=below + CHIP * rows if rows else below - 0.2,
        areas=(Area(0.0, 0.0, width, below - 0.4, "tray"),),
        texts=tuple(Text(MARGIN, MARGIN + down * (row + 0.5), line, "letters") for row, line in enumerate(lines)),
        spots=tuple(
            Spot(
                label,
                MARGIN + pitch * (place % columns + 0.5),
                below + CHIP * (place // columns + 0.5),
                "chip",
                pitch - 0.15,
                CHIP - 0.2,
            )
            for place, label in enumerate(labels)
        ),
        caption=turn_in_words(state, names),
        seat=seat,
    )


def plain_clicks(state: State, action: Any) -> tuple[str, ...]:
    """The one chip of ``action``, which is legal in ``state``."""
    return (str(action),)


def turn_in_words(state: State, names: Sequence[str]) -> Said:
    """The seat to act in ``state``, or the end of its game, in words; ``names`` are those of the seats.

    >>> import boardgames as bg
    >>> turn_in_words(bg.load("morris").start(), ["Black", "White"])
    'Black to move'
    """
    outcome = state.outcome
    if outcome is not None:
        winner = outcome.winner
        why = Said(outcome.reason)
        if winner is None:
            return Said("a draw: {why}", why=why)
        return Said("{side} wins: {why}", side=Said(names[winner]), why=why)
    if state.turn > OVER + 1:
        return Said("{side} to move", side=Said(names[state.turn]))
    return Said("the dice are to be thrown")
