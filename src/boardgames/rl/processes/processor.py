"""The processors that processes run on: two that work at the same time want different ones.

A process that wakes another one often gets it on its own processor.  The caller of a vector environment does not
sleep then, but plays; so the other one would wait for it, while a processor is free.
"""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from typing import Final

UNKNOWN: Final = -1
LINUX: Final = sys.platform == "linux"
GET: Final = getattr(ctypes.CDLL(None), "sched_getcpu", None) if LINUX else None


def processor() -> int:
    """The number of the processor that this thread runs on now; ``UNKNOWN`` where the system does not tell."""
    return UNKNOWN if GET is None else int(GET())


def allowed() -> set[int]:
    """The processors that this thread may run on; none where the system does not tell."""
    return os.sched_getaffinity(0) if LINUX else set()


def keep_to(wanted: set[int]) -> None:
    """Run on these processors only, from now on; on the same as before, if there are none or the system refuses."""
    if wanted and wanted != allowed():
        with suppress(OSError):
            os.sched_setaffinity(0, wanted)
