"""A program and all that it starts, on Linux: a supervisor (:mod:`boardgames.referee.supervisor`) stands between the
referee and the program, so that no process escapes."""

from __future__ import annotations

import errno
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

assert sys.platform == "linux"

from boardgames.referee import supervisors, system_calls
from boardgames.referee.limits import Limits
from boardgames.referee.sandbox import Mounts
from boardgames.referee.shortage import SHORTAGES, Shortage
from boardgames.referee.supervisor import proc, wire

STARTING: Final = 30.0  # seconds for a supervisor to start a program on a busy machine
RESUMING: Final = 1.0  # seconds to wait until a program runs again that was paused
HOLDING: Final = 0.1  # seconds to try to stop all of a program
WAKING: Final = 1.0  # seconds without a word from a supervisor after which it may have been stopped
ENDING: Final = 1.0  # seconds to wait until all has ended; the supervisor goes on by itself


class SupervisedTree:
    """A program under a supervisor, and its pipes, which the kernel tells of."""

    read, write = staticmethod(os.read), staticmethod(os.write)
    program = 0
    ended = 0.0
    poll_interval = 1.0

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], limits: Limits, mounts: Mounts | None
    ) -> None:
        self.status: int | None = None
        self.breach: tuple[str, int] | None = None
        self.lost = False
        self.empty = False
        self.paused = self.held = False
        self.resuming = 0  # how many answers to RESUME are still to come
        self.supervisor = 0
        self.unheard = b""
        self.control = supervisors.CLOSED
        folders: Sequence[str] = ()
        if mounts is not None:
            command, environment, folders = [*mounts.words(), *command], mounts.environment(environment), mounts.folders
        try:
            order = supervisors.order(command, folders, limits.enforced(), environment)
        except ValueError:
            raise OSError(errno.EINVAL, "a NUL in its command") from None
        ours: list[int] = []
        files: list[int] = []
        try:
            try:
                for mine in (1, 0, 0):
                    ends = os.pipe()
                    ours.append(ends[mine])
                    files.append(ends[1 - mine])
                files.append(os.open(".", os.O_PATH | os.O_DIRECTORY))
                if mounts is not None and system_calls.known():
                    files.append(system_calls.filter_file())
                self.stdin, self.stdout, self.stderr = ours
                self._hand_over(order, files)
            finally:
                for file in files:
                    os.close(file)
        except BaseException as error:
            if not isinstance(error, OSError):
                self.end()  # interrupted while it starts: it may run already
            for file in ours:
                os.close(file)
            if isinstance(error, OSError) and error.errno in SHORTAGES and not isinstance(error, Shortage):
                raise Shortage(error.errno, "start a program") from None
            raise
        for pipe in ours:
            os.set_blocking(pipe, False)
        self.poll = select.poll()
        for file in (self.stdout, self.stderr, self.control.fileno()):
            self.poll.register(file, select.POLLIN)

    def _hand_over(self, order: bytes, files: list[int]) -> None:
        """Have a supervisor start the program.  One that was being ended while it was idle has not read the order."""
        while True:
            was_idle = bool(supervisors.idle)
            self.control = supervisors.hand_over(order, files)
            try:
                self._begin()
                return
            except Shortage as error:
                if not was_idle or self.supervisor or error.errno != errno.EAGAIN:
                    raise
                self.control.close()

    def _begin(self) -> None:
        kind, number = self._reply()
        if kind == wire.SUPERVISOR:
            self.supervisor = number
            try:
                kind, number = self._reply()
            except Shortage as error:
                # a program can end its supervisor before that has told of it
                self.program = proc.session_reading(os.fstat(self.stdin).st_ino) if error.errno == errno.EAGAIN else 0
                if not self.program:
                    raise
                self.lost = True
                return
        if kind == wire.STARTED:
            self.program = number
            return
        supervisors.idle.append(self.control)
        raise OSError(number, os.strerror(number))

    def _reply(self) -> tuple[bytes, int]:
        deadline = time.monotonic() + STARTING
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        try:
            while len(self.unheard) < wire.EVENT.size:
                if not poll.poll(WAKING * 1000) and time.monotonic() < deadline:
                    supervisors.wake(self.supervisor)  # a program may have stopped it, or the fork server before
                    continue
                part = self.control.recv(4096, socket.MSG_DONTWAIT)
                if not part:
                    raise Shortage(errno.EAGAIN, "start a program")
                self.unheard += part
        except BlockingIOError:
            raise Shortage(errno.ETIMEDOUT, "start a program") from None
        except ConnectionError:
            raise Shortage(errno.EAGAIN, "start a program") from None
        event, self.unheard = self.unheard[: wire.EVENT.size], self.unheard[wire.EVENT.size :]
        return wire.EVENT.unpack(event)

    def fileno(self) -> int:
        return self.control.fileno()

    def wait(self, seconds: float) -> list[int]:
        ready = []
        for file, _ in self.poll.poll(seconds * 1000):
            if file == self.stdin:
                self.poll.unregister(file)
            elif file != self.stdout and file != self.stderr:
                self.hear()
                if self.lost:
                    self.poll.unregister(file)
                continue
            ready.append(file)
        return ready

    def await_room(self) -> None:
        self.poll.register(self.stdin, select.POLLOUT)

    def close(self, pipe: int) -> None:
        with suppress(KeyError):
            self.poll.unregister(pipe)
        os.close(pipe)

    def is_stopped(self) -> bool:
        return any(proc.stat(number)[:1] == [b"T"] for number in [self.supervisor, *proc.descendants(self.supervisor)])

    def is_exiting(self) -> bool:
        return proc.is_exiting(self.program)

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
        while len(self.unheard) >= wire.EVENT.size:
            kind, number = wire.EVENT.unpack(self.unheard[: wire.EVENT.size])
            self.unheard = self.unheard[wire.EVENT.size :]
            if kind == wire.EXITED:
                self.status, self.ended = os.waitstatus_to_exitcode(number), time.monotonic()
            elif kind == wire.EMPTY:
                self.empty = True
            elif kind == wire.RESUMED:
                self.resuming -= 1
            elif kind in EXCEEDED:
                self.breach = (EXCEEDED[kind], number)

    def nudge(self) -> None:
        """A program of the same user can stop its supervisor, and the fork server: both are to go on."""
        if not self.empty and not self.lost:
            supervisors.wake(self.supervisor)

    def pause(self) -> None:
        if not self.paused and not self.empty and not self.lost:
            self.paused = True
            self._say(wire.PAUSE)

    def resume(self) -> None:
        if self.paused:
            self.paused = False
            self.resuming += 1
            self._say(wire.RESUME)
            self._await(lambda: self.resuming == 0, RESUMING)
        if self.held:
            self.hold(False)

    def hold(self, still: bool = True) -> None:
        self.held = still
        if still and not self.empty and not self.lost:
            proc.stop(self.supervisor, HOLDING)
        elif not still:
            for number in proc.descendants(self.supervisor):
                proc.kill(number, signal.SIGCONT)

    def _say(self, word: bytes) -> None:
        with suppress(OSError):  # it has ended already: that is noticed where it is read
            self.control.sendall(word)

    def _await(self, done: Callable[[], bool], seconds: float) -> None:
        """Hear what the supervisor sends until something has happened, for at most ``seconds``."""
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        deadline = time.monotonic() + seconds
        self.hear()
        while not done() and not self.empty and not self.lost and (remaining := deadline - time.monotonic()) > 0:
            poll.poll(remaining * 1000)
            self.hear()

    def halt(self) -> None:
        with supervisors.lock, suppress(OSError):  # it has ended already
            self.control.sendall(wire.END)

    def end(self) -> None:
        if self.control.fileno() < 0:
            return
        self.hear()
        if not self.empty and not self.lost:
            self._say(wire.END)
            self._await(lambda: self.empty, ENDING)
            if not self.empty and not self.lost:
                self._end_by_force()
        if self.lost and self.program:
            self._end_session()
        with supervisors.lock:  # so that halt() reaches no other program from here on
            control, self.control = self.control, supervisors.CLOSED
        if self.empty:
            supervisors.idle.append(control)
        else:
            control.close()  # so the supervisor ends all that is left, and itself

    def _end_session(self) -> None:
        """End what is known of a program that has ended its supervisor, and perhaps the fork server with it."""
        deadline = time.monotonic() + ENDING
        while (left := proc.of_session(self.program)) and time.monotonic() < deadline:
            for sent in (signal.SIGSTOP, signal.SIGKILL):
                for number in left:
                    proc.kill(number, sent)
            time.sleep(0.001)

    def _end_by_force(self) -> None:
        """End a program whose supervisor does not answer: the program may have stopped it, and go on doing so."""
        supervisors.wake(self.supervisor)
        self._await(lambda: self.empty, ENDING)
        if self.empty or self.lost or not self.supervisor:
            return
        proc.stop(self.supervisor, seconds=1.0)
        supervisors.wake(self.supervisor)
        self._await(lambda: self.empty, ENDING)
        if not self.empty and not self.lost:
            proc.kill(self.supervisor, signal.SIGKILL)  # the fork server ends what it leaves
            self._await(lambda: False, ENDING)


EXCEEDED: Final = {
    wire.MEMORY: "memory",
    wire.PROCESSES: "processes",
    wire.THREADS: "threads",
    wire.CPU_TIME: "cpu time",
}
