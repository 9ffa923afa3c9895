"""A machine that stands still, and programs that take what others need, cost no honest program its game."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.protocol.dialogue import Briefing
from boardgames.core.protocol.verdict import Verdict
from boardgames.players import Uniform
from boardgames.referee import (
    Interference,
    Limits,
    PlayerSeat,
    ProgramSeat,
    Referee,
    Seat,
    SeededDice,
    Shortage,
    process,
    program_seat,
    sandbox,
    supervised_tree,
    supervisors,
    tree,
)
from boardgames.referee.process import Process
from boardgames.referee.supervisor import proc, wire
from boardgames.referee.supervisor.cpu_meter import CpuMeter
from boardgames.referee.supervisor.memory_cgroup import MemoryCgroup, memory_groups
from boardgames.referee.supervisor.memory_meter import MemoryMeter
from boardgames.referee.supervisor.system_v import rows
from tests import bots
from tests.bots import PATIENT, python
from tests.conftest import ROOT
from tests.referee.test_tree import edited_supervisor, without_control_groups
from tests.samples import cases, few

LeftOver = Callable[[], list[str]]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="supervisors are for Linux")
HONEST = "for line in sys.stdin:\n    if line.split()[0] == 'go': print(line.split()[1], flush=True)"
PLAIN = bg.find("ur").protocol("plain")


def play(*codes: str | None, limits: Limits = PATIENT, plies: int = 12) -> Verdict:
    """The beginning of a game of programs, each a text in Python, or the random player for ``None``."""
    commands = [None if code is None else python(code) for code in codes]
    return bots.play(*commands, limits=limits, protocol="plain", plies=plies)


def tree_of(program: ProgramSeat) -> tree.ProcessTree:
    assert isinstance(program.process, Process)
    return program.process.tree


def until(true: Callable[[], bool], seconds: float = 30.0) -> bool:
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.01)
    return true()


# -- a machine that stands still ----------------------------------------------------------


@pytest.mark.thorough
def test_time_in_which_the_machine_stood_still_is_given_back(
    monkeypatch: pytest.MonkeyPatch, left_over: LeftOver
) -> None:
    """As of a sleeping laptop or a paused container: the clock goes on, and neither referee nor program runs."""
    begun = time.monotonic()

    def clock() -> float:
        now = time.monotonic()
        return now + 3600 if now - begun > 0.3 else now

    slow = HONEST.replace("print", "time.sleep(0.1); print")
    fake = SimpleNamespace(monotonic=clock, sleep=time.sleep)
    monkeypatch.setattr(process, "time", fake)
    monkeypatch.setattr(program_seat, "time", fake)
    limits = Limits(clock=(60.0, 0.0))
    seats = [ProgramSeat(python(slow), PLAIN, limits) for _ in range(2)]
    referee = Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1), max_plies=12)
    assert referee.run().fault is None
    assert all((seat.clock.remaining or 0) > 30 for seat in seats), "nor does it cost anything of a game's clock"


@pytest.mark.usefixtures("short_parting")
def test_a_program_that_is_late_by_itself_still_loses(left_over: LeftOver) -> None:
    fault = play("time.sleep(60)", None, limits=Limits(first_move_time=0.3)).fault
    assert fault is not None and fault.kind == "timeout"


# -- a supervisor that is stopped ---------------------------------------------------------

STOPS = """
for line in sys.stdin:
    word, *words = line.split()
    if word == 'go':
        if os.fork() == 0:
            os.setsid()
            for each in (signal.SIGTERM, signal.SIGHUP): signal.signal(each, signal.SIG_IGN)
            {child}
            os._exit(0)
        {act}
        print(words[0], flush=True)
