"""What is found by name: games, players, protocols, solvers, displays, record formats.

Importing this package connects the model with it (:mod:`boardgames.core.model.hooks`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardgames.core.lookup import game_cache, installed_games
from boardgames.core.model.hooks import hooks

if TYPE_CHECKING:
    from boardgames.core.lookup import record_formats
    from boardgames.core.lookup.deferred_field import deferred
    from boardgames.core.lookup.displays import DISPLAYS, UnknownDisplay
    from boardgames.core.lookup.game_cache import loader, make
    from boardgames.core.lookup.installed_games import GAMES, find, game_of, games, load, name_of, registered, spec_of
    from boardgames.core.lookup.object_reference import BadReference
    from boardgames.core.lookup.players import PLAYERS, PlayerSpec, UnknownPlayer
    from boardgames.core.lookup.protocols import PROTOCOLS, UnknownProtocol
    from boardgames.core.lookup.record_formats import UnknownFormat
    from boardgames.core.lookup.registry import Registry
    from boardgames.core.lookup.search_hints import MateConventions, SearchHints
    from boardgames.core.lookup.spec import GameSpec
    from boardgames.core.lookup.tablebase import (
        SOLVERS,
        NoTablebase,
        NotInTablebase,
        Progress,
        Solver,
        Tablebase,
        TablebaseFile,
        UnknownSolver,
        action_losses,
        table,
    )
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "deferred_field": "deferred",
            "displays": "DISPLAYS UnknownDisplay",
            "game_cache": "loader make",
            "installed_games": "GAMES find game_of games load name_of registered spec_of",
            "object_reference": "BadReference",
            "players": "PLAYERS PlayerSpec UnknownPlayer",
            "protocols": "PROTOCOLS UnknownProtocol",
            "record_formats": "UnknownFormat record_formats",
            "registry": "Registry",
            "search_hints": "MateConventions SearchHints",
            "spec": "GameSpec",
            "tablebase": (
                "SOLVERS NoTablebase NotInTablebase Progress Solver Tablebase TablebaseFile "
                "UnknownSolver action_losses table"
            ),
        },
    )

__all__ = [
    "DISPLAYS",
    "GAMES",
    "PLAYERS",
    "PROTOCOLS",
    "SOLVERS",
    "BadReference",
    "GameSpec",
    "MateConventions",
    "NoTablebase",
    "NotInTablebase",
    "PlayerSpec",
    "Progress",
    "Registry",
    "SearchHints",
    "Solver",
    "Tablebase",
    "TablebaseFile",
    "UnknownDisplay",
    "UnknownFormat",
    "UnknownPlayer",
    "UnknownProtocol",
    "UnknownSolver",
    "action_losses",
    "deferred",
    "find",
    "game_of",
    "games",
    "load",
    "loader",
    "make",
    "name_of",
    "record_formats",
    "registered",
    "spec_of",
    "table",
]


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
