"""A control group of the kernel, in which a program can take no more memory than allowed."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress

assert sys.platform == "linux"

from .proc import read

TRIES = 400  # to remove a group, in two seconds: on a busy machine a process takes long to be cleared away


class MemoryCgroup:
    """A control group in which the kernel itself limits a program's memory, where one can be made.

    Elsewhere it does nothing, and :class:`~.memory_meter.MemoryMeter` alone measures.
    ``allowed`` is in bytes, 0 for no limit.
    """

    def __init__(self, allowed: int) -> None:
        self.folder = self.home = self.events = ""
        for home, parent, limit, events in memory_groups() if allowed else ():
            sweep(parent)
            folder = f"{parent}/boardgames-{os.getpid()}"
            try:
                os.mkdir(folder)
                write(f"{folder}/{limit}", allowed)
            except OSError:
                with suppress(OSError):
                    os.rmdir(folder)
                continue
            self.folder, self.home, self.events = folder, home, events
            with suppress(OSError):  # only version 2 has it
                write(f"{folder}/memory.swap.max", 0)
            return

    def __enter__(self) -> None:
        """All that is started from here on is inside."""
        if self.folder:
            try:
                write(f"{self.folder}/cgroup.procs", os.getpid())
            except OSError:
                self.remove()

    def __exit__(self, *_: object) -> None:
        if self.folder:
            write(f"{self.home}/cgroup.procs", os.getpid())

    def oom_killed(self) -> bool:
        """True if the kernel has ended a process inside for want of memory."""
        if not self.folder:
            return False
        counts = dict(line.split() for line in read(f"{self.folder}/{self.events}").splitlines())
        return int(counts.get(b"oom_kill", 0)) > 0

    def remove(self) -> None:
        """Remove the group, once nothing of the program is left in it."""
        folder, self.folder = self.folder, ""
        for _ in range(TRIES if folder else 0):
            try:
                os.rmdir(folder)
                return
            except OSError:  # a process is still on its way out
                time.sleep(0.005)


def memory_groups() -> list[tuple[str, str, str, str]]:
    """This process's control groups for memory.

    For each version of control groups: the folder of its own group, the folder to make another in, and the
    names of the files with the limit and with the counts of events.
    """
    groups = []
    for line in read("/proc/self/cgroup").decode().splitlines():
        _, kinds, path = line.split(":", 2)
        if "memory" in kinds.split(","):
            home = f"/sys/fs/cgroup/memory{path}".rstrip("/")
            groups.append((home, home, "memory.limit_in_bytes", "memory.oom_control"))
        elif not kinds:  # version 2, where only groups without processes have groups below them
            home = f"/sys/fs/cgroup{path}".rstrip("/")
            groups.append((home, os.path.dirname(home), "memory.max", "memory.events"))
    return groups


def sweep(parent: str) -> None:
    """Remove the groups of supervisors that are gone, as after a fault of the machine.

    Groups that still have processes stay.
    """
    try:
        names = os.listdir(parent)
    except OSError:
        return
    for name in names:
        number = name.removeprefix("boardgames-")
        if name != number and not os.path.exists(f"/proc/{number}"):
            with suppress(OSError):
                os.rmdir(f"{parent}/{name}")


def remove_of(supervisors: set[int]) -> None:
    """Remove the groups that supervisors have left which were themselves killed."""
    for _, parent, _, _ in memory_groups():
        for number in supervisors:
            with suppress(OSError):
                os.rmdir(f"{parent}/boardgames-{number}")


def write(path: str, number: int) -> None:
    """Set a number that the kernel shows as a file.  Raises :class:`OSError`."""
    file = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(file, str(number).encode())
    finally:
        os.close(file)