"""
SUPERVISOR, FORK_SERVER = "os.getppid()", "int(open(f'/proc/{os.getppid()}/stat').read().rsplit(')')[1].split()[1])"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "stops",
    [
        STOPS.format(child="time.sleep(120)", act=f"os.kill({SUPERVISOR}, signal.SIGSTOP)"),
        pytest.param(
            STOPS.format(
                child="time.sleep(120)",
                act=f"above = {FORK_SERVER}; os.kill({SUPERVISOR}, signal.SIGSTOP); os.kill(above, signal.SIGSTOP)",
            ),
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            "SUPER = os.getppid()\n"
            + STOPS.format(
                child="while True: os.kill(SUPER, signal.SIGSTOP); time.sleep(0.001)", act="time.sleep(0.05)"
            ),
            marks=pytest.mark.thorough,
        ),
    ],
    ids=["once", "and the fork server", "again and again"],
)
def test_a_program_that_stops_its_supervisor_leaves_nothing(stops: str, left_over: LeftOver) -> None:
    found: set[int] = set()
    seats: list[Seat] = [ProgramSeat(python(stops), PLAIN, PATIENT), PlayerSeat(Uniform(Random(1)))]
    referee = Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1), max_plies=4)
    referee.run()
    found.update(each for each in proc.descendants(os.getpid()) if proc.stat(each)[:1] == [b"T"])
    assert until(lambda: left_over() == []), left_over()
    assert until(lambda: not [each for each in found if proc.stat(each)[:1] == [b"T"]]), "or a stopped supervisor"
    assert play(HONEST, HONEST).fault is None, "and the next game goes on as ever"


@pytest.mark.thorough
def test_a_supervisor_that_is_stopped_ends_with_its_referee(left_over: LeftOver) -> None:
    """Also if that is killed, so that it cannot see to it any more."""
    stops = "os.kill(os.getppid(), signal.SIGSTOP)\nprint('stopped', file=sys.stderr, flush=True)\ntime.sleep(600)"
    script = f"""if True:
        import sys
        sys.path.insert(0, {str(ROOT)!r})
        from tests.referee import test_adversity
        program = test_adversity.started({stops!r})
        while b"stopped" not in program.process.last_words: program.process.attend(0.05)
        print(program.process.tree.supervisor, flush=True)
        input()
    """
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:
        assert referee.stdout is not None
        supervisor = int(referee.stdout.readline())
        assert until(lambda: proc.stat(supervisor)[:1] == [b"T"])
        referee.kill()
    assert until(lambda: not proc.stat(supervisor) or proc.stat(supervisor)[0] == b"Z")
    assert until(lambda: left_over() == [])


# -- a rival that is stopped, and what a program leaves running ---------------------------

WRITES_ITS_NUMBER = "open({file!r}, 'w').write(str(os.getpid()))\n" + HONEST
STOPS_ITS_RIVAL = """
asked = 0
for line in sys.stdin:
    word, *words = line.split()
    if word == 'go':
        asked += 1
        while not (os.path.exists({file!r}) and open({file!r}).read()): time.sleep(0.01)
        if asked > 1: os.kill(int(open({file!r}).read()), signal.SIGSTOP)
        print(words[0], flush=True)
"""
"""It stops the other one at its second turn, when the time for the first answer is over."""


STOPS_ITS_RIVAL_AGAIN = """
if os.fork() == 0:
    while True:
        try: os.kill(int(open({file!r}).read()), signal.SIGSTOP)
        except (OSError, ValueError): pass
        time.sleep(0.001)
"""
"""A child of it stops the other one as often as it can."""


@pytest.mark.thorough
@pytest.mark.usefixtures("short_parting")
@pytest.mark.parametrize(
    "more",
    ["", pytest.param(STOPS_ITS_RIVAL_AGAIN, marks=pytest.mark.thorough)],
    ids=["once a ply", "all the time"],
)
def test_who_stops_its_rival_does_not_win(more: str, tmp_path: Path, left_over: LeftOver) -> None:
    """Nothing of it runs while the other one is asked, once that is known."""
    file = str(tmp_path / "number")
    codes = ((more + STOPS_ITS_RIVAL).format(file=file), WRITES_ITS_NUMBER.format(file=file))
    assert play(*codes, limits=Limits(first_move_time=10, move_time=1)).fault is None


STOPS_ITSELF = """
{before}
for line in sys.stdin:
    word, *words = line.split()
    if word == 'go':
        {act}
        print(words[0], flush=True)
