"""A supervisor serves one program after another, and measures each by what it does itself."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from boardgames.core.model.options import options_of
from boardgames.core.protocol.verdict import Fault
from boardgames.referee import Limits, supervisors
from boardgames.referee.process import Process
from boardgames.referee.shortage import Shortage
from boardgames.referee.supervisor import proc, wire
from boardgames.referee.supervisor.memory_meter import MemoryMeter, open_files
from tests import bots
from tests.bots import PATIENT, python
from tests.samples import few

LeftOver = Callable[[], list[str]]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="supervisors are for Linux")
MIB = 2**20


def play(command: Sequence[str], limits: Limits = PATIENT) -> Fault | None:
    """The fault in a game of a program against the random player."""
    return bots.play(command, None, limits=limits).fault


def answer(code: str, limits: Limits = PATIENT) -> str:
    """The first line that a program prints, which is no answer to anything."""
    fault = play(python(code), limits)
    assert fault is not None
    return fault.detail.split("'")[1] if fault.kind == "garbled" else f"{fault.kind}: {fault.detail}"


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """No supervisor is idle yet."""
    monkeypatch.setattr(supervisors, "idle", [])


def test_every_program_of_a_supervisor_starts_in_the_referees_folder(
    fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_over: LeftOver
) -> None:
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        assert answer("print(os.getcwd(), os.getppid())").split()[0] == str(folder)
        assert len(supervisors.idle) == 1, "they had one supervisor, one after another"


@pytest.mark.thorough
def test_a_program_is_not_charged_the_processor_time_of_the_one_before(fresh: None, left_over: LeftOver) -> None:
    """The supervisor's account of the children that it has waited for goes on all its life."""
    burn = "while time.process_time() < 0.2: pass\nprint('under', os.getppid())"
    limits = Limits(first_move_time=60, move_time=60, cpu_time=0.5)
    said = {answer(burn, limits) for _ in range(3)}
    assert len(said) == 1 and said.pop().startswith("under"), "one supervisor; 0.6 s of processor time in all"


@pytest.mark.thorough
def test_a_program_is_charged_its_own_processor_time(fresh: None, left_over: LeftOver) -> None:
    for _ in range(2):
        said = answer("while True: pass", Limits(first_move_time=60, move_time=60, cpu_time=0.15))
        assert said.startswith("cpu time: ply 2: 0.") and "0.15 allowed" in said


@pytest.mark.parametrize("number", few([1, 7], 7))
def test_so_many_processes_are_allowed_and_no_more(number: int, left_over: LeftOver) -> None:
    code = "for _ in range({}):\n    if os.fork() == 0: time.sleep(60)\ntime.sleep({})\nprint('alive', flush=True)"
    limits = Limits(first_move_time=30, move_time=30, processes=number)
    assert answer(code.format(number - 1, 0.3), limits) == "alive"
    assert answer(code.format(number, 60), limits) == (
        f"processes: ply 2: {number + 1} processes at a time; {number} allowed"
    )


def in_files(meter: MemoryMeter, members: list[int]) -> int:
    return meter.in_files(members, open_files(members))


def test_memory_in_a_file_without_name_counts_also_where_it_is_not_mapped() -> None:
    """What the meter says of an open ``memfd``, of a closed one, and of one that is mapped as well."""
    meter, me = MemoryMeter([]), [os.getpid()]
    before = in_files(meter, me)
    file = os.memfd_create("test")
    try:
        os.write(file, bytes(5 * MIB))
        assert in_files(meter, me) - before == 5 * MIB
        assert meter.held(me, 1) >= 5 * MIB, "held in all"
        copy = os.dup(file)
        assert in_files(meter, me) - before == 5 * MIB, "once, however often it is open"
        os.close(copy)
        assert in_files(MemoryMeter(["/nowhere"]), me) - in_files(MemoryMeter(["/nowhere"]), []) >= 5 * MIB
    finally:
        os.close(file)
    assert in_files(meter, me) == before


