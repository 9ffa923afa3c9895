"""A program and all that it starts: started, watched and ended together.

There are two ways.  On Linux a supervisor stands between the referee and the program
(:mod:`boardgames.referee.supervised_tree`).  Elsewhere, and where ``BOARDGAMES_PORTABLE`` is set, threads read and
write its lines, and its processes are looked for (:mod:`boardgames.referee.portable_tree`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Protocol

from boardgames.referee.limits import Limits
from boardgames.referee.sandbox import Mounts
from boardgames.referee.supervisor import available


class ProcessTree(Protocol):
    """The processes of one program, and its three pipes."""

    stdin: int
    """The number of the pipe to the program; the caller closes this and the next two."""
    stdout: int
    stderr: int
    status: int | None
    """The exit status of the program's main process, or the number of a signal below zero."""
    ended: float
    """The time when that was noticed, in monotonic seconds."""
    empty: bool
    """True if no process of it is left, as far as that is known."""
    breach: tuple[str, int] | None
    """The limit that was broken (``memory``, ``processes``, ``threads``, ``cpu time``), and what was held or used."""
    lost: bool
    """True if the program's supervisor is gone."""
    program: int
    """The number of the program's process; 0 if it is not known."""
    supervisor: int
    """The number of its supervisor's process; 0 without one."""
    poll_interval: float
    """The longest to wait, in seconds, before ``hear`` is worth another call."""

    def fileno(self) -> int:
        """A file that can be read when ``hear`` has something to; -1 where neither this nor its pipes are files."""

    def wait(self, seconds: float) -> list[int]:
        """The pipes that can be read, or written after ``await_room``; waits for the first of them.

        Hears what happens to the program meanwhile.
        """

    def read(self, pipe: int, most: int, /) -> bytes:
        """The bytes that have arrived, none at the end.  Raises :class:`BlockingIOError` if there is nothing yet."""

    def write(self, pipe: int, data: bytes | bytearray, /) -> int:
        """Send as much as the program takes.  Returns how many bytes those are.

        Raises :class:`BlockingIOError` for none, and :class:`BrokenPipeError` if it has closed its input.
        """

    def await_room(self) -> None:
        """The next ``wait`` waits also until the program takes more."""

    def close(self, pipe: int) -> None:
        """Close a pipe, once."""

    def is_stopped(self) -> bool:
        """True if a signal has stopped the program, a part of it, or its supervisor."""

    def is_exiting(self) -> bool:
        """True if its main process is on its way out, giving back its memory."""

    def hear(self) -> None:
        """Read what has happened, without waiting."""

    def nudge(self) -> None:
        """See to it that the program is still watched.  Worth a call every second or so."""

    def pause(self) -> None:
        """Another program is asked: this one is to leave the processor to it."""

    def resume(self) -> None:
        """The program is asked again.  Returns when it can run."""

    def hold(self, still: bool = True) -> None:
        """Stop all of it until ``resume``, so that it disturbs no other program; or continue what was stopped."""

    def halt(self) -> None:
        """Begin to end all that is left, without waiting.  May be called by another thread, at any time."""

    def end(self) -> None:
        """End all that is left.  May be called again."""


def start(command: Sequence[str], environment: Mapping[str, str], limits: Limits, mounts: Mounts | None) -> ProcessTree:
    """Start a program without a shell.

    Raises :class:`~boardgames.referee.Shortage`, and :class:`OSError` for what is wrong with the command.
    """
    if sys.platform == "linux" and available():
        from boardgames.referee.supervised_tree import SupervisedTree

        return SupervisedTree(command, environment, limits, mounts)
    from boardgames.referee.portable_tree import PortableTree

    assert mounts is None, "there are no sandboxes without supervisors"
    return PortableTree(command, environment, limits)
