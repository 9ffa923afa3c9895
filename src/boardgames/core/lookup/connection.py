"""Connects the model with what is found by name (:mod:`boardgames.core.model.hooks`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardgames.core.lookup import game_cache, installed_games
from boardgames.core.lookup.deferred_field import Deferred
from boardgames.core.model.hooks import hooks


def _imported_when_called(source: str) -> Callable[[Any], Any]:
    function = Deferred(source)
    return lambda subject: function.value()(subject)


hooks.find_spec = installed_games.find
hooks.is_loaded = installed_games.is_loaded
hooks.spec_of = installed_games.spec_of
hooks.name_of = installed_games.name_of
hooks.make_game = game_cache.make
hooks.reduce_game = installed_games.reduce_game
hooks.state_svg = _imported_when_called("boardgames.view.displays:svg_of")
hooks.scene_svg = _imported_when_called("boardgames.view.displays:svg_of_scene")
hooks.playthrough_svg = _imported_when_called("boardgames.view.displays:svg_of_last")
hooks.playthrough_html = _imported_when_called("boardgames.view.displays:replay_of_playthrough")
hooks.record_html = _imported_when_called("boardgames.view.displays:replay_of")
hooks.record_json = _imported_when_called("boardgames.records.json_record:write")
hooks.observation_of = _imported_when_called("boardgames.learning.observed_games:observation_of")
