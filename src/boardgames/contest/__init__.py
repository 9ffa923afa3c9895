"""Entrants, one game as a function, matches and tournaments, and the files that keep them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

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
    from boardgames.contest.play import play_match, play_tournament
    from boardgames.contest.record_file import read_record, read_records, write_record
    from boardgames.contest.run_settings import RunSettings
    from boardgames.contest.score import MatchScore
    from boardgames.contest.settings import BadContest, ContestSettings
    from boardgames.contest.sprt import BadSprt, Sprt
    from boardgames.contest.standings import Standings
    from boardgames.contest.store import BadStore, KeptGame, Store

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
    "entrant",
    "names_of",
    "new_seed",
    "play_game",
    "play_match",
    "play_tournament",
    "read_contest_file",
    "read_record",
    "read_records",
    "set_up",
    "write_record",
]

LATER: Final = {
    "BadContest": "settings",
    "Configuration": "configuration",
    "Entry": "configuration",
    "ContestFile": "contest_file",
    "read_contest_file": "contest_file",
    "ContestSettings": "settings",
    "RunSettings": "run_settings",
    "play_match": "play",
    "play_tournament": "play",
    "read_record": "record_file",
    "read_records": "record_file",
    "write_record": "record_file",
    "MatchScore": "score",
    "BadSprt": "sprt",
    "Sprt": "sprt",
    "Standings": "standings",
    "BadStore": "store",
    "KeptGame": "store",
    "Store": "store",
}
"""Names that only matches and tournaments need, with their modules; they are imported on first use."""


def __getattr__(name: str) -> Any:
    if name in LATER:
        return getattr(import_module(f"boardgames.contest.{LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
