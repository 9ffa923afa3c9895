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
from boardgames.core.lookup.installed_games import find, name_of, split_name
from boardgames.records import json_record, record_formats as records
from boardgames.records.game_record import UnreadableRecord
from tests.command import Run
from tests.conftest import BOTS, ROOT
from tests.samples import cases

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
    assert "climbs the ladder" in run("verify", GAME, "--games", "5").stdout
    bot = f"{sys.executable} {BOTS / 'plain_random.py'}"
    played = run(
        "play", f"{GAME}:files=4", "--p1", bot, "--p2", bot, "--strict", "--record", "game.json", "--seed", "1"
    )
    assert played.returncode == 0, played.stderr
    record = json.loads((beside / "game.json").read_text())
    assert (record["game"], record["options"]) == (GAME, {"files": 4})
    replayed = run("replay", "game.json", "--show", "result", "--game", GAME)
    assert replayed.returncode == 0, replayed.stderr
    assert replayed.stdout.strip() in played.stdout


def test_a_reference_reads_the_same_after_its_game_was_found(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.move(beside / "hexapawn.py", beside / "same_name.py")
    (beside / "same_name.py").write_text((beside / "same_name.py").read_text().replace('"hexapawn"', '"same_name"'))
    monkeypatch.syspath_prepend(beside)
    for _ in range(2):  # the second time the game is also known by its name, which is that of its module
        assert find("same_name:SPEC").name == "same_name"
        assert split_name("same_name:SPEC") == ("same_name:SPEC", {})


@pytest.mark.parametrize(
    ("command", "told"),
    [(["replay"], "trap.py:SPEC"), (["convert", "--to", "json"], "trap:SPEC"), (["replay"], "./trap.py")],
)
def test_a_record_does_not_run_the_file_that_it_names(run: Run, beside: Path, command: list[str], told: str) -> None:
    record = json.loads(play_game(f"{beside / 'hexapawn.py'}:SPEC", "greedy", "random", seed=1).json())
    (beside / "game.json").write_text(json.dumps(record | {"game": told}))
    (beside / "trap.py").write_text(HEXAPAWN.read_text() + "\nopen('sprung', 'w')\n")
    result = run(command[0], "game.json", *command[1:])
    assert result.returncode == 2
    assert "does not run just because a record names it" in " ".join(result.stderr.split())
    assert not (beside / "sprung").exists()
    with pytest.raises(UnreadableRecord, match="does not run just because"):
        records.read((beside / "game.json").read_bytes())
    named = run(command[0], "game.json", *command[1:], "--game", "trap.py:SPEC")
    assert named.returncode == 0, named.stderr
    assert (beside / "sprung").exists()


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "--db", "kept.db", "1"),
        ("tournament", "replay", "--db", "kept.db", "1"),
        ("tournament", "export", "kept.db", "--json", "-"),
        ("tournament", "export", "kept.db", "--html", "-"),
    ],
)
def test_kept_games_do_not_run_the_file_that_they_name(run: Run, beside: Path, command: tuple[str, ...]) -> None:
    """Nor does what only lists them; a file named on this command line is meant to be run."""
    match = ("match", GAME, "--p1", "greedy", "--p2", "random", "--games", "2", "--seed", "1", "--db", "kept.db")
    assert run(*match).returncode == 0
    (beside / "hexapawn.py").write_text(HEXAPAWN.read_text() + "\nopen('sprung', 'w')\n")
    for looking in ("status", "table", "games"):
        assert run("tournament", looking, "kept.db").returncode == 0
    refused = run(*command)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "its game is 'hexapawn.py:SPEC'" in refused.stderr
    assert "name the game yourself (--game" in refused.stderr
    assert not (beside / "sprung").exists()
    shown = run(*command, "--game", GAME)
    assert shown.returncode == 0, shown.stderr
    assert (beside / "sprung").exists()


def test_a_game_of_a_file_is_picked_by_its_number_alone(run: Run, beside: Path) -> None:
    run("match", "ur:tokens=1", "--p1", "greedy", "--p2", "random", "--games", "2", "--seed", "1", "--db", "kept.db")
    assert run("replay", "--db", "kept.db", "2").returncode == 0
    assert "it is RECORD that picks a game" in run("replay", "--db", "kept.db", "1", "--game", "2").stderr
    assert "this is a record of ur, not of morris" in run("replay", "--db", "kept.db", "1", "--game", "morris").stderr


def test_a_record_of_another_game_than_is_said(run: Run, beside: Path) -> None:
    (beside / "game.json").write_text(play_game("ur:tokens=1", "greedy", "random", seed=1).json())
    result = run("replay", "game.json", "--game", GAME)
    assert result.returncode == 2
    assert "this is a record of ur, not of hexapawn" in result.stderr


def test_terminal_escapes_in_a_record_are_spelled_out(run: Run, beside: Path) -> None:
    record = json.loads(play_game("ur:tokens=1", "greedy", "random", seed=1).json())
    record["players"] = [{"name": "Ann\x1b[2J", "player": ""}, {"name": "B\x9b\x07\u202eob", "player": ""}]
    record["headers"] = {"event": "\x9b31m"}
    (beside / "game.json").write_text(json.dumps(record))
    (beside / "wrong.json").write_text(json.dumps(record | {"actions": ["\x1b[2J"]}))
    (beside / "game.kif").write_text(
        "先手：A\x1b[2J\x00b\n&\x1b[31m\n*\x1b[m\x9b\n1 ７六歩(77)\n2 \x1b\n", encoding="utf-8"
    )
    (beside / "good.kif").write_text("先手：A\x1b[2J\x00b\n&\x1b[31m\n*\x1b[m\x9b\n1 ７六歩(77)\n", encoding="utf-8")
    for arguments in (
        ("replay", "game.json"), ("replay", "game.json", "--json"), ("convert", "game.json", "--to", "json"),
        ("replay", "wrong.json"), ("convert", "game.kif", "--to", "csa"), ("convert", "good.kif", "--to", "kif"),
        ("convert", "good.kif", "--to", "csa"), ("replay", "good.kif"),
    ):  # fmt: skip
        result = run(*arguments)
        seen = result.stdout + result.stderr
        assert seen
        assert all(sign.isprintable() or sign in "\n\u3000" for sign in seen), (arguments, seen)


@pytest.mark.thorough
def test_a_bot_and_a_check_of_it(run: Run, beside: Path) -> None:
    bot = f"{sys.executable} -m boardgames bot {GAME} greedy"
    played = run("play", GAME, "--p1", bot, "--p2", "random", "--strict", "--seed", "1")
    assert played.returncode == 0, played.stderr
    checked = run("check", GAME, f"{sys.executable} {BOTS / 'plain_random.py'}")
    assert checked.returncode == 0, checked.stdout + checked.stderr


@cases(
    ("game", "expected"),
    [
        ("nothing.py:SPEC", "there is no file nothing.py; in this folder are: hexapawn.py"),
        ("nothing:SPEC", "there is no module 'nothing' in this folder or on Python's path"),
        ("hexapawn.py:SPECK", "hexapawn.py has no 'SPECK'; it has the GameSpec SPEC"),
        ("hexapawn.py:Hexapawn", "hexapawn.py:Hexapawn is a type, not a GameSpec; it has the GameSpec SPEC"),
        ("hexapawn.py:SPEC:files=99", "option files cannot be '99'"),
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