"""
STOP = "os.kill(os.getpid(), signal.SIGSTOP)"


@pytest.mark.thorough
@pytest.mark.usefixtures("short_parting")
@pytest.mark.parametrize(
    "code",
    [
        pytest.param(STOPS_ITSELF.format(before="", act=f"{STOP}; {STOP}"), marks=pytest.mark.thorough),
        STOPS_ITSELF.format(before="asked = 0", act=f"asked += 1\n        if asked > 1: {STOP}"),
        pytest.param(
            STOPS_ITSELF.format(before=f"if os.fork() == 0:\n    while True: {STOP}", act="time.sleep(60)"),
            marks=pytest.mark.thorough,
        ),
    ],
    ids=["twice", "at two plies", "in a child"],
)
def test_who_stops_itself_a_second_time_is_at_fault(code: str, left_over: LeftOver) -> None:
    fault = play(code, HONEST, limits=Limits(first_move_time=1, move_time=0.2)).fault
    assert fault is not None and (fault.seat, fault.kind, fault.code) == (0, "timeout", "stopped-itself"), fault


@pytest.mark.thorough
def test_who_was_stopped_once_goes_on_and_gets_its_time_again(left_over: LeftOver) -> None:
    code = STOPS_ITSELF.format(before="asked = 0", act=f"asked += 1\n        if asked == 2: {STOP}; time.sleep(0.3)")
    program = ProgramSeat(python(code), PLAIN, Limits(clock=(1.0, 0.0)))
    seats: list[Seat] = [program, PlayerSeat(Uniform(Random(1)))]
    referee = Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1), max_plies=12)
    assert referee.run().fault is None
    assert program.disturbed and (program.clock.remaining or 0) > 0.1, "nor did its clock run"


@pytest.mark.thorough
@pytest.mark.usefixtures("short_parting")
def test_a_program_of_another_game_may_have_stopped_it(left_over: LeftOver) -> None:
    program = ProgramSeat(
        python(STOPS_ITSELF.format(before="", act=f"{STOP}; {STOP}")), PLAIN, Limits(first_move_time=0.5)
    )
    program.alone = False
    playthrough = bg.Playthrough(bg.load("ur").start())
    with pytest.raises(Interference) as raised:
        Referee(playthrough, ["a", "b"], [program, PlayerSeat(Uniform(Random(1)))], SeededDice(1)).run()
    assert "a was stopped" in str(raised.value) and "--sandbox bwrap" in str(raised.value)


@pytest.mark.thorough
def test_a_supervisor_that_is_stopped_before_it_has_told_of_its_program_is_continued(left_over: LeftOver) -> None:
    """As by the program of the game before, which may also have stopped what starts supervisors."""
    assert play(HONEST, HONEST, plies=2).fault is None
    above = [number for _, number in supervisors.fork_servers]
    for control in [supervisors.idle.pop() for _ in list(supervisors.idle)]:
        control.close()
    for number in above:
        os.kill(number, signal.SIGSTOP)
    assert above and play(HONEST, HONEST, plies=2).fault is None


@pytest.mark.thorough
@pytest.mark.skipif(sandbox.why_none() is not None, reason=str(sandbox.why_none()))
@pytest.mark.usefixtures("short_parting")
def test_a_program_in_a_sandbox_can_only_have_stopped_itself(left_over: LeftOver) -> None:
    stops = python("os.kill(os.getppid() if os.fork() == 0 else os.getpid(), signal.SIGSTOP)\ntime.sleep(60)")
    program = ProgramSeat(stops, PLAIN, Limits(first_move_time=0.5), sandbox="bwrap")
    playthrough = bg.Playthrough(bg.load("ur").start())
    fault = Referee(playthrough, ["a", "b"], [program, PlayerSeat(Uniform(Random(1)))], SeededDice(1)).run().fault
    assert fault is not None and fault.kind == "timeout"


@pytest.mark.thorough
@pytest.mark.usefixtures("short_parting")
def test_a_program_that_has_its_supervisor_trace_it_has_not_ended(left_over: LeftOver) -> None:
    """The supervisor is told of its stops then, as of ends."""
    traced = "import ctypes\nctypes.CDLL(None).ptrace(0, 0, 0, 0)\nos.kill(os.getpid(), signal.SIGSTOP)"
    fault = play(traced, None, limits=Limits(first_move_time=0.5)).fault
    assert fault is not None and fault.kind == "timeout"


def test_errors_of_the_referee_are_the_same_from_a_worker() -> None:
    for error in (Shortage(11, "start a program"), Interference("one was stopped")):
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error) and str(copy) == str(error)


LEAVES = """
for line in sys.stdin:
    word, *words = line.split()
    if word == 'go':
        if os.fork(): {parent}
        {child}
