"""Who plays whom: the line-up, one game as a function, and the files in which games are kept."""

from __future__ import annotations

from boardgames.contest.game import RefereedGame, new_seed, play_game, set_up
from boardgames.contest.line_up import BadEntrant, Conditions, Entrant, PlayerEntrant, ProgramEntrant, entrant, names_of
from boardgames.contest.record_file import read_record, write_record
from boardgames.core.record import GameRecord, NamedPlayer

__all__ = [
    "BadEntrant",
    "Conditions",
    "Entrant",
    "GameRecord",
    "NamedPlayer",
    "PlayerEntrant",
    "ProgramEntrant",
    "RefereedGame",
    "entrant",
    "names_of",
    "new_seed",
    "play_game",
    "read_record",
    "set_up",
    "write_record",
]