def test_a_look_that_is_surely_within_the_limit_measures_no_further() -> None:
    assert MemoryMeter([]).held([os.getpid()], 2**50) == 0


def test_every_limit_that_the_supervisor_is_to_enforce_is_one_that_it_knows() -> None:
    assert {name for name, each in options_of(Limits).items() if each.facts.enforced} == set(wire.ENFORCED)


def test_an_order_is_read_as_it_was_written() -> None:
    limits = {"memory": 2.0**40, "processes": 7, "cpu_time": 0.1}
    written = wire.order([b"a", b"", b"b=c"], [b"/tmp"], limits, [b"A=1=2", b"B="])
    assert written[:1] == wire.START
    order = wire.Order(written[1 : 1 + wire.ORDER.size])
    text = written[1 + wire.ORDER.size :]
    assert order.text_bytes == len(text)
    assert order.read(text) == ([b"a", b"", b"b=c"], [b"/tmp"], limits, {b"A": b"1=2", b"B": b""})
    assert wire.Order(wire.order([b"a"], [], {}, [])[1 : 1 + wire.ORDER.size]).read(b"a") == ([b"a"], [], {}, {})
    with pytest.raises(ValueError, match="NUL"):
        wire.order([b"a\0b"], [], {}, [])


def test_the_fork_server_imports_nothing_of_ours() -> None:
    """It is run with the standard library alone, from wherever its folder lies, and starts in milliseconds."""
    script = f"""if True:
        import runpy, sys
        sys.argv[1:] = [str({os.getpid()})]
        sys.path[0] = {supervisors.FOLDER!r}
        try:
            runpy.run_path({supervisors.FOLDER!r}, run_name="__main__")
        finally:
            files = {{name: str(getattr(module, "__file__", "")) for name, module in sys.modules.items()}}
            print(*sorted(name for name, file in files.items() if "boardgames" in name or "site-packages" in file
                and not file.startswith({supervisors.FOLDER!r})))
            print("asyncio" in sys.modules, "subprocess" in sys.modules, "fork_server" in str(sorted(sys.modules)))
    """
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    assert ran.stdout.splitlines() == ["", "False False True"], ran.stderr


def test_nothing_is_left_of_processes_that_a_supervisor_has_lost(left_over: LeftOver) -> None:
    """It is killed with its program; what that has started becomes the fork server's, which ends it."""
    code = "if os.fork() == 0: os.setsid(); time.sleep(60)\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(60)"
    assert answer(code).startswith("crash: ply 2: the process that watches over it was ended")
    deadline = time.monotonic() + 20
    while left_over() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert left_over() == []


def test_a_program_that_ends_its_supervisor_and_the_fork_server_is_ended_too(left_over: LeftOver) -> None:
    """Out of a sandbox: the referee ends what it knows of the program by itself."""
    code = (
        "above = open(f'/proc/{os.getppid()}/stat').read().rpartition(')')[2].split()[1]\n"
        "if os.fork() == 0: time.sleep(60)\n"
        "os.kill(os.getppid(), 9); os.kill(int(above), 9); time.sleep(60)"
    )
    assert answer(code).endswith("the process that watches over it was ended")


