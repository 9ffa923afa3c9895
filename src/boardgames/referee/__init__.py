"""Who enforces: the loop of a game, its dice and clocks, the programs that play, the verdict."""

from __future__ import annotations

from boardgames.referee.dice import ArenaDice, Dice, DiceScriptError, ScriptedDice, SeededDice
from boardgames.referee.gallery import Gallery
from boardgames.referee.limits import PROCESSES, Limits
from boardgames.referee.loop import Onlooker, Referee
from boardgames.referee.outlet import Outlet
from boardgames.referee.participant import Participant, PlayerParticipant
from boardgames.referee.program import ProgramParticipant
from boardgames.referee.protocol_log import ProtocolLog
from boardgames.referee.sandbox import SANDBOXES, NoSandbox, require_sandbox
from boardgames.referee.tree import Shortage

__all__ = [
    "PROCESSES",
    "SANDBOXES",
    "ArenaDice",
    "Dice",
    "DiceScriptError",
    "Gallery",
    "Limits",
    "NoSandbox",
    "Onlooker",
    "Outlet",
    "Participant",
    "PlayerParticipant",
    "ProgramParticipant",
    "ProtocolLog",
    "Referee",
    "ScriptedDice",
    "SeededDice",
    "Shortage",
    "require_sandbox",
]
