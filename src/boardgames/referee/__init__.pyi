from .dice import (
    ArenaDice as ArenaDice,
    Dice as Dice,
    DiceScriptError as DiceScriptError,
    ScriptedDice as ScriptedDice,
    SeededDice as SeededDice,
)
from .limits import PROCESSES as PROCESSES, SANDBOXES as SANDBOXES, Limits as Limits
from .loop import Adjudicate as Adjudicate, GameAborted as GameAborted, Onlooker as Onlooker, Referee as Referee
from .program_seat import ProgramSeat as ProgramSeat
from .protocol_log import ProtocolLog as ProtocolLog
from .safe_writer import SafeWriter as SafeWriter
from .sandbox import NoSandbox as NoSandbox, require_sandbox as require_sandbox
from .seat import PlayerSeat as PlayerSeat, Seat as Seat
from .shortage import Interference as Interference, Shortage as Shortage
from .spectator_stream import SpectatorStream as SpectatorStream
from .waiting import Waiting as Waiting
