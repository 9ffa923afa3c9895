"""Programs that misbehave, each a real one, with the verdict that it deserves.

All sit down to a game of Ur in the ``colosseum`` protocol.  ``play_well(n)`` is
the example bot for n answers.
"""

from __future__ import annotations

from typing import Final

import attrs

from tests.conftest import BOTS

LIMIT: Final = 0.5  # seconds for an answer
STARTING: Final = 10.0  # seconds that two Python interpreters may take to start on a busy machine
MEASURING: Final = 30.0  # seconds for an answer in which memory or processor time is used, however busy the machine is
MEMORY: Final = 200 * 1024 * 1024  # bytes, where a program has a limit

PRELUDE: Final = f"""
import os, signal, sys, time

def play_well(answers, then=None):
    import io, runpy
    real = sys.stdout
    class Counted(io.TextIOBase):
        said = 0
        def write(self, text):
            if text.strip():
                if self.said == answers:
                    sys.stdout = real
                    then()
                    raise SystemExit
                self.said += 1
            return real.write(text)
        def flush(self):
            real.flush()
    sys.stdout = Counted()
    runpy.run_path({str(BOTS / "ur_first.py")!r})

def say(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
"""


@attrs.frozen
class Hostile:
    """A program in Python, the kind of fault it makes (``None``: it plays to the end), and what the verdict says."""

    code: str
    kind: str | None
    detail: str = ""
    memory: int | None = None
    walled: tuple[str | None, str] | None = None
    """The kind and what the verdict says in the sandbox, where they differ."""
    cpu_time: float | None = None

    @property
    def never_plays(self) -> bool:
        """Whether it will be too late however long its interpreter takes to start."""
        return self.kind == "timeout" and "play_well" not in self.code

    @property
    def first_move_time(self) -> float:
        """Seconds for its first answer, so that it loses by what it does and not by how busy the machine is."""
        if self.memory is not None or self.cpu_time is not None:
            return MEASURING
        return LIMIT if self.never_plays else LIMIT + STARTING

    @property
    def move_time(self) -> float:
        """Seconds for each later answer; only those that are to be too late have little."""
        return LIMIT if "timeout" in (self.kind, *(self.walled or ())) else MEASURING


