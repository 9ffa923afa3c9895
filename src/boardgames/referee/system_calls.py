"""The system calls that a sandboxed program does without, as a filter for the kernel (seccomp).

Read-only files do not keep a program from a Unix socket that lies among them, nor does a
network namespace; so it gets no socket at all.  Pairs of sockets, which many languages use
between their own processes, stay, if they are of a kind that cannot be sent elsewhere.
The rest are ways into the kernel that no player of a board game needs.

Source: seccomp(2), and the kernel's tables of system calls.
"""

from __future__ import annotations

import errno
import os
import platform
import struct
import sys
from typing import Final

import attrs


@attrs.frozen
class Machine:
    """A kind of processor: its mark in the kernel, and the numbers of its system calls."""

    mark: int
    socketpair: int
    denied: tuple[int, ...]
    last: int = 0x3FFFFFFF
    """The greatest number that is one of its own calls, and not one of a second table."""


# socket, bind, connect, shmget, semget, msgget, add_key, request_key, keyctl, perf_event_open, bpf, userfaultfd,
# io_uring_setup, syslog
MACHINES: Final = {
    "x86_64": Machine(0xC000003E, 53, (41, 49, 42, 29, 64, 68, 248, 249, 250, 298, 321, 323, 425, 103)),
    "aarch64": Machine(0xC00000B7, 199, (198, 200, 203, 194, 190, 186, 217, 218, 219, 241, 280, 282, 425, 116)),
}

LOAD, AND, EQUAL, GREATER, RETURN = 0x20, 0x54, 0x15, 0x25, 0x06  # instructions of the kernel's filter machine
NUMBER, MARK, KIND = 0, 4, 24  # where a call keeps its number, its machine's mark, its second argument
STREAM, SEQUENCED = 1, 5  # kinds of sockets that stay with their partner
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM


def known() -> bool:
    """True if there is a filter for this machine."""
    return platform.machine() in MACHINES


def program(machine: Machine) -> bytes:
    """The filter, as the kernel reads it."""
    steps: list[
        tuple[int, int | None, int | None, int]
    ] = []  # a target of None is the next step; -1 refuses, -2 allows

    def step(instruction: int, value: int, yes: int | None = None, no: int | None = None) -> None:
        steps.append((instruction, yes, no, value))

    step(LOAD, MARK)
    step(EQUAL, machine.mark, None, -1)
    step(LOAD, NUMBER)
    step(GREATER, machine.last, -1, None)
    for number in machine.denied:
        step(EQUAL, number, -1, None)
    step(EQUAL, machine.socketpair, None, -2)
    step(LOAD, KIND)
    step(AND, 0xF)
    step(EQUAL, STREAM, -2, None)
    step(EQUAL, SEQUENCED, -2, -1)
    refuse, allow = len(steps), len(steps) + 1
    packed = b""
    for place, (instruction, yes, no, value) in enumerate(steps):
        jumps = [{None: 0, -1: refuse - place - 1, -2: allow - place - 1}[target] for target in (yes, no)]
        packed += struct.pack("=HBBI", instruction, *jumps, value)
    return packed + struct.pack("=HBBI", RETURN, 0, 0, REFUSE) + struct.pack("=HBBI", RETURN, 0, 0, ALLOW)


def filter_file() -> int:
    """A file, to be closed by the caller, from which the filter for this machine can be read."""
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    file = os.memfd_create("filter")
    os.write(file, program(MACHINES[platform.machine()]))
    os.lseek(file, 0, os.SEEK_SET)
    return file
