"""Does a program wait for input while it should answer?  Seen in ``/proc``, so on Linux alone."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from boardgames.core.model.game import CHANCE
from boardgames.core.model.playthrough import Playthrough

PATIENCE: Final = 3.0
"""Seconds for which a program must do nothing but wait for input, before it counts as waiting in vain."""
WAITS: Final = "it waits for input, but it is its turn"
AGAIN: Final = " again: "
READ: Final = {"x86_64": 0, "aarch64": 63}.get(platform.machine())
"""The number of the system call ``read``."""


class Waiting:
    """Asked now and then while a program is to answer: what to say of a program that only waits for input.

    ``describe`` is the game's: what an action did, in words.
    """

    def __init__(self, playthrough: Playthrough, describe: Callable[..., str], patience: float = PATIENCE) -> None:
        self.playthrough = playthrough
        self.describe = describe
        self.patience = patience
        self.seen: tuple[object, ...] = ()
        self.since = time.monotonic()

    def __call__(self, process: int) -> str:
        """What to say, or nothing; ``process`` is the number of the program's process."""
        now = time.monotonic()
        seen = (process, self.playthrough.plies, *_used(process))
        if seen != self.seen or not _reads_input(process):
            self.seen, self.since = seen, now
            return ""
        if now - self.since < self.patience:
            return ""
        return WAITS + self._again()

    def _again(self) -> str:
        """Why it is its turn, where it was the last to act too."""
        turn, states = self.playthrough.state.turn, self.playthrough.states
        for before, action, after in zip(states[-2::-1], self.playthrough.actions[::-1], states[:0:-1], strict=True):
            if before.turn == CHANCE:
                continue
            if before.turn != turn:
                return ""
            return f"{AGAIN}with its last action, {action}, it {self.describe(before, action, after)}"
        return ""


def _family(process: int) -> Iterator[int]:
    """A process and its descendants."""
    yield process
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in children.read_text().split():
                yield from _family(int(child))


def _used(process: int) -> list[str]:
    """The processor time of a program and of all that it has started: changes while any of it computes."""
    used = []
    for each in _family(process):
        with suppress(OSError):
            used += Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:13]
    return used


def _reads_input(process: int) -> bool:
    """Does a thread of the program wait for its standard input?"""
    for each in _family(process):
        for call in Path(f"/proc/{each}/task").glob("*/syscall"):
            with suppress(OSError):
                if call.read_text().split()[:2] == [str(READ), "0x0"]:
                    return True
    return False
