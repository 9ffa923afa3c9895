"""How a notebook shows a state, a playthrough or a record.

Two functions are found in the entry point group ``boardgames.displays``: ``svg`` makes
an SVG of a :class:`~boardgames.core.picture.scene.Scene`, ``page`` an HTML document of a
record.  They are imported when a notebook first needs them.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from boardgames.core.lookup.installed_games import find
from boardgames.core.lookup.registry import Registry
from boardgames.core.model.game import CHANCE, State, UnknownGame

if TYPE_CHECKING:
    from boardgames.core.model.playthrough import Playthrough
    from boardgames.core.picture.scene import Scene
    from boardgames.records.game_record import GameRecord

HEIGHT: Final = 900  # pixels of a replay in a notebook


class UnknownDisplay(LookupError):
    """No installed distribution can draw."""


DISPLAYS: Final[Registry[Any]] = Registry("boardgames.displays", object, "display", UnknownDisplay)


def svg_of(state: State, before: State | None = None, action: Any = None) -> str | None:
    """A state as SVG, as seat 0 sees it, with the ``action`` that led to it from ``before`` marked.

    ``None`` if no display is installed, or the game is not found by its name.
    """
    try:
        spec = find(state.game.name)
    except UnknownGame:
        return None
    scene = spec.scene(state, 0)
    if before is not None and before.turn > CHANCE:
        scene = scene.after(spec.clicks(before, action))
    return svg_of_scene(scene)


def svg_of_scene(scene: Scene) -> str | None:
    """A scene as SVG; ``None`` if no display is installed."""
    try:
        picture: str = DISPLAYS.find("svg")(scene)
    except UnknownDisplay:
        return None
    return picture


def svg_of_last(playthrough: Playthrough) -> str | None:
    """The last state of a game as SVG, with the last action marked."""
    if not playthrough.actions:
        return svg_of(playthrough.state)
    return svg_of(playthrough.state, playthrough.states[-2], playthrough.actions[-1])


def replay_of(record: GameRecord) -> str | None:
    """A game as HTML for a notebook: a frame with the page of the game."""
    try:
        page: str = DISPLAYS.find("page")(record)
    except (UnknownGame, UnknownDisplay):
        return None
    return f'<iframe srcdoc="{escape(page)}" width="100%" height="{HEIGHT}" style="border:0"></iframe>'


def replay_of_playthrough(playthrough: Playthrough) -> str | None:
    """The same of a playthrough, of which nothing else is known."""
    from boardgames.records.game_record import GameRecord
    from boardgames.core.protocol.verdict import Verdict

    outcome = playthrough.state.outcome
    return replay_of(GameRecord.of(playthrough, verdict=None if outcome is None else Verdict(outcome)))
