"""The numbers that bots print in the games of a contest stand in its tables, as the mean of a game."""

from __future__ import annotations

import json
import shlex
import sqlite3
import sys
from pathlib import Path

import pytest

from boardgames.contest import BadStore, Entry, play_match, play_rating, play_tournament
from boardgames.contest.store import Store
from boardgames.records.printed_numbers import LONGEST, MOST, game_numbers
from tests.command import Run
from tests.conftest import ROOT


@pytest.fixture
def counting(tmp_path: Path) -> str:
    """A bot of Ur that prints how often it has answered, and 2 each time to be added."""
    path = tmp_path / "counting.py"
    path.write_text(
        "import builtins, runpy, sys\n_print, answers = print, []\n"
        "def counted(*words, **how):\n"
        "    answers.append(1)\n"
        "    text = f'[PDATA] answers = {len(answers)}\\n[PDATA+] twice = 2\\n[PDATA] mood = good'\n"
        "    _print(text, file=sys.stderr, flush=True)\n"
        "    _print(*words, **how)\n"
        "builtins.print = counted\n"
        f"runpy.run_path({str(ROOT / 'examples/bots/ur_first.py')!r}, run_name='__main__')\n"
    )
    return shlex.join([sys.executable, str(path)])


def test_the_numbers_of_a_game() -> None:
    assert game_numbers(
        ["a = 1", "[PDATA] n = 1\n[TDATA] t = 5\n[PDATA] n = nan\n[PDATA] n = x", "[pdata+] m = 1"]
    ) == {
        "n": 1.0,
        "m": 1.0,
    }
    many = game_numbers([f"[PDATA] n{number} = 1\n[PDATA] n0 = 7" for number in range(MOST + 5)])
    assert len(many) == MOST and many["n0"] == 7.0
    assert game_numbers([f"[PDATA] {'n' * (LONGEST + 1)} = 1", "[PDATA+] n = 1e308", "[PDATA+] n = 1e308"]) == {
        "n": 1e308
    }


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_a_match_shows_the_mean_of_a_game(counting: str, tmp_path: Path, jobs: int) -> None:
    db = tmp_path / "x.db"
    match = play_match("ur:tokens=2", counting, "random", games=4, seed=1, db=db, names=["it", "other"], jobs=jobs)
    numbers = match.numbers["it"]
    assert numbers["twice"] == 2 * numbers["answers"] > 4 and match.numbers.keys() == {"it"} and len(numbers) == 2
    assert match.tables()[-1] == [
        ["mean of a game", "answers", "twice"],
        ["it", *(f"{x:.6g}" for x in numbers.values())],
    ]
    assert match.fields()["numbers"] == {"it": dict(numbers)} and "mean of a game" in str(match)
    with Store.reading(db) as store:
        assert store.numbers() == match.numbers
        own = store.rows("SELECT value FROM numbers WHERE name = 'answers'")
        assert [value for (value,) in own] and sum(value for (value,) in own) / 4 == numbers["answers"]


def test_other_contests_show_them_too_and_most_have_none(counting: str, run: Run, tmp_path: Path) -> None:
    db = tmp_path / "cup.db"
    players = [Entry("it", counting), Entry("one", "random"), Entry("two", "greedy")]
    standings = play_tournament("ur:tokens=1", players, games=2, seed=1, db=db)
    shown = run("tournament", "table", str(db))
    assert standings.numbers.keys() == {"it"} and "mean of a game  answers  twice" in shown.stdout
    assert json.loads(run("tournament", "table", str(db), "--json").stdout)["numbers"] == dict(standings.numbers)
    rating = play_rating("ur", counting, games=2, seed=1)
    assert "mean of a game" in str(rating) and rating.fields()["numbers"] == {
        "counting": dict(rating.numbers["counting"])
    }
    exported = run("tournament", "export", str(db), "--json", str(tmp_path / "cup.json"))
    assert exported.returncode == 0
    assert json.loads((tmp_path / "cup.json").read_text())["numbers"] == dict(standings.numbers)
    plain = play_match("ur:tokens=1", "greedy", "random", games=2, seed=1)
    assert not plain.numbers and "numbers" not in plain.fields() and len(plain.tables()) == 2


def test_damaged_numbers_are_refused(counting: str, tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    play_match("ur:tokens=1", counting, "random", games=2, seed=1, db=db)
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE numbers SET player = 9")
    with Store.reading(db) as store, pytest.raises(BadStore, match="is damaged: its number"):
        store.numbers()
