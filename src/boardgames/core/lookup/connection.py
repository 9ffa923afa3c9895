"""Connects the model with what is found by name (:mod:`boardgames.core.model.hooks`)."""

from __future__ import annotations

from typing import Any

from boardgames.core.lookup import game_cache, installed_games
from boardgames.core.model.hooks import hooks


def _state_svg(state: Any) -> str | None:
    from boardgames.core.lookup.displays import svg_of

    return svg_of(state)


def _scene_svg(scene: Any) -> str | None:
    from boardgames.core.lookup.displays import svg_of_scene

    return svg_of_scene(scene)


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


def _record_json(record: Any) -> str:
    from boardgames.core.record import json_record

    return json_record.write(record)


def _observation_of(game: Any) -> Any:
    from boardgames.core.learning.observed_games import observation_of

    return observation_of(game)


hooks.find_spec = installed_games.find
hooks.is_loaded = installed_games.is_loaded
hooks.spec_of = installed_games.spec_of
hooks.name_of = installed_games.name_of
hooks.make_game = game_cache.make
hooks.reduce_game = installed_games.reduce_game
hooks.state_svg = _state_svg
hooks.scene_svg = _scene_svg
hooks.playthrough_svg = _playthrough_svg
hooks.playthrough_html = _playthrough_html
hooks.record_html = _record_html
hooks.record_json = _record_json
hooks.observation_of = _observation_of
