"""Drawings that a game brings along, for its men and its squares: shapes of SVG and nothing else."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from xml.etree import ElementTree

SHAPES: Final = frozenset(("circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect"))
PLACES: Final = (
    "cx",
    "cy",
    "d",
    "height",
    "points",
    "r",
    "rx",
    "ry",
    "transform",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
)
LOOKS: Final = (
    *("class", "fill", "fill-opacity", "fill-rule", "opacity", "stroke"),
    *("stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width"),
)


class BadArt(ValueError):
    """A drawing that has more than shapes, or is not well-formed; the message says what is wrong."""


@lru_cache(maxsize=1024)
def checked(art: str) -> str:
    """The drawing itself, which pages hold as it is.  Raises :class:`BadArt`.

    >>> checked('<circle r="9"/>')
    '<circle r="9"/>'
    >>> checked("<script/>")
    Traceback (most recent call last):
        ...
    boardgames.view.game_art.BadArt: a drawing cannot have the element 'script', only circle, ellipse, g, ..., rect
    """
    try:
        root = ElementTree.fromstring(f"<g>{art}</g>")
    except ElementTree.ParseError as error:
        raise BadArt(f"a drawing is not well-formed SVG: {error}") from None
    for element in root.iter():
        if element.tag not in SHAPES:
            raise BadArt(f"a drawing cannot have the element {element.tag!r}, only {', '.join(sorted(SHAPES))}")
        for name, value in element.items():
            if name not in PLACES + LOOKS or "url(" in value:
                raise BadArt(f"a drawing cannot have the attribute {name}={value!r}")
    return art