"""


@pytest.mark.thorough
@pytest.mark.parametrize("walls", ["none", pytest.param("bwrap", marks=pytest.mark.thorough)])
def test_what_a_program_has_left_may_answer_for_it(walls: str, left_over: LeftOver) -> None:
    """Whether its main process ends before or after the answer: no verdict depends on that."""
    if walls == "bwrap" and sandbox.why_none() is not None:
        pytest.skip(str(sandbox.why_none()))
    before = LEAVES.format(parent="os._exit(3)", child="time.sleep(0.1); print(words[0], flush=True)")
    after = LEAVES.format(parent="time.sleep(0.1); os._exit(3)", child="print(words[0], flush=True)")
    for code in (before, after):
        seats: list[Seat] = [ProgramSeat(python(code), PLAIN, PATIENT, sandbox=walls), PlayerSeat(Uniform(Random(1)))]
        playthrough = bg.Playthrough(bg.load("ur:tokens=1").start())
        assert Referee(playthrough, ["a", "b"], seats, SeededDice(1), max_plies=12).run().fault is None


@pytest.mark.thorough
def test_a_program_that_leaves_what_does_not_answer_has_crashed(left_over: LeftOver) -> None:
    fault = play(LEAVES.format(parent="os._exit(3)", child="time.sleep(60)"), None).fault
    assert fault is not None and fault.kind == "crash" and "status 3" in fault.detail


# -- threads, and what a rival takes ------------------------------------------------------

THREADS = (
    "threading.stack_size(65536)\n"
    "for _ in range({}): threading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n"
)


@pytest.mark.thorough
def test_threads_are_bounded_with_the_processes(left_over: LeftOver) -> None:
    few = Limits(first_move_time=60, move_time=60, processes=1)
    allowed = wire.threads_allowed(1)
    assert play(THREADS.format(allowed - 1) + "time.sleep(0.2)\n" + HONEST, None, limits=few).fault is None
    fault = play(THREADS.format(allowed) + "time.sleep(60)", None, limits=few).fault
    assert fault is not None
    assert (fault.kind, fault.detail) == (
        "processes",
        f"ply 2: {allowed + 1} threads at a time; {allowed} allowed",
    )


def taker(processes: int, folder: Path) -> tuple[str, str]:
    """A program that takes all the threads that so many processes may have, and many more once it has made a file."""
    file = str(folder / "taken")
    all_allowed = THREADS.format(wire.threads_allowed(processes) - 1)
    return f"{all_allowed}open({file!r}, 'w').close()\n{THREADS.format(2000)}time.sleep(60)", file


@pytest.mark.thorough
def test_who_has_taken_everything_is_at_fault_and_not_who_then_crashes(tmp_path: Path, left_over: LeftOver) -> None:
    hog, file = taker(2, tmp_path)
    starved = f"while not os.path.exists({file!r}): time.sleep(0.01)\ntime.sleep(0.5)\nraise SystemExit('cannot fork')"
    fault = play(starved, hog, limits=Limits(first_move_time=60, processes=2)).fault
    assert fault is not None and (fault.seat, fault.kind) == (1, "processes"), fault
    Path(file).touch()
    fault = play(starved, HONEST).fault
    assert fault is not None and (fault.seat, fault.kind) == (0, "crash"), "an honest rival is not"


@pytest.mark.thorough
def test_what_the_referee_lacks_because_of_a_program_is_that_programs_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_over: LeftOver
) -> None:
    hog, file = taker(2, tmp_path)
    real = supervised_tree.SupervisedTree._begin

    def no_second(self: supervised_tree.SupervisedTree) -> None:
        monkeypatch.setattr(supervised_tree.SupervisedTree, "_begin", starved)
        real(self)

    def starved(self: supervised_tree.SupervisedTree) -> None:
        assert until(lambda: os.path.exists(file))
        time.sleep(0.5)
        raise Shortage(11, "start a program")

    monkeypatch.setattr(supervised_tree.SupervisedTree, "_begin", no_second)
    fault = play(hog, HONEST, limits=Limits(processes=2)).fault
    assert fault is not None and (fault.seat, fault.kind) == (0, "processes"), fault


# -- the processor ------------------------------------------------------------------------

SPINS = """
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        while True: pass
time.sleep(600)
"""


def states(program: ProgramSeat) -> set[bytes]:
    """The states of a program's processes; ``T`` is stopped."""
    found = tree_of(program)
    assert isinstance(found, supervised_tree.SupervisedTree)
    return {proc.stat(each)[0] for each in proc.descendants(found.supervisor)}


