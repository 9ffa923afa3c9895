"""How long a program may take, and how much it may say."""

from __future__ import annotations

import attrs

from boardgames.core.dialogue import LineProtocol

LINE_BYTES = 64 * 1024
ANSWER_BYTES = 1024 * 1024


@attrs.frozen(kw_only=True)
class Limits:
    """Seconds and bytes allowed to a program; past any of them it loses."""

    start_time: float = 10.0
    """To be ready for the game, where the protocol has it say so."""
    first_move_time: float = 10.0
    move_time: float = 10.0
    line_bytes: int = LINE_BYTES
    """In one line."""
    answer_bytes: int = ANSWER_BYTES
    """In all lines of one answer."""

    @classmethod
    def of(cls, protocol: LineProtocol, first_move_time: float | None = None, move_time: float | None = None) -> Limits:
        """The protocol's own limits, but for what the user says.

        A move time alone also bounds the first move.
        """
        if first_move_time is None:
            first_move_time = protocol.first_move_time if move_time is None else move_time
        return cls(
            start_time=protocol.start_time,
            first_move_time=first_move_time,
            move_time=protocol.move_time if move_time is None else move_time,
        )
