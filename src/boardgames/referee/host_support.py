"""The protections of this machine against programs, found out by trying them."""

from __future__ import annotations

import json
import os
import sys
import time
from textwrap import wrap
from typing import Final

import attrs

from boardgames.referee.limits import PROCESSES, Limits
from boardgames.referee.portable_tree import LOOKING
from boardgames.referee.process import Process
from boardgames.referee.program_lines import ProgramFault
from boardgames.referee.sandbox import INSTALL, PEOPLES, Mounts, private_settings, system_folders, why_none
from boardgames.referee.supervisor import available

PATIENCE: Final = 30.0  # seconds for the trial on a busy machine

# Run inside a sandbox: prints the names of the protections that hold.  It tries nothing that would harm if one did not.
PROBE: Final = """
import ctypes, json, os, socket, sys
told = json.loads(sys.argv[1])
def held(trial):
    try:
        return not trial()
    except OSError:
        return True
def writable(path):
    return os.path.exists(path) and not os.statvfs(path).f_flag & os.ST_RDONLY and os.access(path, os.W_OK)
def readable(path):
    try:
        return os.path.isdir(path) and os.listdir(path) or open(path, "rb").read(1)
    except OSError:
        return False
def entries(path):
    return os.listdir(path) if os.path.isdir(path) else []
def capabilities(kind):
    return int(open("/proc/self/status").read().split(kind + ":")[1].split()[0], 16)
def environment():
    return open("/proc/1/environ", "rb").read() + repr(os.environ).encode()
print(json.dumps([name for name, trial in {
    "files": lambda: any(map(writable, ("/", "/etc", "/usr", "/dev"))),
    "kernel": lambda: any(map(writable, ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/sys/kernel"))),
    "home": lambda: set(os.listdir(os.environ["HOME"])) & set(told["home"]),
    "people": lambda: any(set(entries(place)) - set(shown) for place, shown in told["people"].items()),
    "private": lambda: any(map(readable, told["private"])),
    "nobody": lambda: 0 in (*os.getresuid(), *os.getresgid()),
    "memory": lambda: ctypes.CDLL(None).shmget(0, 4096, 0o1600) >= 0,
    "room": lambda: os.statvfs("/tmp").f_blocks * os.statvfs("/tmp").f_frsize > 2**28,
    "network": lambda: len(open("/proc/net/dev").readlines()) > 3,
    "sockets": lambda: socket.socket(socket.AF_UNIX).close() is None,
    "processes": lambda: len([name for name in os.listdir("/proc") if name.isdecimal()]) > 3,
    "environment": lambda: b"BOARDGAMES_PROBE" in environment(),
    "capabilities": lambda: capabilities("CapEff") | capabilities("CapBnd"),
    "namespaces": lambda: ctypes.CDLL(None).unshare(0x10000000) == 0,
}.items() if held(trial)]))
"""

PROTECTIONS: Final = {
    "files": "it can write no file but in empty folders of its own, which are gone when it ends",
    "room": "those folders hold at most 64 MiB each",
    "home": "your home, /tmp and /run are covered, but for what its command names and the working folder",
    "people": "so are other homes, /srv, /mnt, /media and /var",
    "private": "it cannot read what not everybody may, such as /etc/shadow",
    "kernel": "it can change no setting of the machine",
    "network": "there is no network",
    "sockets": "it gets no socket, so it cannot reach a program outside (a terminal multiplexer, a desktop)",
    "processes": "it sees no process but its own, so no seed in a command line, and can end none",
    "environment": "it sees little of your environment",
    "nobody": "it is not root, even if you are",
    "capabilities": "it has no privileges, even if you are root",
    "memory": "it can make no System V shared memory, which would outlive it",
    "namespaces": "it can make no namespaces of its own, where it would have privileges",
}
"""A sandbox's task, in words."""


