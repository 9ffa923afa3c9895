"""Signals that ask a command to stop: Ctrl-C, a closed terminal, the system.  All of them end it in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ASKING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)]


class Signals:
    """From its making on, the first signal that asks the process to stop raises :class:`KeyboardInterrupt`.

    Later ones are ignored: the work that is left takes a moment, and must be done.
    Signals that were ignored before, as SIGHUP is under nohup, stay so.
    """

    def __init__(self) -> None:
        self.stopped = False
        self.before = {number: signal.getsignal(number) for number in ASKING}
        self.heard = [number for number, handler in self.before.items() if handler is not signal.SIG_IGN]
        for number in self.heard:
            signal.signal(number, self._stop)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped = True
        self.ignore()
        raise KeyboardInterrupt

    def ignore(self) -> None:
        """From now on ignore the first one too."""
        for number in self.heard:
            signal.signal(number, signal.SIG_IGN)

    def restore(self) -> None:
        """Treat signals as before, unless the command was stopped and is about to exit."""
        for number in self.heard if not self.stopped else ():
            signal.signal(number, self.before[number] or signal.SIG_DFL)


@contextmanager
def interruptible() -> Iterator[Callable[[], None]]:
    """Within this, the first signal that asks the process to stop raises :class:`KeyboardInterrupt`.

    Call the function that is yielded to ignore it.  Outside the main thread nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    signals = Signals()
    try:
        yield signals.ignore
    finally:
        signals.restore()
