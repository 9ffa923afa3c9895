"""Being asked to stop, by Ctrl-C, by a closed terminal or by the system: all end a command in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ASKING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)]


@contextmanager
def interruptible() -> Iterator[Callable[[], None]]:
    """Within this, each of the signals that ask a program to stop raises :class:`KeyboardInterrupt`, once.

    Later ones are ignored: what is left to do takes a moment, and must be done.
    What is yielded can be called to ignore the first too.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    before = {number: signal.getsignal(number) for number in ASKING}
    asked = [number for number in ASKING if before[number] is not signal.SIG_IGN]  # nohup ignores one of them

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