def started(code: str, limits: Limits = PATIENT) -> ProgramSeat:
    program = ProgramSeat(python(code), PLAIN, limits)
    assert program.open(Briefing(bg.load("ur").start(), ["a", "b"]), 0) is None
    return program


@pytest.mark.thorough
def test_a_program_that_takes_the_processor_from_its_rival_is_stopped_until_it_is_asked(left_over: LeftOver) -> None:
    program = started(SPINS)
    try:
        assert until(lambda: len(states(program)) > 0 and b"R" in states(program))
        program.pause()
        assert until(lambda: states(program) == {b"T"})
        tree_of(program).resume()
        assert b"T" not in states(program), "it runs when its time begins"
    finally:
        program.dismiss(None)
        program.close()


@pytest.mark.thorough
def test_a_program_that_has_had_its_share_is_stopped_at_once(left_over: LeftOver) -> None:
    """Also when it does nothing just then."""
    spins = (
        "import select\ndata = b''\n"
        "while b'go' not in data:\n    if select.select([0], [], [], 0)[0]: data += os.read(0, 99)"
    )
    program = started(spins + "\ntime.sleep(600)")
    try:
        program.pause()
        assert until(lambda: states(program) == {b"T"})
        tree_of(program).resume()
        program.process.send(["go"])
        program.process.flush()
        assert until(lambda: states(program) == {b"S"})
        program.pause()
        assert until(lambda: states(program) == {b"T"})
    finally:
        program.dismiss(None)
        program.close()


@pytest.mark.thorough
def test_a_program_that_waits_is_left_alone(left_over: LeftOver) -> None:
    program = started(HONEST)
    try:
        program.pause()
        time.sleep(0.5)
        assert b"T" not in states(program)
    finally:
        program.dismiss(None)
        program.close()


@pytest.mark.thorough
def test_a_program_may_think_in_its_rivals_time_where_that_is_allowed(left_over: LeftOver) -> None:
    program = started(SPINS, Limits(ponder=True))
    found = tree_of(program)
    assert isinstance(found, supervised_tree.SupervisedTree)
    supervisor, meter = found.supervisor, CpuMeter()
    try:
        program.pause()
        assert until(lambda: meter.used(proc.descendants(supervisor)) > 0.8), "more than what stops it elsewhere"
        assert b"T" not in states(program)
    finally:
        program.dismiss(None)
        program.close()


