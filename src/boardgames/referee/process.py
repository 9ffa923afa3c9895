"""A program on three pipes, with one absolute deadline for each request."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import time
from collections.abc import Callable, Mapping, Sequence

from boardgames.core.text.said import Said
from boardgames.referee.limits import Limits
from boardgames.referee.program_lines import ProgramFault, ProgramLines
from boardgames.referee.sandbox import Mounts
from boardgames.referee.seat import NO_ANSWER
from boardgames.referee.shortage import Shortage
from boardgames.referee.supervisor.wire import threads_allowed
from boardgames.referee.tree import ProcessTree, start

CHUNK = 64 * 1024
STDERR_TAIL = 2048  # bytes of its last words that are kept
PARTING = 0.5  # seconds to end by itself after the game
MIB = 1024 * 1024
UNWATCHED = Said("the process that watches over it was ended")
SIGNALLED = 128  # what is added to a signal's number in an exit status
SLICE = 0.05  # seconds to wait at a time, at most
OVERSLEPT = 0.5  # seconds later than it meant to: then the referee itself was kept from running
NUDGING = 1.0  # seconds between two nudges of the program's supervisor
EXITING = 5.0  # seconds for the kernel to clear away a process that has ended
LINGERING = 0.5  # seconds between the end of a program's output and that of its main process, in either order


class Process(ProgramLines):
    """A running program."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        environment: Mapping[str, str],
        on_stderr: Callable[[bytes], None] | None = None,
        mounts: Mounts | None = None,
    ) -> None:
        """Start ``command``, in the sandbox of ``mounts`` if they are given.

        Raises :class:`ProgramFault` of kind ``not started``, and
        :class:`~boardgames.referee.Shortage` if it is the referee that lacks something.
        """
        super().__init__(limits)
        self.on_stderr = on_stderr
        self.nudged = self.looked
        self.ended = False
        self.tree = started(command, environment, limits, mounts)
        self.sandboxed = mounts is not None
        self.stdin, self.stdout, self.stderr = self.tree.stdin, self.tree.stdout, self.tree.stderr
        self.open = {self.stdin, self.stdout, self.stderr}

    # -- to the program ---------------------------------------------------------

    def flush(self) -> None:
        unsent = self.unsent
        if not unsent or self.stdin not in self.open:
            return
        try:
            sent = self.tree.write(self.stdin, unsent)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:  # it may still answer; if not, that will show
            self.close_stdin()
            return
        del unsent[:sent]
        if unsent:
            self.tree.await_room()

    def close_stdin(self) -> None:
        self.unsent.clear()
        self._close(self.stdin)

    # -- from the program -------------------------------------------------------

    def _take(self) -> None:
        self._read(self.stdout)

    def _wait(self, deadline: float) -> bool:
        """Wait for the program to do anything.  Returns ``False`` once no more can come from it."""
        if (breach := self.breach()) is not None:
            raise breach
        if self.is_over():
            before = self.answered
            self._read(self.stdout)
            return self.answered > before
        now = time.monotonic()
        remaining = deadline + self.overslept - now
        if remaining <= 0:
            if self._overslept(now):
                return True
            if self.tree.status is not None:
                return False
            raise ProgramFault("timeout", NO_ANSWER)
        if self.tree.lost:
            raise ProgramFault("crash", UNWATCHED)
        if self.stalled is not None and self.tree.supervisor and (why := self.stalled(self.tree.supervisor)):
            raise ProgramFault("timeout", why)
        if now - self.nudged > NUDGING:
            self.nudged = now
            self.tree.nudge()
        self.attend(min(remaining, self.tree.poll_interval) + 0.001)
        return True

    def is_over(self) -> bool:
        """True if no more can come from the program, as :data:`LINGERING` defines it.  It may have to be read still."""
        tree = self.tree
        if self.stdout not in self.open:
            return True
        return tree.status is not None and (tree.empty or time.monotonic() > max(tree.ended, self.asked) + LINGERING)

    def breach(self) -> ProgramFault | None:
        """The limit that the program has broken, if any."""
        if self.tree.breach is None:
            return None
        kind, number = self.tree.breach
        memory, processes, seconds = self.limits.memory or 0, self.limits.processes or 0, self.limits.cpu_time
        if kind == "memory" and number <= memory:
            why = Said("it asked for more; {number:.0f} MiB allowed", number=memory / MIB)
        elif kind == "memory":
            held = number / MIB
            why = Said("{number:.0f} MiB held; {number2:.0f} MiB allowed", number=held, number2=memory / MIB)
        elif kind == "processes":
            why = Said("{number} processes at a time; {number2} allowed", number=number, number2=processes)
        elif kind == "threads":
            allowed = threads_allowed(processes)
            why = Said("{number} threads at a time; {number2} allowed", number=number, number2=allowed)
        else:
            used = number / 1000
            why = Said("{seconds:.1f} s of processor time; {seconds2:g} allowed", seconds=used, seconds2=seconds)
        return ProgramFault("processes" if kind == "threads" else kind, why)

    def attend(self, seconds: float) -> None:
        """Read and write what can be, waiting so long for the first of it."""
        if seconds > SLICE:
            seconds = SLICE
        ready = self.tree.wait(seconds)
        now = time.monotonic()
        if now - self.looked > OVERSLEPT:
            self._overslept(now, seconds)
        self.looked = now
        for pipe in ready:
            if pipe == self.stdin:
                self.flush()
            else:
                self._read(pipe)

    def _overslept(self, now: float, meant: float = 0.0) -> bool:
        """True if the referee has slept far longer than it meant to.  The program is not at fault then."""
        late = now - self.looked - meant
        self.looked = now
        if late > OVERSLEPT:
            self.overslept += late
            return True
        return False

    def line_by(self, due: float) -> bool:
        """Wait until ``due`` on the monotonic clock for a line.  Returns whether there is something to judge."""
        unread, tree = self.unread, self.tree
        while not unread or (b"\n" not in unread and len(unread) <= self.limits.line_bytes):
            if self.stdout not in self.open or tree.status is not None or tree.breach is not None or tree.lost:
                return True
            remaining = due - time.monotonic()
            if remaining <= 0:
                return False
            self.attend(remaining)
        return True

    def hear(self) -> None:
        self.tree.hear()

    @property
    def status(self) -> int | None:
        return self.tree.status

    def is_stopped(self) -> bool:
        return not self.sandboxed and self.tree.is_stopped()

    def pause(self) -> None:
        self.tree.pause()

    def resume(self) -> None:
        self.tree.resume()

    def halt(self) -> None:
        self.tree.halt()

    def _read(self, pipe: int) -> None:
        if pipe not in self.open:
            return
        try:
            data = self.tree.read(pipe, CHUNK)
        except BlockingIOError:
            return
        if pipe == self.stdout:
            if not self.ended:  # what it writes after the game is dropped
                self.unread += data
                self.answered += len(data)
        else:
            self.last_words = (self.last_words + data)[-STDERR_TAIL:]
            self.overheard = (self.overheard + data)[-STDERR_TAIL:]
            if self.on_stderr is not None:
                self.on_stderr(data)
        if not data:
            self._close(pipe)

    def overhear(self) -> None:
        self._read(self.stderr)

    def _close(self, pipe: int) -> None:
        if pipe in self.open:
            self.open.remove(pipe)
            self.tree.close(pipe)

    # -- the end ------------------------------------------------------------------

    def speaks_when_shut(self, deadline: float) -> bool:
        """End the program's input.  Returns whether it then writes what it had buffered."""
        self.close_stdin()
        while not self.unread and self.stdout in self.open:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                break
            self.attend(min(remaining, self.tree.poll_interval) + 0.001)
        return bool(self.unread)

    def how_it_ended(self) -> str:
        ended = self._ends_by(time.monotonic() + LINGERING)
        if not ended and self.tree.is_exiting():  # giving back much memory takes a while
            ended = self._ends_by(time.monotonic() + EXITING)
        if self.tree.lost:
            return UNWATCHED
        if not ended:
            return Said("it closed its output and runs on")
        if (breach := self.breach()) is not None:
            raise breach
        status = self.tree.status
        assert status is not None
        if self.sandboxed and SIGNALLED < status < SIGNALLED + signal.NSIG:
            status = SIGNALLED - status  # as bwrap reports signals
        if status >= 0:
            return Said("it exited with status {number} and gave no answer", number=status)
        name = signal.strsignal(-status) or "unknown"
        return Said("it was ended by signal {number} ({signal})", number=-status, signal=name)

    def _ends_by(self, deadline: float) -> bool:
        """Wait for the program to end, reading what it still writes.  Returns whether it did."""
        tree = self.tree
        tree.hear()
        while tree.status is None and not tree.lost:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                return False
            self.attend(min(remaining, tree.poll_interval))
        while self.stderr in self.open and tree.wait(0):  # its last words
            before = self.last_words
            self._read(self.stderr)
            self._read(self.stdout)
            if self.last_words == before:
                break
        return not tree.lost

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
            for pipe in (self.stdin, self.stdout, self.stderr):
                self._close(pipe)


