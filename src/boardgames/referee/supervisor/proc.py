"""Processes: looked at through ``/proc``, and ended together with all their descendants."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Container
from contextlib import suppress

assert sys.platform == "linux"

SET_DEATH_SIGNAL, SET_DUMPABLE, SET_SUBREAPER = 1, 4, 36  # of prctl(2)
EXITING = 0x4  # among a process's flags
ENDING = 10.0  # seconds to try to end processes that resist
STILL: tuple[list[bytes], ...] = ([], [b"T"], [b"t"], [b"Z"])
"""The first letters of :func:`stat` for processes that ended, are stopped (``t``: by a debugger), or not reaped."""


def prctl(option: int, value: int) -> None:
    """Set a property of this process in Linux's kernel."""
    import ctypes  # here, since all else of this module can be imported anywhere

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


# -- looking ------------------------------------------------------------------------------


def read(path: str) -> bytes:
    """A file of ``/proc``, whole; empty if the process has ended or may not be looked at."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    parts = []
    try:
        while part := os.read(file, 65536):
            parts.append(part)
    except OSError:
        pass
    finally:
        os.close(file)
    return b"".join(parts)


def children(number: int) -> list[int]:
    """The numbers of a process's children, zombies too."""
    numbers: list[int] = []
    try:
        threads = os.listdir(f"/proc/{number}/task")
    except OSError:
        return numbers
    for thread in threads:
        numbers += map(int, read(f"/proc/{number}/task/{thread}/children").split())
    return numbers


def children_by_scan(number: int) -> list[int]:
    """The children of a process, for a kernel without lists of children."""
    return [child for child in all_numbers() if parent(child) == number]


list_children = children if os.path.exists("/proc/thread-self/children") else children_by_scan


def threads(members: list[int]) -> int:
    """The number of threads that processes have in all."""
    count = 0
    for member in members:
        fields = stat(member)
        if len(fields) > 17:
            count += int(fields[17])
    return count


def descendants(number: int, spared: Container[int] = ()) -> list[int]:
    """All descendants of a process, parents before their children, without those spared and their descendants."""
    numbers = [child for child in list_children(number) if child not in spared]
    for child in numbers:  # which grows meanwhile
        numbers += list_children(child)
    return numbers


def all_numbers() -> list[int]:
    """The numbers of all processes that can be seen here."""
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]


def stat(number: int) -> list[bytes]:
    """The fields of ``/proc/NUMBER/stat`` from the third on, the state; none if the process has ended."""
    return read(f"/proc/{number}/stat").rpartition(b")")[2].split()


def is_exiting(number: int) -> bool:
    """True if a process is on its way out."""
    fields = stat(number)
    return len(fields) > 6 and bool(int(fields[6]) & EXITING)


def with_memory(number: int) -> int:
    """The process, or another thread of it where the first has ended and so has lost sight of memory and files."""
    if not read(f"/proc/{number}/statm").startswith(b"0 "):
        return number
    with suppress(OSError):
        for name in os.listdir(f"/proc/{number}/task"):
            if not read(f"/proc/{name}/statm").startswith(b"0 "):
                return int(name)
    return number


def ignores_children(number: int) -> bool:
    """True if the kernel forgets the processor time of this process's children, as it ignores their end."""
    return has_signal(number, "SigIgn", signal.SIGCHLD)


def has_signal(number: int, among: str, sent: int) -> bool:
    """True if a signal is among those that ``/proc/NUMBER/status`` lists, as ``SigIgn`` does those ignored."""
    for line in read(f"/proc/{number}/status").splitlines():
        if line.startswith(among.encode() + b":"):
            return bool(int(line.split()[1], 16) >> (sent - 1) & 1)
    return False


def parent(number: int) -> int:
    """The number of a process's parent; 0 if the process is gone."""
    fields = stat(number)
    return int(fields[1]) if len(fields) > 1 else 0


def reaped_seconds() -> float:
    """The processor time of the children that this process has waited for."""
    used = os.times()
    return used.children_user + used.children_system


def session_reading(pipe: int) -> int:
    """The session of a process that has the pipe with this inode as its standard input; 0 if there is none."""
    for number in all_numbers():
        with suppress(OSError):
            if os.readlink(f"/proc/{number}/fd/0") == f"pipe:[{pipe}]" and len(fields := stat(number)) > 3:
                return int(fields[3])
    return 0


# -- ending -------------------------------------------------------------------------------


def of_session(session: int) -> list[int]:
    """The processes of a session, and all that descend from them, but for those that have ended."""
    numbers = [process for process in all_numbers() if stat(process)[3:4] == [b"%d" % session]]
    for process in numbers:  # which grows meanwhile
        numbers += [child for child in list_children(process) if child not in numbers]
    return [process for process in numbers if stat(process)[:1] not in ([], [b"Z"])]


def kill(number: int, sent: int) -> None:
    """Send a signal; nothing happens if the process has ended or belongs to another user."""
    with suppress(OSError):
        os.kill(number, sent)


def stop(number: int, seconds: float) -> set[int]:
    """Stop all descendants of a process that are not stopped already, for at most ``seconds``.

    Returns those stopped here.  A stopped process starts no other, so soon there are no more to
    stop.  Processes that continue each other have to be stopped again and again.
    """
    stopped: set[int] = set()
    deadline = time.monotonic() + seconds
    while moving := [process for process in descendants(number) if is_moving(process, process in stopped)]:
        for process in moving:
            kill(process, signal.SIGSTOP)
        stopped.update(moving)
        if time.monotonic() > deadline:
            break
    return stopped


def is_moving(number: int, was_told: bool) -> bool:
    """True if a process is still to be stopped.  One that ``was_told`` so stops when it has waited for a disk."""
    state = stat(number)[:1]
    return state not in STILL and not (was_told and state == [b"D"])


def reap(statuses: dict[int, int]) -> bool:
    """Add the wait statuses of the children that have ended.  Returns whether any child is left."""
    while True:
        try:
            number, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if not number:
            return True
        if not os.WIFSTOPPED(status):  # as a child that has asked to be traced is told of
            statuses[number] = status


def end(spared: Container[int] = ()) -> dict[int, int]:
    """End all descendants of this process but those spared.  Returns the wait statuses of its children.

    All are stopped before any is killed: a stopped process starts no other, so even
    processes that fork and exit in chains come to a halt.  Nothing is left when no
    child is left to wait for.
    """
    statuses: dict[int, int] = {}
    stopped: set[int] = set()
    deadline = time.monotonic() + ENDING
    while reap(statuses) and time.monotonic() < deadline:
        processes = descendants(os.getpid(), spared)
        if not processes and spared:
            break
        fresh = [process for process in processes if process not in stopped]
        for process in fresh or processes:
            kill(process, signal.SIGSTOP if fresh else signal.SIGKILL)
        stopped.update(fresh)
        if not fresh:
            stopped.clear()  # numbers may be given again
            time.sleep(0.0005)
    return statuses


def end_before_exit(spared: Container[int] = ()) -> None:
    """Call :func:`end` before this process exits, a second time if the signal of ``exit_with`` interrupts it.

    That signal comes once.
    """
    try:
        end(spared)
    except SystemExit:
        end(spared)
