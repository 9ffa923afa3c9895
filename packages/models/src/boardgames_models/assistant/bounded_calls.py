"""Calls in worker processes that end when they have used up their time or memory, whatever code they run.

The clock is the process's own: a timer of the system ends it, also in compiled code and in an endless loop, and
:class:`~boardgames.processes.workers.Workers` replaces it.  The CPU time counts, so that a busy machine takes nothing
from a call; a call that only waits ends after ``seconds``.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import Any

import attrs

from boardgames.processes import WorkerDied, Workers


@attrs.frozen(kw_only=True)
class CallLimits:
    """The time and memory that a call may take."""

    cpu: float = 5.0
    """Seconds of processor time, of all threads of its process."""
    seconds: float = 60.0
    """Seconds in all."""
    memory: int = 2 * 2**30
    """Bytes of data of its process; a call that needs more raises :class:`MemoryError`."""


class CallTooLong(RuntimeError):
    """A call was ended at its limit; the message says which."""


async def bounded_call(workers: Workers, limits: CallLimits, function: Callable[..., Any], /, *args: object) -> Any:
    """The value of a call in one of these workers.

    Raises :class:`CallTooLong`, :class:`~boardgames.processes.workers.WorkerDied`, and what the call raises.
    """
    import asyncio

    try:
        return await asyncio.wrap_future(workers.submit(within_limits, limits, function, *args))
    except WorkerDied as error:
        if error.status == -getattr(signal, "SIGPROF", 0):
            raise CallTooLong(f"it took more than {limits.cpu:g} s of processor time") from None
        if error.status == -getattr(signal, "SIGALRM", 0):
            raise CallTooLong(f"it took more than {limits.seconds:g} s") from None
        raise


def within_limits(limits: CallLimits, function: Callable[..., Any], /, *args: object) -> Any:
    """Call a function in this process, which ends if the call goes beyond its limits (not on Windows)."""
    if sys.platform == "win32":
        return function(*args)
    import resource

    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_DATA, (limits.memory, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    signal.setitimer(signal.ITIMER_PROF, limits.cpu)
    signal.setitimer(signal.ITIMER_REAL, limits.seconds)
    try:
        return function(*args)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