def started(
    command: Sequence[str], environment: Mapping[str, str], limits: Limits, mounts: Mounts | None
) -> ProcessTree:
    """The program's processes.  Raises :class:`ProgramFault` that says what to try, and
    :class:`~boardgames.referee.Shortage`."""
    try:
        if mounts is not None and shutil.which(command[0], path=environment.get("PATH")) is None:
            raise (
                FileNotFoundError(errno.ENOENT, "")
                if not os.path.exists(command[0])
                else PermissionError(errno.EACCES, "")
            )
        return start(command, environment, limits, mounts)
    except Shortage:
        raise
    except OSError as error:
        raise ProgramFault("not started", _why(command[0], error)) from None


def _why(program: str, error: OSError) -> str:
    if error.errno == errno.ENOENT:
        if os.path.exists(program) and os.sep not in program:
            return Said(
                "there is no program {line!r} where programs are looked for; did you mean './{line}'?", line=program
            )
        if os.path.exists(program):
            return Said("{line!r} names an interpreter in its first line that is not there", line=program)
        return Said("there is no program {line!r}: check the spelling, or give its path", line=program)
    if error.errno == errno.EACCES:
        if os.path.isdir(program):
            return Said("{line!r} is a folder, not a program", line=program)
        return Said(
            "{line!r} may not be run: chmod +x it, or name its interpreter, as in 'python {line}'", line=program
        )
    return Said(
        "{line!r} cannot be run ({error}): a script needs a first line such as #!/bin/sh",
        line=program,
        error=error.strerror,
    )
