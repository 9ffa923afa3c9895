"""Who enforces: the loop of a match, its dice and clocks, the programs that play, the verdict."""

from __future__ import annotations

from boardgames.core.transcript import UnreadableRecord
from boardgames.referee.chair import Chair, PlayerChair
from boardgames.referee.dice import ArenaDice, Dice, DiceScriptError, ScriptedDice, SeededDice
from boardgames.referee.gallery import Gallery
from boardgames.referee.limits import Limits
from boardgames.referee.loop import Onlooker, Referee
from boardgames.referee.program import ProgramChair
from boardgames.referee.protocol_log import ProtocolLog
from boardgames.referee.record import Record, Sitter
from boardgames.referee.sandbox import NoSandbox, require_sandbox

__all__ = [
    "ArenaDice",
    "Chair",
    "Dice",
    "DiceScriptError",
    "Gallery",
    "Limits",
    "NoSandbox",
    "Onlooker",
    "PlayerChair",
    "ProgramChair",
    "ProtocolLog",
    "Record",
    "Referee",
    "ScriptedDice",
    "SeededDice",
    "Sitter",
    "UnreadableRecord",
    "require_sandbox",
]
