"""A sandbox for a program, by bubblewrap (``bwrap``): it can read what it needs, and do no harm.

Inside it is in namespaces of its own (users, processes, mounts, network, and so on)
without any capability, also if the referee runs as root.  All files are read-only; the
folders where people keep what is theirs, and sockets, are covered by empty ones that live
in memory; the environment is short; and a filter of system calls leaves it no socket.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

import attrs

from boardgames.referee import system_calls

SANDBOXES: Final = ("auto", "bwrap", "none")
INSTALL: Final = "install bubblewrap (Debian: apt install bubblewrap), or use --sandbox none"
ROOM: Final = 64 * 1024 * 1024  # bytes that may be kept in each folder of the program's own
COVERED: Final = ("/tmp", "/var/tmp", "/run", "/dev/shm")
KERNEL: Final = tuple(f"/proc/{name}" for name in ("sys", "sysrq-trigger", "fs", "acpi", "scsi", "irq", "bus"))
"""What is written to here concerns the whole machine, and root may without any capability."""
PASSED_ON: Final = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "JAVA_HOME", "OMP_NUM_THREADS")
"""What a program may know of the referee's environment."""
PROGRAM_FOLDERS: Final = ("bin", "sbin", "Scripts")
FILTER: Final = 3  # the file descriptor on which bwrap finds the filter of system calls


class NoSandbox(RuntimeError):
    """The sandbox asked for cannot be had here; the message says what to do."""


@attrs.frozen
class Mounts:
    """What one program sees of the file system."""

    home: str | None
    """The folder that is covered because it is the user's home."""
    readable: tuple[str, ...] = ()
    """Folders and files below the covered ones that the program sees all the same."""

    @classmethod
    def around(cls, command: Sequence[str], environment: Mapping[str, str]) -> Mounts:
        """The mounts that show what a command names: its program and interpreter, its files, the working folder."""
        home = os.path.realpath(environment.get("HOME") or os.path.expanduser("~"))
        mounts = cls(home if os.path.isdir(home) and home != "/" else None)
        seen = [mounts.shown(path) for path in _needed(command, environment)]
        return attrs.evolve(mounts, readable=tuple(sorted({path for path in seen if path is not None})))

    @property
    def folders(self) -> list[str]:
        """The program's own folders: empty at first, in memory, gone when it ends."""
        places = [*COVERED, *([] if self.home is None else [self.home])]
        return sorted({os.path.realpath(place) for place in places if os.path.isdir(place)})

    def shown(self, path: str) -> str | None:
        """What to show so that a path can be read: ``None`` if nothing covers it or it is a covered folder itself."""
        covers = [place for place in self.folders if path == place or path.startswith(place + "/")]
        if not covers or path in self.folders:
            return None
        if os.path.isdir(path):
            return path
        folder, prefix = os.path.dirname(path), os.path.dirname(os.path.dirname(path))
        if os.path.basename(folder) in PROGRAM_FOLDERS and not any(_holds(prefix, place) for place in self.folders):
            return prefix  # an interpreter's library lies beside the folder of its program
        return path if any(_holds(folder, place) for place in self.folders) else folder

    def words(self) -> list[str]:
        """The words before a command that run it in the sandbox.

        They want the filter of system calls, where there is one, on ``FILTER``.
        """
        words = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
        for path in KERNEL:
            words += ["--ro-bind-try", path, path]
        for folder in self.folders:
            words += ["--size", str(ROOM), "--tmpfs", folder]
        words += ["--remount-ro", "/dev"]
        for path in self.readable:
            words += ["--ro-bind", path, path]
        words += ["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
        words += ["--unshare-cgroup-try", "--cap-drop", "ALL", "--die-with-parent", "--chdir", _working_folder()]
        words += ["--disable-userns"] if not nesting() else []
        words += ["--seccomp", str(FILTER)] if system_calls.known() else []
        return [*words, "--"]

    def environment(self, whole: Mapping[str, str]) -> dict[str, str]:
        """The short environment."""
        kept = {name: whole[name] for name in PASSED_ON if name in whole}
        return {**kept, "HOME": self.home or "/tmp", "TMPDIR": "/tmp"}


def _holds(folder: str, place: str) -> bool:
    """Whether a place is a folder or lies in it."""
    return place == folder or place.startswith(folder.rstrip("/") + "/")


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it is gone
        return "/"


def _needed(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[str]:
    """The paths that a command names, and those that its programs are."""
    yield _working_folder()
    found = shutil.which(command[0], path=environment.get("PATH"))
    names = [] if found is None else [found, *_interpreter(found, environment)]
    for word in command[1:]:
        names += [word, word.partition("=")[2]]
    for name in names:
        if name and os.path.exists(name):
            yield from _links(os.path.abspath(name))
            yield os.path.realpath(name)


def _links(path: str) -> Iterator[str]:
    """A path, and each link on the way to what it stands for: a Python of an environment may be the link of a link."""
    yield path
    while os.path.islink(path):
        path = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
        yield path


def _interpreter(program: str, environment: Mapping[str, str]) -> Iterator[str]:
    """What the first line of a script names, directly or by way of ``env``."""
    try:
        with open(program, "rb") as file:
            first = file.readline(4096)
    except OSError:
        return
    if first.startswith(b"#!"):
        for word in os.fsdecode(first[2:]).split():
            found = shutil.which(word, path=environment.get("PATH"))
            if found is not None:
                yield found


@cache
def nesting() -> bool:
    """Whether a program could make namespaces of its own inside; bubblewrap before 0.8 cannot forbid that."""
    return _trial("--unshare-user", "--disable-userns") is not None


@cache
def why_none() -> str | None:
    """Why programs cannot be sandboxed here, or ``None`` if they can."""
    if shutil.which("bwrap") is None:
        return "there is no bwrap on this machine"
    trouble = _trial("--unshare-user", "--unshare-pid", "--unshare-net", "--size", "4096", "--tmpfs", "/tmp")
    return trouble and f"bwrap does not work here: {trouble}"


def _trial(*words: str) -> str | None:
    """What bwrap says against these words."""
    command = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", *words, "--", "true"]
    trial = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return None if trial.returncode == 0 else trial.stderr.strip() or f"status {trial.returncode}"


def require_sandbox(kind: str) -> bool:
    """Whether to sandbox: ``kind`` is ``bwrap``, ``none`` or ``auto``, which is bwrap where it works.

    Raises :class:`NoSandbox` where bwrap is asked for and cannot be had, and for any other word.
    """
    if kind not in SANDBOXES:
        raise NoSandbox(f"there is no sandbox {kind!r}: choose {', '.join(SANDBOXES)}")
    if kind == "none":
        return False
    reason = why_none()
    if reason is not None and kind == "bwrap":
        raise NoSandbox(f"{reason}: {INSTALL}")
    return reason is None
