"""The keeper: a small process between the referee and a program, which loses nothing that the program starts.

Run as a program of its own by :mod:`boardgames.referee.tree`, on Linux, with
nothing imported but the standard library, so that it starts in milliseconds::

    referee ─── warden ─┬─ keeper ── program ── whatever it starts
                        └─ keeper ── program ── ...

A keeper is a *subreaper*: whose parent ends becomes the keeper's own child,
however it was started and whatever it did to its session, its environment or
its name.  So a program's processes are exactly the keeper's descendants, and when
the keeper has no child left, nothing is left.  It counts them, weighs them, and
ends them all when it is told to, and when the referee is gone (also by
``kill -9``).  A keeper serves one program after another.

The warden forks keepers when asked, and ends what a keeper leaves that was
itself killed.
"""

from __future__ import annotations

import errno
import gc
import os
import select
import signal
import socket
import struct
import sys
import time
from collections.abc import Container
from contextlib import suppress

SET_DEATH_SIGNAL, SET_DUMPABLE, SET_SUBREAPER = 1, 4, 36  # of prctl(2)
TICK = 0.02  # seconds between two looks at a program
ENDING = 10.0  # seconds to try to end what cannot be ended
EVENT = struct.Struct("=cq")
ORDER = struct.Struct("=QQQdII")  # bytes of text, memory, processes, CPU seconds, arguments, private folders
RESTORED = ("CHLD", "HUP", "INT", "PIPE", "QUIT", "TERM", "USR1", "XFSZ")  # signals that a program is to meet as usual

# What the referee says: start this; end it all.
START, END = b"o", b"k"
# What a keeper says, each with a number.
STARTED, UNSTARTED, LEFT, EMPTY, MEMORY, PROCESSES, CPU = b"s", b"x", b"l", b"e", b"m", b"p", b"c"


def prctl(option: int, value: int) -> None:
    import ctypes  # here, since all else of this module can be imported anywhere

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


# -- looking at processes ---------------------------------------------------------------


def read(path: str) -> bytes:
    """A file of /proc, whole; empty if the process has ended or may not be looked at."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    parts = []
    try:
        while part := os.read(file, 65536):
            parts.append(part)
    except OSError:
        pass
    finally:
        os.close(file)
    return b"".join(parts)


def children(number: int) -> list[int]:
    """The process numbers of a process's children, zombies too."""
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{number}/task")
    except OSError:
        return found
    for thread in threads:
        found += map(int, read(f"/proc/{number}/task/{thread}/children").split())
    return found


def descendants(number: int, spared: Container[int] = ()) -> list[int]:
    """All below a process, parents before their children, without those spared."""
    found = [each for each in list_children(number) if each not in spared]
    for each in found:  # which grows meanwhile
        found += list_children(each)
    return found


def children_by_scan(number: int) -> list[int]:
    """The same as :func:`children`, for a kernel without lists of children."""
    return [each for each in numbers() if parent(each) == number]


def numbers() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]


def parent(number: int) -> int:
    fields = read(f"/proc/{number}/stat").rpartition(b")")[2].split()
    return int(fields[1]) if len(fields) > 1 else 0


list_children = children if os.path.exists("/proc/thread-self/children") else children_by_scan


def kill(number: int, sent: int) -> None:
    with suppress(OSError):  # it has ended, or became somebody else's
        os.kill(number, sent)


def reap(ended: dict[int, int]) -> bool:
    """Note the statuses of the children that have ended.  Whether there are any left."""
    while True:
        try:
            number, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if not number:
            return True
        ended[number] = status


def end(spared: Container[int] = ()) -> dict[int, int]:
    """End all below this process but those spared, and give the statuses of its children.

    All are stopped before any is killed: who is stopped starts no other, so even
    what forks and ends in chains comes to a halt.  Nothing is left when there is
    nobody to wait for.
    """
    ended: dict[int, int] = {}
    stopped: set[int] = set()
    deadline = time.monotonic() + ENDING
    while reap(ended) and time.monotonic() < deadline:
        found = descendants(os.getpid(), spared)
        if not found and spared:
            break
        fresh = [each for each in found if each not in stopped]
        for each in fresh or found:
            kill(each, signal.SIGSTOP if fresh else signal.SIGKILL)
        stopped.update(fresh)
        if not fresh:
            stopped.clear()  # numbers may be given again
            time.sleep(0.0005)
    return ended


