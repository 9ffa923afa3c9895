"""Several processes play the same games as one, and leave nothing behind."""

from __future__ import annotations

import gc
import mmap
import os
import signal
import socket
import subprocess
import sys
import time
from mmap import PAGESIZE
from pathlib import Path
from random import Random
from typing import Any

import attrs
import numpy as np
import pytest

from boardgames import rl
from boardgames.core.learning.floats import blank
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import registered
from boardgames.rl.processes.batch_processes import BatchProcesses, Worker, WorkerEnded
from boardgames.rl.processes.moved_arrays import SLACK, give_back, moved
from boardgames.rl.processes.processor import allowed, keep_to
from boardgames.rl.processes.shared_arrays import memory_file
from tests.conftest import ROOT
from tests.rl.games import CONNECT_FOUR, OURS
from tests.rl.played import choose
from tests.testkit.broken import GOOD

TRAP = """
from tests.testkit.broken import Game, State, spec_of

class Trap(State):
    def apply(self, action):
        if self.ply > 6:
            raise ZeroDivisionError("in the rules")
        return super().apply(action)

class TrapGame(Game):
    kind = Trap

SPEC = spec_of(TrapGame)
"""


NARROW = """
from boardgames.rl.processes import shared_arrays
from tests.testkit.broken import Game, spec_of

shared_arrays.ROOM = 1  # in a worker, before it maps the memory
SPEC = spec_of(Game)
"""


def processes_of(environment: rl.VectorEnv) -> list[subprocess.Popen[bytes]]:
    batch = environment._batch
    assert isinstance(batch, BatchProcesses)
    return [worker.process for worker in batch.workers]


def play_on(environment: rl.VectorEnv, info: dict[str, Any]) -> None:
    """Always the first legal action."""
    while True:
        info = environment.step(info["legal"][info["offsets"][:-1]])[-1]


def equal(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[name], other[name]) for name in one)
    return bool(one == other)


def same_games(game: str, n: int, processes: int, steps: int, **settings: Any) -> None:
    """Everything that one process and several of them return is the same."""
    alone = rl.VectorEnv(game, n, seed=3, max_plies=60, **settings)
    rng = Random(5)
    ends = 0
    with rl.VectorEnv(game, n, seed=3, max_plies=60, processes=processes, **settings) as together:
        one: tuple[Any, ...] = alone.reset()
        other: tuple[Any, ...] = together.reset()
        for step in range(steps):
            assert len(one) == len(other) and all(map(equal, one, other)), f"step {step}"
            chosen = choose(rng, one[-1])
            one, other = alone.step(chosen), together.step(chosen)
            ends += len(one[-1]["ended"])
        assert [*map(str, alone.states)] == [*map(str, together.states)]
        # Without a seed the dice go on, with one they begin anew.
        assert all(map(equal, alone.reset(), together.reset()))
        one, other = alone.reset(seed=9), together.reset(seed=9)
        assert all(map(equal, one, other))
    assert all(map(equal, one, other)), "the arrays stay when the processes have ended"
    assert ends, "no game ended, so nothing was begun anew"


def test_several_processes_play_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('not from the working folder')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    same_games("ur", 5, 2, 80)


@pytest.mark.thorough
def test_last_observations_that_fit_into_the_memory_and_others() -> None:
    same_games("ur:tokens=1", 40, 2, 25)


