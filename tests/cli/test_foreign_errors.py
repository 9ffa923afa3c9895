"""A game of somebody else that raises: a sentence with the file and the line, never a traceback."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from boardgames.core.model.game import State
from boardgames.core.text.foreign_code import foreign_line
from tests.command import Run
from tests.conftest import ROOT

RULES = (ROOT / "src/boardgames/cli/template/src/mygame/rules.py").read_text()
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
