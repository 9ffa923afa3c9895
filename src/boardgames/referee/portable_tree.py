"""A program and all that it starts, without supervisors: threads move its lines, and psutil finds its processes.

A process belongs to the program if its parent does, or if it is of the program's session; one that leaves both between
two looks escapes.  The limits of memory, processes and processor time are looked at now and then.
"""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Final

from boardgames.core.text.said import Said
from boardgames.referee.limits import Limits
from boardgames.referee.program_lines import ProgramFault
from boardgames.referee.shortage import SHORTAGES, Shortage
from boardgames.referee.supervisor.wire import threads_allowed

if TYPE_CHECKING:
    import psutil

CHUNK: Final = 64 * 1024
LOOKING: Final = 0.25  # seconds between two looks at the limits: each look reads about all processes of the machine
GENERATIONS: Final = 5  # of processes that are started while a look goes on: a chain of them would never end
ENDING: Final = 1.0  # seconds to try to end what is left


class PortableTree:
    """A program, the threads that move its lines, and its processes as far as they are seen."""

    stdin, stdout, stderr = 0, 1, 2
    ended = 0.0
    lost = held = False
    supervisor = 0
    poll_interval = 0.02

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], limits: Limits) -> None:
        try:
            import psutil  # noqa: F401 - the functions below need it
        except ImportError:
            raise ProgramFault(
                "not started", Said("without supervisors programs need one more package: pip install psutil")
            ) from None
        self.status: int | None = None
        self.breach: tuple[str, int] | None = None
        self.empty = False
        self.broken = False  # it has closed its input
        self.allowed = limits.enforced()
        self.used: dict[int, float] = {}  # seconds of processor time of each process, also of those that have ended
        self.looked = 0.0
        self.changed = threading.Condition()
        self.arrived: dict[int, bytes | None] = {self.stdout: None, self.stderr: None}
        self.outgoing: SimpleQueue[bytes] = SimpleQueue()  # nothing is its end
        self.child = _started(command, environment)
        self.program = self.child.pid
        self.members = {self.program: _process(self.program)}
        assert self.child.stdin and self.child.stdout and self.child.stderr
        try:
            threading.Thread(target=self._pass_on, args=(self.child.stdin,), daemon=True).start()
            for pipe, file in ((self.stdout, self.child.stdout), (self.stderr, self.child.stderr)):
                threading.Thread(target=self._listen, args=(pipe, file), daemon=True).start()
        except RuntimeError:  # no more threads
            self.end()
            raise Shortage(errno.EAGAIN, "start a program") from None

    # -- its pipes ------------------------------------------------------------------

    def _listen(self, pipe: int, file: IO[bytes]) -> None:
        """Read a pipe until its end, or until somebody closes it: no part before the last one is taken."""
        with file:
            data = b"."
            while data:
                try:
                    data = file.read(CHUNK)
                except OSError:
                    data = b""
                with self.changed:
                    if pipe in self.arrived:
                        self.arrived[pipe] = data
                        self.changed.notify_all()
                    self.changed.wait_for(lambda: self.arrived.get(pipe) is None)
                    if pipe not in self.arrived:
                        return

    def _pass_on(self, file: IO[bytes]) -> None:
        """Write what is sent until its end."""
        with suppress(OSError), file:
            while data := self.outgoing.get():
                while data:
                    data = data[file.write(data) :]
        self.broken = True

    def fileno(self) -> int:
        return -1

    def wait(self, seconds: float) -> list[int]:
        with self.changed:
            self.changed.wait_for(self._ready, seconds)
            ready = self._ready()
        self.hear()
        return ready

    def _ready(self) -> list[int]:
        return [pipe for pipe, data in self.arrived.items() if data is not None]

    def read(self, pipe: int, most: int, /) -> bytes:
        with self.changed:
            data = self.arrived[pipe]
            if data is None:
                raise BlockingIOError
            self.arrived[pipe] = None
            self.changed.notify_all()
            return data

    def await_room(self) -> None:
        pass  # all is taken at once

    def write(self, pipe: int, data: bytes | bytearray, /) -> int:
        if self.broken:
            raise BrokenPipeError
        self.outgoing.put(bytes(data))
        return len(data)

    def close(self, pipe: int) -> None:
        if pipe == self.stdin:
            self._left()  # while it still waits for its end: what it then leaves has no parent to be found by
            self.outgoing.put(b"")
        else:
            with self.changed:
                del self.arrived[pipe]
                self.changed.notify_all()

    # -- its processes ----------------------------------------------------------------

    def hear(self) -> None:
        now = time.monotonic()
        if self.status is None and (status := self.child.poll()) is not None:
            self.status, self.ended = status, now
        if not self.empty and self.breach is None and now - self.looked > LOOKING:
            self.looked = now
            self._measure()
            if self.breach is not None:
                self.halt()

    def _measure(self) -> None:
        """Look whether a limit is broken."""
        left = self._left()
        memory = threads = 0
        for member in left:
            with _may_be_gone():
                times = member.cpu_times()
                self.used[member.pid] = times.user + times.system
                threads += member.num_threads()
                memory += member.memory_info().rss
        if memory > self.allowed.get("memory", memory):
            memory = sum(map(_own_memory, left))  # pages that several share do not count
        processes = self.allowed.get("processes")
        amounts = {"memory": memory, "processes": len(left), "cpu_time": 1000 * sum(self.used.values())}
        for name, factor in (("memory", 1), ("processes", 1), ("cpu_time", 1000)):
            if name in self.allowed and amounts[name] > self.allowed[name] * factor:
                self.breach = (name.replace("_", " "), int(amounts[name]))
                return
        if processes is not None and threads > threads_allowed(int(processes)):
            self.breach = ("threads", threads)

    def _left(self) -> list[psutil.Process]:
        """The processes of the program that still run, as far as they are seen."""
        import psutil

        with self.changed:  # another thread may call halt()
            for _ in range(GENERATIONS):
                before = len(self.members)
                for process in psutil.process_iter():
                    if process.pid not in self.members and self._is_ours(process):
                        self.members[process.pid] = process
                if len(self.members) == before:
                    break
            left = []
            for process in self.members.values():
                with _may_be_gone():
                    if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                        left.append(process)
            if sys.platform != "win32":  # where the children of a process that has ended keep its number
                self.members = {process.pid: process for process in (self.members[self.program], *left)}
            return left

    def _is_ours(self, process: psutil.Process) -> bool:
        with _may_be_gone():
            parent = self.members.get(process.ppid())
            if parent is not None:
                return process.create_time() >= parent.create_time()  # else a number has been given again
            if sys.platform != "win32" and os.getsid(process.pid) == self.program:
                leader = self.members[self.program]
                return process.create_time() >= leader.create_time()
        return False

    def is_stopped(self) -> bool:
        import psutil

        stopped = False
        for process in self._left():
            with _may_be_gone():
                stopped |= process.status() == psutil.STATUS_STOPPED
        return stopped

    def is_exiting(self) -> bool:
        return False

    def nudge(self) -> None:
        pass  # nobody watches over it

    def pause(self) -> None:
        pass  # to look for all its processes costs more than it takes from others

    def resume(self) -> None:
        if self.held:
            self.hold(False)

    def hold(self, still: bool = True) -> None:
        self.held = still
        for process in self._left():
            with _may_be_gone():
                (process.suspend if still else process.resume)()

    def halt(self) -> None:
        self._kill_group()
        left = self._left()
        for action in ("suspend", "kill"):  # a process that is stopped starts no other
            for process in left:
                with _may_be_gone():
                    getattr(process, action)()

    def _kill_group(self) -> None:
        """End those at once that are still of its group, also if each lives for less than a look."""
        import psutil

        leader = self.members[self.program]
        if sys.platform != "win32" and (leader.is_running() or not psutil.pid_exists(self.program)):
            with suppress(OSError):  # nobody is left; macOS says that it may not, of those that are not reaped
                os.killpg(self.program, signal.SIGKILL)

    def end(self) -> None:
        deadline = time.monotonic() + ENDING
        while not self.empty and time.monotonic() < deadline:
            self.halt()
            self.hear()
            self.empty = not self._left()


def _started(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Raises :class:`Shortage`, and :class:`OSError` for what is wrong with the command."""
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP  # Ctrl-C is for the referee
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            creationflags=flags,
            env=environment,
        )
    except ValueError:
        raise OSError(errno.EINVAL, "a NUL in its command") from None
    except OSError as error:
        if error.errno in SHORTAGES:
            raise Shortage(error.errno, "start a program") from None
        raise


def _process(number: int) -> psutil.Process:
    import psutil

    return psutil.Process(number)


def _own_memory(process: psutil.Process) -> int:
    """The bytes that would be free if a process ended; all that it has where the system does not tell more."""
    with _may_be_gone():
        return int(process.memory_full_info().uss)
    with _may_be_gone():
        return int(process.memory_info().rss)
    return 0


@contextmanager
def _may_be_gone() -> Iterator[None]:
    """Leave a process alone that has ended meanwhile, or that may not be looked at."""
    import psutil

    with suppress(psutil.Error, OSError):
        yield
