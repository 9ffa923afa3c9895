"""Who enforces: the loop of a game, its dice and clocks, the programs that play, the verdict."""

from __future__ import annotations

from boardgames.core.transcript import UnreadableRecord
from boardgames.referee.dice import ArenaDice, Dice, DiceScriptError, ScriptedDice, SeededDice
from boardgames.referee.gallery import Gallery
from boardgames.referee.limits import Limits
from boardgames.referee.loop import Onlooker, Referee
from boardgames.referee.participant import Participant, PlayerParticipant
from boardgames.referee.program import ProgramParticipant
from boardgames.referee.protocol_log import ProtocolLog
from boardgames.referee.record import NamedPlayer, Record
from boardgames.referee.sandbox import NoSandbox, require_sandbox

__all__ = [
    "ArenaDice",
    "Dice",
    "DiceScriptError",
    "Gallery",
    "Limits",
    "NamedPlayer",
    "NoSandbox",
    "Onlooker",
    "Participant",
    "PlayerParticipant",
    "ProgramParticipant",
    "ProtocolLog",
    "Record",
    "Referee",
    "ScriptedDice",
    "SeededDice",
    "UnreadableRecord",
    "require_sandbox",
]
