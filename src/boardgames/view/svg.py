"""A Scene as SVG: one text that needs no script, image or font."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final, Literal

from boardgames.core.picture.scene import Scene
from boardgames.view.drawing import Drawing, length, outline
from boardgames.view.style import Theme, style

MARGIN: Final = 0.2
FOOT: Final = 0.65  # height below the scene, for the caption
CELL: Final = 48  # pixels


def svg(
    scene: Scene,
    *,
    theme: Theme = "auto",
    western: bool = False,
    cell: int = CELL,
    interactive: bool = False,
    styled: bool = True,
) -> str:
    """The scene as an SVG document.

    ``theme`` is ``light``, ``dark``, or ``auto`` for the one that the reader's
    system prefers.  ``western`` writes Latin letters on pieces that have a sign
    of their own.  ``cell`` is the width of a cell in pixels.  With
    ``interactive`` there is a group ``.spot`` with ``data-spot`` and a label
    over every spot, choices too, which a script can turn into buttons; without
    it the SVG is one image with a description.  Without ``styled`` it has no
    style sheet, for a page that has the theme's style sheet already.

    >>> from boardgames.core.lookup.installed_games import find
    >>> text = svg(find("ur").scene(find("ur").game(find("ur").options()).start(), 0))
    >>> text.startswith("<svg "), "Dark is to throw" in text
    (True, True)
    """
    drawing = Drawing(theme, western)
    picture = "".join(drawing.parts(scene))
    if interactive:
        picture += "".join(spots(scene))
    sheet = f"<style>{style(theme)}</style>" if styled else ""
    return element(scene, drawing, sheet + picture, cell, "group" if interactive else "img") + "\n"


def element(scene: Scene, drawing: Drawing, picture: str, cell: int, role: Literal["img", "group"] = "img") -> str:
    """The ``svg`` element around the picture of a scene, with its title, description and caption."""
    width, height = scene.width + 2 * MARGIN, scene.height + FOOT + 2 * MARGIN
    words = escape(f"{scene.title}: {scene.caption}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bg bg-{drawing.theme}" role="{role}" aria-label="{words}" '
        f'viewBox="{length(-MARGIN)} {length(-MARGIN)} {length(width)} {length(height)}" '
        f'width="{round(width * cell)}" height="{round(height * cell)}">'
        f"<title>{words}</title><desc>{escape(described(scene))}</desc>"
        f"<defs>{drawing.definitions()}</defs>{picture}{caption(scene)}</svg>"
    )


def described(scene: Scene) -> str:
    """The men in words, each with its place."""
    places = {spot.name: spot.label or spot.name for spot in scene.spots}
    words = [
        f"{man.label or f'seat {man.seat}'}{f' ({man.count})' * (man.count > 1)}: {places[man.spot]}"
        for man in scene.men
    ]
    drawn = [text.text for text in scene.texts if text.kind == "letters"]
    return "; ".join(words) or "\n".join(drawn) or "no men"


def caption(scene: Scene) -> str:
    x, y = length(scene.width / 2), length(scene.height + 0.5)
    return f'<text class="caption" x="{x}" y="{y}">{escape(scene.caption)}</text>'


def spots(scene: Scene) -> Iterator[str]:
    """The groups over the spots that can be clicked."""
    men = {man.spot: man for man in scene.men}
    for spot in scene.spots:
        words = spot.label or spot.name
        if spot.name in men:
            man = men[spot.name]
            words += f", {man.label}" + f" ({man.count})" * (man.count > 1)
        choice = spot.shape in ("chip", "choice")
        shape = outline(spot, "hit", 0.14 if choice else 0.04)
        text = f'<text class="label" y="12">{escape(spot.label or spot.name)}</text>' if spot.shape == "choice" else ""
        # What a page marks the spot with while it can be chosen: a dot in the corner of a man, a ring on a free place.
        occupied, mark = "", 'r="14"'
        if spot.name in men:
            x, y = length(spot.width / 2 - 0.13), length(spot.height / 2 - 0.13)
            occupied, mark = " occupied", f'cx="{x}" cy="{y}" r="8"'
        yield (
            f'<g class="spot {spot.shape}{occupied}" data-spot="{escape(spot.name)}" aria-label="{escape(words)}" '
            f'transform="translate({length(spot.x)} {length(spot.y)})">{shape}'
            f'<circle class="mark" visibility="hidden" {mark}/>{text}</g>'
        )
