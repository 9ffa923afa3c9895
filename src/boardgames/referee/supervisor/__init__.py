"""The supervisor: a small process between the referee and a program, which loses nothing that the program starts.

A program of its own, run by :mod:`boardgames.referee.supervisors` on Linux as
``python -I -S FOLDER``.  It imports nothing but the standard library and its own
modules, so that it starts in milliseconds::

    referee ─── fork server ─┬─ supervisor ── program ── all that it starts
                             └─ supervisor ── program ── ...

A supervisor is a *subreaper*: a process whose parent ends becomes the
supervisor's own child, however it was started and whatever it did to its session,
its environment or its name.  So a program's processes are exactly the
supervisor's descendants, and when the supervisor has no child left, nothing is
left.  It counts them, measures their memory, and ends them all when it is told to
and when the referee is gone (also after ``kill -9``).  A supervisor serves one
program after another.

The fork server forks supervisors when asked, and ends what is left of a program
whose supervisor was itself killed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

PORTABLE: Final = "BOARDGAMES_PORTABLE"
"""The variable of the environment that has programs run without supervisors, as on other systems."""
FOLDER: Final = str(Path(__file__).parent)
"""The program that is the fork server; imports nothing of ours."""


def available() -> bool:
    """True if programs can have supervisors here, and may."""
    return (
        sys.platform == "linux" and not os.environ.get(PORTABLE) and os.path.exists(os.path.join(FOLDER, "__main__.py"))
    )
