"""How long a program may take, and how much it may say and hold."""

from __future__ import annotations

from math import inf

import attrs

from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import LineProtocol

LINE_BYTES = 64 * 1024
ANSWER_BYTES = 1024 * 1024
PROCESSES = 100


@attrs.frozen(kw_only=True)
class Limits:
    """Seconds and bytes allowed to a program; past any of them it loses.

    What is left open is as the program's protocol says.  Raises :class:`ValueError` for a limit below 0.
    """

    start_time: float | None = None
    """Seconds to be ready for the game, where the protocol has it say so."""
    first_move_time: float | None = None
    """Seconds for the first answer; if ``move_time`` alone is given, that."""
    move_time: float | None = None
    """Seconds for each later answer."""
    clock: tuple[float, float] | None = None
    """Instead: seconds for the whole game, and seconds added after each answer."""
    grace: float = 0.0
    """Seconds by which an answer may be late all the same."""
    strikes: int = 0
    """How many times in a game the program may be late, each time getting the same time again."""
    line_bytes: int = LINE_BYTES
    """Bytes in one line."""
    answer_bytes: int = ANSWER_BYTES
    """Bytes in all lines of one answer."""
    memory: int | None = None
    """Bytes held by the program and all that it started."""
    processes: int | None = PROCESSES
    """How many processes the program and all that it started may be at a time; threads do not count."""
    cpu_time: float | None = None
    """Seconds of processor time that they may use in a game, also while others think."""

    def __attrs_post_init__(self) -> None:
        for name, value in attrs.asdict(self).items():
            for number in value if isinstance(value, tuple) else (value,):
                if number is not None and not number >= 0:  # which nan is not either
                    raise ValueError(f"{name} must be 0 or more, not {value}")

    def clock_for(self, protocol: LineProtocol) -> Clock:
        """The clock of a program that speaks this protocol.

        >>> from boardgames.core.protocol.plain import PLAIN
        >>> Limits(move_time=0.5).clock_for(PLAIN).allowed
        0.5
        """
        first = protocol.first_move_time if self.move_time is None else self.move_time
        return self._clock(first, protocol.move_time)

    def told_clock(self) -> Clock:
        """The clock of a player in this process: it is told of the time, which nobody can take from it."""
        return self._clock(inf if self.move_time is None else self.move_time, inf)

    def start_time_for(self, protocol: LineProtocol) -> float:
        """Seconds for a program that speaks this protocol to be ready."""
        return protocol.start_time if self.start_time is None else self.start_time

    def _clock(self, first_move_time: float, move_time: float) -> Clock:
        if self.clock is not None:
            return Clock(base=self.clock[0], increment=self.clock[1])
        return Clock(
            first_move_time if self.first_move_time is None else self.first_move_time,
            move_time if self.move_time is None else self.move_time,
        )
