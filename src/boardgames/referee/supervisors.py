"""The supervisors of this process: started when needed, idle between two programs, used again."""

from __future__ import annotations

import atexit
import os
import signal
import socket
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

assert sys.platform == "linux"

from boardgames.referee.supervisor import FOLDER as FOLDER, wire

CLOSED: Final = socket.socket(socket.AF_UNIX)
CLOSED.close()

lock = threading.Lock()  # referees may run in threads, and share what stands below
idle: list[socket.socket] = []  # the control sockets of supervisors that have no program
fork_servers: list[tuple[socket.socket, int]] = []  # at most one: its control socket and its process number


def order(
    command: Sequence[str], folders: Sequence[str], limits: Mapping[str, float], environment: Mapping[str, str]
) -> bytes:
    """The order to start a program.  Raises :class:`ValueError` for a NUL in it."""
    return wire.order(
        [os.fsencode(word) for word in command],
        [os.fsencode(folder) for folder in folders],
        dict(limits),
        [os.fsencode(name) + b"=" + os.fsencode(value) for name, value in environment.items()],
    )


def hand_over(order: bytes, files: list[int]) -> socket.socket:
    """Give an order and its files to an idle supervisor, or to a new one.  Returns its control socket.

    Raises :class:`OSError` for what this process lacks.
    """
    while True:
        with lock:
            control = idle.pop() if idle else None
        if control is None:
            break
        try:
            _send(control, order, files)
            return control
        except ConnectionError:  # that supervisor has been ended
            control.close()
    control, theirs = socket.socketpair()
    with theirs:
        try:
            with lock:
                _fork_supervisor(theirs.fileno())
            _send(control, order, files)
            return control
        except BaseException:
            control.close()
            raise


def wake(supervisor: int) -> None:
    """Continue a supervisor and the fork server, should they be stopped."""
    with lock:
        numbers = [supervisor, *(number for _, number in fork_servers)]
    for number in numbers:
        if number > 1:
            with suppress(OSError):  # it has ended
                os.kill(number, signal.SIGCONT)


def _send(control: socket.socket, order: bytes, files: list[int]) -> None:
    sent = socket.send_fds(control, [order], files)
    control.sendall(order[sent:])


def _fork_supervisor(file: int) -> None:
    """Have the fork server fork a supervisor with this socket."""
    while fork_servers:
        control, number = fork_servers[0]
        try:
            socket.send_fds(control, [b"."], [file])
            return
        except ConnectionError:  # the fork server has been ended
            fork_servers.clear()
            control.close()
            with suppress(ChildProcessError):
                os.waitpid(number, os.WNOHANG)
    fork_servers.append(_new_fork_server())
    socket.send_fds(fork_servers[0][0], [b"."], [file])


def _new_fork_server() -> tuple[socket.socket, int]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        number = os.posix_spawn(
            sys.executable,
            [sys.executable, "-I", "-S", FOLDER, str(os.getpid())],
            {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, theirs.fileno(), 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
            setsid=True,
        )
    return ours, number


@atexit.register
def _forget() -> None:
    """Close what leads to the supervisors: at the end they end too; in a fork they are the original process's."""
    global lock
    lock = threading.Lock()  # another thread may have held it
    while idle:
        idle.pop().close()
    while fork_servers:
        fork_servers.pop()[0].close()


os.register_at_fork(after_in_child=_forget)
