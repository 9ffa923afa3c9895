"""Signals that ask a command to stop: Ctrl-C, a closed terminal, the system. All end it in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ASKING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)]


@contextmanager
def interruptible() -> Iterator[Callable[[], None]]:
    """Within this, the first signal that asks the process to stop raises :class:`KeyboardInterrupt`.

    Later ones are ignored: the work that is left takes a moment, and must be done.
    Call the function that is yielded to ignore the first one too.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    before = {number: signal.getsignal(number) for number in ASKING}
    asked = [number for number in ASKING if before[number] is not signal.SIG_IGN]  # under nohup, SIGHUP stays ignored

    def ignore() -> None:
        for number in asked:
            signal.signal(number, signal.SIG_IGN)

    stopped = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        stopped = True
        ignore()
        raise KeyboardInterrupt

    try:
        for number in asked:
            signal.signal(number, stop)
        yield ignore
    finally:
        for number in asked if not stopped else ():  # a command that was stopped is about to exit
            signal.signal(number, before[number] or signal.SIG_DFL)
