"""A program and all that it starts: begun, watched and ended together.

On Linux a keeper (:mod:`boardgames.referee.keeper`) stands between the referee and
the program, so that nothing gets lost.  Elsewhere only the program's session is known.
"""

from __future__ import annotations

import errno
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol

from boardgames.referee import keeper, system_calls
from boardgames.referee.limits import Limits
from boardgames.referee.sandbox import Mounts

STARTING: Final = 30.0  # seconds for a keeper to start a program on a busy machine
ENDING: Final = 1.0  # seconds to wait for the end of all; the keeper goes on by itself
SHORTAGES: Final = {
    errno.EMFILE: "open files: see 'ulimit -n'",
    errno.ENFILE: "open files on this machine",
    errno.EAGAIN: "processes: see 'ulimit -u'",
    errno.ENOMEM: "memory",
    errno.ENOBUFS: "memory",
    errno.ENOSPC: "room on the disk",
    errno.EDQUOT: "room on the disk",
}
"""What the referee may lack; no program is to blame for that."""


class Shortage(OSError):
    """The referee itself lacks files, processes, memory or disk.  It is nobody's fault and no verdict."""

    def __init__(self, number: int, doing: str) -> None:
        super().__init__(number, f"the referee could not {doing}: no more {SHORTAGES.get(number, os.strerror(number))}")

    def __str__(self) -> str:
        return str(self.strerror)


class ProcessTree(Protocol):
    """The processes of one program."""

    stdin: int
    """The pipe to the program; this and the next two are the caller's to close."""
    stdout: int
    stderr: int
    status: int | None
    """How the program ended: its exit status, or the number of a signal below zero."""
    breach: tuple[str, int] | None
    """Which limit was broken (``memory``, ``processes``, ``cpu time``), and what was held or used."""
    lost: bool
    """Whether nobody watches the program any more."""
    glance: float
    """The longest to wait, in seconds, before ``hear`` is worth another call."""

    def fileno(self) -> int:
        """What can be polled for news, or -1."""

    def hear(self) -> None:
        """Take in the news, without waiting."""

    def halt(self) -> None:
        """Begin to end all that is left, without waiting.  May be called by another thread, at any time."""

    def end(self) -> None:
        """End all that is left.  May be called again."""


def start(command: Sequence[str], environment: Mapping[str, str], limits: Limits, walls: Mounts | None) -> ProcessTree:
    """Start a program without a shell.

    Raises :class:`Shortage`, and :class:`OSError` for what is wrong with the command.
    """
    if sys.platform == "linux" and os.path.exists(keeper.__file__):
        return SupervisedTree(command, environment, limits, walls)
    assert walls is None, "only Linux has sandboxes"
    return Session(command, environment)


class SupervisedTree:
    """A program under a keeper."""

    glance = 1.0

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], limits: Limits, walls: Mounts | None
    ) -> None:
        self.status: int | None = None
        self.breach: tuple[str, int] | None = None
        self.lost = False
        self.empty = False  # nothing is left of it
        self.unheard = b""
        folders: Sequence[str] = ()
        if walls is not None:
            command, environment, folders = [*walls.words(), *command], walls.environment(environment), walls.folders
        order = _order(command, environment, limits, folders)
        kept: list[int] = []
        given: list[int] = []
        try:
            try:
                for mine in (1, 0, 0):
                    ends = os.pipe()
                    kept.append(ends[mine])
                    given.append(ends[1 - mine])
                given.append(os.open(".", os.O_PATH | os.O_DIRECTORY))
                if walls is not None and system_calls.known():
                    given.append(system_calls.filter_file())
                self.control = _give(order, given)
            finally:
                for file in given:
                    os.close(file)
            self._begin()
        except BaseException as error:
            for file in kept:
                os.close(file)
            if isinstance(error, OSError) and error.errno in SHORTAGES and not isinstance(error, Shortage):
                raise Shortage(error.errno, "start a program") from None
            raise
        self.stdin, self.stdout, self.stderr = kept

    def _begin(self) -> None:
        kind, number = self._reply()
        if kind == keeper.STARTED:
            return
        _idle.append(self.control)
        raise OSError(number, os.strerror(number))

    def _reply(self) -> tuple[bytes, int]:
        deadline = time.monotonic() + STARTING
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        try:
            while len(self.unheard) < keeper.EVENT.size:
                poll.poll(max(0.0, deadline - time.monotonic()) * 1000)
                part = self.control.recv(4096, socket.MSG_DONTWAIT)
                if not part:
                    raise Shortage(errno.EAGAIN, "start a program")
                self.unheard += part
        except BlockingIOError:
            raise Shortage(errno.ETIMEDOUT, "start a program") from None
        except ConnectionError:
            raise Shortage(errno.EAGAIN, "start a program") from None
        event, self.unheard = self.unheard[: keeper.EVENT.size], self.unheard[keeper.EVENT.size :]
        return keeper.EVENT.unpack(event)

    def fileno(self) -> int:
        return self.control.fileno()

    def hear(self) -> None:
        try:
            part = self.control.recv(4096, socket.MSG_DONTWAIT)
        except BlockingIOError:
            part = None
        except OSError:
            part = b""
        if part == b"":
            self.lost = not self.empty
        self.unheard += part or b""
        while len(self.unheard) >= keeper.EVENT.size:
            kind, number = keeper.EVENT.unpack(self.unheard[: keeper.EVENT.size])
            self.unheard = self.unheard[keeper.EVENT.size :]
            if kind == keeper.LEFT:
                self.status = os.waitstatus_to_exitcode(number)
            elif kind == keeper.EMPTY:
                self.empty = True
            elif kind in BREACHES:
                self.breach = (BREACHES[kind], number)

    def halt(self) -> None:
        with _lock, suppress(OSError):  # it has ended already
            self.control.sendall(keeper.END)

    def end(self) -> None:
        if self.control.fileno() < 0:
            return
        self.hear()
        if not self.empty and not self.lost:
            with suppress(OSError):
                self.control.sendall(keeper.END)
            poll = select.poll()
            poll.register(self.control, select.POLLIN)
            deadline = time.monotonic() + ENDING
            while not self.empty and not self.lost and (remaining := deadline - time.monotonic()) > 0:
                poll.poll(remaining * 1000)
                self.hear()
        with _lock:  # who halts it now reaches no other program
            control, self.control = self.control, _CLOSED
        if self.empty:
            _idle.append(control)
        else:
            control.close()  # which tells the keeper to end all, and itself


