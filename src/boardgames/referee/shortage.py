"""A shortage on the referee's side, or an interference from outside: the errors that end a game without a verdict."""

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
"""Resources that the referee may lack; no program is at fault then."""


class Shortage(OSError):
    """The referee itself lacks files, processes, memory or disk.  No player is at fault, and there is no verdict.

    It is made of an ``errno`` and of what the referee could not do, or of a sentence.
    """

    def __str__(self) -> str:
        if len(self.args) == 1:
            return str(self.args[0])
        lacking = SHORTAGES.get(self.errno or 0, os.strerror(self.errno or 0))
        return f"the referee could not {self.strerror}: no more {lacking}"


class Interference(Shortage):
    """A program was stopped, so that it could not answer, as another program can do.  Made of a sentence about it."""
