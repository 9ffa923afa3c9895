"""How long a program may take, and how much it may say and hold."""

from __future__ import annotations

import attrs

from boardgames.core.clock import Clock
from boardgames.core.dialogue import LineProtocol

LINE_BYTES = 64 * 1024
ANSWER_BYTES = 1024 * 1024


@attrs.frozen(kw_only=True)
class Limits:
    """Seconds and bytes allowed to a program; past any of them it loses."""

    start_time: float = 10.0
    """Seconds to be ready for the game, where the protocol has it say so."""
    first_move_time: float = 10.0
    """Seconds for the first answer."""
    move_time: float = 10.0
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

    @classmethod
    def of(
        cls,
        protocol: LineProtocol,
        *,
        start_time: float | None = None,
        first_move_time: float | None = None,
        move_time: float | None = None,
        clock: tuple[float, float] | None = None,
        grace: float = 0.0,
        strikes: int = 0,
        memory: int | None = None,
    ) -> Limits:
        """The protocol's own limits, but for what the user says.

        A move time alone also bounds the first move.
        """
        if first_move_time is None:
            first_move_time = protocol.first_move_time if move_time is None else move_time
        return cls(
            start_time=protocol.start_time if start_time is None else start_time,
            first_move_time=first_move_time,
            move_time=protocol.move_time if move_time is None else move_time,
            clock=clock,
            grace=grace,
            strikes=strikes,
            memory=memory,
        )

    def new_clock(self) -> Clock:
        """A clock that keeps these limits."""
        if self.clock is not None:
            return Clock(base=self.clock[0], increment=self.clock[1])
        return Clock(self.first_move_time, self.move_time)
