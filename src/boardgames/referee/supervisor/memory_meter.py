"""How much memory a program's processes hold, from what ``/proc`` says."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

assert sys.platform == "linux"

from .proc import read, with_memory
from .socket_buffers import MOST, buffered
from .system_v import SystemVObjects

ENTRY = 8  # bytes of a page table for each page that is reserved, at most
INODE = 1024  # bytes of the kernel's for each file in a folder in memory, empty ones too
LEAST_TABLES = 64 * 1024  # bytes of page tables above these, in each process


class MemoryMeter:
    """Measures the memory of a program's processes.

    A quick look comes first, which counts pages as often as they are shared: if even
    that is within the limit, no more is needed.  Otherwise each shared page counts
    once, by the kernel's proportional set sizes.  Files that live in memory
    (``memfd``, ``/dev/shm``) count from when one of the processes had them open.

    Page tables count too: a program that reads a terabyte of empty memory holds
    nothing else.  So do its segments of System V shared memory, and what waits in the buffers of its sockets.

    ``private`` are the folders in memory that a sandbox gives to the program.
    """

    def __init__(self, private: list[str], segments: SystemVObjects | None = None) -> None:
        self.private = private
        self.segments = segments
        self.hosts = {folder: device for folder in private if (device := _device(folder)) is not None}
        self.files: dict[tuple[int, int], int] = {}

    def held(self, members: list[int], allowed: int) -> int:
        """The bytes that the processes hold, or 0 if that is surely no more than allowed."""
        reserved = pages = 0
        members = [with_memory(member) for member in members]
        for member in members:
            fields = read(f"/proc/{member}/statm").split()
            if len(fields) > 2:
                reserved += int(fields[0])
                pages += int(fields[1])
        opened = open_files(members)
        in_files = self.in_files(members, opened)
        if self.segments is not None:
            in_files += self.segments.held(members)
        most = pages * os.sysconf("SC_PAGE_SIZE") + in_files
        sockets = {link: path for path, link in opened if link.startswith("socket:")}
        if most + reserved * ENTRY + len(members) * LEAST_TABLES + len(sockets) * MOST <= allowed:
            return 0
        outside = page_tables(members) + buffered(sockets.values())
        if most + outside <= allowed:
            return 0
        own = shared = 0
        for member in members:
            for line in read(f"/proc/{member}/smaps_rollup").splitlines():
                if line.startswith(b"Pss_Anon:"):
                    own += int(line.split()[1]) * 1024
                elif line.startswith(b"Pss_Shmem:"):
                    shared += int(line.split()[1]) * 1024
        return outside + own + max(shared, in_files)  # a file may be mapped as well: it counts once

    def in_files(self, members: list[int], opened: list[tuple[str, str]]) -> int:
        """The bytes in files that live in memory, of these processes and the files that they have open."""
        if self.private:
            return self.in_folders(members, opened)
        sizes: dict[tuple[int, int], int] = {}
        for path, link in opened:
            if link.startswith(("/memfd:", "/dev/shm/")):
                with suppress(OSError):
                    about = os.stat(path)
                    sizes[about.st_dev, about.st_ino] = about.st_blocks * 512
                    if link.startswith("/dev/shm/"):
                        self.files[about.st_dev, about.st_ino] = 0
        if self.files:
            current = {}
            with os.scandir("/dev/shm") as entries:
                for entry in entries:
                    try:
                        about = entry.stat(follow_symlinks=False)
                    except OSError:
                        continue
                    current[about.st_dev, about.st_ino] = about.st_blocks * 512
            for file in list(self.files):
                if file in current:
                    sizes[file] = current[file]
                elif file not in sizes:
                    del self.files[file]
        return sum(sizes.values())

    def in_folders(self, members: list[int], opened: list[tuple[str, str]]) -> int:
        """The bytes in the sandbox's private folders, and in open files that have no name."""
        total = 0
        views: set[str] = set()
        for member in members:
            with suppress(OSError):
                view = os.readlink(f"/proc/{member}/ns/mnt")
                if view not in views:
                    views.add(view)
                    total += self.in_view(member)
        unnamed = {}
        for path, link in opened:
            if link.startswith("/memfd:"):
                with suppress(OSError):
                    file = os.stat(path)
                    unnamed[file.st_ino] = file.st_blocks * 512
        return total + sum(unnamed.values())

    def in_view(self, number: int) -> int:
        """The bytes in the private folders, as one process sees them.

        Until the sandbox stands, the process still sees this machine's own folders; these are not the program's.
        """
        total = 0
        for folder in self.private:
            path = f"/proc/{number}/root{folder}"
            device = _device(path)
            if device is not None and device not in self.hosts.values():
                with suppress(OSError):
                    about = os.statvfs(path)
                    total += (about.f_blocks - about.f_bfree) * about.f_frsize
                    total += (about.f_files - about.f_ffree) * INODE
        return total


def open_files(members: list[int]) -> list[tuple[str, str]]:
    """The files that processes have open: a path under ``/proc``, and where it leads."""
    opened = []
    for member in members:
        with suppress(OSError):
            for number in os.listdir(f"/proc/{member}/fd"):
                path = f"/proc/{member}/fd/{number}"
                with suppress(OSError):
                    opened.append((path, os.readlink(path)))
    return opened


def page_tables(members: list[int]) -> int:
    """The bytes in the page tables of processes."""
    total = 0
    for member in members:
        for line in read(f"/proc/{member}/status").splitlines():
            if line.startswith(b"VmPTE:"):
                total += int(line.split()[1]) * 1024
    return total


def _device(path: str) -> int | None:
    try:
        return os.stat(path).st_dev
    except OSError:
        return None
