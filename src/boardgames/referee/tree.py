"""A program and all that it started: found, weighed and ended together.

Every process that descends from a program inherits a mark in its environment,
also one that has left the program's session or whose parent has ended.  (One
that was started with an empty environment is seen only as long as its parents
live; a sandbox holds that too.)  Without ``/proc`` only the session is known.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from uuid import uuid4

MARK = "BOARDGAMES_SEAT"
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
ENDING = 1.0  # seconds for ending all, should they go on to start others


class ProcessTree:
    """The processes of one program.  Made before it is started; ``environment`` is for it."""

    def __init__(self) -> None:
        self.mark = uuid4().hex
        self.environment = {**os.environ, MARK: self.mark}
        self.others = set(_numbers())  # what ran before cannot be ours
        self.leader = 0
        self.ended = False

    def members(self) -> list[int]:
        """The process numbers of all that still run, zombies left out."""
        fresh = [number for number in _numbers() if number not in self.others]
        parents = {number: _parent(number) for number in fresh}
        sought = f"{MARK}={self.mark}".encode()
        found = {number for number in fresh if number == self.leader or sought in _read(number, "environ").split(b"\0")}
        for number in fresh:  # a child has a greater number than its parent, but for wrapped-round ones
            if parents[number] in found:
                found.add(number)
        return [number for number in found if parents[number] is not None]

    def memory(self) -> int:
        """The bytes that all of them hold for themselves, shared ones left out."""
        total = 0
        for number in self.members():
            fields = _read(number, "statm").split()
            if len(fields) > 2:
                total += (int(fields[1]) - int(fields[2])) * PAGE
        return total

    def end(self) -> None:
        """End them all, and what they start meanwhile."""
        if self.ended:
            return
        if self.leader:
            with suppress(ProcessLookupError, PermissionError):  # nobody is left (macOS says the latter of zombies)
                os.killpg(self.leader, signal.SIGKILL)
        deadline = time.monotonic() + ENDING
        while (running := self.members()) and time.monotonic() < deadline:
            for number in running:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(number, signal.SIGKILL)
            time.sleep(0.001)
        self.ended = True


def _numbers() -> list[int]:
    try:
        return sorted(int(name) for name in os.listdir("/proc") if name.isdecimal())
    except OSError:
        return []


def _parent(number: int) -> int | None:
    """The number of a process's parent; ``None`` if it has ended or is a zombie."""
    fields = _read(number, "stat").rpartition(b")")[2].split()  # the name before it may hold anything
    return int(fields[1]) if len(fields) > 1 and fields[0] not in (b"Z", b"X") else None


def _read(number: int, name: str) -> bytes:
    try:
        with open(f"/proc/{number}/{name}", "rb") as file:
            return file.read()
    except OSError:  # it has ended, or is somebody else's
        return b""
