"""A game of somebody else that raises: a sentence with the file and the line, never a traceback."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from boardgames.core.model.game import State
from boardgames.core.text.foreign_code import NO_TEXT, foreign_line
from tests.command import Run
from tests.conftest import ROOT
from tests.core.test_entry_points import written
from tests.samples import few

RULES = (ROOT / "src/boardgames/testkit/template/src/mygame/rules.py").read_text()
GAME = "games_of_others/broken.py:SPEC"
PLACES = {
    "actions": "        return TAKES[: self.stones]\n",
    "apply": "        return State(self.game, self.stones - (action.index + 1), 1 - self.seat)\n",
    "__str__": '        return f"{self.stones} {self.seat}"\n',
    "start": "        return State(self, STONES, 0)\n",
}
COMMANDS = {
    "actions": ("actions", "perft --depth 2", "perft --depth 2 --divide", "solve", "advise --by alphabeta:depth=1"),
    "apply": ("perft --depth 2", "play --p1 random --p2 random", "match --games 2 --p1 random --p2 random",
              "match -j 2 --games 2 --p1 random --p2 random"),
    "__str__": ("show", "play --p1 random --p2 random --json"),
    "start": ("show", "actions", "perft --depth 1", "match --games 2 --p1 random --p2 random"),
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_a_game_that_raises_is_told_with_its_file_and_line(place: str, tmp_path: Path, run: Run) -> None:
    text = RULES.replace(PLACES[place], f'        raise KeyError("boom\\x1b")\n{PLACES[place]}')
    text += '\nSPEC = bg.GameSpec(name="mygame", title="My Game", game=MyGame, reasons={"last stone": "it is over"})\n'
    line = text[: text.index("raise KeyError")].count("\n") + 1
    file = tmp_path / GAME.partition(":")[0]
    file.parent.mkdir()
    file.write_text(text)
    for command in COMMANDS[place]:
        name, *words = command.split()
        done = run(name, GAME, *words)
        assert done.returncode == 2, (command, done)
        assert f"broken.py, line {line}, in {place}" in done.stderr and "KeyError: " in done.stderr, (command, done)
        assert "Traceback" not in done.stderr and "\x1b" not in done.stderr


ENDS = {
    "exit": ("import sys", "sys.exit(7)", "SystemExit: 7"),
    "interrupt": ("", "raise KeyboardInterrupt", "KeyboardInterrupt: "),
    "no text": ("class E(Exception):\n    def __str__(self): raise self", "raise E", f"E: {NO_TEXT}"),
}
"""What would end a process without a word, or has none."""


@pytest.mark.parametrize("kind", ENDS)
def test_a_game_that_ends_the_process_is_told_as_one_that_raises(kind: str, tmp_path: Path, run: Run) -> None:
    before, statement, told = ENDS[kind]
    file = tmp_path / GAME.partition(":")[0]
    file.parent.mkdir()
    for place, command in {"apply": "match --games 2 --p1 random --p2 random", "start": "show"}.items():
        text = RULES.replace(PLACES[place], f"        {statement}\n{PLACES[place]}")
        text += (
            '\nSPEC = bg.GameSpec(name="mygame", title="My Game", game=MyGame, reasons={"last stone": "it is over"})\n'
        )
        file.write_text(text.replace("import attrs\n", f"import attrs\n{before}\n", 1))
        name, *words = command.split()
        done = run(name, GAME, *words)
        assert done.returncode == 2 and told in done.stderr and f"in {place}" in done.stderr, (kind, place, done)
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("kind", ENDS)
def test_an_installed_package_that_ends_the_process_hides_no_other(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """Neither when it is imported itself nor when the package is that it is a part of."""
    before, statement, told = ENDS[kind]
    searched = written(
        tmp_path, "[boardgames.games]\nodd = odd_module:SPEC\npart = odd_package.game:SPEC\n"
                  "[boardgames.players]\noddplayer = odd_module:PLAYER\n"
    )  # fmt: skip
    (tmp_path / "odd_package").mkdir()
    for name in ("odd_module.py", "odd_package/__init__.py"):
        (tmp_path / name).write_text(f"{before}\n{statement}\n")
    monkeypatch.setenv("PYTHONPATH", searched)
    listed = run("list")
    assert listed.returncode == 0 and "Royal Game of Ur" in listed.stdout
    assert listed.stderr.count(told) == 2 and listed.stderr.count("cannot be used") == 2, listed
    for words, other in (
        (("show", "nosuchgame"), "morris"),
        (("play", "ur", "--p1", "oddplayer", "--p2", "random"), told),
    ):
        done = run(*words)
        assert done.returncode == 2 and other in done.stderr and "Traceback" not in done.stderr, done


@pytest.mark.parametrize("kind", few(ENDS, next(iter(ENDS))))
def test_a_player_that_ends_the_process_loses_its_game(kind: str, tmp_path: Path, run: Run) -> None:
    before, statement, told = ENDS[kind]
    text = (
        f"import boardgames.core.protocol as p\n{before}\nclass Ends(p.Player):\n    def choose(self, state, clock):\n"
    )
    (tmp_path / "ends.py").write_text(f"{text}        {statement}\n")
    done = run("play", "ur:tokens=1", "--p1", "ends.py:Ends", "--p2", "random", "--seed", "1")
    assert done.returncode == 0 and "Traceback" not in done.stderr and told in done.stdout + done.stderr, done
    done = run("match", "ur:tokens=1", "--p1", "ends.py:Ends", "--p2", "random", "--games", "2", "-j", "2", "--json")
    assert json.loads(done.stdout)["losses"] == 2, done


def test_a_signal_in_code_of_others_still_interrupts(tmp_path: Path, run: Run) -> None:
    (tmp_path / "waits.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    assert run("show", "waits.py:SPEC").returncode == 130


@pytest.mark.parametrize(
    ("names", "foreign"),
    [
        ({"__name__": "boardgames.core"}, False),
        ({"__name__": "a_library"}, False),
        ({"__name__": "a_game", "bg": sys.modules["boardgames"]}, True),
        ({"__name__": "a_game", "State": State}, True),
    ],
)
def test_an_installed_library_is_meant_only_if_it_knows_us(names: dict[str, Any], foreign: bool) -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        exec(compile("1 / 0", pytest.__file__, "exec"), names)
    error = raised.value
    assert error.__traceback__ is not None
    error.__traceback__ = error.__traceback__.tb_next  # this test is foreign code itself
    assert (foreign_line(error) is not None) == foreign
