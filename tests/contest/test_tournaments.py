"""Tournaments of real programs, well-behaved and not."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from boardgames.contest import BadContest, Entry, KeptGame, Standings, Store, play_match, play_tournament
from boardgames.contest.play import configured, entries
from boardgames.contest.runner import Runner
from boardgames.processes import executors
from boardgames.processes.executors import BadExecutor, executor_at
from boardgames.referee import Limits
from tests.conftest import BOTS
from tests.contest.test_runner import told
from tests.hostile.programs import HOSTILE, LIMIT, PRELUDE
from tests.samples import few

PATH = f"{os.environ['PATH']}{os.pathsep}/usr/games"  # where Debian puts them
FAIRY = shutil.which("fairy-stockfish", path=PATH)
GPS = shutil.which("gpsusi", path=PATH)
LeftOver = Callable[[], list[str]]


def logged_bot(bot: Path, log: Path) -> str:
    """A bot as a command that writes a line whenever it is started."""
    script = log.with_suffix(".sh")
    script.write_text(f"#!/bin/sh\necho started >> {log}\nexec {sys.executable} {bot}\n")
    script.chmod(0o755)
    return str(script)


@pytest.mark.parametrize("workers", few([0, 1], 0))
def test_a_usi_program_is_started_once(workers: int, tmp_path: Path, left_over: LeftOver) -> None:
    log = tmp_path / "log"
    match = play_match(
        "minishogi", f"usi:{logged_bot(BOTS / 'usi_random.py', log)}", "random", games=4, jobs=workers, max_plies=20
    )
    assert match.tally.games == 4 and not any(match.faults)
    assert log.read_text() == "started\n"


def test_a_usi_program_that_leaves_after_each_game_is_started_anew(tmp_path: Path, left_over: LeftOver) -> None:
    bot = tmp_path / "short.py"
    bot.write_text((BOTS / "usi_random.py").read_text().replace('"quit"', '"gameover"'))
    log = tmp_path / "log"
    match = play_match("minishogi", f"usi:{logged_bot(bot, log)}", "random", games=3, swap=False, max_plies=20, seed=1)
    assert not any(match.faults)
    assert len(log.read_text().splitlines()) == 3


def test_the_next_game_begins_while_a_program_ends(tmp_path: Path, left_over: LeftOver) -> None:
    log = tmp_path / "log"
    bot = tmp_path / "slow_to_go.sh"
    bot.write_text(
        f"#!/bin/sh\necho start >> {log}\n{sys.executable} {BOTS / 'ur_first.py'}\nsleep 0.3\necho end >> {log}\n"
    )
    bot.chmod(0o755)
    match = play_match("ur", str(bot), "random", games=3, seed=1)
    assert match.tally.games == 3 and not any(match.faults)
    assert log.read_text().split()[:2] == ["start", "start"]


def test_who_never_started_is_benched_also_between_games_that_nobody_began(tmp_path: Path) -> None:
    """A game that the other lost by not starting says nothing about oneself."""
    gone = {"gone": "./nowhere", "away": "./elsewhere", "here": "random"}
    table = play_tournament("ur:tokens=1", gone, games=6, seed=1, max_plies=10)
    assert set(table.benched) == {"gone", "away"}


@pytest.fixture
def knockout_of_hostile_programs(tmp_path: Path) -> dict[str, str]:
    players = {}
    for number, program in enumerate(HOSTILE.values(), 1):
        script = tmp_path / f"hostile{number}.py"
        script.write_text(PRELUDE + program.code)
        players[f"h{number}"] = shlex.join([sys.executable, str(script)])
    return players


@pytest.mark.slow
def test_a_knockout_of_hostile_programs_ends_with_a_table(
    knockout_of_hostile_programs: dict[str, str], left_over: LeftOver, tmp_path: Path
) -> None:
    path = tmp_path / "x.db"
    limits = Limits(first_move_time=LIMIT + 1, move_time=LIMIT, memory=200 * 1024 * 1024)
    table = play_tournament(
        "ur", knockout_of_hostile_programs, format="knockout", seed=1, limits=limits, jobs=2, db=path
    )
    assert table.over and len(table.places) == len(HOSTILE)
    assert table.places[0].reached == max(place.reached or 0 for place in table.places)
    assert [place.reached for place in table.places].count(table.places[0].reached) == 1
    assert set(table.benched) < set(knockout_of_hostile_programs)
    with Store.reading(path) as store:
        assert store.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for game in store.games():
            assert store.record(game.number).verdict


@pytest.mark.slow
@pytest.mark.skipif(FAIRY is None or GPS is None, reason="fairy-stockfish or gpsshogi is not installed")
@pytest.mark.parametrize("game", ["minishogi", "shogi"])
def test_a_gauntlet_of_real_engines(game: str, tmp_path: Path, left_over: LeftOver) -> None:
    """Fairy-Stockfish at its best meets its lesser selves, GPS Shogi, and our players."""
    fairy = f"usi:{FAIRY}"
    who = [
        Entry("fairy-20", fairy, ("Skill Level=20",)),
        Entry("fairy-5", fairy, ("Skill Level=5",)),
        Entry("fairy-0", fairy, ("Skill Level=-10",)),
        Entry("greedy", "greedy"),
        Entry("random", "random"),
    ]
    if game == "shogi":
        who.append(Entry("gps", f"usi:{GPS}"))
    contest = configured(
        game,
        who,
        format="gauntlet",
        games=2,
        seed=1,
        max_plies=120,
        limits=Limits(move_time=0.05, start_time=60, grace=30),
    )
    with Store.create_or_open(tmp_path / "x.db", contest) as store:
        Runner(configuration=contest, store=store).run()
        table = Standings.of(contest, store.games())
    assert table.over and not any(place.faults for place in table.places)
    assert table.crosstable[0][4][0] == 2.0, "Fairy-Stockfish beats random play"


# -- more than one machine ----------------------------------------------------------


@pytest.mark.slow
def test_dask_plays_what_we_would_also_when_a_worker_dies(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    play_match("ur:tokens=3", "greedy", "random", games=120, seed=5, db=here)

    def kill_one(game: KeptGame) -> None:
        if game.number == 20:
            workers[0].kill()

    with executor_at(address) as (executor, size, _):
        play_match(
            "ur:tokens=3", "greedy", "random", games=120, seed=5, db=there, executor=executor, jobs=size,
            on_game=kill_one,
        )  # fmt: skip
    assert workers[0].wait(10) != 0
    assert told(there) == told(here)


class Client:
    """As much of Dask's as is asked after its health."""

    status = "running"
    workers = 1

    def nthreads(self) -> dict[str, int]:
        if self.workers < 0:
            raise OSError("the connection is closed")
        return {str(number): 1 for number in range(self.workers)}


