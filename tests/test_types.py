"""What a type checker is told of the games: a script of a user's under ``mypy --strict``, line by line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import boardgames as bg

SCRIPT = """\
import copy

import boardgames as bg
from boardgames.core.protocol.dialogue import Event
from boardgames.games import ur

state = bg.games.ur.load(tokens=3).start()
state.apply("nonsense")  # error: Argument 1 to "apply" of "State" has incompatible type "str"
state.actions()[0].cel  # error: "Move" has no attribute "cel"; maybe "cell"?
state.actions()[0].cell + 1
state.movabel  # error: "State" has no attribute "movabel"; maybe "movable"?
state.chances()[0][0].number + 1
state.apply(state.actions()[0]).apply(state.chances()[0][0]).cells(0)
state.play("0").seat + 1
copy.copy(state).movable + 1
state.play("0").why_not("5") + 1  # error: Unsupported operand types for + ("str" and "int")

game: bg.Game[ur.State] = bg.load("ur")
game.start().apply("nonsense")  # error: Argument 1 to "apply" of "State" has incompatible type "str"
game.parse("...").aplly  # error: "State" has no attribute "aplly"; maybe "apply"?
game.chance_at(0)

bg.games() + ["another"]
bg.games.urr  # error: "type[games]" has no attribute "urr"
position: bg.games.ur.State = game.start()


def walk(state: bg.State[ur.Move | ur.Throw]) -> bg.State[ur.Move | ur.Throw]:
    state.apply("nonsense")  # error: Argument 1 to "apply" of "State" has incompatible type "str"
    state.seats  # error: "State[Move | Throw]" has no attribute "seats"; maybe "seat"?
    return state.apply(state.actions()[0])


walk(state)
walk(bg.games.morris.load().start())  # error: Argument 1 to "walk" has incompatible type
bg.perft(state, 2)
bg.games.morris.load().start().men(0) + 1
bg.games.shogi.load().start().hand(0)
bg.games.minishogi.load().start().in_check()
bg.games.shogi.load().start().actions()[0].captures  # error: "Action" has no attribute "captures"
bg.Playthrough(state).state.movable + 1
bg.Playthrough(state).state.cel  # error: "State" has no attribute "cel"


def seen(event: Event[ur.State]) -> int:
    return event.after.colour  # error: "State" has no attribute "colour"


anything = bg.load("ur").start()
anything.apply(1).whatever  # nobody is told anything without a parameter
bg.GameSpec(name="x", title="X", game=bg.find("ur").game, reasons={})


def draw(state: ur.State, size: str) -> str:
    return ""


ur_spec: bg.GameSpec[ur.State] = bg.GameSpec(
    name="x", title="X", game=lambda _: bg.games.ur.load(), reasons={},
    picture=draw,  # error: Argument "picture"
)
"""


def test_a_type_checker_knows_the_games(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    (tmp_path / "script.py").write_text(SCRIPT)
    cache = getattr(pytestconfig, "cache", None)
    folder = tmp_path / "cache" if cache is None else cache.mkdir("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={folder}", "script.py"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    told = result.stdout
    assert not result.stderr
    found: dict[int, str] = {}
    for line in told.splitlines():
        match = re.fullmatch(r".*script\.py:(\d+): error: (.*)", line)
        if match:
            found[int(match[1])] = match[2]
    marked = [(number, line.partition("# error: ")[2]) for number, line in enumerate(SCRIPT.splitlines(), 1)]
    expected = {number: beginning for number, beginning in marked if beginning}
    assert found.keys() == expected.keys(), told
    for number, beginning in expected.items():
        assert found[number].startswith(beginning), told


def test_games_are_imported_when_they_are_asked_for() -> None:
    assert bg.games.ur.load(tokens=3) is bg.load("ur", tokens=3)
    assert bg.games.morris.load(preset="classic") is bg.load("morris:preset=classic")
    assert "shogi" in bg.games()
    with pytest.raises(AttributeError, match="no 'go' among the games of this library"):
        bg.games.go  # type: ignore[attr-defined]  # noqa: B018
