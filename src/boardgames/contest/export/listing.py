"""The games of a contest in plain values: as CSV, one a line, and as JSON with the table and the records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from boardgames.contest.standings import Standings
from boardgames.contest.store import KeptGame, Store
from boardgames.core.model.game import Game
from boardgames.view import csv_table

ORDINALS: Final = ("first", "second")


def games_csv(store: Store) -> str:
    """The games of a contest's file as CSV, one a line below a head: ``boardgames tournament export --csv``.

    ``store`` is the contest's file, opened.
    """
    rows = [game_fields(game, store.configuration.names) for game in store.games()]
    return csv_table([rows[0] if rows else ["game"], *(row.values() for row in rows)])


def contest_json(store: Store, game: Game | None = None) -> str:
    """A contest's table and all its games with their records: ``boardgames tournament export --json``.

    ``store`` is the contest's file, opened.

    ``game`` is the game if only the caller can load its rules.
    """
    configuration, games = store.configuration, store.games()
    played = [
        {**game_fields(kept, configuration.names), "record": json.loads(store.record(kept.number, game).json())}
        for kept in games
    ]
    whole = {"configuration": configuration.fields(), **Standings.of(configuration, games).fields(), "played": played}
    return json.dumps(whole, ensure_ascii=False) + "\n"


def game_fields(game: KeptGame, names: Sequence[str]) -> dict[str, object]:
    """A game in plain values."""
    return {
        "game": game.number,
        "round": game.round,
        "pair": game.pair,
        "first": names[game.first],
        "second": names[game.second],
        "result": game.result,
        "score": game.score,
        "reason": game.reason,
        "fault_of": None if game.fault_seat is None else ORDINALS[game.fault_seat],
        "detail": game.detail,
        "plies": game.plies,
        "first_time": game.first_time,
        "second_time": game.second_time,
        "first_slowest": game.first_slowest,
        "second_slowest": game.second_slowest,
    }