@attrs.frozen
class HostSupport:
    """The protections of this machine."""

    why_no_sandbox: str | None
    """``None`` if there is a sandbox."""
    held: frozenset[str]
    """Those of :data:`PROTECTIONS` that hold in it."""
    supervised: bool
    """True if supervisors watch programs, with a sandbox or without."""
    memory: str
    """The way in which memory is measured."""
    readable: tuple[str, ...] = ()
    """Folders of the system that a program can read in the sandbox."""
    named: tuple[str, ...] = ()
    """Folders that it can read besides, if it is Python in the working folder."""

    @property
    def holds(self) -> bool:
        """True if nothing is lacking."""
        return self.supervised and self.held == PROTECTIONS.keys()

    def sentences(self) -> list[str]:
        """The protections in lines."""
        if self.why_no_sandbox is not None:
            lines = [f"There is no sandbox: {self.why_no_sandbox}."]
            lines += [f"To have one, {INSTALL.partition(', or')[0]}."] if self.supervised else []
        else:
            readable = (
                f"It can read {', '.join(self.readable)}, what its command names, with the folder that this lies in, "
                "and the working folder.  Here that is for Python:"
            )
            lines = [
                "In the sandbox (--sandbox bwrap):",
                *(f"  {'yes' if name in self.held else 'NO '}  {meaning}" for name, meaning in PROTECTIONS.items()),
                *wrap(readable, 106),
                *(f"       {path}" for path in self.named or ["nothing more"]),
            ]
        sign = "yes" if self.supervised else "NO "
        if not self.supervised:
            lines += [
                "Programs run without supervisors: threads move their lines, and their processes are looked for",
                "4 times a second.  Time limits and verdicts are the same, but a process that hides is not found.",
            ]
        return [
            *lines,
            "With a sandbox or without:",
            f"  {sign}  all that a program starts is found, counted (--processes, else {PROCESSES}; threads) and",
            "       ended, also when this referee is ended by force",
            f"  {sign}  --memory counts it all, {self.memory}",
            f"  {sign}  --cpu-time counts the processor time of all of it",
            "Without a sandbox a program runs as you.  It can read and change your files, use the network, read the",
            "command lines of your processes (a seed: give it with --seed-file), and end them, this referee too.",
        ]


def probe() -> HostSupport:
    """Try what protects on this machine; takes some tenths of a second."""
    reason = why_none()
    supervised = available()
    measured = f"in each of its processes alone, looked at {round(1 / LOOKING)} times a second"
    if sys.platform == "linux" and supervised:
        from boardgames.referee.supervisor.memory_cgroup import MemoryCgroup

        measured = "by the share of each process in its pages, looked at 50 times a second"
        cgroup = MemoryCgroup(2**20)
        if cgroup.folder:
            measured = "and the kernel keeps it from taking more (a control group)"
        cgroup.remove()
    if reason is not None:
        return HostSupport(reason, frozenset(), supervised, measured)
    command = [sys.executable, "-I", "-c", PROBE]
    mounts = Mounts.around(command, os.environ)
    return HostSupport(None, frozenset(_held(command, mounts)), supervised, measured, system_folders(), mounts.readable)


def _held(command: list[str], mounts: Mounts) -> list[str]:
    told = {
        "home": _names_at_home(mounts),
        "people": {place: _names_shown(mounts, place) for place in PEOPLES if place not in ("/", "/proc", "/dev")},
        "private": private_settings(),
    }
    process = Process([*command, json.dumps(told)], Limits(), {**os.environ, "BOARDGAMES_PROBE": "1"}, None, mounts)
    try:
        return list(json.loads(process.read_line(time.monotonic() + PATIENCE)))
    except ProgramFault:
        return []
    finally:
        process.end(time.monotonic())


def _names_shown(mounts: Mounts, place: str) -> list[str]:
    """The names in a folder that may be seen, as something that is shown lies below them."""
    shown = (*mounts.readable, *mounts.folders, *system_folders(), os.path.realpath(os.curdir))
    below = [os.path.relpath(path, place) for path in shown if path.startswith(place + "/")]
    return [path.partition("/")[0] for path in below]


def _names_at_home(mounts: Mounts) -> list[str]:
    """The names in the user's home that are not to be seen."""
    if mounts.home is None:
        return []
    shown = {os.path.relpath(path, mounts.home).partition("/")[0] for path in mounts.readable}
    return sorted(set(os.listdir(mounts.home)) - shown)
