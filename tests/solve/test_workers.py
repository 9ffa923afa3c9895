"""Layers that wait for each other, solved by worker processes."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from boardgames.games.ur.table.table import UrTable
from boardgames.processes.executors import BadExecutor
from boardgames.processes.workers import Workers
from boardgames.solve.draft import SUFFIX, Draft
from boardgames.solve.table_file import Head
from boardgames.solve.tablebase import NoTablebase
from boardgames.solve.workers import Solve, solve_by, solve_layer
from tests.samples import few

WAITS_FOR: dict[str, set[str]] = {"a": set(), "b": {"a"}, "c": {"a", "done before"}, "d": {"b", "c"}}


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    return Draft.begin(tmp_path / "table", Head("ur", "ur", "", {"tokens": 1}))


def in_order(draft: Draft) -> Solve:
    """Writes a file for each layer; fails if a layer begins too early."""

    def solve(name: str) -> None:
        assert all((draft.folder / other).exists() for other in WAITS_FOR[name] - {"done before"})
        (draft.folder / name).touch()

    return solve


def leaving(draft: Draft) -> Solve:
    return lambda name: os._exit(3)


def killed(draft: Draft) -> Solve:
    return lambda name: os.kill(os.getpid(), signal.SIGKILL)


def without_memory(draft: Draft) -> Solve:
    def solve(name: str) -> None:
        raise MemoryError

    return solve


def mistaken(draft: Draft) -> Solve:
    return lambda name: print([][1])


def test_a_layer_begins_when_those_that_it_leads_to_are_done(draft: Draft) -> None:
    with Workers(2) as workers:
        solved = dict(solve_by(workers, in_order, draft, WAITS_FOR, 2))
    assert sorted(solved) == sorted(WAITS_FOR)
    assert min(solved.values()) > 0.0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals here")
@pytest.mark.parametrize("make", few([killed, without_memory], without_memory))
def test_a_worker_that_the_system_kills_lacked_memory(make: Callable[[Draft], Solve], draft: Draft) -> None:
    with Workers(2) as workers, pytest.raises(MemoryError):
        list(solve_by(workers, make, draft, WAITS_FOR, 2))


@pytest.mark.parametrize(("make", "said"), [(leaving, "status was 3"), (mistaken, "IndexError: list index")])
def test_a_worker_that_fails(make: Callable[[Draft], Solve], said: str, draft: Draft) -> None:
    with Workers(1) as workers, pytest.raises(NoTablebase, match=f"^a worker failed: .*{said}"):
        list(solve_by(workers, make, draft, WAITS_FOR, 1))


def test_a_worker_elsewhere_must_see_the_folder(draft: Draft, tmp_path: Path) -> None:
    elsewhere = Draft(tmp_path / "elsewhere", draft.head)
    with pytest.raises(FileNotFoundError, match="is not there on a worker's machine"):
        solve_layer(in_order, elsewhere, "a")


def test_a_cluster_that_will_solve_nothing_more_is_not_waited_for(
    draft: Draft, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardgames.processes.executors.LOOK_EVERY", 0.05)
    over = threading.Event()

    def check(lost: bool) -> None:
        over.set()
        raise BadExecutor("it has ended")

    def waiting(draft: Draft) -> Solve:
        def solve(name: str) -> None:
            over.wait(30)

        return solve

    looks: list[Mapping[str, float]] = []
    with ThreadPoolExecutor(1) as executor, pytest.raises(BadExecutor, match="it has ended"):
        list(solve_by(executor, waiting, draft, WAITS_FOR, 1, check, looks.append))
    assert looks and looks[0].keys() == {"a"} and looks[0]["a"] > 0.0


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.thorough)])
def test_workers_end_with_the_command_and_it_goes_on(
    number: int, two: UrTable, tmp_path: Path, left_over: Callable[[], list[str]]
) -> None:
    path = tmp_path / "table"
    command = [sys.executable, "-m", "boardgames", "solve", "ur:tokens=2", "--jobs", "2", "--out", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob(f"table{SUFFIX}/*.part")) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(number)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert b"Traceback" not in errors
    assert not path.exists() and left_over() == []
    subprocess.run(command, check=True, capture_output=True)
    assert path.read_bytes() == two.path.read_bytes()
    assert not path.with_name(path.name + SUFFIX).exists()
