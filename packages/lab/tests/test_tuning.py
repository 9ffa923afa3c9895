"""Tuning: the climb finds what is best, whatever breaks it off, and says what it cannot tune."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import tanh
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from boardgames_lab import tune
from boardgames_lab.tuning import methods
from boardgames_lab.tuning.course import TuningCourse
from boardgames_lab.tuning.methods import METHODS, Method, TpeMethod
from boardgames_lab.tuning.ranges import Range, Tunable
from boardgames_lab.tuning.settings import Tuning
from boardgames_lab.tuning.spsa import Spsa
from typing_extensions import override

import boardgames as bg
from boardgames.contest import BadContest, BadEntrant, BadStore, Store
from boardgames.contest.configuration import Configuration, Entry
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.model.options import option
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player, Resign
from tests.command import Run
from tests.samples import few

BEST = (0.3, 0.8, 0.55)


def strength(point: Sequence[float]) -> float:
    """A hill, as steep as constants of a search are: the worst corner is some 200 Elo behind the top."""
    return -sum((value - best) ** 2 for value, best in zip(point, BEST, strict=True))


def score(one: Sequence[float], other: Sequence[float], pairs: int, rng: Random) -> float:
    """The score of noisy games."""
    chance = 0.5 + 0.5 * tanh(0.6 * (strength(one) - strength(other)))
    return sum(rng.random() < chance for _ in range(2 * pairs)) / (2 * pairs)


@pytest.mark.parametrize("seed", range(4))
def test_spsa_climbs_a_noisy_hill(seed: int) -> None:
    rng = Random(seed)
    spsa = Spsa((0.9, 0.1, 0.1), steps=1500, pairs=4, rng=Random(f"signs {seed}"))
    for _ in range(1500):
        ((one, other),) = spsa.ask()
        assert all(0 <= value <= 1 for value in (*one, *other))
        spsa.tell([score(one, other, 4, rng)])
    assert max(abs(value - best) for value, best in zip(spsa.best, BEST, strict=True)) < 0.2


def test_spsa_stays_where_nothing_matters() -> None:
    spsa = Spsa((0.5, 0.5), steps=200, pairs=1, rng=Random(1))
    for _ in range(200):
        spsa.ask()
        spsa.tell([0.5])
    assert spsa.best == (0.5, 0.5)


@pytest.mark.parametrize("name", few(["spsa", "cma", "tpe"], "spsa"))
def test_each_method_climbs_and_does_the_same_again(name: str) -> None:
    def climbed() -> tuple[Method, list[Any]]:
        rng, course = Random(7), []
        method = METHODS[name][0]((0.9, 0.1, 0.1), 120, 16, Random(3))
        for _ in range(120 if name == "spsa" else 25):
            asked = list(method.ask())
            course.append(asked)
            method.tell([score(one, (0.9, 0.1, 0.1) if other is None else other, 16, rng) for one, other in asked])
        return method, course

    method, course = climbed()
    assert strength(method.best) > strength((0.9, 0.1, 0.1)) / 3
    assert climbed()[1] == course


@pytest.mark.parametrize(("count", "best"), [(0, (0.5, 0.5)), (4, (0.8, 0.2)), (10, (0.75, 0.25))])
def test_the_best_of_tpe_is_the_mean_of_the_points_that_scored_most(count: int, best: tuple[float, float]) -> None:
    """One of five, and the start before there are any; without the library, which takes long to import."""
    scores = [0.3, 0.8, 0.1, 0.2, 0.7, 0.4, 0.6, 0.5, 0.0, 0.25]
    told = SimpleNamespace(scored=[(score, (score, 1 - score)) for score in scores[:count]], start=(0.5, 0.5), TOP=5)
    mean: Any = TpeMethod.best
    assert mean.fget(told) == pytest.approx(best)


# -- ranges -----------------------------------------------------------------------


def test_a_range_in_words() -> None:
    whole, fine = Range.parse("playout=50..300"), Range.parse(" exploration=1.2..3 ")
    assert [whole.value(place) for place in (0.0, 0.5, 1.0)] == [50, 175, 300]
    assert [fine.value(place) for place in (0.0, 0.5, 1.0)] == [1.2, 2.1, 3.0]
    assert (whole.place(175), whole.place(9), whole.place(None)) == (0.5, 0.5, 0.5)
    assert Range.parse("x=-5..5").value(0.0) == -5


def test_a_player_may_begin_at_either_end_of_a_range() -> None:
    whole = Range.parse("playout=50..300")
    assert (whole.place(50), whole.place(300)) == (0.0, 1.0)


@pytest.mark.parametrize(
    "text",
    [
        "playout",
        "playout=50",
        "playout=50..",
        "playout=a..b",
        "=1..2..3",
        "x=300..50",
        "x=5..5",
        "x=1e3..1e9",
        "x=nan..1",
    ],
)
def test_ranges_that_make_no_sense(text: str) -> None:
    with pytest.raises(BadContest, match=r"LO\.\.HI"):
        Range.parse(text)


PLAYER = "mcts:nodes=50,playout=4"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"vary": []}, "say what to tune"),
        ({"vary": ["playouts=1..2"]}, "there is no option 'playouts'"),
        ({"vary": ["judgement=1..2"]}, "judgement is not a number"),
        ({"vary": ["playout=50..9000000"]}, "from 0 to 1000000"),
        ({"vary": ["playout=1.5..20"]}, "whole number"),
        ({"vary": ["playout=1..2", "playout=3..4"]}, "two ranges"),
        ({"vary": ["time=1..2"]}, "say in the text of the player where time starts"),
        ({"vary_set": ["Hash=1..2"]}, "--vary-set"),
        ({"vary": ["playout=1..2"], "vary_set": ["Hash=1..2"]}, "--vary-set"),
        ({"vary": ["playout=1..2"], "method": "genetic"}, "spsa, cma, tpe"),
        ({"vary": ["playout=1..2"], "pairs": 0}, "pairs: expected"),
        ({"vary": ["playout=1..2"], "games": 4}, "fewer than the 8"),
        ({"vary": ["playout=1..2"], "swap": False}, "leave swap on"),
        ({"vary": ["playout=1..2"], "sprt": "elo0=5,elo1=0"}, "elo0 must be below"),
    ],
)
def test_what_cannot_be_tuned(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises((BadContest, BadEntrant), match=told):
        tune("minishogi", PLAYER, **{"games": 16, **arguments})


def test_players_that_have_nothing_to_tune() -> None:
    for player, ranges, told in (
        ("plain:./bot", {"vary": ["x=1..2"]}, "--vary-set"),
        ("usi:./bot", {"vary_set": ["x=1..2"], "settings": ["x"]}, "NAME=VALUE"),
        ("boardgames.players:Perfect", {"vary": ["x=1..2"]}, "takes no options"),
        ("random", {"vary": ["x=1..2"]}, "there are: none"),
    ):
        with pytest.raises((BadContest, BadEntrant), match=told):
            tune("minishogi", player, games=16, **ranges)  # type: ignore[arg-type]
    with pytest.raises((BadContest, BadEntrant)):
        tune("ur", "greedy", vary=["playout=1..2"], games=16)


@pytest.mark.parametrize("method", ["cma", "tpe"])
def test_a_missing_library_is_told(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(methods, "version", missing)
    with pytest.raises(BadContest, match=r"abstract-boardgames-lab\[tune\]"):
        tune("minishogi", PLAYER, vary=["playout=1..2"], method=method)


def test_the_start_is_the_player_with_its_values_written_out() -> None:
    ranges = [Range.parse("exploration=0.5..3"), Range.parse("playout=2..6")]
    tunable = Tunable.of(Entry("x", "mcts:nodes=9"), ranges, bg.find("minishogi"))
    assert tunable.start_point == (0.2, 0.5)
    assert tunable.as_given().player == "mcts:nodes=9"
    assert tunable.at((0.0, 1.0)).player == "mcts:nodes=9,playout=6,exploration=0.5"
    tunable = Tunable.of(Entry("x", "usi:./engine", ["A=5", "B=x"]), [Range("A", 0, 10, True, True)], bg.find("shogi"))
    assert tunable.start_point == (0.5,)
    assert tunable.at((1.0,)).settings == ("B=x", "A=10")


# -- games ------------------------------------------------------------------------


@attrs.frozen
class SkillOptions:
    """The nearer to 70, the more games it wins."""

    skill: int = option(10, "where it stands", least=0, most=100)


class Skilled(Player):
    """Resigns at once, the sooner the worse it is."""

    def __init__(self, skill: int, rng: Random) -> None:
        self.patience = 100 - abs(skill - 70) + rng.gauss(0, 20)
        self.turns = 0

    @override
    def choose(self, state: Any, clock: Clock) -> Any:
        self.turns += 10
        return Resign() if self.turns > self.patience else state.actions()[0]


SKILLED = PlayerSpec(
    name="skilled",
    summary="for tests",
    options=SkillOptions,
    player=lambda spec, options, rng: Skilled(options.skill, rng),
)
TEXT = f"{__name__}:SKILLED"
RANGE = "skill=0..100"


@pytest.mark.thorough
def test_a_tuning_finds_what_is_better_and_proves_it() -> None:
    course = tune("ur", TEXT, vary=[RANGE], games=640, seed=2, sprt="elo0=0,elo1=50")
    assert 50 < course.best["skill"] < 90
    assert course.accepted == "H1"
    fields = course.fields()
    assert fields["player"] == f"{TEXT}:skill={course.best['skill']}"
    assert (fields["start"], fields["games"], fields["trials"]) == ({"skill": 10}, 640, 80)
    assert fields["test"]["sprt"]["accepted"] == "H1"
    assert len(fields["path"]) == 81
    assert "They are better than the start." in course.sentence()
    picture = course.svg()
    assert "skill" in picture
    assert "640 games" in picture


@pytest.mark.parametrize("method", few(["spsa", "cma", "tpe"], "spsa"))
def test_a_tuning_goes_on_where_it_was_broken_off(method: str, tmp_path: Path) -> None:
    """The same games are played, whatever broke it off; and nothing is played again."""

    def tuned(db: Path, most: int | None = None) -> dict[str, Any]:
        played = 0

        def counted(game: Any) -> None:
            nonlocal played
            played += 1
            if played == most:
                raise KeyboardInterrupt

        course = tune("ur", TEXT, vary=[RANGE], games=48, pairs=2, method=method, seed=2, db=db, on_game=counted)
        return {**course.fields(), "test": course.accepted, "played": played}

    whole = tuned(tmp_path / "whole.db")
    for most in (3, 16, 35):
        with pytest.raises(KeyboardInterrupt):
            tuned(tmp_path / "broken.db", most)
    resumed = tuned(tmp_path / "broken.db")
    assert whole["played"] - resumed["played"] == 54
    assert {**resumed, "played": 0} == {**whole, "played": 0}
    again = tuned(tmp_path / "broken.db")
    assert again == {**resumed, "played": 0}
    with pytest.raises(BadStore, match=r"tuning vary: skill=0\.\.100, not skill=0\.\.99"):
        tune("ur", TEXT, vary=["skill=0..99"], games=48, pairs=2, method=method, seed=2, db=tmp_path / "broken.db")
    with Store.reading(tmp_path / "broken.db") as store:
        players = {player.player for number in range(1, 49) for player in store.record(number).players}
    assert len(players) > 9, "records tell what played"


def test_games_played_at_a_time_are_the_same_games() -> None:
    alone = tune("ur", TEXT, vary=[RANGE], games=32, seed=2)
    with ThreadPoolExecutor(3) as executor:
        together = tune("ur", TEXT, vary=[RANGE], games=32, seed=2, executor=executor)
    assert together.path == alone.path
    assert together.best == alone.best


@pytest.mark.thorough
def test_a_killed_command_goes_on(tmp_path: Path) -> None:
    words = [
        sys.executable, "-m", "boardgames", "tune", "ur", "--player", "alphabeta:nodes=400,level=1", "--vary",
        "nodes=100..400", "--games", "64", "--seed", "5", "--db", "tune.db", "-j", "2", "--json",
    ]  # fmt: skip
    process = subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with Store.reading(tmp_path / "tune.db") as store:
                if store.count() >= 10:
                    break
        except BadStore:
            pass
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    with Store.reading(tmp_path / "tune.db") as store:
        kept = store.count()
    assert kept >= 10
    result = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert result.returncode in (0, 4, 5), result.stderr
    assert json.loads(result.stdout)["games"] == 64


def test_a_player_that_cannot_start(run: Run, tmp_path: Path) -> None:
    words = ("tune", "shogi", "--player", "usi:./nothing", "--vary-set", "Hash=1..9", "--games", "16", "--json")
    done = run(*words, "--db", "tune.db")
    assert done.returncode == 3 and "tuned could not get going three times in a row" in done.stderr
    assert "nothing" in json.loads(done.stdout)["benched"]
    with Store.reading(tmp_path / "tune.db") as store:
        assert store.count() >= 3


def test_the_player_is_told_as_a_shell_takes_it() -> None:
    configuration = Configuration(
        game="shogi",
        entries=[Entry(name, "usi:my engine", ["Skill Level=5"]) for name in ("tuned", "start")],
        games=16,
        tuning=attrs.asdict(Tuning(vary_set=["Skill Level=0..20"], games=8)),
    )
    told = TuningCourse(configuration).sentences()[-1]
    assert told == "The player is 'usi:my engine' --set 'Skill Level=5'"


def test_a_picture_that_cannot_be_drawn_is_refused_before_the_games(run: Run, tmp_path: Path) -> None:
    words = ("tune", "ur:tokens=1", "--player", "mcts:nodes=4", "--vary", "exploration=0.5..4", "--db", "tune.db")
    done = run(*words, "--plot", "missing/course.svg")
    assert done.returncode == 2 and "missing/course.svg" in done.stderr
    assert not (tmp_path / "tune.db").exists()


def test_a_file_of_a_method_that_we_lack_is_named(tmp_path: Path) -> None:
    tune("ur:tokens=1", "mcts:nodes=4", vary=["exploration=0..4"], games=8, seed=1, db=tmp_path / "tune.db")
    with sqlite3.connect(tmp_path / "tune.db") as connection:
        connection.execute("UPDATE contest SET configuration = replace(configuration, '\"spsa\"', '\"later\"')")
    with (
        Store.reading(tmp_path / "tune.db") as store,
        pytest.raises(BadContest, match="method: expected one of spsa"),
    ):
        TuningCourse.of(store.configuration, [])


def test_on_the_command_line(run: Run, tmp_path: Path) -> None:
    words = ("tune", "ur:tokens=1", "--player", "mcts:nodes=4", "--vary", "exploration=0.5..4", "--games", "16")
    done = run(*words, "--seed", "1", "--plot", "course.svg", "--db", "tune.db")
    assert done.returncode in (0, 4, 5), done.stderr
    assert "The player is mcts:" in done.stdout
    assert (tmp_path / "course.svg").read_text(encoding="utf-8").startswith("<svg")
    assert json.loads(run(*words, "--db", "tune.db", "--json").stdout)["games"] == 16
    for refused in (run(*words[:4], "--vary", "x=1..2"), run(*words[:4], "--vary", "nodes=9..2"), run(*words[:4])):
        assert refused.returncode == 2
        assert "Error:" in refused.stderr
