"""Entrants, one game as a function, matches and tournaments, and the files that keep them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.contest.entrants import (
    NAME_LENGTH,
    BadEntrant,
    Conditions,
    Entrant,
    PlayerEntrant,
    ProgramEntrant,
    check_name,
    entrant,
    names_of,
)
from boardgames.contest.game import RefereedGame, new_seed, play_game, set_up
from boardgames.core.record.game_record import GameRecord, RecordedPlayer

if TYPE_CHECKING:
    from boardgames.contest.configuration import Configuration, Entry
    from boardgames.contest.contest_file import ContestFile, read_contest_file
    from boardgames.contest.export.html_report import report
    from boardgames.contest.export.listing import contest_json, games_csv
    from boardgames.contest.play import play_match, play_tournament
    from boardgames.contest.record_file import read_record, read_records, write_record
    from boardgames.contest.run_settings import RunSettings
    from boardgames.contest.score import MatchScore
    from boardgames.contest.settings import BadContest, ContestSettings
    from boardgames.contest.sprt import BadSprt, Sprt
    from boardgames.contest.standings import Standings
    from boardgames.contest.store import BadStore, KeptGame, Store
else:  # what only matches and tournaments need
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "configuration": "Configuration Entry",
            "contest_file": "ContestFile read_contest_file",
            "export.html_report": "report",
            "export.listing": "contest_json games_csv",
            "play": "play_match play_tournament",
            "record_file": "read_record read_records write_record",
            "run_settings": "RunSettings",
            "score": "MatchScore",
            "settings": "BadContest ContestSettings",
            "sprt": "BadSprt Sprt",
            "standings": "Standings",
            "store": "BadStore KeptGame Store",
        },
    )

__all__ = [
    "NAME_LENGTH",
    "BadContest",
    "BadEntrant",
    "BadSprt",
    "BadStore",
    "Conditions",
    "Configuration",
    "ContestFile",
    "ContestSettings",
    "Entrant",
    "Entry",
    "GameRecord",
    "KeptGame",
    "MatchScore",
    "PlayerEntrant",
    "ProgramEntrant",
    "RecordedPlayer",
    "RefereedGame",
    "RunSettings",
    "Sprt",
    "Standings",
    "Store",
    "check_name",
    "contest_json",
    "entrant",
    "games_csv",
    "names_of",
    "new_seed",
    "play_game",
    "play_match",
    "play_tournament",
    "read_contest_file",
    "read_record",
    "read_records",
    "report",
    "set_up",
    "write_record",
]