def end_at_last(spared: Container[int] = ()) -> None:
    """The same before this process exits; that its mother has ended as well is told once, and may be told meanwhile."""
    try:
        end(spared)
    except SystemExit:
        end(spared)


# -- weighing ---------------------------------------------------------------------------


class Scales:
    """How much memory a program's processes hold.

    A quick look first, that counts pages as often as they are shared: if even that
    is within the limit, no more is needed.  Otherwise each shared page counts once,
    by the kernel's proportional set sizes.  What is kept in files that live in memory
    (``memfd``, ``/dev/shm``) counts from when one of the processes had it open.
    """

    def __init__(self, private: list[str]) -> None:
        self.private = private  # folders in memory that are the program's own, in a sandbox
        self.files: dict[tuple[int, int], int] = {}

    def weigh(self, members: list[int], allowed: int) -> int:
        pages = 0
        for each in members:
            fields = read(f"/proc/{each}/statm").split()
            if len(fields) > 2:
                pages += int(fields[1])
        kept = self.kept(members)
        if pages * os.sysconf("SC_PAGE_SIZE") + kept <= allowed:
            return 0
        own = shared = 0
        for each in members:
            for line in read(f"/proc/{each}/smaps_rollup").splitlines():
                if line.startswith(b"Pss_Anon:"):
                    own += int(line.split()[1]) * 1024
                elif line.startswith(b"Pss_Shmem:"):
                    shared += int(line.split()[1]) * 1024
        return own + max(shared, kept)  # a file may be mapped as well: it counts once

    def kept(self, members: list[int]) -> int:
        """The bytes in files that live in memory."""
        if self.private:
            return self.in_folders(members)
        seen: dict[tuple[int, int], int] = {}
        for each in members:
            try:
                names = os.listdir(f"/proc/{each}/fd")
            except OSError:
                continue
            for name in names:
                path = f"/proc/{each}/fd/{name}"
                try:
                    link = os.readlink(path)
                    if link.startswith(("/memfd:", "/dev/shm/")):
                        about = os.stat(path)
                        seen[about.st_dev, about.st_ino] = about.st_blocks * 512
                        if link.startswith("/dev/shm/"):
                            self.files[about.st_dev, about.st_ino] = 0
                except OSError:
                    continue
        if self.files:
            there = {}
            with os.scandir("/dev/shm") as entries:
                for entry in entries:
                    try:
                        about = entry.stat(follow_symlinks=False)
                    except OSError:
                        continue
                    there[about.st_dev, about.st_ino] = about.st_blocks * 512
            for file in list(self.files):
                if file in there:
                    seen[file] = there[file]
                elif file not in seen:
                    del self.files[file]
        return sum(seen.values())

    def in_folders(self, members: list[int]) -> int:
        """The bytes in the sandbox's own folders, and in open files that have no name."""
        total = 0
        for folder in self.private if members else ():
            with suppress(OSError):
                room = os.statvfs(f"/proc/{members[-1]}/root{folder}")
                total += (room.f_blocks - room.f_bfree) * room.f_frsize
        unnamed = {}
        for each in members:
            with suppress(OSError):
                for name in os.listdir(f"/proc/{each}/fd"):
                    path = f"/proc/{each}/fd/{name}"
                    if os.readlink(path).startswith("/memfd:"):
                        about = os.stat(path)
                        unnamed[about.st_ino] = about.st_blocks * 512
        return total + sum(unnamed.values())


