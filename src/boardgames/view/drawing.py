"""The elements of a scene as SVG, in units of a hundredth of a cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Final, TypeAlias
from zlib import crc32

import attrs

from boardgames.core.picture.scene import Area, Die, Line, Man, Scene, Spot, Text
from boardgames.view.game_art import checked
from boardgames.view.style import Theme

INK: Final = "#3a2a18"
UNIT: Final = 100  # units of the drawing for one of the scene, so that almost all numbers are whole
RIM: Final = 0.12  # width of the wooden rim around a board

WEDGE: Final = "M0-43 24-33 35 41-35 41-24-33Z"
PYRAMID: Final = "M0-20 21 18-21 18Z"
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
DISC_STEP: Final = 0.78  # from one disc to the next, where several are side by side

Fixed: TypeAlias = tuple[
    tuple[Area, ...], tuple[Spot, ...], tuple[Line, ...], tuple[tuple[float, float], ...], tuple[Text, ...]
]
"""The parts of a scene that seldom change: areas, spots, lines, dots and texts."""


@attrs.define
class Drawing:
    """Draws scenes.  A shape is defined once; every further copy refers to the definition."""

    theme: Theme
    western: bool = False
    with_places: bool = False
    """True if each man bears the name of its spot, for a script that moves it."""
    say: Callable[[str], str] = escape
    """Gives a text on the board as the drawing has it."""
    defined: dict[str, str] = attrs.field(factory=dict)
    boards: dict[Fixed, list[str]] = attrs.field(factory=dict)

    def definitions(self) -> str:
        return "".join(self.defined.values())

    def define(self, shape: str) -> str:
        """Define a shape, and return its name: a digest of shape and theme, so pictures in one page never clash."""
        name = f"bg{crc32(f'{self.theme} {shape}'.encode()):x}"
        # A style sheet's selectors do not see what surrounds a use of the shape, so the theme is repeated here.
        self.defined[name] = f'<g id="{name}" class="bg-{self.theme}">{shape}</g>'
        return name

    def parts(self, scene: Scene) -> list[str]:
        """The scene as a list of elements, the lowest first; the board, which never changes, comes first."""
        where = {spot.name: spot for spot in scene.spots}
        return [
            *self.board(scene.areas, scene.spots, scene.lines, scene.dots, scene.texts),
            *(placed(where[name], marked(where[name])) for name in scene.last),
            *(placed(where[name], '<circle class="check" r="48"/>') for name in scene.check),
            *(part for man in scene.men for part in self.man(man, where[man.spot], man.seat != scene.seat)),
            *(self.die(die) for die in scene.dice),
        ]

    def board(self, *fixed: *Fixed) -> list[str]:
        """The board, which a game's pictures share: each is drawn once."""
        board = self.boards.get(fixed)
        if board is None:
            board = self.boards[fixed] = list(self.drawn_board(*fixed))
        return board

    def drawn_board(
        self,
        areas: tuple[Area, ...],
        spots: tuple[Spot, ...],
        lines: tuple[Line, ...],
        dots: tuple[tuple[float, float], ...],
        texts: tuple[Text, ...],
    ) -> Iterator[str]:
        boards = [area for area in areas if area.kind == "board"]
        yield from (panel(area, "board rim", RIM) for area in boards)
        yield from (panel(area, "board", RIM) for area in boards)  # boards cover rims where two boards meet
        yield from (panel(area, area.kind, 0) for area in areas if area.kind != "board")
        cells = [spot for spot in spots if spot.shape == "cell"]
        if cells:
            squares = "".join(f"M{length(s.x - 0.5)} {length(s.y - 0.5)}h100v100h-100z" for s in cells)
            yield f'<path class="cell" d="{squares}"/>'
        if lines:
            path = "".join(
                f"M{length(line.x1)} {length(line.y1)}L{length(line.x2)} {length(line.y2)}" for line in lines
            )
            yield f'<path class="line" d="{path}"/>'
        for x, y in dots:
            yield f'<circle class="dot" cx="{length(x)}" cy="{length(y)}" r="7"/>'
        for spot in spots:
            if spot.shape == "point":
                yield f'<circle class="dot" cx="{length(spot.x)}" cy="{length(spot.y)}" r="9"/>'
            if spot.mark:
                yield used(self.define(checked(spot.mark)), spot.x, spot.y)
            if spot.shape == "chip":
                label = f'<text class="label" y="12">{escape(spot.label or spot.name)}</text>'
                yield placed(spot, outline(spot, "chip", 0.14) + label)
        for text in texts:
            down = 0.15 if text.kind == "letters" else 0.09
            place = f'x="{length(text.x)}" y="{length(text.y + down)}"'
            yield f'<text class="{text.kind}" {place}>{self.say(text.text)}</text>'

    def man(self, man: Man, spot: Spot, turned: bool) -> Iterator[str]:
        """A man on its spot; several discs are drawn side by side, several wedges as one with a number."""
        scale = 1 if spot.shape in ("cell", "point") else min(spot.width, spot.height)
        at = f'data-at="{escape(spot.name)}" ' if self.with_places else ""
        if man.shape == "disc":
            name = self.define(disc(man, self.western))
            step = min(DISC_STEP, (spot.width - 0.9) / max(man.count - 1, 1)) if man.count > 1 else 0
            for place in range(man.count):
                x = spot.x + step * (place - (man.count - 1) / 2)
                yield used(name, x, spot.y, scale, at=at)
            return
        name = self.define(wedge(man, self.western))
        yield used(name, spot.x, spot.y, scale, turned, at)
        if man.count > 1:
            x, y = spot.x + 0.36 * scale, spot.y + 0.3 * scale
            yield f'<circle class="badge" cx="{length(x)}" cy="{length(y)}" r="17"/>'
            yield f'<text class="count" x="{length(x)}" y="{length(y + 0.08)}">{man.count}</text>'

    def other_letters(self, scenes: Iterable[Scene]) -> dict[str, str]:
        """Define the men that have two kinds of signs in the other kind too.

        Returns the names of the definitions: of each man as it is drawn, the one that shows the other kind.
        """
        looks = {
            attrs.evolve(man, spot="", count=1, label="")
            for scene in scenes
            for man in scene.men
            if man.sign and man.letters and man.sign != man.letters
        }
        shapes = {"disc": disc, "wedge": wedge}
        return {
            self.define(shapes[man.shape](man, self.western)): self.define(shapes[man.shape](man, not self.western))
            for man in sorted(looks, key=attrs.astuple)
        }

    def die(self, die: Die) -> str:
        if die.shape == "pyramid":
            shape = f'<path class="die" d="{PYRAMID}"/><path class="edge" d="M0-20 0 18"/>'
            if die.value:
                shape += '<path class="tip" d="M0-20 9.4-3-9.4-3Z"/>'
        else:
            shape = '<rect class="die" x="-38" y="-38" width="76" height="76" rx="14"/>'
            if die.value in PIPS:
                shape += "".join(
                    f'<circle class="pip" cx="{21 * x}" cy="{21 * y}" r="7.5"/>' for x, y in PIPS[die.value]
                )
            elif die.value is not None:
                shape += f'<text class="number" y="16">{die.value}</text>'
        thrown = "thrown" if die.value is not None else "unthrown"
        return f'<g class="{thrown}">{used(self.define(shape), die.x, die.y)}</g>'


