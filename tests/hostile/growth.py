"""How much this process's memory grows."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def resident() -> int:
    """The bytes that this process holds."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


@contextmanager
def growth_of_memory() -> Iterator[Callable[[], int]]:
    """How much more memory this process has held than at the start, in bytes, looked at 200 times a second."""
    before = most = resident()
    done = threading.Event()

    def watch() -> None:
        nonlocal most
        while not done.wait(0.005):
            most = max(most, resident())

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield lambda: most - before
    finally:
        done.set()
        thread.join()
