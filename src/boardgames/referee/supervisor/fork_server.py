"""The fork server: forks supervisors, and ends what they leave should they be killed."""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import sys

assert sys.platform == "linux"

from .lifetime import exit_with, wake_on_child
from .memory_cgroup import remove_of
from .proc import SET_DUMPABLE, SET_SUBREAPER, end, end_before_exit, kill, prctl, reap
from .supervise import receive, supervise


def serve(control: socket.socket, referee: int) -> None:
    """Fork a supervisor for each socket that comes over the control socket, until the referee is gone."""
    number = os.getpid()
    prctl(SET_SUBREAPER, 1)
    wake = wake_on_child()
    supervisors: set[int] = set()
    try:
        exit_with(referee)
        poll = select.poll()
        poll.register(control, select.POLLIN)
        poll.register(wake, select.POLLIN)
        while True:
            sources = [source for source, _ in poll.poll()]
            if wake in sources:
                os.read(wake, 4096)
                statuses: dict[int, int] = {}
                reap(statuses)
                if killed := supervisors & statuses.keys():
                    supervisors -= killed
                    end(spared=supervisors)  # what they have left
                    remove_of(killed)
            if control.fileno() in sources:
                word, files = receive(control, 1)
                if not word:
                    break
                for file in files:
                    theirs = socket.socket(fileno=file)
                    if not (supervisor := os.fork()):
                        try:
                            os.setpgid(0, 0)  # so that a signal to one supervisor's group reaches no other
                            os.dup2(1, control.fileno())
                            supervise(theirs, number)
                        finally:
                            os._exit(0)
                    supervisors.add(supervisor)
                    theirs.close()
    finally:
        try:
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # the referee's end must not interrupt what follows
        finally:
            for supervisor in supervisors:  # which end by themselves, unless a program has stopped them
                kill(supervisor, signal.SIGCONT)
        end_before_exit(spared=supervisors)


def main(referee: int) -> None:
    """Serve on standard input."""
    for ignored in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # files that the referee has not marked as its own
    prctl(SET_DUMPABLE, 0)  # so that a program of the same user can neither read nor trace it
    gc.disable()
    gc.freeze()
    serve(socket.socket(fileno=0), referee)
