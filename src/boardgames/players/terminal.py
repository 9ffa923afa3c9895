"""The terminal of a human player: its width and colours, and lines read with completion by the Tab key."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import Final

COLOURS: Final = {"first": "36", "second": "33", "mark": "1;35", "faint": "2"}
"""The ANSI colour of each role; all are visible on light and on dark backgrounds."""


def terminal_width() -> int:
    """The columns of the terminal; 80 where there is no terminal."""
    return max(20, shutil.get_terminal_size((80, 24)).columns)


def has_colour() -> bool:
    """True if colour is possible and wanted; ``NO_COLOR``, set to anything, forbids it."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, role: str) -> str:
    """The text in the colour of a role."""
    return f"\033[{COLOURS[role]}m{text}\033[0m" if text and role in COLOURS else text


class Prompt:
    """Asks for a line.  At a terminal the Tab key completes the current ``words``."""

    def __init__(self) -> None:
        self.words: Sequence[str] = ()
        self.matches: list[str] = []

    def __call__(self, prompt: str) -> str:
        """The line that was typed.  Raises :class:`EOFError` at the end of input."""
        restore = self._listen() if sys.stdin.isatty() and sys.stdout.isatty() else None
        try:
            return input(prompt)
        finally:
            if restore is not None:
                restore()

    def _listen(self) -> Callable[[], None] | None:
        if sys.platform == "win32":
            return None
        try:
            import readline
        except ImportError:  # not every Python has it
            return None
        before = readline.get_completer(), readline.get_completer_delims()
        readline.set_completer(self.complete)
        readline.set_completer_delims(" \t\n")  # an action may contain any other character
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

        def restore() -> None:
            readline.set_completer(before[0])
            readline.set_completer_delims(before[1])

        return restore

    def complete(self, begun: str, number: int) -> str | None:
        """The ``number``-th word that begins with ``begun``, in the form that readline asks for.

        >>> prompt = Prompt(); prompt.words = ("7g7f", "7g7e", "help")
        >>> prompt.complete("7g", 0), prompt.complete("7g", 1), prompt.complete("7g", 2)
        ('7g7f', '7g7e', None)
        """
        if number == 0:
            self.matches = [word for word in self.words if word.startswith(begun)]
        return self.matches[number] if number < len(self.matches) else None
