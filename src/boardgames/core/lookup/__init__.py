"""Finding things by name: games, players, protocols, solvers, displays, record formats.

Importing this package connects the model with it (:mod:`boardgames.core.model.hooks`).
"""

from __future__ import annotations

from typing import Any

from boardgames.core.learning.observed_games import observation_of
from boardgames.core.lookup import installed_games
from boardgames.core.lookup.game_cache import make
from boardgames.core.model.hooks import hooks


def _state_svg(state: Any) -> str | None:
    from boardgames.core.lookup.displays import svg_of

    return svg_of(state)


def _playthrough_svg(playthrough: Any) -> str | None:
    from boardgames.core.lookup.displays import svg_of_last

    return svg_of_last(playthrough)


def _playthrough_html(playthrough: Any) -> str | None:
    from boardgames.core.lookup.displays import replay_of
    from boardgames.core.record.game_record import GameRecord
    from boardgames.core.record.verdict import Verdict

    outcome = playthrough.state.outcome
    return replay_of(GameRecord.of(playthrough, verdict=None if outcome is None else Verdict(outcome)))


def _record_html(record: Any) -> str | None:
    from boardgames.core.lookup.displays import replay_of

    return replay_of(record)


def _observation_of(game: Any) -> Any:
    return observation_of(game)


hooks.find_spec = installed_games.find
hooks.is_loaded = installed_games.is_at_hand
hooks.spec_of = installed_games.spec_of
hooks.name_of = installed_games.name_of
hooks.make_game = make
hooks.reduce_game = installed_games.reduce_game
hooks.state_svg = _state_svg
hooks.playthrough_svg = _playthrough_svg
hooks.playthrough_html = _playthrough_html
hooks.record_html = _record_html
hooks.observation_of = _observation_of
