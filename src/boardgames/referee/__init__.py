"""The referee: the loop of a game, its dice and clocks, the programs that play, the verdict."""

from __future__ import annotations

from boardgames.referee.dice import ArenaDice, Dice, DiceScriptError, ScriptedDice, SeededDice
from boardgames.referee.limits import PROCESSES, Limits
from boardgames.referee.loop import Onlooker, Referee
from boardgames.referee.program_seat import ProgramSeat
from boardgames.referee.protocol_log import ProtocolLog
from boardgames.referee.safe_writer import SafeWriter
from boardgames.referee.sandbox import SANDBOXES, NoSandbox, require_sandbox
from boardgames.referee.seat import PlayerSeat, Seat
from boardgames.referee.spectator_stream import SpectatorStream
from boardgames.referee.tree import Shortage

__all__ = [
    "PROCESSES",
    "SANDBOXES",
    "ArenaDice",
    "Dice",
    "DiceScriptError",
    "Limits",
    "NoSandbox",
    "Onlooker",
    "PlayerSeat",
    "ProgramSeat",
    "ProtocolLog",
    "Referee",
    "SafeWriter",
    "ScriptedDice",
    "Seat",
    "SeededDice",
    "Shortage",
    "SpectatorStream",
    "require_sandbox",
]