WAYS: Final = {-1: -26, 0: 0, 1: 26}
DOWN: Final = {-1: -31, 0: 4, 1: 36}
"""The places of the dots that show a man's ways."""


def marked(spot: Spot) -> str:
    """The mark of the last action."""
    return (
        '<circle class="last" r="46"/>'
        if spot.shape == "point"
        else outline(spot, "last", 0.1 * (spot.shape == "tray"))
    )


def wedge(man: Man, western: bool) -> str:
    """A shogi man as SVG."""
    red = " red" if man.promoted else ""
    dots = "".join(f'<circle fill="#b01c1c" cx="{WAYS[right]}" cy="{DOWN[down]}" r="3.6"/>' for right, down in man.ways)
    figure = "" if western else checked(man.figure)
    lines = f'stroke="{INK}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
    on_it = f'<g {lines} transform="translate(0 4)">{figure}</g>' if figure else written(man, western, red)
    return f'<path class="wedge" d="{WEDGE}"/>{on_it}{dots}'


def disc(man: Man, western: bool) -> str:
    """A disc; the third and fourth seat have a square and a diamond, so that no two seats differ by colour alone."""
    side = f"side{man.seat % 4}"
    if man.seat % 4 < 2:
        ring = f'<circle class="disc {side}" r="36"/><circle class="ring {side}" r="25"/>'
    else:
        turn = ' transform="rotate(45)"' if man.seat % 4 == 3 else ""
        ring = "".join(
            f'<rect class="{kind} {side}" x="-{half}" y="-{half}" width="{2 * half}" height="{2 * half}" rx="6"{turn}/>'
            for kind, half in (("disc", 30), ("ring", 20))
        )
    return ring + (written(man, western, f" on-{side}") if man.sign or man.letters else "")


def written(man: Man, western: bool, kind: str) -> str:
    """The sign on a man: as strokes if the game has them, which need no font, else as text."""
    text = (man.letters or man.sign) if western else (man.sign or man.letters)
    if man.strokes and text == man.sign:
        return f'<path class="sign{kind}" d="{escape(man.strokes)}" transform="translate(-24 -19)scale(.48)"/>'
    size = "letter" if len(text) == 1 else "letter two"
    return f'<text class="{size}{kind}" y="24">{escape(text)}</text>'


def used(name: str, x: float, y: float, scale: float = 1, turned: bool = False, at: str = "") -> str:
    """A shape of the definitions at a place, as SVG."""
    if scale == 1 and not turned:
        return f'<use {at}href="#{name}" x="{length(x)}" y="{length(y)}"/>'
    turn = "" if not turned else "rotate(180)"
    size = "" if scale == 1 else f"scale({scale:.3g})"
    return f'<use {at}href="#{name}" transform="translate({length(x)} {length(y)}){turn}{size}"/>'


def panel(area: Area, kind: str, rim: float) -> str:
    """An area of the board as SVG, larger by ``rim`` on each side."""
    return (
        f'<rect class="{kind}" x="{length(area.x - rim)}" y="{length(area.y - rim)}" '
        f'width="{length(area.width + 2 * rim)}" height="{length(area.height + 2 * rim)}" rx="{8 if rim else 14}"/>'
    )


def placed(spot: Spot, shape: str) -> str:
    """A shape moved to a spot, as SVG."""
    return f'<g transform="translate({length(spot.x)} {length(spot.y)})">{shape}</g>'


def outline(spot: Spot, kind: str, radius: float = 0) -> str:
    """The outline of a spot, with its middle as the origin."""
    w, h = spot.width, spot.height
    return (
        f'<rect class="{kind}" x="{length(-w / 2)}" y="{length(-h / 2)}" width="{length(w)}" height="{length(h)}"'
        + (f' rx="{length(radius)}"' if radius else "")
        + "/>"
    )


def length(amount: float) -> str:
    """A length of the scene as one of the drawing."""
    return str(round(UNIT * amount))
