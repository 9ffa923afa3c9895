"""A Scene as SVG: one text that needs no script, image or font."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Final, Literal

from boardgames.core.picture.scene import Man, Scene
from boardgames.core.text.said import Said, Translate
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
    translate: Translate = str,
) -> str:
    """The scene as an SVG document.

    ``theme`` is ``light``, ``dark``, or ``auto`` for the one that the reader's system prefers.  ``western`` writes
    Latin letters on pieces that have a sign of their own.  ``cell`` is the width of a cell in pixels.  With
    ``interactive`` there is a group ``.spot`` with ``data-spot`` and a label over every spot, choices too, which a
    script can turn into buttons, and each man has the name of its spot as ``data-at``; without it the SVG is one image
    with a description, and its caption below.  Without ``styled`` it has no style sheet, for a page that has the
    theme's style sheet already.  ``translate`` gives its words in the language of the page.

    >>> from boardgames.core.lookup.installed_games import find
    >>> text = svg(find("ur").scene(find("ur").game(find("ur").options()).start(), 0))
    >>> text.startswith("<svg "), "Dark is to throw" in text
    (True, True)
    """
    drawing = Drawing(theme, western, interactive, lambda text: escape(translate(text)))
    picture = "".join(drawing.parts(scene))
    if interactive:
        picture += "".join(spots(scene, translate))
    sheet = f"<style>{style(theme)}</style>" if styled else ""
    role: Literal["img", "group"] = "group" if interactive else "img"
    return element(scene, drawing, sheet + picture, cell, role, translate, captioned=not interactive) + "\n"


def element(
    scene: Scene,
    drawing: Drawing,
    picture: str,
    cell: int,
    role: Literal["img", "group"] = "img",
    translate: Translate = str,
    captioned: bool = False,
) -> str:
    """The ``svg`` element around the picture of a scene, with its title and description, and a caption if it is alone.

    A page says beside a board what the caption would say.
    """
    foot, caption = 0.0, ""
    if captioned:
        x, y = length(scene.left + scene.width / 2), length(scene.top + scene.height + 0.5)
        foot, caption = FOOT, f'<text class="caption" x="{x}" y="{y}">{drawing.say(scene.caption)}</text>'
    width, height = scene.width + 2 * MARGIN, scene.height + foot + 2 * MARGIN
    words = escape(translate(scene_title(scene)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bg bg-{drawing.theme}" role="{role}" aria-label="{words}" '
        f'viewBox="{frame(scene, foot)}" width="{round(width * cell)}" height="{round(height * cell)}">'
        f"<title>{words}</title><desc>{escape(described(scene, translate))}</desc>"
        f"<defs>{drawing.definitions()}</defs>{picture}{caption}</svg>"
    )


def scene_title(scene: Scene) -> str:
    """The name of the game and the caption, such as the side to move."""
    return Said("{title}: {words}", title=Said(scene.title), words=scene.caption)


def described(scene: Scene, translate: Translate = str) -> str:
    """The men in words, each with its place."""
    places = {spot.name: spot.label or spot.name for spot in scene.spots}
    words = [translate(Said("{man}: {place}", man=_man(man), place=places[man.spot])) for man in scene.men]
    drawn = [text.text for text in scene.texts if text.kind == "letters"]
    return translate(Said("; ")).join(words) or "\n".join(drawn) or translate(Said("no men"))


def _man(man: Man) -> str:
    label = man.label or Said("seat {number}", number=man.seat)
    return Said("{man} ({number})", man=label, number=man.count) if man.count > 1 else label


def frame(scene: Scene, foot: float = 0.0) -> str:
    """The view box of a scene's picture, with space for a caption at its ``foot``."""
    width, height = scene.width + 2 * MARGIN, scene.height + foot + 2 * MARGIN
    return " ".join(map(length, (scene.left - MARGIN, scene.top - MARGIN, width, height)))


def spots(scene: Scene, translate: Translate = str, labelled: Callable[[str], str] | None = None) -> Iterator[str]:
    """The groups over the spots that can be clicked; ``labelled`` gives their labels as attributes."""
    labelled = labelled or (lambda words: f'aria-label="{escape(translate(words))}"')
    men = {man.spot: man for man in scene.men}
    for spot in scene.spots:
        place = spot.label or spot.name
        words, parts = place, f'data-place="{escape(translate(place))}"'
        if spot.name in men:
            man = _man(men[spot.name])
            words = Said("{place}, {man}", place=place, man=man)
            parts += f' data-man="{escape(translate(man))}" data-seat="{men[spot.name].seat}"'
        choice = spot.shape in ("chip", "choice")
        shape = outline(spot, "hit", 0.14 if choice else 0.04)
        text = f'<text class="label" y="12">{escape(translate(place))}</text>' if spot.shape == "choice" else ""
        # What a page marks the spot with while it can be chosen: a dot in the corner of a man, a ring on a free place.
        occupied, mark = "", 'r="14"'
        if spot.name in men:
            x, y = length(spot.width / 2 - 0.13), length(spot.height / 2 - 0.13)
            occupied, mark = " occupied", f'cx="{x}" cy="{y}" r="8"'
        yield (
            f'<g class="spot {spot.shape}{occupied}" data-spot="{escape(spot.name)}" '
            f"{labelled(words)} {parts} "
            f'transform="translate({length(spot.x)} {length(spot.y)})">{shape}'
            f'<circle class="mark" visibility="hidden" {mark}/>{text}</g>'
        )