@pytest.mark.parametrize("offset", [0, 64, PAGESIZE - 8, 3 * PAGESIZE + 20])
def test_a_moved_array_is_the_file_and_stays(offset: int) -> None:
    size = 2 * PAGESIZE + 12
    file = memory_file(6 * PAGESIZE)
    memory = mmap.mmap(file, 6 * PAGESIZE)
    array = blank((size + SLACK) // 4)
    first = moved(array, file, offset, size)
    os.close(file)
    shown = np.frombuffer(memory, np.int32, size // 4, offset)
    for place in (0, 100, size // 4 - 1):
        array[first // 4 + place] = place + 1
        assert shown[place] == place + 1
    del array
    gc.collect()
    others = [bytearray(b"x" * each) for each in range(1000, size + SLACK, 500)]
    assert len(others) > 1
    assert np.flatnonzero(shown).tolist() == [0, 100, size // 4 - 1]
    assert not np.frombuffer(memory, np.uint8, offset).any()
    assert not np.frombuffer(memory, np.uint8, -1, offset + size).any()


@pytest.mark.skipif(not hasattr(mmap, "MAP_POPULATE"), reason="this system finds pages at their first use")
def test_the_pages_of_a_moved_array_are_there_before_they_are_used() -> None:
    resource = pytest.importorskip("resource")
    pages = 512
    file = memory_file(pages * PAGESIZE)
    array = blank((pages * PAGESIZE + SLACK) // 4)
    first = moved(array, file, 0, pages * PAGESIZE)
    os.close(file)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for place in range(pages):
        array[(first + place * PAGESIZE) // 4] = 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < pages // 8


def test_an_array_that_is_given_back_is_the_file_no_longer_and_is_freed() -> None:
    size = 2 * PAGESIZE + 12
    file = memory_file(6 * PAGESIZE)
    memory = mmap.mmap(file, 6 * PAGESIZE)
    array: Any = blank((size + SLACK) // 4)
    held = sys.getrefcount(array)
    first = moved(array, file, PAGESIZE + 64, size)
    os.close(file)
    array[first // 4] = 1
    give_back(array, first, size)
    assert sys.getrefcount(array) == held
    assert not np.frombuffer(array, np.uint8, size, first).any()
    array[first // 4] = 2
    assert np.frombuffer(memory, np.int32, 1, PAGESIZE + 64) == 1


def test_an_illegal_action_in_another_process_is_named_and_nothing_is_played() -> None:
    count = 2048
    alone = rl.VectorEnv("ur", count, seed=1)
    with rl.VectorEnv("ur", count, seed=1, processes=2) as together:
        info = alone.reset()[1]
        together.reset()
        right = info["legal"][info["offsets"][:-1]]
        for places in ([count - 1], [count - 7, count - 5], [3, count - 1]):
            wrong = right.copy()
            wrong[places] = -1
            told = []
            for environment in (alone, together):
                with pytest.raises(rl.IllegalStep, match=f"game {places[0]}: action -1, ") as error:
                    environment.step(wrong)
                told.append((str(error.value), error.value.args))
            assert told[0] == told[1]
        rng = Random(5)
        for _ in range(3):
            one, other = alone.step(right), together.step(right)
            assert all(map(equal, one, other)), "something was played"
            right = np.array(choose(rng, one[-1]))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the processor")
def test_another_process_keeps_off_the_processor_of_the_caller() -> None:
    ours = allowed()
    keep_to(set())
    assert allowed() == ours, "a process that may use one processor stays there"
    with rl.VectorEnv("ur", 4, seed=1, processes=2) as environment:
        info = environment.reset()[1]
        environment.step(info["legal"][info["offsets"][:-1]])
        batch = environment._batch
        assert isinstance(batch, BatchProcesses)
        number = int(batch._arrays.processor[0])
        [other] = processes_of(environment)
        assert number in ours
        assert os.sched_getaffinity(other.pid) == (ours - {number} or ours)
    assert allowed() == ours


def test_a_step_takes_two_bytes_each_way_and_copies_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the outcomes of the game have been told: results lie where the processes have written them."""
    with rl.VectorEnv("ur:tokens=1", 40, seed=3, observation=None, processes=2) as environment:
        batch = environment._batch
        assert isinstance(batch, BatchProcesses)
        rng = Random(5)
        info = environment.reset()[1]
        while min(len(player.outcomes) for player in batch._players) < 2:
            info = environment.step(choose(rng, info))[-1]

        def pickled(*arguments: Any) -> Any:
            raise AssertionError("a message")

        monkeypatch.setattr("pickle.dumps", pickled)
        monkeypatch.setattr("pickle.loads", pickled)
        ends = 0
        for _ in range(20):
            info = environment.step(choose(rng, info))[-1]
            ends += len(info["ended"])
            assert any(np.shares_memory(info["legal"], buffer.legal) for buffer in batch._arrays.buffers)
        assert ends
        monkeypatch.undo()


@pytest.mark.thorough
@pytest.mark.parametrize("game", [*OURS[1:], CONNECT_FOUR])
def test_each_game_is_the_same_in_several_processes(game: str) -> None:
    same_games(game, 7, 3, 70, layout="hwc", mask=game != "minishogi")


@pytest.mark.thorough
def test_lists_of_actions_that_do_not_fit_into_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "narrow.py").write_text(NARROW, encoding="utf-8")
    monkeypatch.setattr("boardgames.rl.processes.shared_arrays.ROOM", 1)
    same_games(f"{tmp_path / 'narrow.py'}:SPEC", 2, 2, 60, observation="plain", mask=False)


@pytest.mark.thorough
@pytest.mark.parametrize("mask", [True, False])
def test_mistakes_and_ends(mask: bool) -> None:
    environment = rl.VectorEnv("minishogi", 3, seed=1, mask=mask, processes=2)
    with pytest.raises(RuntimeError, match=r"call reset\(\) before step\(\)"):
        environment.step([0, 0, 0])
    assert environment.states == ()
    _, info = environment.reset()
    first = info["legal"][info["offsets"][:-1]].tolist()
    before = [*map(str, environment.states)]
    for wrong, reason in (([*first[:2], 0], "no man of the side to move"), ([*first[:2], -1], "has actions 0 to")):
        with pytest.raises(rl.IllegalStep, match=f"game 2: action {wrong[2]}, .*{reason}"):
            environment.step(wrong)
    assert [*map(str, environment.states)] == before, "nothing was played"
    info = environment.step(first)[-1]
    # A process that somebody kills.
    processes = processes_of(environment)
    processes[0].kill()
    first = info["legal"][info["offsets"][:-1]]
    with pytest.raises(WorkerEnded, match=r"plays games 1 to 2 has ended \(status -9\): call reset\(\)"):
        environment.step(first)
    with pytest.raises(RuntimeError, match=r"left before its end: call reset\(\)"):
        environment.step(first)
    _, info = environment.reset()
    assert [*map(str, environment.states)] == before, "all are at the start again"
    environment.step(info["legal"][info["offsets"][:-1]])
    # One that somebody kills while nothing is asked of it.
    processes += processes_of(environment)
    os.kill(processes[1].pid, signal.SIGKILL)
    os.waitid(os.P_PID, processes[1].pid, os.WEXITED | os.WNOWAIT)
    environment.reset()
    assert [*map(str, environment.states)] == before, "a reset is enough"
    processes += processes_of(environment)
    environment.close()
    assert len(processes) == 3 and all(process.returncode is not None for process in processes)
    with pytest.raises(RuntimeError, match="the environment is closed"):
        environment.reset()
    assert environment.states == ()


@pytest.mark.thorough
def test_a_games_code_that_fails_and_an_environment_that_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "trap.py"
    file.write_text(TRAP, encoding="utf-8")
    environment = rl.VectorEnv(f"{file}:SPEC", 2, seed=1, processes=2)
    processes = processes_of(environment)
    for _ in range(2):
        _, info = environment.reset()
        with pytest.raises(ZeroDivisionError, match="in the rules"):
            play_on(environment, info)
        with pytest.raises(RuntimeError, match=r"left before its end: call reset\(\)"):
            environment.step([0, 0])
    assert processes_of(environment) == processes, "nobody had to be started anew"
    with rl.VectorEnv(f"{file}:SPEC", 2, seed=1, processes=2) as fresh:
        assert all(map(equal, environment.reset(seed=4), fresh.reset(seed=4))), "nothing is left of the last games"
    del environment
    gc.collect()  # an exception and the frames of its traceback refer to each other
    assert all(process.returncode is not None for process in processes)


@pytest.mark.thorough
def test_states_after_an_interruption_are_refused_and_the_games_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with rl.VectorEnv("ur", 2, seed=1, processes=2) as environment:
        _, info = environment.reset()
        begun, first = [*map(str, environment.states)], info["legal"][info["offsets"][:-1]]

        def interrupted(worker: Worker) -> Any:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(Worker, "answer", interrupted)
            with pytest.raises(KeyboardInterrupt):
                environment.step(first)
        with pytest.raises(RuntimeError, match=r"left before its end: call reset\(\)"):
            _ = environment.states  # the answers to the step would be taken for states
        environment.reset(seed=1)
        assert [*map(str, environment.states)] == begun


def test_an_interruption_before_a_call_leaves_the_buffers_in_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    with (
        rl.VectorEnv("ur", 4, seed=1, mask=True) as plain,
        rl.VectorEnv("ur", 4, processes=2, mask=True) as environment,
    ):
        _, info = environment.reset(seed=1)
        with monkeypatch.context() as patch:
            patch.setattr(BatchProcesses, "_call", interrupted)
            with pytest.raises(KeyboardInterrupt):
                environment.step(info["legal"][info["offsets"][:-1]])
        told: tuple[Any, ...] = environment.reset(seed=1)
        expected: tuple[Any, ...] = plain.reset(seed=1)
        for _ in range(3):
            assert np.array_equal(told[0], expected[0])
            assert np.array_equal(told[-1]["mask"], expected[-1]["mask"])
            first = expected[-1]["legal"][expected[-1]["offsets"][:-1]]
            told, expected = environment.step(first), plain.step(first)


def test_nothing_is_left_of_an_environment_whose_making_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def files() -> list[str]:
        gc.collect()
        return sorted(os.listdir("/proc/self/fd" if sys.platform == "linux" else "/dev/fd"))

    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    made: list[Any] = []
    freed: list[Any] = []

    def second_interrupted(array: Any, *where: int) -> int:
        if made:
            raise KeyboardInterrupt
        made.append(array)
        return moved(array, *where)

    def counted(array: Any, first: int, size: int) -> None:
        freed.append(array)
        give_back(array, first, size)

    before = files()
    for patched, with_what in [
        ("boardgames.rl.processes.shared_arrays.os.posix_fallocate", interrupted),
        ("boardgames.rl.processes.shared_batch.moved", second_interrupted),
    ]:
        with monkeypatch.context() as patch:
            patch.setattr(patched, with_what, raising=False)
            patch.setattr("boardgames.rl.processes.shared_batch.give_back", counted)
            with pytest.raises(KeyboardInterrupt):
                rl.VectorEnv("ur", 4, seed=1, processes=2)
        assert files() == before
    assert len(made) == len(freed) == 1


def test_an_environment_whose_end_is_interrupted_is_closed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    environment = rl.VectorEnv("ur", 3, processes=3)
    processes = processes_of(environment)
    with monkeypatch.context() as patch:
        patch.setattr(subprocess.Popen, "wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            environment.close()
    assert [process.returncode for process in processes] == [None, None]
    environment.close()
    assert [process.returncode for process in processes] == [-signal.SIGKILL] * 2
    environment.close()


def test_a_time_limit_of_all_sockets_is_not_for_processes() -> None:
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(5)
    try:
        with rl.VectorEnv("ur", 4, seed=1, processes=2) as environment:
            environment.reset()
    finally:
        socket.setdefaulttimeout(before)


@pytest.mark.parametrize("processes", [0, 1.5, "2", 10**6])
def test_numbers_of_processes_that_cannot_be(processes: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="processes, the number of processes, is a whole number from 1"):
        rl.VectorEnv("ur", 2, processes=processes)


@pytest.mark.thorough
def test_what_other_processes_cannot_have(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = attrs.evolve(GOOD, title="Lost heaps")  # which no file has
    with (
        registered(lost),
        pytest.raises(ValueError, match=r"other processes cannot find heaps .*: leave processes out"),
    ):
        rl.VectorEnv(make(lost, {}), 2, processes=2)
    monkeypatch.setattr("boardgames.rl.processes.shared_arrays.os.sysconf", lambda name: 1)
    with pytest.raises(MemoryError, match="there is not enough memory for 2 games of ur"):
        rl.VectorEnv("ur", 2, processes=2)


@pytest.mark.thorough
def test_more_processes_than_the_system_has_open_files_for() -> None:
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest_free = os.open(os.devnull, os.O_RDONLY)
    os.close(lowest_free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free + 20, limits[1]))
    try:
        with pytest.raises(
            ValueError, match=r"not allow 64 processes .*: give fewer .* its limit of open files"
        ) as told:
            rl.VectorEnv("ur", 64, processes=64)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert "Too many open files" in str(told.value)


def test_no_more_processes_than_games() -> None:
    environment = rl.VectorEnv("ur", 1, processes=8)
    assert environment.processes == 1


WAITS = """
import sys
from boardgames import rl

environment = rl.VectorEnv("ur", 8, seed=1, processes=2)
info = environment.reset()[1]
print(*[worker.process.pid for worker in environment._batch.workers], flush=True)
try:
    while True:
        info = environment.step(info["legal"][info["offsets"][:-1]])[-1]
except KeyboardInterrupt:
    if sys.argv[1:] == ["again"]:
        info = environment.reset()[1]
        environment.step(info["legal"][info["offsets"][:-1]])
        print("played on", flush=True)
"""


def ended(number: int) -> bool:
    """Whether a process ends within some seconds."""
    for _ in range(200):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.thorough
@pytest.mark.parametrize(("number", "argument"), [(signal.SIGINT, "again"), (signal.SIGINT, ""), (signal.SIGKILL, "")])
def test_nothing_is_left_of_a_program_that_ends(number: signal.Signals, argument: str) -> None:
    """The script has no guard for its main module, which a worker does not run."""
    with subprocess.Popen(
        [sys.executable, "-c", WAITS, argument], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as caller:
        assert caller.stdout is not None
        workers = [int(each) for each in caller.stdout.readline().split()]
        time.sleep(0.3)
        caller.send_signal(number)
        told, complaints = caller.communicate(timeout=30)
    assert (told, complaints) == ("played on\n" if argument else "", "")
    assert len(workers) == 1 and all(map(ended, workers))
