"""A shortage on the referee's side: the one error that ends a game without a verdict."""

from __future__ import annotations

import errno
import os
from typing import Final

SHORTAGES: Final = {
    errno.EMFILE: "open files: see 'ulimit -n'",
    errno.ENFILE: "open files on this machine",
    errno.EAGAIN: "processes: see 'ulimit -u'",
    errno.ENOMEM: "memory",
    errno.ENOBUFS: "memory",
    errno.ENOSPC: "room on the disk",
    errno.EDQUOT: "room on the disk",
}
"""What the referee may lack; no program is at fault then."""


class Shortage(OSError):
    """The referee itself lacks files, processes, memory or disk.  No player is at fault, and there is no verdict."""

    def __init__(self, number: int, doing: str) -> None:
        super().__init__(number, f"the referee could not {doing}: no more {SHORTAGES.get(number, os.strerror(number))}")

    def __str__(self) -> str:
        return str(self.strerror)
