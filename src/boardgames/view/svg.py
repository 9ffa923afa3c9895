"""A Scene as SVG: one text, without a script, a picture or a font from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final
from zlib import crc32

import attrs

from boardgames.core.scene import Area, Die, Man, Scene, Spot
from boardgames.view.glyphs import glyph
from boardgames.view.style import Theme, style

UNIT: Final = 100  # of the drawing, in one of the scene; so that almost all numbers are whole
MARGIN: Final = 0.2
RIM: Final = 0.12  # of wood around a board
FOOT: Final = 0.6  # below the scene stands the caption
CELL: Final = 48  # pixels, unless told otherwise

WEDGE: Final = "M0-43 24-33 35 41-35 41-24-33Z"
PYRAMID: Final = "M0-22 25 20-25 20Z"
PETAL: Final = "M0-5C9-14 9-27 0-37-9-27-9-14 0-5Z"
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
PACE: Final = 0.78  # from one man to the next of those that lie side by side


def svg(
    scene: Scene,
    *,
    theme: Theme = "auto",
    western: bool = False,
    cell: int = CELL,
    interactive: bool = False,
) -> str:
    """The scene as an SVG document.

    ``theme`` is ``light``, ``dark``, or ``auto`` for what the reader's system
    prefers.  ``western`` writes Latin letters on men that have a sign of their
    own.  ``cell`` is the width of a cell in pixels.  ``interactive`` lays a
    group ``.spot`` with ``data-spot`` and a label over every spot, choices too,
    for a script to make buttons of; else the whole is one image with a
    description.

    >>> from boardgames.core.spec import find
    >>> text = svg(find("ur").scene(find("ur").game(find("ur").options()).start(), 0))
    >>> text.startswith("<svg "), "Dark is to throw" in text
    (True, True)
    """
    drawing = Drawing(theme, western)
    picture = "".join(drawing.parts(scene)) + caption(scene)
    if interactive:
        picture += "".join(spots(scene))
    width, height = scene.width + 2 * MARGIN, scene.height + FOOT + 2 * MARGIN
    words = escape(f"{scene.title}: {scene.caption}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bg bg-{theme}" role="{"group" if interactive else "img"}" '
        f'aria-label="{words}" viewBox="{_n(-MARGIN)} {_n(-MARGIN)} {_n(width)} {_n(height)}" '
        f'width="{round(width * cell)}" height="{round(height * cell)}">'
        f"<title>{words}</title><desc>{escape(described(scene))}</desc><style>{style(theme)}</style>"
        f"<defs>{drawing.definitions()}</defs>{picture}</svg>\n"
    )


def described(scene: Scene) -> str:
    """The men in words: where each stands."""
    places = {spot.name: spot.label or spot.name for spot in scene.spots}
    words = [
        f"{man.label or f'seat {man.seat}'}{f' ({man.count})' * (man.count > 1)}: {places[man.spot]}"
        for man in scene.men
    ]
    drawn = [text.text for text in scene.texts if text.kind == "letters"]
    return "; ".join(words) or "\n".join(drawn) or "no men"


def caption(scene: Scene) -> str:
    return (
        f'<text class="caption" x="{_n(scene.width / 2)}" y="{_n(scene.height + 0.45)}">{escape(scene.caption)}</text>'
    )


def spots(scene: Scene) -> Iterator[str]:
    """What lies over the spots to be clicked."""
    men = {man.spot: man for man in scene.men}
    for spot in scene.spots:
        words = spot.label or spot.name
        if spot.name in men:
            man = men[spot.name]
            words += f", {man.label}" + f" ({man.count})" * (man.count > 1)
        choice = spot.shape in ("chip", "choice")
        shape = _rect(spot, "hit", 0.14 if choice else 0.04)
        text = f'<text class="label" y="12">{escape(spot.label or spot.name)}</text>' if spot.shape == "choice" else ""
        yield (
            f'<g class="spot {spot.shape}" data-spot="{escape(spot.name)}" aria-label="{escape(words)}" '
            f'transform="translate({_n(spot.x)} {_n(spot.y)})">{shape}{text}</g>'
        )


@attrs.define
class Drawing:
    """Draws scenes; what is drawn often is defined once and then only used."""

    theme: Theme
    western: bool = False
    defined: dict[str, str] = attrs.field(factory=dict)

    def definitions(self) -> str:
        return "".join(self.defined.values())

    def define(self, shape: str) -> str:
        """The name of a shape.  It follows from the shape and the theme, so pictures in one page may meet."""
        name = f"bg{crc32(f'{self.theme} {shape}'.encode()):x}"
        # Style sheets do not look from a used shape to what is around its use, so the theme is told again.
        self.defined[name] = f'<g id="{name}" class="bg-{self.theme}">{shape}</g>'
        return name

    def parts(self, scene: Scene) -> list[str]:
        """The scene as a list of elements, from below; first comes what stays the same all game."""
        where = {spot.name: spot for spot in scene.spots}
        return [
            *self.board(scene),
            *(_placed(where[name], marked(where[name])) for name in scene.last),
            *(part for man in scene.men for part in self.man(man, where[man.spot], man.seat != scene.seat)),
            *(self.die(die) for die in scene.dice),
        ]

    def board(self, scene: Scene) -> Iterator[str]:
        boards = [area for area in scene.areas if area.kind == "board"]
        yield from (_area(area, "board rim", RIM) for area in boards)
        yield from (_area(area, "board", RIM) for area in boards)  # over the rims, where boards meet
        yield from (_area(area, area.kind, 0) for area in scene.areas if area.kind != "board")
        cells = [spot for spot in scene.spots if spot.shape == "cell"]
        if cells:
            squares = "".join(f"M{_n(s.x - 0.5)} {_n(s.y - 0.5)}h100v100h-100z" for s in cells)
            yield f'<path class="cell" d="{squares}"/>'
        if scene.lines:
            ways = "".join(f"M{_n(line.x1)} {_n(line.y1)}L{_n(line.x2)} {_n(line.y2)}" for line in scene.lines)
            yield f'<path class="line" d="{ways}"/>'
        for x, y in scene.dots:
            yield f'<circle class="dot" cx="{_n(x)}" cy="{_n(y)}" r="7"/>'
        for spot in scene.spots:
            if spot.shape == "point":
                yield f'<circle class="dot" cx="{_n(spot.x)}" cy="{_n(spot.y)}" r="9"/>'
            if spot.mark == "rosette":
                yield f'<use href="#{self.define(rosette())}" x="{_n(spot.x)}" y="{_n(spot.y)}"/>'
            if spot.shape == "chip":
                label = f'<text class="label" y="12">{escape(spot.label or spot.name)}</text>'
                yield _placed(spot, _rect(spot, "chip", 0.14) + label)
        for text in scene.texts:
            down = 0.09 if text.kind == "coordinate" else 0.15
            yield f'<text class="{text.kind}" x="{_n(text.x)}" y="{_n(text.y + down)}">{escape(text.text)}</text>'

    def man(self, man: Man, spot: Spot, turned: bool) -> Iterator[str]:
        """A man on its spot; several discs lie side by side, several wedges are counted."""
        scale = 1 if spot.shape in ("cell", "point") else min(spot.width, spot.height)
        if man.shape == "disc":
            name = self.define(disc(man, self.western))
            pace = min(PACE, (spot.width - 0.9) / max(man.count - 1, 1)) if man.count > 1 else 0
            for place in range(man.count):
                x = spot.x + pace * (place - (man.count - 1) / 2)
                yield _use(name, x, spot.y, scale)
            return
        name = self.define(wedge(man, self.western))
        yield _use(name, spot.x, spot.y, scale, turned)
        if man.count > 1:
            x, y = spot.x + 0.36 * scale, spot.y + 0.3 * scale
            yield f'<circle class="badge" cx="{_n(x)}" cy="{_n(y)}" r="17"/>'
            yield f'<text class="count" x="{_n(x)}" y="{_n(y + 0.08)}">{man.count}</text>'

    def die(self, die: Die) -> str:
        if die.shape == "pyramid":
            shape = f'<path class="die" d="{PYRAMID}"/><path class="edge" d="M0-22 0 20"/>'
            if die.value:
                shape += '<path class="tip" d="M0-22 10-4-10-4Z"/>'
        else:
            shape = '<rect class="die" x="-38" y="-38" width="76" height="76" rx="14"/>'
            if die.value in PIPS:
                shape += "".join(
                    f'<circle class="pip" cx="{21 * x}" cy="{21 * y}" r="7.5"/>' for x, y in PIPS[die.value]
                )
            elif die.value is not None:
                shape += f'<text class="number" y="16">{die.value}</text>'
        thrown = "thrown" if die.value is not None else "unthrown"
        return f'<g class="{thrown}">{_use(self.define(shape), die.x, die.y)}</g>'


def marked(spot: Spot) -> str:
    """The mark of the last action."""
    return (
        '<circle class="last" r="46"/>' if spot.shape == "point" else _rect(spot, "last", 0.1 * (spot.shape == "tray"))
    )


def wedge(man: Man, western: bool) -> str:
    red = " red" * man.promoted
    return f'<path class="wedge" d="{WEDGE}"/>' + written(man, western, red)


def disc(man: Man, western: bool) -> str:
    side = f"side{man.seat % 2}"
    ring = f'<circle class="disc {side}" r="36"/><circle class="ring {side}" r="25"/>'
    return ring + (written(man, western, f" on-{side}") if man.sign or man.letters else "")


def written(man: Man, western: bool, kind: str) -> str:
    """The sign on a man: drawn, where we can draw it, so that no font is needed."""
    text = (man.letters or man.sign) if western else (man.sign or man.letters)
    strokes = glyph(text)
    if strokes:
        return f'<path class="sign{kind}" d="{strokes}" transform="translate(-24 -19)scale(.48)"/>'
    size = "letter" if len(text) == 1 else "letter two"
    return f'<text class="{size}{kind}" y="24">{escape(text)}</text>'


def rosette() -> str:
    petals = "".join(f'<path d="{PETAL}" transform="rotate({45 * turn})"/>' for turn in range(8))
    return f'<g class="rosette"><rect x="-44" y="-44" width="88" height="88" rx="4"/>{petals}<circle r="6"/></g>'


def _use(name: str, x: float, y: float, scale: float = 1, turned: bool = False) -> str:
    if scale == 1 and not turned:
        return f'<use href="#{name}" x="{_n(x)}" y="{_n(y)}"/>'
    turn = "" if not turned else "rotate(180)"
    size = "" if scale == 1 else f"scale({scale:.3g})"
    return f'<use href="#{name}" transform="translate({_n(x)} {_n(y)}){turn}{size}"/>'


def _area(area: Area, kind: str, rim: float) -> str:
    return (
        f'<rect class="{kind}" x="{_n(area.x - rim)}" y="{_n(area.y - rim)}" '
        f'width="{_n(area.width + 2 * rim)}" height="{_n(area.height + 2 * rim)}" rx="{8 if rim else 14}"/>'
    )


def _placed(spot: Spot, shape: str) -> str:
    return f'<g transform="translate({_n(spot.x)} {_n(spot.y)})">{shape}</g>'


def _rect(spot: Spot, kind: str, radius: float = 0) -> str:
    """The outline of a spot around its own middle."""
    w, h = spot.width, spot.height
    return (
        f'<rect class="{kind}" x="{_n(-w / 2)}" y="{_n(-h / 2)}" width="{_n(w)}" height="{_n(h)}"'
        + (f' rx="{_n(radius)}"' if radius else "")
        + "/>"
    )


def _n(length: float) -> str:
    """A length of the scene as one of the drawing."""
    return str(round(UNIT * length))
