from .dice import (
    ArenaDice as ArenaDice,
    Dice as Dice,
    DiceScriptError as DiceScriptError,
    ScriptedDice as ScriptedDice,
    SeededDice as SeededDice,
)
from .limits import LINE_BYTES as LINE_BYTES, PROCESSES as PROCESSES, SANDBOXES as SANDBOXES, Limits as Limits
from .loop import Adjudicate as Adjudicate, GameAborted as GameAborted, Onlooker as Onlooker, Referee as Referee
from .process import PARTING as PARTING, Process as Process
from .program_lines import ProgramFault as ProgramFault, ProgramLines as ProgramLines
from .program_seat import ProgramSeat as ProgramSeat
from .protocol_log import ProtocolLog as ProtocolLog
from .safe_writer import SafeWriter as SafeWriter
from .sandbox import (
    PASSED_ON as PASSED_ON,
    Mounts as Mounts,
    NoSandbox as NoSandbox,
    require_sandbox as require_sandbox,
)
from .seat import NO_ANSWER as NO_ANSWER, PlayerSeat as PlayerSeat, Seat as Seat
from .shortage import SHORTAGES as SHORTAGES, Interference as Interference, Shortage as Shortage
from .spectator_stream import SpectatorStream as SpectatorStream
from .waiting import Waiting as Waiting
