"""How much memory the kernel holds for a program in the buffers of its sockets."""

from __future__ import annotations

import os
import socket
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress

assert sys.platform == "linux"

GET_FILE = 438  # pidfd_getfd(2), on all machines
MEMORY = 55  # SO_MEMINFO of getsockopt(2): nine numbers
RECEIVED, SENT = 0, 2  # which of them: bytes that wait in this socket, and bytes of it that wait elsewhere
MOST = 16 * 2**20
"""Bytes in the buffers of one socket, at most, as systems are set up."""


def buffered(paths: Iterable[str]) -> int:
    """The bytes in the buffers of sockets, which are named as ``/proc/PROCESS/fd/NUMBER``.

    A Unix socket's bytes are charged to their sender.  If that is closed, what its partner can read counts.
    """
    charged = readable = 0
    for path in paths:
        _, _, process, _, number = path.split("/")
        with suppress(OSError), socket.socket(fileno=_copied(int(process), int(number))) as copy:
            memory = struct.unpack("9I", copy.getsockopt(socket.SOL_SOCKET, MEMORY, 36))
            charged += memory[RECEIVED] + memory[SENT]
            readable += _readable(copy)
    return max(charged, readable)


def _copied(process: int, number: int) -> int:
    """A descriptor of our own for a file that another process has open.  Raises :class:`OSError`."""
    import ctypes

    pidfd = os.pidfd_open(process)
    try:
        library = ctypes.CDLL(None, use_errno=True)
        copy = int(library.syscall(GET_FILE, pidfd, number, 0))
        if copy < 0:
            raise OSError(ctypes.get_errno(), "")
        return copy
    finally:
        os.close(pidfd)


def _readable(copy: socket.socket) -> int:
    import fcntl
    import termios

    return int(struct.unpack("i", fcntl.ioctl(copy, termios.FIONREAD, bytes(4)))[0])
