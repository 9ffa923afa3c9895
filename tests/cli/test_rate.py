"""``boardgames rate``, as its users meet it."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from boardgames.cli import command
from boardgames.contest import BadStore, Store
from tests.command import threads_as_workers
from tests.samples import cases

Run = Callable[..., Result]
RATE = ("rate", "ur", "--seed", "1")
GOOD = f"{sys.executable} -m boardgames bot ur alphabeta:level=5 --seed 1"
BROKEN = "print('nonsense', flush=True)"
MODULE = """
import time

from boardgames.core.protocol.player import Player


class Last(Player):
    def choose(self, state, clock):
        return state.actions()[-1]


class Slow(Last):
    asked = 0

    def choose(self, state, clock):
        self.asked += 1
        time.sleep(60 * (self.asked > 2))
        return super().choose(state, clock)
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an empty folder; its games are played in this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "bots_to_rate.py").write_text(MODULE)
    handler = signal.getsignal(signal.SIGTERM)

    def run(*words: str) -> Result:
        try:
            with threads_as_workers():
                return CliRunner().invoke(command, [*words])
        finally:
            signal.signal(signal.SIGTERM, handler)

    return run


def rated(run: Run, bot: str, *words: str) -> dict[str, Any]:
    result = run(*RATE, "--player", bot, "--json", *words)
    assert result.exit_code == 0, result.output
    fields: dict[str, Any] = json.loads(result.stdout)
    low, high = fields["level_interval"]
    assert 0 <= low <= fields["level"] <= high <= 10
    assert fields["games"] == fields["wins"] + fields["draws"] + fields["losses"]
    return fields


def test_a_player(run: Run) -> None:
    fields = rated(run, "alphabeta:level=3", "--games", "20")
    low, high = fields["level_interval"]
    assert fields["games"] == 20 and low < 3 < high and fields["faults"] == {}
    assert fields["error"] > fields["anchor_error"] > 5
    assert fields["interval"][0] < fields["elo"] < fields["interval"][1]
    assert set(fields["next"].partition("=")[2]) <= set("23456")
    assert fields["lost_by"] == {"home": fields["losses"]}
    said = run(*RATE, "--player", "alphabeta:level=3", "--games", "20").stdout
    assert said.splitlines()[-1].endswith(shlex.join(shlex.split(fields["command"])))
    assert f"{fields['elo']:.0f} ± {fields['error']:.0f}" in said


@pytest.mark.thorough
def test_more_games_narrow_the_interval(run: Run) -> None:
    few, many = (rated(run, "greedy", "--games", games) for games in ("20", "120"))
    assert many["error"] < few["error"] / 1.5


def test_a_class_of_a_module(run: Run) -> None:
    fields = rated(run, "bots_to_rate:Last", "--games", "20")
    assert fields["player"] == "last" and fields["level"] < 5 and fields["faults"] == {}


def test_a_program_that_faults(run: Run) -> None:
    fields = rated(run, shlex.join([sys.executable, "-c", BROKEN]), "--games", "12")
    assert fields["losses"] == 12 and sum(fields["faults"].values()) == 12
    assert fields["lost_by"] == fields["faults"] and not {"timeout", "not started"} & set(fields["faults"])
    assert fields["elo"] is None and fields["interval"][0] is None and fields["level_interval"][0] == 0
    said = run(*RATE, "--player", shlex.join([sys.executable, "-c", BROKEN]), "--games", "2").stdout.splitlines()
    assert " forfeited every game" in said[-1] and "boardgames check" in said[-1]
    assert not any("next stronger" in line for line in said)


@pytest.mark.thorough
def test_a_program_that_is_too_slow(run: Run) -> None:
    program = f"{sys.executable} -m boardgames bot ur bots_to_rate:Slow"
    fields = rated(run, program, "--games", "4", "--first-move-time", "20", "--move-time", "0.3")
    assert fields["faults"] == {"timeout": 4} and fields["losses"] == 4


@pytest.mark.thorough
def test_a_good_program(run: Run) -> None:
    fields = rated(run, GOOD, "--games", "30", "--name", "mine")
    low, high = fields["level_interval"]
    assert fields["player"] == "mine" and fields["faults"] == {}
    assert low < 7 and high > 3


def test_a_program_that_cannot_start(run: Run) -> None:
    result = run(*RATE, "--player", "plain:./nothing", "--games", "12", "--json")
    assert result.exit_code == 3
    fields = json.loads(result.stdout)
    assert 3 <= fields["games"] <= 4, "another game may have begun"
    assert fields["faults"] == {"not started": fields["games"]} and "nothing" in fields["benched"]
    assert "could not get going" in result.stderr
    assert run(*RATE, "--player", "plain:./nothing", "--games", "12").stdout == ""


def test_an_opponent_that_cannot_start(run: Run) -> None:
    Path("anchors.json").write_text(
        json.dumps({"players": ["random", "plain:./nothing"], "elo": [500, 510], "covariance": [[9, 0], [0, 9]]})
    )
    result = run(*RATE, "--player", "greedy", "--anchors", "anchors.json", "--json")
    assert result.exit_code == 3 and "nothing could not get going" in result.stderr
    assert "nothing" in json.loads(result.stdout)["benched"]


def test_one_game_is_a_game(run: Run) -> None:
    said = run(*RATE, "--player", "random", "--games", "1").stdout
    assert "lost its only game (level" in said and "It lost 1 game by: home 1" in said


@cases(
    "words",
    [
        ("rate", "ur"),
        ("rate", "ur:tokens=2", "--player", "greedy"),
        ("rate", "ur", "--player", "greedy", "--until", "0"),
        ("rate", "ur", "--player", "greedy", "--anchors", "missing.json"),
        ("rate", "ur", "--player", "greedy", "--no-swap"),
        ("rate", "ur", "--player", "ggreedy"),
    ],
)
def test_wrong_usage(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2 and "Traceback" not in result.output


@pytest.mark.thorough
@pytest.mark.parametrize("ended_by", [signal.SIGKILL, signal.SIGINT])
def test_the_same_command_goes_on(run: Run, ended_by: signal.Signals) -> None:
    """A rating that was killed or interrupted goes on, from its file, to the same end."""
    words = ("rate", "ur", "--player", "greedy", "--games", "30", "--json", "--seed", "7", "--db")
    whole = json.loads(run(*words, "whole.db").stdout)
    started = [sys.executable, "-m", "boardgames", *words, "r.db"]
    process = subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        while kept_games("r.db") < 4:
            assert process.poll() is None, "it was over too soon"
            time.sleep(0.02)
    finally:
        os.kill(process.pid, ended_by)
        said, complaint = process.communicate()
    assert 4 <= kept_games("r.db") < 30
    if ended_by == signal.SIGINT:
        assert process.returncode == 130 and "the same command goes on" in complaint
        assert not json.loads(said)["over"]
    again = json.loads(run(*words, "r.db").stdout)
    for untimed in (whole, again):
        del untimed["seconds"], untimed["slowest"]
    assert again == whole and again["over"]


def kept_games(db: str) -> int:
    try:
        with Store.reading(db) as store:
            return store.count()
    except BadStore:
        return 0
