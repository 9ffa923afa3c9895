"""A program on three pipes, with one absolute deadline for each thing that is asked of it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from boardgames.core.verdict import FAULTS
from boardgames.referee.limits import Limits
from boardgames.referee.tree import ProcessTree

CHUNK = 64 * 1024
STDERR_TAIL = 2048  # bytes of its last words that are kept
PARTING = 0.5  # seconds to end by itself after the game
MIB = 1024 * 1024
WEIGHING = 0.02  # seconds between two looks at the memory of a program that has a limit
DYING = 0.2  # seconds to learn how a program ended that has closed its output


class ProgramFault(Exception):
    """What the program did wrong: one of the fault kinds, and a sentence."""

    def __init__(self, kind: str, detail: str) -> None:
        assert kind in FAULTS
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail


class Process:
    """A running program.  It leads a session of its own, so that it can be ended with its children."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        tree: ProcessTree,
        on_stderr: Callable[[bytes], None] | None = None,
    ) -> None:
        """Start ``command`` as the first of ``tree``.  Raises :class:`ProgramFault` of kind ``not started``."""
        self.limits = limits
        self.on_stderr = on_stderr
        self.tree = tree
        self.unsent = bytearray()
        self.unread = bytearray()
        self.searched = 0  # so many bytes of the unread hold no newline
        self.answered = 0  # bytes read since the last request
        self.last_words = b""
        self.ended = False
        self.left_by_itself = False  # after the game, when its input ended
        self.child = start(command, self.tree.environment)
        self.tree.leader = self.child.pid
        assert self.child.stdin and self.child.stdout and self.child.stderr
        self.stdin = self.child.stdin.fileno()
        self.stdout = self.child.stdout.fileno()
        self.stderr = self.child.stderr.fileno()
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        self.poll = select.poll()
        self.poll.register(self.stdout, select.POLLIN)
        self.poll.register(self.stderr, select.POLLIN)

    # -- to the program ---------------------------------------------------------

    def send(self, lines: Sequence[str]) -> None:
        """Put lines on the way; ``flush`` sends them as far as the program reads."""
        if lines:
            self.unsent += ("\n".join(lines) + "\n").encode()

    def flush(self) -> None:
        if not self.unsent or self.child.stdin is None:
            return
        try:
            sent = os.write(self.stdin, self.unsent)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:  # it may still answer; if not, that will show
            self.close_stdin()
            return
        if sent == len(self.unsent):
            self.unsent.clear()
        else:
            del self.unsent[:sent]
            self.poll.register(self.stdin, select.POLLOUT)

    def close_stdin(self) -> None:
        self.unsent.clear()
        if self.child.stdin is not None:
            self._forget(self.stdin)
            self.child.stdin.close()
            self.child.stdin = None

    # -- from the program -------------------------------------------------------

    def begin_answer(self, keep: bool) -> int:
        """A new request: what was said before it is kept or dropped.  The number of lines dropped."""
        self.answered = 0
        if keep:
            return 0
        self._read(self.stdout)
        stale = self.unread.count(b"\n")
        if stale:
            del self.unread[: self.unread.rindex(b"\n") + 1]
            self.searched = 0
        return stale

    def read_line(self, deadline: float) -> bytes:
        """The next line, without its end, read before ``deadline`` on the monotonic clock.

        Raises :class:`ProgramFault`.
        """
        unread = self.unread
        while True:
            end = unread.find(b"\n", self.searched)
            if end >= 0:
                line = bytes(unread[:end])
                del unread[: end + 1]
                self.searched = 0
                if len(line) > self.limits.line_bytes:
                    raise ProgramFault("output limit", f"a line of {len(line)} bytes; {self.limits.line_bytes} allowed")
                return line
            self.searched = len(unread)
            if self.searched > self.limits.line_bytes:
                raise ProgramFault(
                    "output limit", f"a line without end: {self.searched} bytes; {self.limits.line_bytes} allowed"
                )
            if self.answered > self.limits.answer_bytes:
                raise ProgramFault(
                    "output limit", f"{self.answered} bytes in one answer; {self.limits.answer_bytes} allowed"
                )
            if not self._wait(deadline) and not unread:
                raise ProgramFault("crash", self._how_it_ended())
            if not self.stdout_open and unread:
                unread += b"\n"  # a last line may lack its end

    @property
    def stdout_open(self) -> bool:
        return self.child.stdout is not None

    def _wait(self, deadline: float) -> bool:
        """Wait for the program to do anything.  False once its output has ended."""
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            raise ProgramFault("timeout", "no answer in time")
        if self.limits.memory is None:
            self.attend(remaining + 0.001)
        else:
            self.attend(min(remaining, WEIGHING) + 0.001)
            self._weigh(self.limits.memory)
        return self.stdout_open

    def _weigh(self, allowed: int) -> None:
        held = self.tree.memory()
        if held > allowed:
            raise ProgramFault("memory", f"{held / MIB:.0f} MiB held; {allowed / MIB:.0f} allowed")

    def attend(self, seconds: float) -> bool:
        """Read and write what can be, waiting so long for the first of it.  Whether there was any."""
        ready = self.poll.poll(seconds * 1000)
        for pipe, happened in ready:
            if pipe == self.stdin:
                self._forget(self.stdin)
                if happened & select.POLLERR:
                    self.close_stdin()
                else:
                    self.flush()
            elif pipe in (self.stdout, self.stderr):
                self._read(pipe)
        return bool(ready)

    def _read(self, pipe: int) -> None:
        if (self.child.stdout if pipe == self.stdout else self.child.stderr) is None:
            return
        try:
            data = os.read(pipe, CHUNK)
        except BlockingIOError:
            return
        if pipe == self.stdout:
            if not self.ended:  # after the game it may talk on, and nobody listens
                self.unread += data
                self.answered += len(data)
        else:
            self.last_words = (self.last_words + data)[-STDERR_TAIL:]
            if self.on_stderr is not None:
                self.on_stderr(data)
        if not data:
            self._close(pipe)

    def _close(self, pipe: int) -> None:
        self._forget(pipe)
        if pipe == self.stdout and self.child.stdout is not None:
            self.child.stdout.close()
            self.child.stdout = None
        elif pipe == self.stderr and self.child.stderr is not None:
            self.child.stderr.close()
            self.child.stderr = None

    def _forget(self, pipe: int) -> None:
        with suppress(KeyError):
            self.poll.unregister(pipe)

    # -- the end ------------------------------------------------------------------

    def _how_it_ended(self) -> str:
        if not self._ends_by(time.monotonic() + DYING):
            return "it closed its output and runs on"
        ending = self._ending()
        assert ending is not None
        if ending.si_code == os.CLD_EXITED:
            return f"it exited with status {ending.si_status} and gave no answer"
        name = signal.strsignal(ending.si_status) or "unknown"
        return f"it was ended by signal {ending.si_status} ({name})"

    def _ends_by(self, deadline: float) -> bool:
        """Wait for the program to end, reading what it still says.  Whether it did."""
        with self._watched() as longest:
            while self._ending() is None:
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    return False
                self.attend(min(remaining, longest))
        while self.child.stderr is not None and self.poll.poll(0):  # its last words
            before = self.last_words
            self._read(self.stderr)
            self._read(self.stdout)
            if self.last_words == before:
                break
        return True

    @contextmanager
    def _watched(self) -> Iterator[float]:
        """Have the end of the program wake the poll.  The longest to wait before another look, in seconds."""
        if not hasattr(os, "pidfd_open"):
            yield 0.005
            return
        watch = os.pidfd_open(self.child.pid)
        self.poll.register(watch, select.POLLIN)
        try:
            yield 1.0
        finally:
            self._forget(watch)
            os.close(watch)

    def _ending(self) -> os.waitid_result | None:
        """How the program ended, if it has.  It is not reaped, so its process group keeps its number."""
        return os.waitid(os.P_PID, self.child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)

    def end(self, deadline: float) -> None:
        """Let the program end by itself until ``deadline``, then end it, and its children in any case."""
        if self.ended:
            return
        self.ended = True
        try:
            self.close_stdin()
            self.left_by_itself = self._ends_by(deadline)
        finally:
            self.tree.end()
            self.child.wait()
            for pipe in (self.stdout, self.stderr):
                self._close(pipe)


def start(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """The program, started without a shell.  Raises :class:`ProgramFault` that says what to try."""
    if not hasattr(select, "poll"):
        raise ProgramFault("not started", "this system has no poll(): programs can be refereed on Linux and macOS")
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env=environment,
        )
    except FileNotFoundError:
        detail = f"there is no program {command[0]!r}: check the spelling, or give its path"
        if os.path.exists(command[0]):
            detail = f"{command[0]!r} names an interpreter in its first line that is not there"
    except PermissionError:
        detail = f"{command[0]!r} may not be run: chmod +x it, or name its interpreter, as in 'python {command[0]}'"
        if os.path.isdir(command[0]):
            detail = f"{command[0]!r} is a folder, not a program"
    except OSError as error:
        detail = f"{command[0]!r} cannot be run ({error.strerror}): a script needs a first line such as #!/bin/sh"
    raise ProgramFault("not started", detail)
