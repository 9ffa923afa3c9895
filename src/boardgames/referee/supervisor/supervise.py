"""A supervisor's life: one program after another, for one referee."""

from __future__ import annotations

import os
import socket
import sys

assert sys.platform == "linux"

from . import wire
from .lifetime import exit_with, wake_on_child
from .proc import SET_SUBREAPER, end_before_exit, prctl
from .supervised_program import SupervisedProgram

MOST_FILES = 5  # with one order: three pipes, the working folder, a filter of system calls


def supervise(control: socket.socket, fork_server: int) -> None:
    """Serve the referee at the other end of a socket, until it or the fork server is gone."""
    prctl(SET_SUBREAPER, 1)
    wake = wake_on_child()
    try:
        exit_with(fork_server)
        while True:
            word, files = receive(control, MOST_FILES)
            if not word:
                break
            if word == wire.START:
                SupervisedProgram(control, wake, files).serve()
    except EOFError:
        pass
    finally:
        end_before_exit()


def receive(source: socket.socket, most: int) -> tuple[bytes, list[int]]:
    """A byte and the files that came with it, at most ``most``."""
    word, files, _, _ = socket.recv_fds(source, 1, most)
    for file in files:
        os.set_inheritable(file, False)
    return word, files
