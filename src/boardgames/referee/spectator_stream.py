"""A stream for spectators: the game in a protocol's own lines."""

from __future__ import annotations

from collections.abc import Sequence

from boardgames.core.protocol.dialogue import Briefing, Dialogue, Event, LineProtocol
from boardgames.core.protocol.verdict import Verdict
from boardgames.referee.safe_writer import Writable


class SpectatorStream:
    """Writes the spectators' side of a protocol to a file, line by line as things happen."""

    def __init__(self, protocol: LineProtocol, file: Writable) -> None:
        self.protocol = protocol
        self.file = file
        self.dialogue: Dialogue | None = None

    def opening(self, briefing: Briefing) -> None:
        self.dialogue = self.protocol.referee(briefing, None)
        self.write(self.dialogue.opening())

    def happened(self, event: Event) -> None:
        if self.dialogue is not None:
            self.write(self.dialogue.happened(event))

    def undone(self, plies: int) -> None:
        self.dialogue = None  # no protocol has a line for it: what follows would be misread

    def closing(self, verdict: Verdict | None) -> None:
        if self.dialogue is not None and verdict is not None:
            self.write(self.dialogue.closing(verdict))

    def write(self, lines: Sequence[str]) -> None:
        """Write lines to the file at once.  Raises :class:`OSError`."""
        if lines:
            self.file.write("\n".join(lines) + "\n")
            self.file.flush()