class Fence:
    """A control group in which the kernel itself holds a program's memory down, where one can be had.

    Elsewhere it holds nothing, and the :class:`Scales` find out by themselves.
    """

    def __init__(self, allowed: int) -> None:
        self.folder = self.home = self.strikes = ""
        for home, parent, limit, strikes in groups() if allowed else ():
            folder = f"{parent}/boardgames-{os.getpid()}"
            try:
                os.mkdir(folder)
                write(f"{folder}/{limit}", allowed)
            except OSError:
                with suppress(OSError):
                    os.rmdir(folder)
                continue
            self.folder, self.home, self.strikes = folder, home, strikes
            with suppress(OSError):  # only the newer kind has it
                write(f"{folder}/memory.swap.max", 0)
            return

    def __enter__(self) -> None:
        """Whatever is started from here on is inside."""
        if self.folder:
            try:
                write(f"{self.folder}/cgroup.procs", os.getpid())
            except OSError:
                self.remove()

    def __exit__(self, *_: object) -> None:
        if self.folder:
            write(f"{self.home}/cgroup.procs", os.getpid())

    def struck(self) -> bool:
        """Whether somebody inside was ended for want of memory."""
        if not self.folder:
            return False
        counts = dict(line.split() for line in read(f"{self.folder}/{self.strikes}").splitlines())
        return int(counts.get(b"oom_kill", 0)) > 0

    def remove(self) -> None:
        folder, self.folder = self.folder, ""
        for _ in range(20 if folder else 0):
            try:
                os.rmdir(folder)
                return
            except OSError:  # somebody is still on the way out
                time.sleep(0.005)


def groups() -> list[tuple[str, str, str, str]]:
    """This process's control groups for memory: its own, the one to make another in, and two files' names."""
    found = []
    for line in read("/proc/self/cgroup").decode().splitlines():
        _, kinds, path = line.split(":", 2)
        if "memory" in kinds.split(","):
            home = f"/sys/fs/cgroup/memory{path}".rstrip("/")
            found.append((home, home, "memory.limit_in_bytes", "memory.oom_control"))
        elif not kinds:  # here only groups without processes have groups below them
            home = f"/sys/fs/cgroup{path}".rstrip("/")
            found.append((home, os.path.dirname(home), "memory.max", "memory.events"))
    return found


def write(path: str, number: int) -> None:
    """Set a number that the kernel shows as a file.  Raises :class:`OSError`."""
    file = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(file, str(number).encode())
    finally:
        os.close(file)


def cpu_seconds(members: list[int]) -> float:
    """The processor time of processes that run, and of those that they waited for."""
    jiffies = 0
    for each in members:
        fields = read(f"/proc/{each}/stat").rpartition(b")")[2].split()
        if len(fields) > 14:
            jiffies += sum(map(int, fields[11:15]))
    return jiffies / os.sysconf("SC_CLK_TCK")


def reaped_seconds() -> float:
    used = os.times()
    return used.children_user + used.children_system


def receive(source: socket.socket, most: int) -> tuple[bytes, list[int]]:
    """A byte and the files that came with it."""
    said, files, _, _ = socket.recv_fds(source, 1, most)
    for file in files:
        os.set_inheritable(file, False)
    return said, files


# -- a keeper ---------------------------------------------------------------------------


def keep(control: socket.socket, warden: int) -> None:
    """Serve the referee at the other end of a socket, until it or the warden is gone."""
    prctl(SET_SUBREAPER, 1)
    wake = awake()
    try:
        live_with(warden)
        while True:
            said, files = receive(control, 5)
            if not said:
                break
            if said == START:
                Charge(control, wake, files).serve()
    except EOFError:
        pass
    finally:
        end_at_last()


