"""System V shared memory, semaphores and queues of a program: measured, and removed after the game.

The kernel keeps them until they are removed, also after the process that made them has ended.
"""

from __future__ import annotations

import os
import sys

assert sys.platform == "linux"

from .proc import read

NEW_IPC = 0x08000000  # of unshare(2)
REMOVE = 0  # of shmctl(2), msgctl(2) and semctl(2)
LAST_USER = 11  # of semctl(2): the process that used a semaphore last
KINDS = ("shm", "msg", "sem")
MAKER = {"shm": 9, "msg": 9, "sem": 6}  # the columns of ``/proc/sysvipc`` with the user who made an object


class SystemVObjects:
    """The objects of one program.

    Where the supervisor may (as root), it has a namespace of its own, so that these are all that it sees.
    Elsewhere an object is the program's if it is new and one of the program's processes made or used it.  The kernel
    does not say who made semaphores and queues, so new ones of this user count that no process has used yet.
    """

    def __init__(self) -> None:
        self.alone = unshare()
        self.seen: set[int] = set()
        self.before = {} if self.alone else {kind: {row[1] for row in rows(kind)} for kind in KINDS}

    def held(self, members: list[int]) -> int:
        """The bytes in segments of shared memory."""
        self.look(members)
        return sum(int(row[14]) + int(row[15]) for row in self.own("shm") if len(row) > 15)

    def look(self, members: list[int]) -> None:
        """Remember the processes of the program."""
        if not self.alone:
            self.seen.update(members)

    def own(self, kind: str) -> list[list[bytes]]:
        """The rows of the program's objects of a kind: ``shm``, ``msg`` or ``sem``."""
        if self.alone:
            return rows(kind)
        return [row for row in rows(kind) if row[1] not in self.before[kind] and self.is_own(kind, row)]

    def is_own(self, kind: str, row: list[bytes]) -> bool:
        """True if an object is the program's, by its makers or last users."""
        users = last_users(kind, row)
        return not self.seen.isdisjoint(users) or (not any(users) and int(row[MAKER[kind]]) == os.geteuid())

    def remove(self) -> None:
        """Remove what the program has left, once it has ended."""
        for kind in KINDS:
            for row in self.own(kind):
                control(kind, int(row[1]))


def unshare() -> bool:
    """Give this process, and those that it starts from here on, System V objects of their own.  Whether it may."""
    import ctypes

    return os.path.exists("/proc/sysvipc") and ctypes.CDLL(None).unshare(NEW_IPC) == 0


def rows(kind: str) -> list[list[bytes]]:
    """The objects of a kind, in the columns of ``/proc/sysvipc``: the second is the number."""
    return [line.split() for line in read(f"/proc/sysvipc/{kind}").splitlines()[1:]]


def last_users(kind: str, row: list[bytes]) -> list[int]:
    """The processes that made an object (shared memory) or used it last; 0 or less where the kernel names none."""
    if kind == "sem":
        users = [control(kind, int(row[1]), LAST_USER, semaphore) for semaphore in range(int(row[3]))]
        return [max(0, user) for user in users]  # -1: it may not be read
    return [int(row[column]) for column in ((4,) if kind == "shm" else (5, 6))]


def control(kind: str, number: int, command: int = REMOVE, semaphore: int = 0) -> int:
    """Call shmctl(2), msgctl(2) or semctl(2).  Returns what that returns."""
    import ctypes

    library = ctypes.CDLL(None)
    if kind == "sem":
        return int(library.semctl(number, semaphore, command))
    return int((library.shmctl if kind == "shm" else library.msgctl)(number, command, None))
