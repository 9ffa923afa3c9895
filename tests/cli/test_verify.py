"""``boardgames verify``: games by name, and games in files that somebody is just writing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardgames.testkit import RUNGS
from tests.command import Run
from tests.conftest import ROOT
from tests.samples import cases

TEMPLATE = ROOT / "src" / "boardgames" / "testkit" / "template" / "src" / "mygame"


@pytest.fixture
def one_file(tmp_path: Path) -> Path:
    """A game in one file, in the folder where the command is run."""
    rules = (TEMPLATE / "rules.py").read_text()
    spec = 'SPEC = bg.GameSpec(name="mygame", title="My Game", game=MyGame, reasons={"last stone": "wins"})\n'
    path = tmp_path / "stones.py"
    path.write_text(f"{rules}\n\n{spec}")
    return path


def test_a_game_by_name(run: Run) -> None:
    result = run("verify", "ur:tokens=1", "--games", "4")
    assert result.returncode == 0
    *lines, empty, summary = result.stdout.splitlines()
    assert len(lines) == len(RUNGS)
    assert all(line.startswith("ok  ") for line in lines)
    assert (empty, summary) == ("", f"ur:tokens=1 climbs the ladder: {len(RUNGS)} rungs, 4 random games.")
    assert result.stderr == "", "progress is for terminals"


@pytest.mark.parametrize("subject", ["stones:SPEC", "stones.py:SPEC", "stones.py", "./stones.py"])
def test_a_game_in_a_file_of_this_folder(run: Run, one_file: Path, subject: str) -> None:
    result = run("verify", subject, "--games", "3")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.splitlines()[-1].startswith("mygame climbs the ladder")


def test_a_file_in_another_folder(run: Run, one_file: Path, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    one_file.rename(tmp_path / "deep" / "stones.py")
    assert run("verify", "deep/stones.py:SPEC", "--games", "2").returncode == 0


@pytest.mark.thorough
def test_the_installed_command_finds_files_of_this_folder(one_file: Path) -> None:
    """Unlike ``python -m``, it does not have the current folder on the path by itself."""
    command = Path(sys.executable).with_name("boardgames")
    if not command.exists():
        pytest.skip("the command is not installed beside this Python")
    result = subprocess.run(
        [command, "verify", "stones:SPEC", "--games", "2"], cwd=one_file.parent, capture_output=True, timeout=60
    )
    assert result.returncode == 0, result.stderr


def test_a_mistake_is_explained(run: Run, one_file: Path) -> None:
    one_file.write_text(one_file.read_text().replace("return TAKES[: self.stones]", "return TAKES"))
    result = run("verify", "stones:SPEC", "--games", "5")
    assert result.returncode == 1
    assert "FAILED    turn-and-outcome" in result.stdout
    told = result.stdout.partition("FAILED turn-and-outcome: ")[2]
    assert "Where:   seed " in told
    assert "By hand: state = bg.Playthrough.replay(game.start(), ['" in told
    assert "Look at: turn, seat, outcome, actions and chances" in told
    assert result.stdout.splitlines()[-1].startswith("mygame: ")


@pytest.mark.thorough
def test_nothing_above_a_foundation_that_gave_way_is_tried(run: Run, one_file: Path) -> None:
    one_file.write_text(one_file.read_text().replace("return State(self, STONES, 0)", "return State(self, ROCKS, 0)"))
    result = run("verify", "stones:SPEC")
    assert result.returncode == 1
    assert "the game's code raised NameError: name 'ROCKS' is not defined, in start (" in " ".join(
        result.stdout.split()
    )
    assert f"{one_file}, line " in " ".join(result.stdout.split())
    assert result.stdout.count("\nnot tried ") == len(RUNGS) - 2
    assert result.stdout.count("FAILED") == 2, "its line, and its explanation"


@cases(
    ("arguments", "expected"),
    [
        (("urr",), "there is no game 'urr'"),
        (
            ("tiddlywinks",),
            "For a file that you are writing, name its GameSpec too: 'boardgames verify tiddlywinks:SPEC'",
        ),
        (("ur:tokens=99",), "ur: option tokens cannot be '99'"),
        (("ur:tokens",), "cannot read option 'tokens': write NAME=VALUE"),
        (("nothing:SPEC",), "there is no module 'nothing' in this folder or on Python's path; in this folder are: "),
        (("nothing.py",), "there is no file nothing.py; in this folder are: empty.py, hungry.py, stones.py, typo.py"),
        (("typo:SPEC",), "typo cannot be imported: SyntaxError: "),
        (("hungry:SPEC",), "hungry cannot be imported: ModuleNotFoundError: No module named 'a_library'"),
        (("empty:SPEC",), "empty has no 'SPEC'; it has no GameSpec"),
        (("stones:SPECK",), "stones has no 'SPECK'; it has the GameSpec SPEC"),
        (("stones:MyGame",), "stones:MyGame is a type, not a GameSpec; it has the GameSpec SPEC"),
        (("stones:SPEC:stones=3",), "mygame: there is no option 'stones': there are none"),
        (("stones:SPEC:stones",), "cannot read option 'stones': write NAME=VALUE"),
        (("unfinished:SPEC",), "the game of unfinished:SPEC cannot be made: TypeError: "),
        (("ur", "--games", "0"), "--games"),
        ((), "Missing argument"),
    ],
)
def test_mistakes(run: Run, one_file: Path, arguments: tuple[str, ...], expected: str) -> None:
    folder = one_file.parent
    (folder / "typo.py").write_text("def\n")
    (folder / "hungry.py").write_text("import a_library\n")
    (folder / "empty.py").write_text("")
    if arguments == ("unfinished:SPEC",):
        (folder / "unfinished.py").write_text(one_file.read_text().replace("game=MyGame", "game=lambda: 1"))
    result = run("verify", *arguments)
    assert result.returncode == 2, result.stdout
    assert expected in result.stderr


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
def test_progress_is_shown_on_a_terminal(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "boardgames", "verify", "ur:tokens=1", "--games", "1"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        assert process.stdout is not None
        printed = process.stdout.read()
        assert process.wait(60) == 0
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    assert "dialogues" in shown
    assert b"\x1b" not in printed
