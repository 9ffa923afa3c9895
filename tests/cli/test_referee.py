"""``boardgames referee``: the contracts of cg-brutaltester, cgarena and psyleague."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.command import Run
from tests.conftest import ROOT
from tests.samples import cases

FIRST = shlex.join([sys.executable, str(ROOT / "examples/bots/ur_first.py")])
NUMBERS = (
    "[TDATA] size = 5",
    "[pdata][7] money = 3",
    "[PDATA+] n = 2",
    "[PDATA+]n=3",
    "[PDATA] word = a b",
    "[PDATA] =",
)


@pytest.fixture
def talker(tmp_path: Path) -> str:
    """The bot that prints numbers first."""
    path = tmp_path / "talker.py"
    printed = "\n".join(NUMBERS)
    path.write_text(
        f"import runpy, sys\nprint({printed!r}, file=sys.stderr, flush=True)\n"
        f"runpy.run_path({str(ROOT / 'examples/bots/morris_mills.py')!r}, run_name='__main__')\n"
    )
    return shlex.join([sys.executable, str(path)])


def test_scores_a_line_each_and_the_seed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game1.json"
    words = ("referee", "ur", "-p1", FIRST, "-p2", "random")
    played = run(*words, "-d", "seed=5", "-l", str(file))
    assert (played.returncode, played.stdout, played.stderr) == (0, "1\n0\nseed=5\n", "")
    assert run(*words, "-seed", "5").stdout == played.stdout
    result = json.loads(file.read_text())
    assert result["scores"] == {"0": 1, "1": 0} and len(result["agents"]) == 2 and result["uinput"] == ["seed=5"]
    assert result["failCause"] is None and result["outcome"]["returns"] == [1.0, -1.0] and result["seed"] == 5
    replayed = run("replay", str(file), "--show", "result")
    assert replayed.returncode == 0 and "ur_first wins against random" in replayed.stdout
    assert run("referee", "ur", "-p2", "greedy", "-p1", "random", "-d", "seed=5").stdout == "0\n1\nseed=5\n"


@pytest.mark.parametrize("command", [shlex.join([sys.executable, "-c", "print(3)"]), "./nowhere"])
def test_a_fault_scores_less_than_nothing_and_is_told(run: Run, command: str, tmp_path: Path) -> None:
    played = run("referee", "morris", "-p1", "random", "-p2", command, "-d", "seed=-5", "-l", str(tmp_path / "x.json"))
    assert (played.returncode, played.stdout) == (0, "1\n-1\nseed=-5\n") and "forfeits" in played.stderr
    assert json.loads((tmp_path / "x.json").read_text())["failCause"] == played.stderr.strip()
    told = json.loads(run("referee", "morris", "random", command, "--form", "cgarena").stdout)
    assert (told["scores"], told["ranks"], told["errors"]) == ([1, -1], [0, 1], [0, 1])


def test_a_draw_has_equal_scores(run: Run) -> None:
    told = json.loads(run("referee", "morris:turns=1", "random", "random", "--form", "psyleague", "-seed", "1").stdout)
    assert told["ranks"] == [0, 0]


def test_numbers_of_bots(run: Run, talker: str, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    words = ("referee", "morris", "-seed", "5", "random", talker)
    told = json.loads(run(*words, "--form", "cgarena", "-l", str(file)).stdout)
    number = {"name": "n", "player": 1, "turn": None}
    assert told["attributes"] == [
        {"name": "size", "player": None, "turn": None, "value": "5"},
        {"name": "money", "player": 1, "turn": 7, "value": "3"},
        {**number, "value": "2"},
        {**number, "value": "3"},
        {"name": "word", "player": 1, "turn": None, "value": "a b"},
    ]
    told = json.loads(run(*words, "--form", "psyleague").stdout)
    assert told["test_data"] == {"seed": 5, "size": "5"} and told["player_data"] == [{}, {"n": "5.0", "word": "a b"}]
    result = json.loads(file.read_text())
    own, other = result["errors"]["1"], result["errors"]["0"]
    assert "\n".join(text for text in own if text).split("\n")[0] == NUMBERS[0] and not any(other)
    assert len(own) == len(result["actions"]) + 1 and not any(own[5:])


def test_the_page_of_a_game(run: Run, tmp_path: Path) -> None:
    file, folder = tmp_path / "x.json", tmp_path / "replay"
    run("referee", "morris", "random", "random", "-seed", "5", "-l", str(file))
    assert run("referee", "morris", "-r", str(file), str(folder), "8888", "2").returncode == 0
    assert "<html" in (folder / "test.html").read_text()
    refused = run("referee", "morris", "-r", str(tmp_path / "none"), str(folder))
    assert refused.returncode == 2 and "none" in refused.stderr


def test_the_mark_of_the_contract(run: Run) -> None:
    assert run("referee", "morris", "--cgarena-compat").stdout == "cgarena-referee-v1\n"


@cases(
    ("words", "sentence"),
    [
        (["-p1", "random"], "is for 2: give -p1 PLAYER -p2 PLAYER"),
        (["-p1", "random", "-p3", "random"], "is for 2"),
        (["random"] * 3, "is for 2"),
        (["-p1", "random", "-p2", "random", "-d", "x=5"], "-d is seed=N"),
        (["-p1", "random", "-p2", "random", "-d", "seed=x"], "-d is seed=N"),
        (["-p1", "random", "-p2", "alphabeta:level=99"], "-p2: "),
        (["random", "random", "-l", "nowhere/x.json"], "-l: "),
    ],
)
def test_mistakes_of_its_user(run: Run, words: list[str], sentence: str) -> None:
    told = run("referee", "morris", *words)
    assert told.returncode == 2 and sentence in told.stderr and "Traceback" not in told.stderr


def test_one_seed_is_enough(run: Run) -> None:
    refused = run("referee", "ur:tokens=1", "random", "random", "-d", "seed=5", "-seed", "6")
    assert refused.returncode == 2 and "-d and -seed both give the seed" in refused.stderr


def test_it_says_where_the_page_is(run: Run, tmp_path: Path) -> None:
    run("referee", "ur:tokens=1", "random", "random", "-seed", "5", "-l", "game.json")
    written = run("referee", "ur:tokens=1", "-r", "game.json")
    assert written.stderr == "test.html is written: open it in a browser.\n"
    assert (tmp_path / "test.html").is_file()
