"""A game in a file, before any packaging: shown, verified and played like an installed one."""

from __future__ import annotations

import copy
import json
import pickle
import shutil
import sys
from pathlib import Path

import pytest

import boardgames as bg
from boardgames.contest import play_game
from boardgames.core import json_record
from boardgames.core.spec import name_of
from tests.cli.conftest import Run
from tests.conftest import BOTS, ROOT

HEXAPAWN = ROOT / "examples" / "hexapawn.py"
GAME = "hexapawn.py:SPEC"


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    shutil.copy(HEXAPAWN, tmp_path)
    return tmp_path


def test_hexapawn_from_the_first_look_to_a_replay(run: Run, beside: Path) -> None:
    shown = run("show", GAME)
    assert shown.stdout.splitlines() == ["3 B B B", "2 . . .", "1 W W W", "  a b c", "BBB/.../WWW w"]
    assert run("actions", "hexapawn:SPEC").stdout.split() == ["a1a2", "b1b2", "c1c2"]
    assert run("perft", GAME, "--depth", "2").stdout.split()[-1] == "10"  # 3 + 4 + 3: only a pawn ahead blocks
    assert "`hexapawn.py:SPEC:files=3`" in run("rules", GAME).stdout
    assert "climbs the ladder" in run("verify", GAME, "--games", "20").stdout
    bot = f"{sys.executable} {BOTS / 'plain_random.py'}"
    played = run(
        "play", f"{GAME}:files=4", "--p1", bot, "--p2", bot, "--strict", "--record", "game.json", "--seed", "1"
    )
    assert played.returncode == 0, played.stderr
    record = json.loads((beside / "game.json").read_text())
    assert (record["game"], record["options"]) == (GAME, {"files": 4})
    replayed = run("replay", "game.json", "--show", "result")
    assert replayed.returncode == 0, replayed.stderr
    assert replayed.stdout.strip() in played.stdout


def test_a_bot_and_a_check_of_it(run: Run, beside: Path) -> None:
    bot = f"{sys.executable} -m boardgames bot {GAME} greedy"
    played = run("play", GAME, "--p1", bot, "--p2", "random", "--strict", "--seed", "1")
    assert played.returncode == 0, played.stderr
    checked = run("check", GAME, "--bot", f"{sys.executable} {BOTS / 'plain_random.py'}")
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("nothing.py:SPEC", "there is no file nothing.py; in this folder are: hexapawn.py"),
        ("nothing:SPEC", "there is no module 'nothing' in this folder or on Python's path"),
        ("hexapawn.py:SPECK", "hexapawn.py has no 'SPECK'; it has the GameSpec SPEC"),
        ("hexapawn.py:Hexapawn", "hexapawn.py:Hexapawn is a type, not a GameSpec; it has the GameSpec SPEC"),
        ("hexapawn.py:SPEC:files=99", "option files cannot be '99': expected a whole number from 3 to 5"),
        ("hexapawn.py:SPEC:files", "cannot read option 'files': write NAME=VALUE"),
        ("broken.py", "broken.py cannot be imported: SyntaxError: "),
        ("unfinished.py", "the game of unfinished.py cannot be made: NotImplementedError: to be written"),
    ],
)
def test_mistakes(run: Run, beside: Path, game: str, expected: str) -> None:
    if game == "broken.py":
        (beside / game).write_text("def\n")
    elif game == "unfinished.py":
        make = "def make(options):\n    raise NotImplementedError('to be written')\n\n"
        spec = "SPEC = bg.GameSpec(name='new', title='New', game=make, reasons={'end': 'it ends'})\n"
        (beside / game).write_text(f"import boardgames as bg\n\n{make}{spec}")
    result = run("show", game)
    assert result.returncode == 2
    assert expected in " ".join(result.stderr.split())


def test_in_python(monkeypatch: pytest.MonkeyPatch, beside: Path) -> None:
    game = bg.load(f"{beside / 'hexapawn.py'}:SPEC:files=4")
    assert game is bg.load(f"{beside / 'hexapawn.py'}:SPEC", files=4)
    assert bg.find(str(beside / "hexapawn.py")).title == "Hexapawn"
    state = game.start().play("a1a2")
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.game is game
    assert copy.deepcopy(state) is state
    monkeypatch.chdir(beside)
    record = play_game("hexapawn.py:SPEC", "greedy", "random", seed=1)
    assert record.game == name_of(bg.load("hexapawn.py:SPEC"))
    assert json_record.read(record.json().encode()).playthrough().plies == len(record.actions)


def test_two_files_of_one_name_are_two_games(tmp_path: Path) -> None:
    """Whose specs even call their games alike, and like an installed one."""
    text = HEXAPAWN.read_text().replace('name="hexapawn"', 'name="ur"').replace('name = "hexapawn"', 'name = "ur"')
    games: list[bg.Game] = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rules.py").write_text(text.replace("RANKS = 3", f"RANKS = {3 + len(games)}"))
        games.append(bg.load(f"{tmp_path / folder / 'rules.py'}:SPEC"))
    assert [str(game.start()) for game in games] == ["BBB/.../WWW w", "BBB/.../.../WWW w"]
    for game in games:
        assert pickle.loads(pickle.dumps(game.start())) == game.start()
        assert pickle.loads(pickle.dumps(game)) is game
    assert bg.load("ur").title == "Royal Game of Ur"
    assert pickle.loads(pickle.dumps(bg.load("ur"))) is bg.load("ur")


def test_a_file_with_the_name_of_a_module_of_python(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text(HEXAPAWN.read_text())
    assert bg.load(f"{tmp_path / 'random.py'}:SPEC").title == "Hexapawn"
