"""The terminal of somebody who plays: its width and colours, lines read with the Tab key's help."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import Final

COLOURS: Final = {"first": "36", "second": "33", "mark": "1;35", "faint": "2"}
"""How a role is painted, as ANSI writes it: colours that are seen on light and on dark ground."""


def width() -> int:
    """The columns of the terminal, 80 where there is none."""
    return max(20, shutil.get_terminal_size((80, 24)).columns)


def has_colour() -> bool:
    """Is what we write seen in colour, and is that wanted?  ``NO_COLOR`` set to anything says that it is not."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, role: str) -> str:
    """The text in the colour of a role."""
    return f"\033[{COLOURS[role]}m{text}\033[0m" if text and role in COLOURS else text


class Prompt:
    """Asks for a line; at a terminal the Tab key completes the words that ``words`` has at the time."""

    def __init__(self) -> None:
        self.words: Sequence[str] = ()
        self.found: list[str] = []

    def __call__(self, prompt: str) -> str:
        """The line that was typed.  Raises :class:`EOFError` at the end of input."""
        forget = self._listen() if sys.stdin.isatty() and sys.stdout.isatty() else None
        try:
            return input(prompt)
        finally:
            if forget is not None:
                forget()

    def _listen(self) -> Callable[[], None] | None:
        try:
            import readline
        except ImportError:  # not every Python has it
            return None
        before = readline.get_completer(), readline.get_completer_delims()
        readline.set_completer(self.complete)
        readline.set_completer_delims(" \t\n")  # an action may have any other sign
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

        def forget() -> None:
            readline.set_completer(before[0])
            readline.set_completer_delims(before[1])

        return forget

    def complete(self, begun: str, number: int) -> str | None:
        """The ``number``-th word that goes on from what was begun, as readline asks for it.

        >>> prompt = Prompt(); prompt.words = ("7g7f", "7g7e", "help")
        >>> prompt.complete("7g", 0), prompt.complete("7g", 1), prompt.complete("7g", 2)
        ('7g7f', '7g7e', None)
        """
        if number == 0:
            self.found = [word for word in self.words if word.startswith(begun)]
        return self.found[number] if number < len(self.found) else None
