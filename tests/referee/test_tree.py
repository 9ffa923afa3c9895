"""Programs under supervisors are found, measured and ended, and never blamed for what the referee lacks."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from boardgames.core.protocol.verdict import Verdict
from boardgames.referee import (
    Limits,
    Shortage,
    shortage,
    supervised_tree,
    supervisors,
)
from boardgames.referee.supervisor import PORTABLE, proc, wire
from boardgames.referee.supervisor.memory_cgroup import MemoryCgroup
from tests.bots import play, python
from tests.hostile.growth import resident

LeftOver = Callable[[], list[str]]
linux = pytest.mark.skipif(sys.platform != "linux", reason="supervisors are for Linux")
pytestmark = linux


def fault(verdict: Verdict) -> tuple[int, str, str]:
    assert verdict.fault is not None
    return verdict.fault.seat, verdict.fault.kind, verdict.fault.detail


@pytest.mark.parametrize(
    "code",
    [
        "os._exit(7)",
        "if os.fork() == 0: time.sleep(60)\nos._exit(7)",
        "if os.fork() == 0:\n    os.setsid(); time.sleep(60)\nos.write(1, b'half a')\nos._exit(7)",
    ],
)
def test_who_ends_at_once_forfeits_at_once(code: str, left_over: LeftOver) -> None:
    """Whoever it leaves behind, and however long its time is."""
    begun = time.monotonic()
    seat, kind, detail = fault(play(python(code), None))
    assert (seat, kind) in ((0, "crash"), (0, "garbled"))
    assert "status 7" in detail or "half a" in detail
    assert time.monotonic() - begun < 15, "less than it has for an answer"
    assert left_over() == []


def test_what_a_program_said_before_it_ended_counts(left_over: LeftOver) -> None:
    assert fault(play(python("print('bye', flush=True)\nif os.fork() == 0: time.sleep(60)"), None))[1:] == (
        "garbled",
        "ply 2: it said 'bye': expected the number of a token, 0 to 6",
    )


@pytest.mark.thorough
def test_memory_taken_while_the_other_thinks(left_over: LeftOver) -> None:
    """It is ended there and then, and loses when it is to answer; who thinks is not charged."""
    greedy = "input()\n" * 3 + "hoard = bytearray(b'x' * 2**27)\ntime.sleep(60)"
    slow = "for line in sys.stdin: time.sleep(0.2); print(0, flush=True)"
    limits = Limits(first_move_time=20, move_time=20, memory=100 * 2**20)
    seat, kind, detail = fault(play(python(slow), python(greedy), limits=limits))
    assert (seat, kind) == (1, "memory")
    assert "100 MiB allowed" in detail


def without_control_groups(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have new supervisors that find no control groups, in the whole test."""
    edited_supervisor(folder, monkeypatch, "memory_cgroup.py", '"/proc/self/cgroup"', '"/nowhere"')


