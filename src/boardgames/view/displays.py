"""States, scenes, playthroughs and records as a notebook shows them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.model.game import CHANCE, State, UnknownGame
from boardgames.view.svg import svg

if TYPE_CHECKING:
    from boardgames.core.model.playthrough import Playthrough
    from boardgames.records.game_record import GameRecord

HEIGHT: Final = 900  # pixels of a replay in a notebook


def svg_of(state: State, before: State | None = None, action: Any = None) -> str | None:
    """A state as SVG, as seat 0 sees it, with the ``action`` that led to it from ``before`` marked.

    ``None`` if the game is not found by its name.
    """
    try:
        spec = spec_of(state.game)
    except (UnknownGame, TypeError):  # or is no game
        return None
    scene = spec.scene(state, 0)
    if before is not None and before.turn > CHANCE:
        scene = scene.after(spec.clicks(before, action))
    return svg(scene)


def svg_of_last(playthrough: Playthrough) -> str | None:
    """The last state of a game as SVG, with the last action marked."""
    if not playthrough.actions:
        return svg_of(playthrough.state)
    return svg_of(playthrough.state, playthrough.states[-2], playthrough.actions[-1])


def replay_of(record: GameRecord) -> str | None:
    """A game as HTML for a notebook: a frame with the page of the game; ``None`` if the game is not found."""
    from boardgames.view.page import page

    try:
        document = page(record)
    except (UnknownGame, TypeError):  # or is no game
        return None
    return f'<iframe srcdoc="{escape(document)}" width="100%" height="{HEIGHT}" style="border:0"></iframe>'


def replay_of_playthrough(playthrough: Playthrough) -> str | None:
    """A playthrough as HTML for a notebook, as :func:`replay_of` shows a record."""
    from boardgames.core.protocol.verdict import Verdict
    from boardgames.records.game_record import GameRecord

    outcome = playthrough.state.outcome
    return replay_of(GameRecord.of(playthrough, verdict=None if outcome is None else Verdict(outcome)))
