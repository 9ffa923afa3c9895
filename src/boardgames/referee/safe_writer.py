"""An outlet for what is told of a game: when it fails, that is told once, and the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol


class Writable(Protocol):
    """What lines can be written to."""

    def write(self, text: str, /) -> object: ...

    def flush(self) -> object: ...


class SafeWriter:
    """Passes lines on to a file; once that has failed, to nobody.

    ``tell`` is handed a sentence about the failure, in which ``name`` is what failed.
    """

    def __init__(self, file: Writable, name: str, tell: Callable[[str], None]) -> None:
        self.file = file
        self.name = name
        self.tell = tell
        self.failed = False

    def write(self, text: str) -> None:
        """Pass a text on at once."""
        if self.failed:
            return
        try:
            self.file.write(text)
            self.file.flush()
        except (OSError, ValueError) as error:  # a closed file raises the latter
            self.failed = True
            why = getattr(error, "strerror", None) or str(error)
            with suppress(OSError, ValueError):
                self.tell(f"{self.name} can be written no more ({why}); the game goes on without it.")

    def flush(self) -> None:
        """Nothing waits here."""
