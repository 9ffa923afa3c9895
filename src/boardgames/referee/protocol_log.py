"""The protocol log: every line between the referee and the programs, with its time."""

from __future__ import annotations

import time

from boardgames.referee.outlet import Writable


class ProtocolLog:
    """Writes lines as ``12.345678 NAME < line`` (said by the program) or ``>`` (told to it) to a file."""

    def __init__(self, file: Writable) -> None:
        self.file = file
        self.begun = time.monotonic()

    def note(self, name: str, sign: str, line: str) -> None:
        """One line.  ``sign`` is ``<``, ``>``, or ``!`` for a line of the program's stderr."""
        self.file.write(f"{time.monotonic() - self.begun:.6f} {name} {sign} {line}\n")
        self.file.flush()