@pytest.mark.thorough
def test_a_program_that_stopped_itself_is_not_continued(left_over: LeftOver) -> None:
    program = started("if os.fork() == 0: os.kill(os.getpid(), signal.SIGSTOP)\n" + SPINS)
    try:
        assert until(lambda: b"T" in states(program) and b"R" in states(program))
        program.pause()
        assert until(lambda: states(program) == {b"T"})
        tree_of(program).resume()
        assert b"T" in states(program)
    finally:
        program.dismiss(None)
        program.close()


class Recorded(PlayerSeat):
    """A seat that notes what the referee does with it, and calls ``meanwhile`` as a program that thinks."""

    def __init__(self, calls: list[str], name: str, thinks: int) -> None:
        super().__init__(Uniform(Random(1)))
        self.calls, self.name, self.thinks = calls, name, thinks

    def pause(self) -> None:
        self.calls.append(f"{self.name} pauses")

    def flush(self) -> None:
        self.calls.append(f"{self.name} is flushed")

    def choose(self, state: bg.State, meanwhile: Callable[[], None]) -> object:  # type: ignore[override]
        for _ in range(self.thinks):
            meanwhile()
        return super().choose(state, lambda: None)


@cases(("thinks", "expected"), [(0, []), (1, []), (2, ["b pauses"])])
def test_only_those_not_asked_pause_and_only_while_another_one_thinks(thinks: int, expected: list[str]) -> None:
    calls: list[str] = []
    seats: list[Any] = [Recorded(calls, "a", thinks), Recorded(calls, "b", 0)]
    playthrough = bg.Playthrough(bg.load("ur").start())
    referee = Referee(playthrough, ["a", "b"], seats, SeededDice(1), max_plies=2)
    referee.run()
    assert calls[0] == "a pauses", "while the second one is started"
    assert [each for each in calls[1:] if "pauses" in each] == expected


@pytest.mark.thorough
def test_processor_time_counts_also_of_children_that_nobody_waits_for() -> None:
    """The kernel drops the time of a child whose parent ignores it."""
    code = """if True:
        import os, signal, time
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        for _ in range(3):
            if os.fork() == 0:
                while time.process_time() < 0.2: pass
                print('used', flush=True); input(); os._exit(0)
            try: os.wait()
            except ChildProcessError: pass
        time.sleep(600)
    """
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin is not None and program.stdout is not None
        meter = CpuMeter()
        try:
            for number in range(1, 4):
                program.stdout.readline()
                assert meter.used([program.pid, *proc.descendants(program.pid)]) >= 0.18 * number
                program.stdin.write(b"\n")
                program.stdin.flush()
        finally:
            program.kill()


# -- memory of other kinds ----------------------------------------------------------------


def test_folders_of_the_host_are_not_the_programs() -> None:
    """As a process sees them until its sandbox stands."""
    folders = ["/tmp", "/run", "/dev/shm", str(Path.home())]
    assert MemoryMeter(folders).in_folders([os.getpid()], []) == 0
    assert MemoryMeter(["/proc"]).in_view(os.getpid()) == 0