HOSTILE: Final[dict[str, Hostile]] = {
    # -- time ----------------------------------------------------------------
    "hangs": Hostile("time.sleep(60)", "timeout", "0.5 s for its first answer"),
    "hangs in the middle of a good game": Hostile(
        "play_well(3, lambda: time.sleep(60))", "timeout", "0.5 s for an answer"
    ),
    "spins": Hostile("while True: pass", "timeout"),
    "says half a line, then nothing": Hostile("say(b'3'); time.sleep(60)", "timeout"),
    "trickles bytes": Hostile("while True: say(b'.'); time.sleep(0.02)", "timeout"),
    "does not read": Hostile("time.sleep(60)", "timeout"),
    "closes its input and hangs": Hostile("os.close(0); time.sleep(60)", "timeout"),
    "answers just before the deadline": Hostile(
        "play_well(1, lambda: (time.sleep(0.25), say(b'99\\n'), time.sleep(60)))", "illegal"
    ),
    # -- ending --------------------------------------------------------------
    "crashes at the start": Hostile("raise SystemExit('no brain')", "crash", "status 1"),
    "raises in the middle of a good game": Hostile("play_well(4, lambda: 1 / 0)", "crash", "ZeroDivisionError"),
    "exits with 0 instead of answering": Hostile("pass", "crash", "status 0"),
    "dies by a signal": Hostile("os.kill(os.getpid(), signal.SIGSEGV)", "crash", "signal 11"),
    "aborts": Hostile("os.abort()", "crash", "signal 6"),
    "closes its output and lives on": Hostile(
        "sys.stdout.flush(); os.close(1); time.sleep(60)",
        "crash",
        "closed its output",
        walled=("timeout", ""),  # bubblewrap holds it open
    ),
    "replaces itself with a program that ends": Hostile("os.execvp('true', ['true'])", "crash", "status 0"),
    # -- saying --------------------------------------------------------------
    "answers nonsense": Hostile("say(b'knight to e5\\n'); time.sleep(60)", "garbled", "it said 'knight to e5'"),
    "answers garbage in the middle of a good game": Hostile(
        r"play_well(5, lambda: say(b'\x1b[2J\x07\xff\xfe\n'))", "garbled", r"it said '\x1b[2J\x07\xff\xfe'"
    ),
    "answers with NULs": Hostile(r"say(b'\x00\x003\n')", "garbled", r"\x00\x003"),
    "answers invalid UTF-8": Hostile(r"say(b'\xc3\x28\n')", "garbled", r"\xc3("),
    "answers an empty line": Hostile("say(b'\\n')", "garbled", "expected the number of a token"),
    "answers a digit of another script": Hostile("say('３\\n'.encode())", "garbled", "expected the number of a token"),
    "answers a very long number": Hostile("say(b'9' * 5000 + b'\\n')", "illegal", "numbered 0 to 6"),
    "answers a negative number": Hostile("say(b'-1\\n')", "garbled"),
    "answers a long line within the limit": Hostile("say(b'x' * 60_000 + b'\\n')", "garbled", "xxx…"),
    "answers a line over the limit": Hostile("say(b'x' * 70_000 + b'\\n')", "output limit", "65536 allowed"),
    "floods without a newline": Hostile("while True: say(b'x' * 65536)", "output limit", "a line without end"),
    "floods with answers": Hostile("while True: say(b'0\\n' * 4096)", "illegal"),
    "says two answers at a time": Hostile("say(b'0\\n1\\n2\\nend\\n'); time.sleep(60)", "garbled", "said 'end'"),
    # -- no faults -----------------------------------------------------------
    "ends its lines with CR LF": Hostile("sys.stdout.reconfigure(newline='\\r\\n'); play_well(999)", None),
    "fills its stderr": Hostile("sys.stderr.write('x' * 5_000_000); play_well(999)", None),
    "ignores the end": Hostile(
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntry: play_well(999)\nexcept SystemExit: pass\ntime.sleep(60)",
        None,
    ),
    "talks on after the end": Hostile(
        "try: play_well(999)\nexcept SystemExit: pass\nwhile True: say(b'more\\n' * 1000)", None
    ),
    "leaves a child in a session of its own": Hostile(
        "if os.fork() == 0:\n    os.setsid(); time.sleep(60)\nplay_well(999)", None
    ),
    "leaves a grandchild whose parent is gone": Hostile(
        "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(60)\n    os._exit(0)\nplay_well(999)",
        None,
    ),
    "leaves a grandchild that holds its output open": Hostile(
        "if os.fork() == 0:\n    os.setsid(); time.sleep(60)\nos._exit(7)", "crash", "status 7"
    ),
    "deletes its working directory": Hostile(
        "os.rmdir(os.getcwd()); play_well(999)", None, walled=("crash", "status 1")
    ),
    # -- greed ---------------------------------------------------------------
    "forks on and on": Hostile("for _ in range(5):\n    os.fork()\ntime.sleep(60)", "timeout"),
    "takes a gibibyte": Hostile("hoard = b'x' * 2**30; time.sleep(60)", "memory", "200 MiB allowed", memory=MEMORY),
    "takes a gibibyte in its children": Hostile(
        "for _ in range(8):\n    if os.fork() == 0: hoard = b'x' * 2**27; time.sleep(60)\ntime.sleep(60)",
        "memory",
        "200 MiB allowed",
        memory=MEMORY,
    ),
    # -- staying -------------------------------------------------------------
    "leaves a child without an environment": Hostile(
        "if os.fork() == 0:\n    os.setsid(); os.execve('/bin/sleep', ['sleep', '60'], {})\nplay_well(999)", None
    ),
    "leaves a grandchild that cannot be looked at": Hostile(
        "import ctypes\nif os.fork() == 0:\n    os.setsid(); ctypes.CDLL(None).prctl(4, 0)\n"
        "    if os.fork() == 0: time.sleep(60)\n    os._exit(0)\nplay_well(999)",
        None,
    ),
    "leaves a chain of processes, each ending when it has started the next": Hostile(
        "if os.fork() == 0:\n    os.setsid(); end = time.time() + 20\n    while time.time() < end:\n"
        "        if os.fork(): os._exit(0)\nplay_well(999)",
        None,
    ),
    "is a chain of processes itself": Hostile(
        "end = time.time() + 20\nwhile time.time() < end:\n    if os.fork(): os._exit(5)", "crash", "status 5"
    ),
    "ends who watches over it": Hostile(
        "os.kill(os.getppid(), 9)\nif os.fork() == 0: time.sleep(60)\ntime.sleep(60)",
        "crash",
        "the process that watches over it was ended",
        walled=("timeout", ""),
    ),
    # -- more greed ------------------------------------------------------------
    "forks without end": Hostile(
        "import resource\nresource.setrlimit(resource.RLIMIT_NPROC, (400, 400))\n"
        "for _ in range(10):\n    try: os.fork()\n    except OSError: pass\ntime.sleep(60)",
        "processes",
        "100 allowed",
    ),
    "takes memory and shares it": Hostile(
        "import mmap\nhoard = mmap.mmap(-1, 2**28)\nfor page in range(0, 2**28, 4096): hoard[page] = 1\ntime.sleep(60)",
        "memory",
        "200 MiB allowed",
        memory=MEMORY,
    ),
    "takes memory as a file without a name": Hostile(
        "hoard = os.memfd_create('hoard')\nfor _ in range(64): os.write(hoard, bytes(2**22)); time.sleep(0.001)\n"
        "time.sleep(60)",
        "memory",
        "200 MiB allowed",
        memory=MEMORY,
    ),
    "takes memory in a thread that outlives the first one": Hostile(
        "import ctypes, threading\n"
        "def take():\n    hoard = b''\n    for _ in range(50): hoard += bytes(2**23); time.sleep(0.001)\n"
        "    time.sleep(60)\n"
        "threading.Thread(target=take).start()\n"
        "ctypes.CDLL(None).syscall({'x86_64': 60}.get(os.uname().machine, 93), 0)",
        "memory",
        "200 MiB allowed",
        memory=MEMORY,
    ),
    "shares little with many": Hostile(
        "hoard = b'x' * 2**25\nfor _ in range(9):\n    if os.fork() == 0: time.sleep(60)\nplay_well(999)",
        None,
        memory=MEMORY,
    ),
    "uses the processor in its children": Hostile(
        "for _ in range(2):\n    if os.fork() == 0:\n        while True: pass\ntime.sleep(60)",
        "cpu time",
        "0.3 allowed",
        cpu_time=0.3,
    ),
    "uses the processor in children too short-lived to be seen": Hostile(
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\nwhile True:\n    if os.fork() == 0:\n"
        "        end = time.perf_counter() + 0.012\n        while time.perf_counter() < end: pass\n"
        "        os._exit(0)\n    time.sleep(0.012)",
        "cpu time",
        "0.3 allowed",
        cpu_time=0.3,
    ),
}

NEED_SUPERVISORS: Final = {
    "leaves a child in a session of its own",
    "leaves a child without an environment",
    "leaves a grandchild whose parent is gone",
    "leaves a grandchild that holds its output open",
    "leaves a grandchild that cannot be looked at",
    "ends who watches over it",
    "takes memory as a file without a name",
    "takes memory in a thread that outlives the first one",
    "uses the processor in children too short-lived to be seen",
    "leaves a chain of processes, each ending when it has started the next",
}
"""Those that get away with it without supervisors, at least if no look falls between two things that they do."""
