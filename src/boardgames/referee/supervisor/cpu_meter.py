"""How much processor time a program's processes have used."""

from __future__ import annotations

import os
import sys
import time

assert sys.platform == "linux"

from .proc import ignores_children, reaped_seconds, stat

LONGEST = 0.1  # seconds between two looks that one fleeting process may be charged with
MOST_KNOWN = 1000  # processes remembered, also of those that have ended


class CpuMeter:
    """Adds up the processor time of one program.

    The kernel adds the time of a process that ends to its parent's, but drops it where
    the parent ignores its children; so each process is also watched by itself.  What begins and
    ends between two looks is not seen: ``fleeting`` estimates it, in seconds, from the processes that
    are running as they are seen for the first time.  Those whose parent ignores them count as used.
    """

    def __init__(self) -> None:
        self.tick = 1 / os.sysconf("SC_CLK_TCK")
        self.before = reaped_seconds()  # of the programs that the supervisor served earlier
        self.most = 0.0
        self.known: dict[tuple[int, bytes], int] = {}
        self.total = 0.0
        self.fleeting = 0.0
        self.looked = time.monotonic()

    def used(self, members: list[int]) -> float:
        """The seconds that the program has used until now, in all."""
        inherited = own = 0
        now = time.monotonic()
        since, self.looked = min(now - self.looked, LONGEST), now
        for member in members:
            fields = stat(member)
            if len(fields) > 19:
                inherited += int(fields[13]) + int(fields[14])
                process, ticks = (member, fields[19]), int(fields[11]) + int(fields[12])
                inherited += ticks
                if process not in self.known and fields[0] == b"R":
                    self.fleeting += since
                    if ignores_children(int(fields[1])):
                        self.total += since
                own += max(0, ticks - self.known.get(process, 0))
                self.known[process] = ticks
        if len(self.known) > MOST_KNOWN:
            present = set(members)
            self.known = {process: ticks for process, ticks in self.known.items() if process[0] in present}
        in_all = inherited * self.tick + reaped_seconds() - self.before
        self.total += max(own * self.tick, in_all - self.most)
        self.most = max(self.most, in_all)
        return self.total