TABLES = """
import mmap
size = 1 << 36
hoard = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, prot=mmap.PROT_READ)
hoard.madvise(mmap.MADV_NOHUGEPAGE)
for place in range(0, size, 1 << 21): hoard[place]
time.sleep(60)
"""
SEGMENTS = """
import ctypes
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
for _ in range(5):
    key = libc.shmget(0, 20 << 20, 0o1600)
    place = libc.shmat(key, None, 0)
    ctypes.memset(place, 1, 20 << 20); libc.shmdt(ctypes.c_void_p(place))
libc.semget(0, 1, 0o1600), libc.msgget(0, 0o1600)
"""
SOCKETS = """
import resource, socket
resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
pairs = []
for _ in range(900):
    a, b = socket.socketpair()
    a.setblocking(False)
    try:
        while True: a.send(bytes(100000))
    except BlockingIOError: pass
    pairs.append((a, b))
    {close}
time.sleep(60)
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "code",
    [
        pytest.param(TABLES, marks=pytest.mark.thorough),
        SEGMENTS + "time.sleep(60)",
        SOCKETS.format(close=""),
        pytest.param(SOCKETS.format(close="a.close()"), marks=pytest.mark.thorough),
    ],
    ids=["page tables", "System V", "sockets", "sockets whose senders are closed"],
)
def test_memory_that_is_not_in_pages_counts(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_over: LeftOver
) -> None:
    without_control_groups(tmp_path, monkeypatch)
    fault = play(code, None, limits=Limits(first_move_time=60, memory=90 * 2**20)).fault
    assert fault is not None and fault.kind == "memory" and "MiB held" in fault.detail, fault


@pytest.mark.parametrize("alone", few([True, False], True))
def test_nothing_of_system_v_outlives_a_program(
    alone: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_over: LeftOver
) -> None:
    """In a namespace of the supervisor's own, or where it may have none: then those go that its program made."""
    if not alone:
        edited_supervisor(tmp_path, monkeypatch, "system_v.py", "unshare(NEW_IPC) == 0", "unshare(-1) == 0")
    small = SEGMENTS.replace("20 << 20", "1 << 20")
    segments = small if alone else small + "time.sleep(0.2)\n"

    def there() -> set[tuple[bytes, ...]]:
        return {tuple(row[:2]) for kind in ("shm", "sem", "msg") for row in rows(kind)}

    before = there()
    assert play(segments + HONEST, HONEST).fault is None
    assert play(segments + "os._exit(1)", HONEST).fault is not None
    assert until(lambda: there() <= before), "what another test has made meanwhile goes soon"


# -- control groups -----------------------------------------------------------------------


def groups() -> set[str]:
    return {
        os.path.join(parent, name)
        for _, parent, _, _ in memory_groups()
        if os.path.isdir(parent)
        for name in os.listdir(parent)
        if name.startswith("boardgames-")
    }


def test_a_control_group_goes_when_its_last_process_takes_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def rmdir(folder: str) -> None:
        tried.append(folder)
        if len(tried) < 200:
            raise OSError

    monkeypatch.setattr(os, "rmdir", rmdir)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    group = MemoryCgroup(0)
    group.folder = "/nowhere"
    group.remove()
    assert len(tried) == 200


@pytest.fixture
def needs_groups() -> None:
    group = MemoryCgroup(2**20)
    made = group.folder
    group.remove()
    if not made:
        pytest.skip("no control group to be had")


@pytest.mark.thorough
def test_a_referee_that_is_killed_leaves_no_control_group(needs_groups: None, left_over: LeftOver) -> None:
    script = f"""if True:
        import sys
        sys.path.insert(0, {str(ROOT)!r})
        from tests.referee.test_adversity import HONEST, Limits, play
        play(HONEST.replace("print", "time.sleep(0.05); print"), HONEST, limits=Limits(memory=2**30), plies=9999)
    """
    with subprocess.Popen([sys.executable, "-c", script]) as referee:

        def own() -> set[str]:
            """The groups of its supervisors, among those of other tests."""
            numbers = {str(each) for each in proc.descendants(referee.pid)}
            return {group for group in groups() if group.rpartition("-")[2] in numbers}

        assert until(lambda: bool(own()))
        time.sleep(0.1)
        made = own()
        referee.kill()
    assert until(lambda: not made & groups()), made & groups()


def test_groups_of_supervisors_that_are_gone_are_swept_at_the_next_start(needs_groups: None) -> None:
    parent = next(parent for _, parent, _, _ in memory_groups() if os.access(parent, os.W_OK))
    stale = Path(parent, f"boardgames-{2**22 - 1}")
    stale.mkdir()
    try:
        MemoryCgroup(2**20).remove()
        assert not stale.exists()
    finally:
        if stale.exists():
            stale.rmdir()