def edited_supervisor(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str) -> None:
    """Have new supervisors with another text in one of their modules, in the whole test."""
    copy = folder / "supervisor"
    shutil.copytree(supervisors.FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    module = copy / name
    assert old in module.read_text()
    module.write_text(module.read_text().replace(old, new))
    monkeypatch.setattr(supervisors, "idle", [])
    monkeypatch.setattr(supervisors, "fork_servers", [])
    monkeypatch.setattr(supervisors, "FOLDER", str(copy))


@pytest.mark.parametrize("limited", [True, False])
def test_memory_with_a_control_group_and_without(
    limited: bool, tmp_path: Path, left_over: LeftOver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel refuses where it can, else the supervisor finds out."""
    if limited:
        cgroup = MemoryCgroup(2**20)
        cgroup.remove()
        if not cgroup.home:
            pytest.skip("no control group to be had")
    else:
        without_control_groups(tmp_path, monkeypatch)
    code = "hoard = bytearray(b'x' * 2**27)\nprint('held', flush=True)\ntime.sleep(60)"
    limits = Limits(first_move_time=20, move_time=20, memory=100 * 2**20)
    detail = fault(play(python("time.sleep(0.1)\n" + code), None, limits=limits))[2]
    assert ("it asked for more" if limited else "MiB held") in detail, detail
    assert "100 MiB allowed" in detail


@pytest.mark.thorough
def test_nobody_pays_for_what_another_holds_open(left_over: LeftOver) -> None:
    """A file in memory counts for the one that has it open, by whatever name it goes."""
    name = f"/dev/shm/boardgames-test-{os.getpid()}"
    code = f"f = open({name!r}, 'wb')\nfor _ in range(30): f.write(bytes(2**22)); f.flush(); time.sleep(0.002)\n"
    limits = Limits(first_move_time=20, move_time=20, memory=100 * 2**20)
    try:
        seat, kind, _ = fault(
            play(python("time.sleep(2)\nprint('x')"), python(code + "f.close()\ntime.sleep(60)"), limits=limits)
        )
        assert (seat, kind) == (0, "garbled"), "the other one is greedy"
        assert fault(play(python(code + "f.close()\ntime.sleep(60)"), None, limits=limits))[:2] == (0, "memory")
    finally:
        Path(name).unlink(missing_ok=True)


# Two processes of which each begets the other again as soon as it dies, for half a minute at most.
PAIR = """
import os, signal

def beget():
    hears, mine = os.pipe()
    listens, its = os.pipe()
    if os.fork() == 0:
        os.close(mine), os.close(listens), signal.alarm(30)
        live(hears)
    os.close(hears), os.close(its)
    return listens

def live(other):
    while True:
        os.read(other, 1)  # which ends when nobody holds the other end
        other = beget()

signal.alarm(30)
other = beget()
print('begun', flush=True)
live(other)
"""


def test_all_are_stopped_before_any_is_killed(left_over: LeftOver, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine so busy that there is always time to beget between two signals, who was killed would come again."""

    def slowly(number: int, sent: int) -> None:
        os.kill(number, sent)
        time.sleep(0.05)

    monkeypatch.setattr(proc, "kill", slowly)
    monkeypatch.setattr(proc, "ENDING", 3.0)
    if not (watched := os.fork()):
        status = 1
        try:
            proc.prctl(proc.SET_SUBREAPER, 1)
            program = subprocess.Popen([sys.executable, "-c", PAIR], stdout=subprocess.PIPE)
            assert program.stdout is not None
            program.stdout.readline()
            proc.end()
            status = len(proc.list_children(os.getpid()))
        finally:
            os._exit(status)
    assert os.waitpid(watched, 0)[1] == 0
    assert left_over() == []


# -- what the referee lacks ---------------------------------------------------------------


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.thorough)])
def test_no_more_files_is_the_referees_own_trouble(step: int, python_bot: list[str], left_over: LeftOver) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    used = len(os.listdir("/proc/self/fd"))
    try:
        for room in range(1, 12, step):
            resource.setrlimit(resource.RLIMIT_NOFILE, (used + room, before[1]))
            with suppress(Shortage):
                assert play(python_bot, python_bot).fault is None
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert len(os.listdir("/proc/self/fd")) <= used + 4, "but for the fork server and two supervisors"


@pytest.mark.parametrize("number", shortage.SHORTAGES)
def test_a_machine_without_room_is_no_forfeit(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisors, "idle", [])  # what the program has really done is not to be read by the next one
    monkeypatch.setattr(supervised_tree.SupervisedTree, "_reply", lambda self: (wire.NOT_STARTED, number))
    with pytest.raises(Shortage, match="the referee could not start a program: no more"):
        play(["true"], None)


def test_other_errors_are_the_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisors, "idle", [])
    monkeypatch.setattr(supervised_tree.SupervisedTree, "_reply", lambda self: (wire.NOT_STARTED, errno.ENOEXEC))
    assert fault(play(["true"], None))[:2] == (0, "not started")


def test_a_folder_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_over: LeftOver) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert fault(play(["true"], None))[1] == "crash"


# -- many games ---------------------------------------------------------------------------


def processes() -> int:
    return len(proc.descendants(os.getpid()))


