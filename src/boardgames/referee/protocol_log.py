"""The protocol log: every line between the referee and the programs, with its time and its ply."""

from __future__ import annotations

import time

from boardgames.core.protocol.dialogue import Briefing, Event
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.printable import printable
from boardgames.referee.safe_writer import Writable


class ProtocolLog:
    """Writes lines to a file as ``12.345678 ply 7 NAME < line`` (``<`` from the program, ``>`` to it).

    As an onlooker of a game it knows the ply under way, and writes a line that
    begins with ``#`` before each game and after it, so that one file can hold many.
    Of an answer of very many lines the middle is left out.
    """

    def __init__(self, file: Writable) -> None:
        self.file = file
        self.begun = time.monotonic()
        self.ply = 1
        self.names: list[str] = []

    def note(self, name: str, sign: str, line: str) -> None:
        """One line.  ``sign`` is ``<`` or ``>``."""
        self._write(f"{time.monotonic() - self.begun:.6f} ply {self.ply} {name} {sign} {line}")

    def left_out(self, name: str, lines: int) -> None:
        """Say that a program's next lines are not in the log, as there are too many."""
        self._write(f"# {name}: {lines} more lines are left out")

    def opening(self, briefing: Briefing) -> None:
        self.ply = 1 + len(briefing.earlier)
        self.names = list(briefing.names)
        seed = "" if briefing.seed is None else f", seed {briefing.seed}"
        self._write(f"# {briefing.start.game.name}: {' against '.join(self.names)}{seed}, from {briefing.start}")

    def happened(self, event: Event) -> None:
        self.ply += 1

    def undone(self, plies: int) -> None:
        self.ply -= plies

    def closing(self, verdict: Verdict | None) -> None:
        self._write(f"# {'broken off' if verdict is None else verdict.sentence(self.names)}")

    def _write(self, line: str) -> None:
        self.file.write(printable(line) + "\n")
        self.file.flush()
