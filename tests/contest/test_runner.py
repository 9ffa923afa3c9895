"""Contests that are broken off, by whom and whatever it be, come out as if they had not been."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from boardgames.contest import (
    BadContest,
    BadEntrant,
    BadStore,
    KeptGame,
    Store,
    game_task,
    play_match,
    play_tournament,
    runner,
)
from boardgames.contest.configuration import Configuration
from boardgames.contest.play import configured, entries
from boardgames.contest.store import BENCHED
from boardgames.contest.unplayed import SET_ASIDE
from boardgames.core.model.options import BadOption
from boardgames.core.protocol.player import Player
from boardgames.processes import workers as pool
from boardgames.processes.workers import WorkerDied, Workers
from boardgames.records.game_record import GameRecord
from boardgames.referee import Interference, Limits
from tests.conftest import BOTS, ROOT
from tests.samples import few

PYTHON_BOT = f"{sys.executable} {BOTS / 'ur_first.py'}"

Told = tuple[list[tuple[object, ...]], list[GameRecord]]


def told(path: Path) -> Told:
    """All that a file says of games but how long they took."""
    with Store.reading(path) as store:
        games = store.games()
        records = [store.record(game.number) for game in games]
    return [tuple(game)[:11] for game in games], [attrs.evolve(record, times=()) for record in records]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """The match as it is played by nobody but us."""
    path = tmp_path_factory.mktemp("undisturbed") / "x.db"
    play_match("ur:tokens=2", "greedy", "random", games=40, seed=5, db=path)
    return told(path)


def command(path: Path, *more: str, p2: str = "random", games: int = 40) -> list[str]:
    return [
        sys.executable, "-m", "boardgames", "match", "ur" if p2 == PYTHON_BOT else "ur:tokens=2",
        "--p1", "greedy", "--p2", p2, "--games", str(games), "--seed", "5", "--db", str(path), "-j", "2", *more,
    ]  # fmt: skip


def played_on(words: list[str]) -> str:
    result = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [2, 3])
def test_workers_play_what_we_would(workers: int, undisturbed: Told, tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    heard: list[KeptGame] = []
    match = play_match("ur:tokens=2", "greedy", "random", games=40, seed=5, db=path, jobs=workers, on_game=heard.append)
    assert told(path) == undisturbed
    assert len(heard) == match.tally.games == 40


@pytest.mark.thorough
def test_any_executor_will_do(undisturbed: Told, tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with ThreadPoolExecutor(2) as executor:
        play_match("ur:tokens=2", "greedy", "random", games=40, seed=5, db=path, executor=executor)
    assert told(path) == undisturbed


def kill_and_resume(tries: int, rng: Random, tmp_path: Path, p2: str, games: int, most: float) -> None:
    """Kill the runner at random moments, going on each time; then see that nothing is missing, doubled or changed."""
    alone = tmp_path / "alone.db"
    whole = played_on(command(alone, p2=p2, games=games))
    path = tmp_path / "killed.db"
    for _ in range(tries):
        runner = subprocess.Popen(
            command(path, "--resume", p2=p2, games=games), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(rng.uniform(0.05, most))
        runner.kill()
        runner.wait()
    table = played_on(command(path, "--resume", p2=p2, games=games))
    assert told(path) == told(alone)
    assert without_times(table) == without_times(whole)


def without_times(table: str) -> list[str]:
    return [" ".join(line.split()) for line in table.splitlines() if " s used" not in line]


@pytest.mark.thorough
def test_a_runner_killed_outright(tmp_path: Path, left_over: Callable[[], list[str]]) -> None:
    kill_and_resume(1, Random(2), tmp_path, "random", 40, 2.0)


@pytest.mark.slow
def test_a_runner_killed_outright_twenty_times(tmp_path: Path, left_over: Callable[[], list[str]]) -> None:
    kill_and_resume(20, Random(1), tmp_path, PYTHON_BOT, 80, 5.0)


def our_workers() -> list[int]:
    """The worker processes of this one."""
    found = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(os.getpid())], capture_output=True, text=True
    ).stdout
    return [int(line.split()[0]) for line in found.splitlines() if "worker_process" in line]


@pytest.mark.thorough
def test_killed_workers_have_their_games_planned_again(
    undisturbed: Told, tmp_path: Path, left_over: Callable[[], list[str]]
) -> None:
    path = tmp_path / "x.db"
    killed: list[int] = []

    def kill_one(game: KeptGame) -> None:
        if not killed and game.number % 3 == 0 and (workers := our_workers()):
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    play_match("ur:tokens=2", "greedy", "random", games=40, seed=5, db=path, jobs=1, on_game=kill_one)
    assert len(killed) == 1
    assert told(path) == undisturbed


class Broken(Executor):
    """Has a worker die of each game whose number is among ``deadly``, and plays the others."""

    def __init__(self, *deadly: int) -> None:
        self.deadly = deadly
        self.tried: Counter[int] = Counter()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        planned = args[1]
        self.tried[planned.number] += 1
        future: Future[Any] = Future()
        if planned.number in self.deadly:
            future.set_exception(WorkerDied("a worker ended in the middle of a game"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_a_game_is_tried_three_times_then_set_aside_and_the_others_are_played(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    executor = Broken(3)
    score = play_match("ur:tokens=1", "greedy", "random", games=6, seed=1, executor=executor, db=path)
    assert executor.tried == {1: 1, 2: 1, 3: 3, 4: 1, 5: 1, 6: 1}
    assert score.tally.games == 6 and score.reasons[SET_ASIDE] == 1
    with Store.reading(path) as store:
        game = store.games()[2]
        assert (game.score, game.reason, game.fault) == (0.5, SET_ASIDE, None)
        assert game.detail == "it has brought down 3 workers: a worker ended in the middle of a game"
        record = store.record(3)
        assert record.verdict is None and not record.actions
    fresh = Broken(3)
    again = play_match("ur:tokens=1", "greedy", "random", games=6, executor=fresh, db=path, resume=True)
    assert not fresh.tried and again.tally == score.tally, "it is not met again"


def test_a_match_all_of_whose_games_bring_down_workers_ends() -> None:
    with pytest.raises(BadContest, match=r"3 games one after the other could not be finished; game \d+: .* 3 workers"):
        play_match("ur:tokens=1", "greedy", "random", games=100, seed=1, executor=Broken(*range(1, 101)))


def test_a_game_whose_program_is_stopped_is_tried_again_then_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process too, as after a worker's death."""
    real, tried = game_task.play, Counter[int]()

    def play(configuration: Any, planned: Any, masked: Any) -> Any:
        tried[planned.number] += 1
        if planned.number == 3 or (planned.number == 2 and tried[2] == 1):
            raise Interference("one was stopped")
        return real(configuration, planned, masked)

    monkeypatch.setattr(runner, "play", play)
    score = play_match("ur:tokens=1", "greedy", "random", games=4, seed=1)
    assert tried == {1: 1, 2: 2, 3: 3, 4: 1}
    assert score.tally.games == 4 and score.reasons[SET_ASIDE] == 1