class Charge:
    """One program, from its start until nothing of it is left."""

    def __init__(self, control: socket.socket, wake: int, files: list[int]) -> None:
        self.control = control
        self.wake = wake
        self.files = files
        text_bytes, self.memory, self.processes, self.cpu, arguments, folders = ORDER.unpack(self.receive(ORDER.size))
        texts = self.receive(text_bytes).split(b"\0")
        self.command, rest = texts[:arguments], texts[arguments:]
        self.scales = Scales([os.fsdecode(folder) for folder in rest[:folders]])
        self.environment = dict(text.split(b"=", 1) for text in rest[folders:] if text)
        self.used_before = reaped_seconds()
        self.program = 0
        self.fence = Fence(0)

    def receive(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self.control.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def tell(self, *events: tuple[bytes, int]) -> None:
        with suppress(OSError):  # nobody listens any more: that is seen where it is read
            self.control.sendall(b"".join(EVENT.pack(*event) for event in events))

    def serve(self) -> None:
        """Raises :class:`EOFError` when the referee is gone."""
        try:
            if len(self.files) < 4:
                raise OSError(errno.EMFILE, "")  # they were lost on the way
            self.fence = Fence(self.memory)
            with self.fence:
                self.program = start(self.command, self.environment, self.files)
        except OSError as error:
            self.fence.remove()
            self.tell((UNSTARTED, error.errno or 0))
            return
        finally:
            for file in self.files:
                os.close(file)
        self.tell((STARTED, self.program))
        try:
            self.watch()
        finally:
            self.fence.remove()

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
            ended: dict[int, int] = {}
            if not self.told(ended, reap(ended)):
                return
            if len(sources) > (self.wake in sources):
                said = self.control.recv(1)
                if not said:
                    raise EOFError
                self.end()
                return
            now = time.monotonic()
            if now - looked >= TICK:
                looked = now
                if self.too_much():
                    self.end()
                    return

    def told(self, ended: dict[int, int], left: bool) -> bool:
        """Tell how the program ended, if it has, and whether nothing is left.  The latter again."""
        events = [(LEFT, ended[self.program])] if self.program in ended else []
        if events and self.fence.struck():
            events.insert(0, (MEMORY, self.memory))
        if not left:
            events.append((EMPTY, 0))
        if events:
            self.tell(*events)
        return left

    def too_much(self) -> bool:
        """Whether the program's processes hold or use more than they may; told if so."""
        members = descendants(os.getpid())
        if self.processes and len(members) > self.processes:
            self.tell((PROCESSES, len(members)))
            return True
        if self.fence.struck():
            self.tell((MEMORY, self.memory))
            return True
        if self.memory and (held := self.scales.weigh(members, self.memory)) > self.memory:
            self.tell((MEMORY, held))
            return True
        if self.cpu and (used := cpu_seconds(members) + reaped_seconds() - self.used_before) > self.cpu:
            self.tell((CPU, int(used * 1000)))
            return True
        return False

    def end(self) -> None:
        ended = end()
        if self.told(ended, reap(ended)):  # somebody cannot be ended: this keeper is of no more use
            raise EOFError


def start(command: list[bytes], environment: dict[bytes, bytes], files: list[int]) -> int:
    """Start a program on three pipes, in the folder that is the fourth file; it gets the others too.

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


# -- the warden --------------------------------------------------------------------------


def awake() -> int:
    """A file that can be read when a child has ended."""
    wake, note = os.pipe()
    os.set_blocking(note, False)
    signal.set_wakeup_fd(note, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    return wake


def live_with(mother: int) -> None:
    """Exit when the process that started this one has ended."""

    def look(number: int, frame: object) -> None:
        if os.getppid() != mother:  # and not just a thread of it
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
            sys.exit()

    signal.signal(signal.SIGUSR1, look)
    prctl(SET_DEATH_SIGNAL, signal.SIGUSR1)
    look(0, None)


def watch(door: socket.socket, referee: int) -> None:
    """Fork a keeper for each socket that comes through the door, until the referee is gone."""
    number = os.getpid()
    prctl(SET_SUBREAPER, 1)
    wake = awake()
    keepers: set[int] = set()
    try:
        live_with(referee)
        poll = select.poll()
        poll.register(door, select.POLLIN)
        poll.register(wake, select.POLLIN)
        while True:
            sources = [source for source, _ in poll.poll()]
            if wake in sources:
                os.read(wake, 4096)
                ended: dict[int, int] = {}
                reap(ended)
                if gone := keepers & ended.keys():
                    keepers -= gone
                    end(spared=keepers)  # what they have left, should they have been killed
                    for _, place, _, _ in groups():
                        for each in gone:
                            with suppress(OSError):
                                os.rmdir(f"{place}/boardgames-{each}")
            if door.fileno() in sources:
                said, files = receive(door, 1)
                if not said:
                    break
                for file in files:
                    control = socket.socket(fileno=file)
                    if not (keeper := os.fork()):
                        try:
                            os.dup2(1, door.fileno())
                            keep(control, number)
                        finally:
                            os._exit(0)
                    keepers.add(keeper)
                    control.close()
    finally:
        end_at_last(spared=keepers)


def main() -> None:
    for ignored in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # whatever the referee had not marked as its own
    prctl(SET_DUMPABLE, 0)  # a program of the same user can neither read nor trace it
    gc.disable()
    gc.freeze()
    watch(socket.socket(fileno=0), int(sys.argv[1]))


if __name__ == "__main__":
    main()
