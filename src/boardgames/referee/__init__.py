"""The referee: the loop of a game, its dice and clocks, the programs that play, the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.referee.dice import ArenaDice, Dice, DiceScriptError, ScriptedDice, SeededDice
    from boardgames.referee.limits import PROCESSES, SANDBOXES, Limits
    from boardgames.referee.loop import Onlooker, Referee
    from boardgames.referee.program_seat import ProgramSeat
    from boardgames.referee.protocol_log import ProtocolLog
    from boardgames.referee.safe_writer import SafeWriter
    from boardgames.referee.sandbox import NoSandbox, require_sandbox
    from boardgames.referee.seat import PlayerSeat, Seat
    from boardgames.referee.shortage import Shortage
    from boardgames.referee.spectator_stream import SpectatorStream
else:  # a game of players in this process starts sooner without what programs need
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "dice": "ArenaDice Dice DiceScriptError ScriptedDice SeededDice",
            "limits": "PROCESSES SANDBOXES Limits",
            "loop": "Onlooker Referee",
            "program_seat": "ProgramSeat",
            "protocol_log": "ProtocolLog",
            "safe_writer": "SafeWriter",
            "sandbox": "NoSandbox require_sandbox",
            "seat": "PlayerSeat Seat",
            "spectator_stream": "SpectatorStream",
            "shortage": "Shortage",
        },
    )

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