DIES = """import os
from boardgames.core.protocol import Player

class Dies(Player):
    def choose(self, *told): os._exit(3)
"""
UR_OF_OTHERS = """import attrs, boardgames as bg
UR = bg.find('ur')
SPEC = attrs.evolve(UR, name='other', game=lambda options: UR.game(options))
"""


@pytest.mark.thorough
@pytest.mark.parametrize("ours", [True, False])
def test_a_player_whose_code_ends_its_worker_loses(ours: bool, tmp_path: Path) -> None:
    """If the other player and the game are ours; else it may be the game that does so."""
    (tmp_path / "dies.py").write_text(DIES)
    (tmp_path / "game.py").write_text(UR_OF_OTHERS)
    players = ("greedy", f"{tmp_path}/dies.py:Dies")
    if ours:
        score = play_match("ur:tokens=1", *players, games=2, seed=1, jobs=1)
        assert score.tally.wins == 2 and score.reasons == {"crash": 2}
        assert score.faults[1] == {"crash": 2}
    else:
        score = play_match(f"{tmp_path}/game.py:SPEC:tokens=1", *players, games=2, seed=1, jobs=1)
        assert score.tally.draws == 2 and score.reasons == {SET_ASIDE: 2}


class Disturbed(Executor):
    """Has a program of game 2 stopped unless it is played alone."""

    def __init__(self) -> None:
        self.played: list[tuple[int, bool]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.played.append((args[1].number, args[3]))
        if self.played[-1] == (2, False):
            future.set_exception(Interference("one was stopped"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_a_game_that_was_disturbed_is_played_alone_when_the_others_are_over() -> None:
    executor = Disturbed()
    score = play_match("ur:tokens=1", "greedy", "random", games=4, seed=1, executor=executor, jobs=4)
    assert executor.played == [(1, False), (2, False), (3, False), (4, False), (2, True)]
    assert score.tally.games == 4 and SET_ASIDE not in score.reasons


class BrokenBy(Broken):
    """Has a worker die of each game of one player."""

    def __init__(self, player: int) -> None:
        super().__init__()
        self.player = player

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.deadly = (args[1].number,) if self.player in args[1].players else ()
        return super().submit(fn, *args, **kwargs)


def test_a_player_whose_games_bring_down_workers_is_benched_and_the_others_play_on() -> None:
    players = {"bad": "random", "a": "greedy", "b": "random", "c": "random"}
    executor = BrokenBy(0)
    table = play_tournament("ur:tokens=1", players, games=4, seed=1, executor=executor, jobs=1)
    assert table.over and list(table.benched) == ["bad"]
    assert "could not be finished" in table.benched["bad"]
    played = {(one, other): games for one, row in enumerate(table.crosstable) for other, (_, games) in enumerate(row)}
    assert all(played[one, other] == 4 for one in range(4) for other in range(4) if one != other)
    bad = next(place for place in table.places if place.name == "bad")
    assert bad.tally.wins == 0 and bad.tally.draws == table.reasons[SET_ASIDE] < 12
    assert sum(executor.tried.values()) < 12 + 3 * 12


@pytest.mark.thorough
def test_a_program_that_kills_its_worker(tmp_path: Path, left_over: Callable[[], list[str]]) -> None:
    """Found by its process's ancestors, without a sandbox."""
    bot = tmp_path / "bot.py"
    bot.write_text(KILLER)
    words = [
        sys.executable, "-m", "boardgames", "tournament", "run", "--game", "ur:tokens=1",
        f"bad=plain:{sys.executable} {bot}", "a=greedy", "b=random", "c=random", "--games", "4", "--seed", "1",
        "-j", "2", "--db", str(tmp_path / "t.db"),
    ]  # fmt: skip
    first = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert first.returncode == 3 and "bad was benched" in first.stderr and "set aside" in first.stderr, first.stderr
    with Store.reading(tmp_path / "t.db") as store:
        games = store.games()
        assert len(games) == 24 and all(game.reason == "home" for game in games if 0 not in game.players)
    again = subprocess.run([*words, "--resume"], capture_output=True, text=True, timeout=120)
    assert again.returncode == 3 and again.stdout == first.stdout and "bad was benched" in again.stderr


KILLER = """
import os, sys
def parent(process):
    status = open(f"/proc/{process}/stat").read()
    return int(status[status.rindex(")") + 2:].split()[1])
for line in sys.stdin:
    word, *words = line.split()
    if word == "go":
        process = os.getppid()
        while process > 1 and "worker_process" not in open(f"/proc/{process}/cmdline").read():
            process = parent(process)
        if process > 1:
            os.kill(process, 9)
        print(words[0], flush=True)
"""


def test_workers_as_an_executor() -> None:
    with Workers(2) as workers:
        assert list(workers.map(abs, range(-9, 0))) == list(range(9, 0, -1))
        with pytest.raises(ZeroDivisionError):
            workers.submit(divmod, 1, 0).result()
        with pytest.raises(WorkerDied):
            workers.submit(os._exit, 3).result()
        assert workers.submit(divmod, 7, 2).result() == (3, 1)
    with pytest.raises(RuntimeError):
        workers.submit(abs, 1)


@pytest.mark.thorough
def test_dismissed_workers_break_off_what_they_do(
    left_over: Callable[[], list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "SHUTDOWN_TIMEOUT", 50.0)  # when one that does not break off would be killed
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    (tmp_path / "sleeper.py").write_text(
        "import pathlib, time\ndef sleep(path):\n    pathlib.Path(path).touch()\n    time.sleep(60)\n"
    )
    sleep = import_module("sleeper").sleep
    workers = Workers(1)
    futures = [workers.submit(sleep, str(tmp_path / "begun")) for _ in range(2)]
    while not (tmp_path / "begun").exists():
        time.sleep(0.01)
    begun = time.monotonic()
    workers.shutdown(cancel_futures=True)
    assert time.monotonic() - begun < 30
    assert all(future.done() for future in futures)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["match", pytest.param("tournament", marks=pytest.mark.thorough)])
def test_nohup(kind: str, tmp_path: Path) -> None:
    """A contest whose terminal closes goes on, if it was started with nohup: SIGHUP is ignored from the start."""
    module = tmp_path / "slow.py"
    module.write_text(
        "import time\n"
        "from pathlib import Path\n"
        "from boardgames.core.protocol.player import Player\n"
        "class Slow(Player):\n"
        "    def choose(self, state, clock):\n"
        "        Path(__file__).with_name('begun').touch()\n"
        "        while not Path(__file__).with_name('on').exists(): time.sleep(0.01)\n"
        "        return state.actions()[0]\n"
    )
    chosen = {
        "match": ["match", "ur:tokens=1", "--p1", f"{module}:Slow", "--p2", "random"],
        "tournament": ["tournament", "run", "ur:tokens=1", f"a={module}:Slow", "b=random"],
    }
    db = tmp_path / "x.db"
    runner = subprocess.Popen(
        [sys.executable, "-m", "boardgames", *chosen[kind], "--games", "2", "--db", str(db)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not (tmp_path / "begun").exists():
        assert time.monotonic() < deadline and runner.poll() is None
        time.sleep(0.02)
    runner.send_signal(signal.SIGHUP)
    time.sleep(0.2)
    (tmp_path / "on").touch()
    _, errors = runner.communicate(timeout=60)
    assert runner.returncode == 0, errors
    with Store.reading(db) as store:
        assert store.count() == 2


WORKER = [sys.executable, "-m", "boardgames.processes.worker_process"]


@pytest.mark.parametrize("sent", few([b"", b"\x80", pickle.dumps(sys.path)], b"\x80"), ids=["at once", "path", "game"])
def test_a_worker_whose_runner_ends_says_nothing(sent: bytes) -> None:
    """Before it was told where modules are, in the middle of that, and before its first game."""
    worker = subprocess.run(WORKER, input=sent, capture_output=True, timeout=60)
    assert (worker.returncode, worker.stderr) == (0, b"")


@pytest.mark.thorough
def test_a_worker_that_nobody_reads_says_nothing() -> None:
    worker = subprocess.Popen(WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert worker.stdin and worker.stdout and worker.stderr
    worker.stdout.close()
    worker.stdin.write(pickle.dumps(sys.path) + pickle.dumps((abs, (-1,), {})))
    worker.stdin.flush()
    assert worker.wait(60) == 0 and worker.stderr.read() == b""
    worker.stdin.close()
    worker.stderr.close()


@pytest.mark.thorough
def test_a_worker_ends_although_a_finalizer_swallows_the_signal(tmp_path: Path) -> None:
    (tmp_path / "stubborn.py").write_text(
        "import os, signal, time\n"
        "class Stubborn:\n"
        "    def __del__(self): os.kill(os.getpid(), signal.SIGTERM); time.sleep(0.01)\n"
        "def play():\n"
        "    Stubborn()\n"
        "    time.sleep(60)\n"
    )
    path = pickle.dumps([str(tmp_path), *sys.path])
    call = b"\x80\x04(cstubborn\nplay\n)}t."  # (stubborn.play, (), {})
    worker = subprocess.Popen(WORKER, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert worker.stdin and worker.stderr
    worker.stdin.write(path + call)
    worker.stdin.flush()
    assert worker.wait(30) == 0 and worker.stderr.read() == b""
    worker.stdin.close()
    worker.stderr.close()


@pytest.mark.thorough
def test_a_frozen_worker_does_not_keep_its_runner(
    left_over: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "SHUTDOWN_TIMEOUT", 0.2)
    workers = Workers(1)
    assert workers.submit(abs, -1).result() == 1
    frozen = workers.submit(time.sleep, 60)
    (process,) = our_workers()
    os.kill(process, signal.SIGSTOP)
    done = threading.Thread(target=workers.shutdown, kwargs={"cancel_futures": True}, daemon=True)
    done.start()
    done.join(30)
    assert not done.is_alive() and our_workers() == []
    with pytest.raises(WorkerDied):
        frozen.result(1)


def played(path: Path) -> int:
    try:
        with Store.reading(path) as store:
            return store.count()
    except BadStore:  # it is being made
        return 0


@pytest.mark.thorough
def test_interrupted_at_the_keyboard(undisturbed: Told, tmp_path: Path, left_over: Callable[[], list[str]]) -> None:
    path = tmp_path / "x.db"
    words = command(path, "-j", "1", p2=PYTHON_BOT, games=400)
    runner = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    while not played(path) and time.monotonic() < deadline:
        time.sleep(0.05)
    runner.send_signal(signal.SIGINT)
    _, errors = runner.communicate(timeout=60)
    assert runner.returncode == 130
    assert b"--resume goes on" in errors and b"Traceback" not in errors
    assert sorted(os.listdir(tmp_path)) == ["x.db", "x.db-seed"]


# -- programs that do not get going ------------------------------------------------


def test_who_cannot_get_going_is_benched_and_the_rest_goes_on() -> None:
    players = {"good": "greedy", "gone": "/nowhere/at/all", "easy": "random"}
    for format in ("roundrobin", "swiss", "knockout"):
        table = play_tournament("ur:tokens=2", players, format=format, games=6, seed=1)
        assert table.over and set(table.benched) == (
            {"gone"} if table.crosstable[1][0][1] + table.crosstable[1][2][1] > 2 else set()
        )
        gone = next(place for place in table.places if place.name == "gone")
        assert gone.tally.wins == 0 and gone.faults == {"not started": gone.tally.games}
    assert BENCHED


def test_a_benched_player_stays_benched_when_a_tournament_goes_on(tmp_path: Path) -> None:
    """The program would get going by now; the games that it lost unplayed were lost by everybody's rules."""
    players = {"good": "greedy", "gone": str(tmp_path / "gone"), "easy": "random"}
    settings: dict[str, Any] = {"games": 6, "seed": 1, "db": tmp_path / "x.db"}

    def interrupt(game: KeptGame) -> None:
        if game.detail == BENCHED:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_tournament("ur:tokens=1", players, **settings, on_game=interrupt)
    program = tmp_path / "gone"
    program.write_text(f"#!/bin/sh\nexec {PYTHON_BOT}\n")
    program.chmod(0o755)
    table = play_tournament("ur:tokens=1", players, **settings, resume=True)
    assert table.over and list(table.benched) == ["gone"] and "no program" in table.benched["gone"]
    with Store.reading(tmp_path / "x.db") as store:
        assert sum(game.detail == BENCHED for game in store.games()) == 9, "all but three of its twelve"


def test_a_match_with_nobody_is_over() -> None:
    match = play_match("ur:tokens=2", "greedy", "/nowhere/at/all", games=50, seed=1)
    assert match.tally.games == 3 and "no program" in " ".join(match.benched.values())


def test_one_good_game_clears_the_account(tmp_path: Path) -> None:
    bot = tmp_path / "moody.sh"
    count = tmp_path / "count"
    bot.write_text(f"#!/bin/sh\necho >> {count}\n[ $(($(wc -l < {count}) % 3)) = 0 ] && exec {PYTHON_BOT}\nexit 1\n")
    bot.chmod(0o755)
    match = play_match("ur", str(bot), "random", games=6, seed=1)
    assert match.tally.games == 6 and not match.benched and match.faults[0].total() == 4


# -- what is refused before anything is played -------------------------------------


def test_what_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(BadEntrant, match="Nor is 'usi' a protocol of ur"):
        play_match("ur", "greedy", "usi:engine")
    with pytest.raises(BadContest, match="at this terminal"):
        play_match("ur", "greedy", "human")
    with pytest.raises(BadContest, match="cannot tell ur_first that a game does not begin at its start"):
        play_match("ur", "greedy", PYTHON_BOT, openings="random:4")
    with pytest.raises(BadContest, match="is over before 5000 random plies"):
        play_match("ur:tokens=1", "greedy", "random", openings="random:5000")
    with pytest.raises(BadContest, match="random:PLIES"):
        play_match("ur", "greedy", "random", openings="random:many")
    openings = tmp_path / "openings.txt"
    openings.write_text("# two\n\n0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 -\nnonsense\n")
    with pytest.raises(BadContest, match=r"openings.txt, line 4: "):
        play_match("ur", "greedy", "random", openings=str(openings))
    with pytest.raises(BadContest, match="in which file"):
        play_match("ur", "greedy", "random", resume=True)


@pytest.mark.parametrize(
    ("openings", "said"),
    [
        ("\0", "cannot read openings from .*no file has such a name"),
        ("/dev/zero", "is larger than a file of openings may be"),
        (".", "cannot read openings from . .Is a directory"),
    ],
)
def test_openings_that_are_no_file(openings: str, said: str) -> None:
    with pytest.raises(BadContest, match=said):
        play_match("ur", "greedy", "random", openings=openings)


@pytest.mark.parametrize("chosen", ["random:3", "FILE"])
def test_opponents_of_a_gauntlet_meet_the_same_openings(chosen: str, tmp_path: Path) -> None:
    positions = [f"0,0,0,0,0,0,{cell} 0,0,0,0,0,0,0 0 -" for cell in range(1, 8)]
    if chosen == "FILE":
        (tmp_path / "o.txt").write_text("\n".join(positions))
        chosen = str(tmp_path / "o.txt")
    players, db = {"a": "greedy", "b": "random", "c": "random"}, tmp_path / "x.db"
    play_tournament("ur", players, format="gauntlet", games=10, rounds=2, openings=chosen, max_plies=5, seed=1, db=db)
    starts: dict[str, list[str]] = {"b": [], "c": []}
    with Store.reading(db) as store:
        for game in store.games():
            record = store.record(game.number)
            starts[next(name for name in record.names if name != "a")].append(record.start)
    assert starts["b"] == starts["c"] and len(set(starts["b"])) > 5
    assert starts["b"][::2] == starts["b"][1::2], "a pair shares its opening"


class Refuses(Player):
    """It finds out before its first game that it cannot play."""

    def prepare(self, start: object) -> None:
        raise BadOption("not today")


def refusing(db: Path, **more: Any) -> None:
    play_match("ur:tokens=1", Refuses(), "random", games=2, db=db, **more)


def test_a_contest_that_cannot_begin_leaves_no_file(tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    with pytest.raises(BadEntrant, match="not today"):
        refusing(db)
    assert list(tmp_path.iterdir()) == []
    play_match("ur:tokens=1", "greedy", "random", games=2, db=db, seed=1)
    with pytest.raises(BadStore, match="another contest"):
        refusing(db, resume=True)
    with Store.reading(db) as store:
        assert store.count() == 2, "a file with games stays"


@pytest.mark.thorough
def test_a_contest_without_its_scheduler_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadContest, match="no Dask scheduler"):
        play_match("ur:tokens=1", "greedy", "random", games=2, db=tmp_path / "x.db", executor="dask://127.0.0.1:1")
    assert list(tmp_path.iterdir()) == []


def test_a_file_without_games_stays_if_it_was_there_or_its_player_was_interrupted(tmp_path: Path) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    db = tmp_path / "x.db"
    play = partial(play_match, "ur:tokens=1", "greedy", "random", games=2, seed=1, db=db)
    with pytest.raises(KeyboardInterrupt):
        play(on_start=interrupt)
    assert db.exists()

    def fail(*_: object) -> None:
        raise BadContest("nobody plays")

    with pytest.raises(BadContest, match="nobody plays"):
        play(resume=True, on_start=fail)
    assert play(resume=True).played == 2


def test_a_pair_shares_its_opening(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    play_match("ur:tokens=3", "greedy", "random", games=8, seed=1, openings="random:5", db=path)
    with Store.reading(path) as store:
        starts = [store.record(number).start for number in range(1, 9)]
    assert starts[::2] == starts[1::2] and len(set(starts)) == 4
    listed = tmp_path / "openings.txt"
    listed.write_text(f"# these two\n{starts[0]}\n{starts[2]}\n")
    play_match("ur:tokens=3", "greedy", "random", games=8, seed=1, openings=str(listed), db=tmp_path / "y.db")
    with Store.reading(tmp_path / "y.db") as store:
        assert [store.record(number).start for number in (1, 2, 3, 4, 5, 6)] == starts[:4] + starts[:2]


@pytest.mark.thorough
def test_limits_reach_the_players() -> None:
    hangs = "python3 -c 'import time; time.sleep(60)'"
    match = play_match("ur:tokens=2", hangs, "random", games=2, seed=1, limits=Limits(move_time=0.3), jobs=1)
    assert match.faults[0] == {"timeout": 2} and list(match.fields()["faults"].values()) == [{"timeout": 2}]


class Backwards(Executor):
    """Plays games by the score, the last first."""

    _max_workers = 10

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, partial(fn, *args, **kwargs)))
        while len(self.waiting) == 2 * self._max_workers:
            for each, call in (self.waiting.pop() for _ in range(2 * self._max_workers)):
                each.set_result(call())
        return future


@pytest.mark.thorough
def test_the_test_decides_alike_in_whatever_order_games_end(tmp_path: Path) -> None:
    matches = [
        play_match("ur:tokens=2", "greedy", "random", games=400, seed=3, sprt="elo0=0,elo1=60", executor=executor)
        for executor in (None, Backwards())
    ]
    assert matches[0].sprt is not None and matches[0].sprt.accepted == "H1"
    assert matches[0].tally == matches[1].tally
    assert matches[0].tally.games < 400


def test_without_swapping_the_test_weighs_single_games() -> None:
    match = play_match("ur:tokens=2", "greedy", "random", games=401, seed=3, swap=False, sprt="elo0=0,elo1=60")
    assert match.sprt is not None and match.sprt.accepted == "H1"
    assert tuple(match.sprt.counts) == match.tally.single.counts and match.tally.pairs == (0, 0, 0, 0, 0)


def test_a_game_whose_rules_break_down_ends_the_contest_with_a_word(tmp_path: Path) -> None:
    rules = (ROOT / "examples" / "hexapawn.py").read_text(encoding="utf-8")
    broken = tmp_path / "broken.py"
    broken.write_text(
        rules.replace(
            "    def apply(", "    def apply(self, action):\n        raise ZeroDivisionError('oh')\n\n    def unused("
        )
    )
    with pytest.raises(BadContest, match=r"game [12] cannot be played: ZeroDivisionError: oh"):
        play_match(f"{broken}:SPEC", "random", "random", names=["a", "b"], games=2, jobs=1)


def test_a_configuration_that_is_not_text_plays_too() -> None:
    class First(Player):
        def choose(self, state: object, clock: object) -> Any:
            return state.actions()[0]  # type: ignore[attr-defined]

    assert play_match("ur:tokens=2", First(), "random", games=4, seed=1).tally.games == 4
    contest = configured("ur:tokens=2", entries("ur:tokens=2", [First(), "random"]), seed=1)
    assert isinstance(contest, Configuration) and "First" in contest.json()
