"""How the processes of this package wake when a child ends, and exit when their parent does."""

from __future__ import annotations

import os
import signal
import sys

assert sys.platform == "linux"

from .proc import SET_DEATH_SIGNAL, prctl


def wake_on_child() -> int:
    """A file that becomes readable whenever a child has ended."""
    wake, note = os.pipe()
    os.set_blocking(note, False)
    signal.set_wakeup_fd(note, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    return wake


def exit_with(parent: int) -> None:
    """Raise :class:`SystemExit` as soon as the parent has ended, which may be now."""

    def look(number: int, frame: object) -> None:
        if os.getppid() != parent:  # and not just a thread of it
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
            sys.exit()

    signal.signal(signal.SIGUSR1, look)
    prctl(SET_DEATH_SIGNAL, signal.SIGUSR1)
    look(0, None)