def games(count: int, program: str) -> tuple[int, int, int]:
    """The growth of memory, open files and processes over so many games."""
    for _ in range(8):
        play([program], [program])
    before = resident(), len(os.listdir("/proc/self/fd")), processes()
    for _ in range(count):
        assert play([program], [program]).fault is None
    after = resident(), len(os.listdir("/proc/self/fd")), processes()
    return after[0] - before[0], after[1] - before[1], after[2] - before[2]


@pytest.mark.parametrize(
    "number", [pytest.param(12, marks=pytest.mark.thorough), pytest.param(1_000, marks=pytest.mark.slow)]
)
def test_games_leave_nothing(number: int, c_bot: str, left_over: LeftOver) -> None:
    memory, files, kept = games(number, c_bot)
    assert memory < 1024 * 1024
    assert (files, kept) == (0, 0)


def test_a_fork_of_the_referee_has_supervisors_of_its_own(c_bot: str, left_over: LeftOver) -> None:
    assert play([c_bot], [c_bot]).fault is None
    if not (child := os.fork()):
        os._exit(0 if play([c_bot], [c_bot]).fault is None else 1)
    assert play([c_bot], [c_bot]).fault is None
    assert os.waitpid(child, 0)[1] == 0


def test_the_fork_server_can_be_replaced(c_bot: str, left_over: LeftOver) -> None:
    assert play([c_bot], [c_bot]).fault is None
    number = supervisors.fork_servers[0][1]
    os.kill(number, signal.SIGKILL)
    os.waitid(os.P_PID, number, os.WEXITED | os.WNOWAIT)
    assert play([c_bot], [c_bot]).fault is None


def test_a_supervisor_that_ends_while_it_is_idle_is_replaced(
    c_bot: str, monkeypatch: pytest.MonkeyPatch, left_over: LeftOver
) -> None:
    """Also if it was sent the order, which it has not read."""
    ours, theirs = socket.socketpair()
    monkeypatch.setattr(supervisors, "idle", [ours])
    begin = supervised_tree.SupervisedTree._begin

    def ended(self: supervised_tree.SupervisedTree) -> None:
        theirs.close()
        begin(self)

    monkeypatch.setattr(supervised_tree.SupervisedTree, "_begin", ended)
    assert play([c_bot], [c_bot]).fault is None


@pytest.mark.thorough
@pytest.mark.usefixtures("short_parting")
def test_where_there_are_no_supervisors(
    python_bot: list[str], monkeypatch: pytest.MonkeyPatch, left_over: LeftOver
) -> None:
    monkeypatch.setenv(PORTABLE, "1")
    assert play(python_bot, python_bot).fault is None
    assert fault(play(python("os._exit(7)"), None))[1:] == (
        "crash",
        "ply 2: it exited with status 7 and gave no answer",
    )
    assert "signal 9" in fault(play(python("os.kill(os.getpid(), 9)"), None))[2]
    assert fault(play(["no-such-program"], None))[1] == "not started"
    assert fault(play(python("time.sleep(60)"), None, limits=Limits(first_move_time=0.3)))[1] == "timeout"


@linux
@pytest.mark.parametrize("serve", ["supervise.supervise", "fork_server.serve"])
def test_the_signal_of_the_parents_end_may_come_while_all_is_being_ended(serve: str) -> None:
    """The referee's end is noticed twice: its socket closes, and the fork server exits."""
    script = f"""if True:
        import os, signal, socket, subprocess
        from boardgames.referee.supervisor import fork_server, proc, supervise

        def kill_and_hear(number, sent):
            proc.kill, os.getppid = kill, lambda: 1
            os.kill(os.getpid(), signal.SIGUSR1)
            kill(number, sent)

        proc.kill, kill = kill_and_hear, proc.kill
        subprocess.Popen(["sleep", "60"])
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.close()
        try:
            {serve}(theirs, os.getppid())
        finally:
            print(proc.kill is kill, proc.descendants(os.getpid()))
    """
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30)
    assert (ran.stdout, ran.stderr) == ("True []\n", "")