BREACHES: Final = {keeper.MEMORY: "memory", keeper.PROCESSES: "processes", keeper.CPU: "cpu time"}

_lock = threading.Lock()  # referees may run in threads, and share what stands below
_idle: list[socket.socket] = []  # the controls of keepers that have no program
_door: list[tuple[socket.socket, int]] = []  # to the warden, once it is there, and its process number
_CLOSED: Final = socket.socket(socket.AF_UNIX) if hasattr(socket, "AF_UNIX") else socket.socket()
_CLOSED.close()


def _order(command: Sequence[str], environment: Mapping[str, str], limits: Limits, folders: Sequence[str]) -> bytes:
    texts = [*map(os.fsencode, command), *map(os.fsencode, folders)]
    texts += [os.fsencode(name) + b"=" + os.fsencode(value) for name, value in environment.items()]
    if any(b"\0" in text for text in texts):
        raise OSError(errno.EINVAL, "a NUL in its command")
    text = b"\0".join(texts)
    head = keeper.ORDER.pack(
        len(text), limits.memory or 0, limits.processes or 0, limits.cpu_time or 0.0, len(command), len(folders)
    )
    return keeper.START + head + text


def _give(order: bytes, files: list[int]) -> socket.socket:
    """Hand an order to a keeper that has nothing to do, or to a new one.  Its control."""
    while True:
        with _lock:
            control = _idle.pop() if _idle else None
        if control is None:
            break
        try:
            _send(control, order, files)
            return control
        except ConnectionError:  # that keeper has been ended
            control.close()
    control, theirs = socket.socketpair()
    with theirs:
        try:
            with _lock:
                _send_to_warden(theirs.fileno())
            _send(control, order, files)
            return control
        except BaseException:
            control.close()
            raise


def _send(control: socket.socket, order: bytes, files: list[int]) -> None:
    sent = socket.send_fds(control, [order], files)
    control.sendall(order[sent:])


def _send_to_warden(file: int) -> None:
    while _door:
        door, warden = _door[0]
        try:
            socket.send_fds(door, [b"."], [file])
            return
        except ConnectionError:  # the warden has been ended
            _door.clear()
            door.close()
            with suppress(ChildProcessError):
                os.waitpid(warden, os.WNOHANG)
    _door.append(_new_warden())
    socket.send_fds(_door[0][0], [b"."], [file])


def _new_warden() -> tuple[socket.socket, int]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        warden = os.posix_spawn(
            sys.executable,
            [sys.executable, "-I", "-S", keeper.__file__, str(os.getpid())],
            {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, theirs.fileno(), 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
            setsid=True,
        )
    return ours, warden


def _forget() -> None:
    """In a fork of this process: its keepers are the original's."""
    global _lock
    _lock = threading.Lock()  # another thread may have held it
    while _idle:
        _idle.pop().close()
    while _door:
        _door.pop()[0].close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class Session:
    """A program known by its session alone, where there are no keepers."""

    breach: tuple[str, int] | None = None
    lost = False
    glance = 0.005

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.status: int | None = None
        self.child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env=environment,
        )
        assert self.child.stdin and self.child.stdout and self.child.stderr
        self.stdin, self.stdout, self.stderr = (
            os.dup(pipe.fileno()) for pipe in (self.child.stdin, self.child.stdout, self.child.stderr)
        )
        for pipe in (self.child.stdin, self.child.stdout, self.child.stderr):
            pipe.close()

    def fileno(self) -> int:
        return -1

    def hear(self) -> None:
        """It is not reaped, so its process group keeps its number."""
        if self.status is None and self.child.returncode is None:
            ending = os.waitid(os.P_PID, self.child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ending is not None:
                self.status = ending.si_status if ending.si_code == os.CLD_EXITED else -ending.si_status

    def halt(self) -> None:
        if self.child.returncode is None:
            with suppress(ProcessLookupError, PermissionError):  # nobody is left (macOS says the latter of zombies)
                os.killpg(self.child.pid, signal.SIGKILL)

    def end(self) -> None:
        if self.child.returncode is None:
            self.halt()
            self.child.wait()
