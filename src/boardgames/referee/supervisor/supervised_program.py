"""One program under a supervisor, from its start until no process of it is left."""

from __future__ import annotations

import errno
import os
import select
import signal
import socket
import sys
import time
from contextlib import suppress

assert sys.platform == "linux"

from . import wire
from .cpu_meter import CpuMeter
from .memory_cgroup import MemoryCgroup
from .memory_meter import MemoryMeter
from .proc import descendants, end, end_before_exit, kill, reap, stop, threads
from .system_v import SystemVObjects

TICK = 0.02  # seconds between two looks at a program
IDLING = 0.5  # seconds of processor time that a program may use, in all, while another one is asked
RESTORED = ("CHLD", "HUP", "INT", "PIPE", "QUIT", "TERM", "USR1", "XFSZ")  # signals that a program meets as usual


class SupervisedProgram:
    """One program, from its start until no process of it is left.

    ``control`` is the socket to the referee, on which the rest of the order is read;
    ``wake`` becomes readable when a child has ended; ``files`` are those of
    :data:`~.wire.FILES`.
    """

    def __init__(self, control: socket.socket, wake: int, files: list[int]) -> None:
        self.control = control
        self.wake = wake
        self.files = files
        order = wire.Order(self.receive(wire.ORDER.size))
        self.command, folders, limits, self.environment = order.read(self.receive(order.text_bytes))
        self.memory = int(limits.get("memory", 0))
        self.processes = int(limits.get("processes", 0))
        self.cpu_time = limits.get("cpu_time", 0.0)
        # a sandbox has no System V objects: neither its namespace nor its system calls
        self.objects = None if folders else SystemVObjects()
        self.meter = MemoryMeter([os.fsdecode(folder) for folder in folders], self.objects)
        self.cpu = CpuMeter()
        self.program = 0
        self.cgroup = MemoryCgroup(0)
        self.paused_at: float | None = None  # the processor time used when it was paused, if it is
        self.idling = 0.0  # processor time used while paused
        self.stopped: set[int] | None = None  # the processes that were stopped, if the pause is enforced

    def receive(self, size: int) -> bytes:
        """The next ``size`` bytes from the referee.  Raises :class:`EOFError`."""
        data = b""
        while len(data) < size:
            part = self.control.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def send(self, *events: tuple[bytes, int]) -> None:
        """Tell the referee what happened to the program."""
        with suppress(OSError):  # the referee is gone: that is noticed where it is read
            self.control.sendall(b"".join(wire.EVENT.pack(*event) for event in events))

    def serve(self) -> None:
        """Raises :class:`EOFError` when the referee is gone."""
        self.send((wire.SUPERVISOR, os.getpid()))
        try:
            if len(self.files) < wire.FILES:
                raise OSError(errno.EMFILE, "")  # they were lost on the way
            self.cgroup = MemoryCgroup(self.memory)
            with self.cgroup:
                self.program = start(self.command, self.environment, self.files)
        except OSError as error:
            self.cgroup.remove()
            self.send((wire.NOT_STARTED, error.errno or 0))
            return
        finally:
            for file in self.files:
                os.close(file)
        self.send((wire.STARTED, self.program))
        try:
            self.watch()
        except BaseException:
            end_before_exit()
            self.remove_objects()
            raise
        finally:
            self.cgroup.remove()

    def remove_objects(self) -> None:
        """Remove the shared memory and semaphores that the program left."""
        if self.objects is not None:
            self.objects.remove()

    def watch(self) -> None:
        """Raises :class:`EOFError` when the referee is gone."""
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        poll.register(self.wake, select.POLLIN)
        looked = time.monotonic()
        while True:
            sources = [source for source, _ in poll.poll(TICK * 1000)]
            if self.wake in sources:
                os.read(self.wake, 4096)
            statuses: dict[int, int] = {}
            left = reap(statuses)
            if self.objects is not None:
                self.objects.look([*statuses])
            if not self.report(statuses, left):
                return
            if len(sources) > (self.wake in sources):
                word = self.control.recv(1)
                if not word:
                    raise EOFError
                if word == wire.END:
                    self.end()
                    return
                if word == wire.PAUSE:
                    self.pause()
                elif word == wire.RESUME:
                    self.resume()
            now = time.monotonic()
            if now - looked >= TICK:
                looked = now
                if self.exceeds_a_limit():
                    self.end()
                    return

    def report(self, statuses: dict[int, int], left: bool) -> bool:
        """Tell the referee how the program ended, if it has, and if no process is left.  Returns ``left``."""
        events = [(wire.EXITED, statuses[self.program])] if self.program in statuses else []
        if events and self.cgroup.oom_killed():
            events.insert(0, (wire.MEMORY, self.memory))
        if not left:
            self.remove_objects()
            events.append((wire.EMPTY, 0))
        if events:
            self.send(*events)
        return left

    def exceeds_a_limit(self) -> bool:
        """True if the program's processes hold or use more than allowed; then the referee is told."""
        members = descendants(os.getpid())
        if self.objects is not None:
            self.objects.look(members)
        if self.processes and len(members) > self.processes:
            self.send((wire.PROCESSES, len(members)))
            return True
        if self.processes and (count := threads(members)) > wire.threads_allowed(self.processes):
            self.send((wire.THREADS, count))
            return True
        if self.cgroup.oom_killed():
            self.send((wire.MEMORY, self.memory))
            return True
        if self.memory and (held := self.meter.held(members, self.memory)) > self.memory:
            self.send((wire.MEMORY, held))
            return True
        if self.cpu_time and (used := self.cpu.used(members)) > self.cpu_time:
            self.send((wire.CPU_TIME, int(used * 1000)))
            return True
        self.enforce_pause(members)
        return False

    def pause(self) -> None:
        """Another program is asked: from now on this one is to leave the processor to it."""
        members = descendants(os.getpid())
        self.paused_at = self.used(members)
        self.enforce_pause(members)

    def used(self, members: list[int]) -> float:
        """The processor time that the program has used, with an estimate of what is too fleeting to be measured."""
        return self.cpu.used(members) + self.cpu.fleeting

    def enforce_pause(self, members: list[int]) -> None:
        """Stop the program's processes, if it is paused and uses the processor all the same."""
        if self.paused_at is None:
            return
        # Processes may continue each other, so those that were stopped are looked at again.
        if self.stopped is not None or self.idling + self.used(members) - self.paused_at > IDLING:
            self.stopped = (self.stopped or set()) | stop(os.getpid(), TICK)

    def resume(self) -> None:
        """The program is asked."""
        if self.paused_at is not None:
            self.idling += self.used(descendants(os.getpid())) - self.paused_at
            self.paused_at = None
        for process in self.stopped or ():
            kill(process, signal.SIGCONT)
        self.stopped = None
        self.send((wire.RESUMED, 0))

    def end(self) -> None:
        statuses = end()
        if self.objects is not None:
            self.objects.look([*statuses])
        if self.report(statuses, reap(statuses)):  # a process cannot be ended: this supervisor is of no more use
            raise EOFError


def start(command: list[bytes], environment: dict[bytes, bytes], files: list[int]) -> int:
    """Start a program on three pipes, in the folder that is the fourth file; it gets the files after that too.

    Raises :class:`OSError`.
    """
    folder, passed = files[3], files[:3] + files[4:]
    candidates = [command[0]]
    if b"/" not in command[0]:
        places = environment.get(b"PATH", os.defpath.encode()).split(b":")
        candidates = [os.path.join(place, command[0]) for place in places]
    os.fchdir(folder)
    trouble: OSError | None = None
    try:
        for candidate in candidates:
            try:
                return os.posix_spawn(
                    candidate,
                    command,
                    environment,
                    file_actions=[(os.POSIX_SPAWN_DUP2, file, place) for place, file in enumerate(passed)],
                    setsid=True,
                    setsigmask=[],
                    setsigdef=[signal.Signals[f"SIG{name}"] for name in RESTORED],
                )
            except (FileNotFoundError, NotADirectoryError) as error:
                trouble = trouble or error
            except PermissionError as error:
                trouble = error
        raise trouble or FileNotFoundError(errno.ENOENT, "")
    finally:
        os.chdir("/")
