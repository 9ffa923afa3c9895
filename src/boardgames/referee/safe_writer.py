"""A writer whose failure is reported once and does not end the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

from boardgames.core.text.printable import printable

STDERR_BYTES: Final = 1 << 20
"""Bytes of one program's stderr that are kept of one game."""


class Writable(Protocol):
    """A file that lines can be written to."""

    def write(self, text: str, /) -> object: ...

    def flush(self) -> object: ...


class SafeWriter:
    """Passes lines on to a file until that fails, then drops them.

    ``tell`` is called with a sentence about the failure, in which ``name`` is what failed.
    """

    def __init__(self, file: Writable, name: str, tell: Callable[[str], None]) -> None:
        self.file = file
        self.name = name
        self.tell = tell
        self.failed = False

    def write(self, text: str) -> None:
        """Write a text and flush it."""
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
        """Nothing is buffered."""


def copied_stderr(sink: SafeWriter) -> Callable[[str, bytes], None]:
    """A function that writes to a sink what programs print on stderr, each up to :data:`STDERR_BYTES` in a game.

    ``sink`` is the writer.
    """
    passed_on: Counter[str] = Counter()

    def pass_on(name: str, data: bytes) -> None:
        if passed_on[name] > STDERR_BYTES:
            return
        passed_on[name] += len(data)
        for line in data.decode("utf-8", "backslashreplace").splitlines():
            sink.write(f"{name}: {printable(line)}\n")
        if passed_on[name] > STDERR_BYTES:
            sink.write(f"{name}: (what it writes beyond {STDERR_BYTES >> 20} MiB in this game is left out)\n")

    return pass_on