@pytest.mark.parametrize(
    ("status", "workers", "lost", "said"),
    [
        ("running", 1, True, None),
        ("running", 0, True, "has no worker any more"),
        ("running", -1, False, "does not answer"),
        ("connecting", 1, False, "has ended"),
        ("closed", 1, True, "has ended"),
    ],
)
def test_the_health_of_a_cluster(
    status: str, workers: int, lost: bool, said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client()
    client.status, client.workers = status, workers
    health = executors._Health(client, "host:1")
    now = time.monotonic()
    if said != "has ended" or not lost:
        health.check(False)  # it may be well again soon
    monkeypatch.setattr("time.monotonic", lambda: now + 60)
    if said is None:
        health.check(lost)
    else:
        with pytest.raises(BadExecutor, match=f"the Dask scheduler at host:1 {said}"):
            health.check(lost)


def test_a_call_that_never_returns_is_waited_for_no_longer_than_said() -> None:
    with pytest.raises(TimeoutError):
        executors.within(0.05, lambda: time.sleep(3))
    with pytest.raises(ZeroDivisionError):
        executors.within(5, lambda: 1 // 0)
    assert executors.within(5, lambda: 7) == 7


class Losing(Executor):
    """Cancels every game, as Dask does when its scheduler ends."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.cancel()
        return future


def test_an_executor_that_gives_games_up_ends_the_contest_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.processes.executors.LOOK_EVERY", 0.05)
    with pytest.raises(BadContest, match=r"the executor has given up game \d; the games before are kept"):
        play_match("ur:tokens=1", "greedy", "random", games=2, seed=1, executor=Losing(), jobs=1)


class Silent(Executor):
    """Never plays a game."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        return Future()


def test_an_executor_that_finishes_no_game_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.processes.executors.LOOK_EVERY", 0.01)
    contest = configured("ur:tokens=1", entries("ur:tokens=1", ["greedy", "random"]), games=2, seed=1)
    looked: list[bool] = []

    def check(lost: bool) -> None:
        looked.append(lost)
        if len(looked) == 3:
            raise BadContest("nobody plays")

    with Store.in_memory(contest) as store, pytest.raises(BadContest, match="nobody plays"):
        Runner(configuration=contest, store=store, executor=Silent(), check=check).run()
    assert looked == [False] * 3


@pytest.mark.thorough
def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("boardgames.processes.executors.CONNECT_TIMEOUT", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"dask://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(BadExecutor, match="there is no Dask scheduler at"), executor_at(address):
            pass


@pytest.mark.thorough
def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("boardgames.processes.executors.CONNECT_TIMEOUT", 0.5)
    for address, said in {
        "dask://127.0.0.1:9": "there is no Dask scheduler at 127.0.0.1:9",
        "ray://somewhere": "dask://HOST:PORT",
        "dask": "dask://HOST:PORT",
    }.items():
        with pytest.raises(BadExecutor, match=said), executor_at(address):
            pass
