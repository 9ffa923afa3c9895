"""How submissions are verified, and the process in which one runs."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Final

import attrs

import boardgames
from boardgames.referee import PASSED_ON, Limits, Mounts, Process, ProgramFault, Shortage
from boardgames.testkit import FIRST_SEED, LIKE_RUNGS, RUNGS, Rung, Weights
from boardgames_classroom import inside

Running = Callable[[Process], AbstractContextManager[None]]
"""Is entered with a process while it runs, so that another thread can end it."""

CODE: Final = (
    "import sys; name, *sys.argv[1:] = sys.argv[1:]; sys.path += sys.argv[1:]; del sys.argv[1:]; "
    "__import__(name, fromlist=['main']).main()"
)
"""The same for every process of a submission: the order, which is not in its command line, says what it does."""
SOURCES: Final = tuple(
    dict.fromkeys(str(Path(str(file)).resolve().parents[1]) for file in (boardgames.__file__, __file__))
)
"""The folders that the library and this package are imported from; the checker sees them."""
GAMES: Final = 20
TIME: Final = 30.0
MEMORY: Final = 1024 * 2**20
PROCESSES: Final = 20
WAITING: Final = 2
"""Seconds on the clock for each second of processor time: a submission may wait, and so may a busy machine."""
STARTING: Final = 20.0  # seconds besides, for the start on a busy machine


@attrs.frozen(kw_only=True)
class GradingConditions:
    """How submissions are verified, all alike."""

    weights: Weights = attrs.field(factory=Weights)
    games: int | None = GAMES
    """Random games, which makes grades the same on every machine; ``None``: as many as fit into ``seconds``."""
    seconds: float = 2.0
    seed: int = FIRST_SEED
    max_plies: int | None = None
    file: str | None = None
    """The name of the file with the game, if the assignment gave one."""
    like: str | None = None
    """A reference, which knows the rules: a game by its name or where it stands, ``reference.py:SPEC``."""
    time: float = TIME
    """Seconds of processor time for a submission."""
    memory: int | None = MEMORY
    """Bytes."""
    sandboxed: bool = True

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """The ladder, and with a reference what it adds."""
        return RUNGS if self.like is None else (*RUNGS, *LIKE_RUNGS)

    @property
    def limits(self) -> Limits:
        """The limits of each submission's process."""
        return Limits(memory=self.memory, cpu_time=self.time, processes=PROCESSES)

    @property
    def longest(self) -> float:
        """The seconds on the clock after which a process is ended."""
        return WAITING * self.time + STARTING


@contextmanager
def started(folder: Path, conditions: GradingConditions, running: Running | None) -> Iterator[Process]:
    """A process that runs our code beside the submission in a folder, and sees no other.

    Raises :class:`~boardgames.referee.Shortage` if it cannot be started.
    """
    command = [sys.executable, "-I", "-B", "-c", CODE, inside.__name__, *SOURCES]
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    environment |= {"HOME": str(folder), "TMPDIR": str(folder)}  # a sandbox has others
    mounts = Mounts.around(command, os.environ, folder=str(folder)) if conditions.sandboxed else None
    try:
        process = Process(command, conditions.limits, environment, None, mounts)
    except ProgramFault as fault:
        raise Shortage(f"the checker cannot be started: {fault.detail}") from None
    try:
        with nullcontext() if running is None else running(process):
            yield process
    finally:
        process.end(time.monotonic())