@pytest.mark.parametrize("started", [True, False])
def test_a_supervisor_that_ended_before_it_told_of_the_program(started: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the program runs, it has ended its supervisor; if not, the machine lacks something."""
    programs = []

    def hand_over(order: bytes, files: list[int]) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs:
            theirs.sendall(wire.EVENT.pack(wire.SUPERVISOR, 2**30))
            if started:
                stdin, stdout = files[:2]
                programs.append(subprocess.Popen(["sleep", "60"], stdin=stdin, stdout=stdout, start_new_session=True))
        return ours

    monkeypatch.setattr(supervisors, "hand_over", hand_over)
    if not started:
        with pytest.raises(Shortage):
            Process(["sleep", "60"], Limits(), {})
        return
    process = Process(["sleep", "60"], Limits(), {})
    assert process.tree.lost
    assert process.tree.program == programs[0].pid
    process.end(0.0)
    assert programs[0].wait(30) == -signal.SIGKILL


RESTLESS = {
    "processes that continue each other": "for _ in range(3): os.fork()\n"
    "while True:\n    try: os.killpg(0, signal.SIGCONT)\n    except OSError: pass",
    "children too short-lived to be seen": "while True:\n    if os.fork() == 0:\n"
    "        end = time.perf_counter() + 0.012\n        while time.perf_counter() < end: pass\n"
    "        os._exit(0)\n    os.wait()",
    "children that nobody waits for": "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\nwhile True:\n"
    "    if os.fork() == 0:\n        end = time.perf_counter() + 0.012\n"
    "        while time.perf_counter() < end: pass\n        os._exit(0)\n    time.sleep(0.012)",
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", RESTLESS)
def test_a_program_that_is_not_asked_is_stopped_whatever_it_does(name: str, left_over: LeftOver) -> None:
    code = "import os, signal, time\n" + RESTLESS[name]
    process = Process([sys.executable, "-c", code], Limits(), dict(os.environ))
    try:
        process.tree.pause()
        deadline, looks = time.monotonic() + 20, 0
        while looks < 20 and time.monotonic() < deadline:
            time.sleep(0.02)
            program, *children = process.tree.program, *proc.descendants(process.tree.program)
            stopped = proc.stat(program)[:1] == [b"T"]  # a child that ended just before is not reaped by it
            still = stopped and all(proc.stat(each)[:1] in ([b"T"], [b"Z"]) for each in children)
            looks = looks + 1 if still else 0
        assert looks == 20
        process.tree.resume()
        assert proc.stat(process.tree.program)[:1] != [b"T"]
    finally:
        process.end(0.0)


def test_a_process_that_a_debugger_has_stopped_is_not_stopped_again() -> None:
    """Its state has a letter of its own; taken for one that runs, it would cost a look again and again."""
    traced = "ctypes.CDLL(None).ptrace(0, 0, 0, 0) == 0 or sys.exit(); os.kill(os.getpid(), signal.SIGSTOP)"
    child = f"import ctypes, os, signal, sys; {traced}"
    script = f"""if True:
        import os, subprocess, sys
        sys.path[0] = {supervisors.FOLDER!r}
        import proc
        child = subprocess.Popen([sys.executable, "-c", {child!r}])
        while (state := proc.stat(child.pid)[:1]) not in ([b"t"], [b"Z"]): pass
        if state == [b"Z"]: sys.exit("this system traces no processes")
        other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        print(proc.stop(os.getpid(), 5.0) == {{other.pid}})
        for each in (child, other): os.kill(each.pid, 9)  # Popen.kill thinks that a traced child has ended
    """
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    if "traces no processes" in ran.stderr:
        pytest.skip(ran.stderr)
    assert ran.stdout == "True\n", ran.stderr


def test_an_inode_in_memory_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million empty files hold a gibibyte of the kernel's, and no block."""
    meter = MemoryMeter(["/tmp"])
    meter.hosts = {}
    full = os.statvfs_result((4096, 4096, 10, 10, 10, 1_000_000, 0, 0, 0, 255))
    monkeypatch.setattr(os, "statvfs", lambda path: full)
    assert meter.in_view(os.getpid()) == 1_000_000 * 1024


@pytest.mark.thorough
def test_no_socket_is_left_open_at_the_end_of_the_referee() -> None:
    code = (
        "from boardgames.contest import play_game\n"
        "from boardgames.referee import supervisors\n"
        "play_game('ur', 'true', 'random')\n"
        "print(len(supervisors.idle), len(supervisors.fork_servers))"
    )
    done = subprocess.run([sys.executable, "-X", "dev", "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("1 1\n", "")
