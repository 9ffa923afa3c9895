"""A look at whether a program waits for input while it should answer: in ``/proc``, so on Linux alone.

A program counts as waiting when nothing but input can wake it: all its threads, and those of the processes that it has
started, also of those whose parent has ended, sleep in ``read`` on a pipe that is their standard input, for each other,
or for a child.  One that computes, sleeps, or waits for an alarm, a network, a device or a process that it has not
started does not, whatever another thread of it reads meanwhile.
"""

from __future__ import annotations

import os
import platform
import signal
import sys
import time
from collections.abc import Callable
from typing import Final

from boardgames.core.model.game import CHANCE
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.text.said import Said

PATIENCE: Final = 2.0
"""Seconds for which a program must do nothing but wait for input, before it counts as waiting in vain."""
BETWEEN: Final = 0.2
"""Seconds between two looks at a program."""
READ, FUTEX, WAIT4, WAITID = {"x86_64": (0, 202, 61, 247), "aarch64": (63, 98, 260, 95)}.get(
    platform.machine(), (-1,) * 4
)
"""The numbers of system calls: to read, and to wait for another thread or for a child."""
STDIN, NO_LIMIT = b"0x0", b"0x0"
PRIVATE: Final = 128
"""Among the flags of a ``futex``: no process outside can wake who waits."""


class Waiting:
    """Asked now and then while a program is to answer: what to say of a program that only waits for input.

    ``describe`` is the game's: what an action did, in words.
    """

    def __init__(self, playthrough: Playthrough, describe: Callable[..., str], patience: float | None = None) -> None:
        self.playthrough = playthrough
        self.describe = describe
        self.patience = PATIENCE if patience is None else patience
        self.seen: tuple[object, ...] = ()
        self.since = self.looked = time.monotonic()

    def __call__(self, supervisor: int) -> str:
        """A sentence, or nothing; ``supervisor`` is the number of the process whose descendants are the program."""
        now = time.monotonic()
        if now - self.looked < min(BETWEEN, self.patience / 2):
            return ""
        self.looked = now
        sleeps = (self.playthrough.plies, *_sleeps(supervisor))
        if sleeps != self.seen or len(sleeps) == 1:
            self.seen, self.since = sleeps, now
            return ""
        if now - self.since < self.patience:
            return ""
        return self._told()

    def _told(self) -> str:
        """That it waits, and why it is its turn where it was the last to act too."""
        turn, states = self.playthrough.state.turn, self.playthrough.states
        for before, action, after in zip(states[-2::-1], self.playthrough.actions[::-1], states[:0:-1], strict=True):
            if before.turn == turn:
                return Said(
                    "it waits for input, but it is its turn again: with its last action, {action}, it {happened}",
                    action=str(action),
                    happened=self.describe(before, action, after),
                )
            if before.turn != CHANCE:
                break
        return Said("it waits for input, but it is its turn")


def _sleeps(supervisor: int) -> tuple[object, ...]:
    """The processor time of each process of a program if input alone can wake it; else nothing."""
    if sys.platform != "linux":
        return ()
    from boardgames.referee.supervisor import proc

    used: list[object] = []
    reads = False
    for place, process in enumerate(proc.descendants(supervisor)):
        fields = proc.stat(process)
        try:
            threads = os.listdir(f"/proc/{process}/task")
            from_pipe = os.readlink(f"/proc/{process}/fd/0").startswith("pipe:")  # a FIFO has a name
            if place == 0 and os.readlink(f"/proc/{process}/exe").endswith("/bwrap"):
                continue  # it only waits for the sandbox to end
        except OSError:
            return ()
        if proc.has_signal(process, "SigCgt", signal.SIGALRM):
            return ()
        for thread in threads:
            state = proc.read(f"/proc/{process}/task/{thread}/stat").rpartition(b")")[2].split()[:1]
            call, *arguments = proc.read(f"/proc/{process}/task/{thread}/syscall").split()[:5] or [b""]
            if state != [b"S"] or not call.isdigit():
                return ()
            if int(call) == READ and arguments[0] == STDIN and from_pipe:
                reads = True
            elif int(call) == FUTEX and arguments[3] == NO_LIMIT and int(arguments[1], 16) & PRIVATE:
                pass
            elif int(call) not in (WAIT4, WAITID):
                return ()
        used += [process, *fields[11:13]]
    return tuple(used) if reads else ()
