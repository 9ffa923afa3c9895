"""What a type checker tells a user of the library: small programs under ``mypy --strict``, line by line."""

from __future__ import annotations

import re
import subprocess
import sys
from doctest import DocTestParser
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

import pytest

import boardgames as bg
from tests.command import forget_foreign
from tests.conftest import ROOT
from tests.typing import client

STATES = """\
import copy

import boardgames as bg
from boardgames.core.protocol import Event
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


bg.load("ur", tokens=3).start().movabel  # error: "State" has no attribute "movabel"; maybe "movable"?
bg.load("dice-shogi").start().chances()[0][0].cel  # error: "Roll" has no attribute "cel"
bg.load("torishogi").start().in_check()
anything = bg.load("ur:tokens=3").start()
anything.movable  # error: "State[Any]" has no attribute "movable"
anything.apply(1).turn  # nobody is told the types of actions without a parameter
bg.GameSpec(name="x", title="X", game=bg.find("ur").game, reasons={})


def draw(state: ur.State, size: str) -> str:
    return ""


ur_spec: bg.GameSpec[ur.State] = bg.GameSpec(
    name="x", title="X", game=lambda _: bg.games.ur.load(), reasons={},
    picture=draw,  # error: Argument "picture"
)
"""

ACTIONS = """\
import boardgames as bg

ur = bg.games.ur.load(preset="blitz", rosettes=(4, 8, 12, 16))
ur.start().play(3)  # error: Argument 1 to "play" of "BaseState" has incompatible type "int"; expected "Action | str"
ur.start().play(None)  # error: Argument 1 to "play" of "BaseState" has incompatible type "None"
ur.start().play(ur.chance_at(2)).play("0").movable + 1
ur.action_at(0).cell + 1
ur.action_at(0).cel  # error: "Move" has no attribute "cel"
ur.chance_at(0).number + 1
ur.chance_at(0).cell  # error: "Throw" has no attribute "cell"
bg.games.shogi.load().action_at(0).cel  # error: "Action" has no attribute "cel"
bg.games.dice_shogi.load().chance_at(0).cel  # error: "Roll" has no attribute "cel"


def walk(state: bg.State) -> None:
    state.play("0")
    state.play(state.actions()[0])
"""

OPTIONS = """\
import boardgames as bg

bg.games.ur.load(tokns=3)  # error: No overload variant of "__call__" of "Load" matches
bg.games.ur.load(tokens="x")  # error: No overload variant of "__call__" of "Load" matches
bg.games.ur.load(tokens=3, track="masters", dice=(1, 4, 6, 4, 1), capture_turn=True)
bg.games.morris.load(preset="classic", men=6)
bg.games.morris.load(mill_memory=3)  # error: No overload variant of "__call__" of "Load" matches
bg.games.shogi.load(impasse="27-point", repetition="none", max_plies=100)
bg.games.shogi.load(tokens=3)  # error: No overload variant of "__call__" of "Load" matches
bg.games.minishogi.load(repetition=4)  # error: No overload variant of "__call__" of "Load" matches
bg.games.dice_shogi.load(max_plies="many")  # error: No overload variant of "__call__" of "Load" matches
bg.games.torishogi.load().start().in_check()
bg.load("ur", tokns=3)  # whose options nobody knows before it is loaded
"""

PLAYERS = """\
import boardgames as bg
from boardgames.contest import play_game
from boardgames.core.protocol import Clock, Player, Resign
from boardgames.games import ur


class Texts(Player):
    def choose(self, state: bg.State, clock: Clock) -> str:  # error: Return type "str" of "choose" incompatible
        return str(state.actions()[0])


class Numbers(Player[ur.State]):
    def choose(self, state: ur.State, clock: Clock) -> int:  # error: Return type "int" of "choose" incompatible
        return state.actions()[0].index


class First(Player[ur.State]):
    def choose(self, state: ur.State, clock: Clock) -> ur.Move | Resign:
        state.actions()[0].cel  # error: "Move" has no attribute "cel"
        return state.actions()[0] if state.turn == 0 else Resign()


class Any(Player):
    def choose(self, state: bg.State, clock: Clock) -> bg.Action:
        return "0"  # error: Incompatible return value type (got "str", expected "Action")


play_game("ur", First(), Any())
"""

CLIENT = (ROOT / "tests" / "typing" / "client.py").read_text()
README = "".join(example.source for example in DocTestParser().get_examples((ROOT / "README.md").read_text()))
PROGRAMS = {"states": STATES, "actions": ACTIONS, "options": OPTIONS, "players": PLAYERS}
PROGRAMS |= {"client": CLIENT, "readme": README}

# None of the programs meets what these define, and reading them takes three quarters of mypy's time.
NOT_READ = ("numpy", "distributed", "dask", "tornado", "jinja2", "click", "rich", "anywidget", "IPython", "gymnasium")
CONFIGURATION = f"""\
[mypy]
[mypy-{",".join(f"{package}.*" for package in NOT_READ)}]
follow_imports = skip
"""


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> dict[str, dict[int, list[str]]]:
    """What mypy says of all programs: by the program's name, the errors of each line."""
    pytest.importorskip("mypy", reason="mypy is not installed")
    folder = tmp_path_factory.mktemp("programs")
    for name, program in PROGRAMS.items():
        (folder / f"{name}.py").write_text(program)
    (folder / "mypy.ini").write_text(CONFIGURATION)
    cache = pytestconfig.cache.mkdir("mypy") if getattr(pytestconfig, "cache", None) else folder / "cache"
    files = [f"{name}.py" for name in PROGRAMS]
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=mypy.ini", f"--cache-dir={cache}", *files]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert not result.stderr, result.stderr
    found: dict[str, dict[int, list[str]]] = {name: {} for name in PROGRAMS}
    for line in result.stdout.splitlines():
        if match := re.fullmatch(r"(\w+)\.py:(\d+): error: (.*)", line):
            found[match[1]].setdefault(int(match[2]), []).append(match[3])
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_type_checker_finds_the_mistakes_and_no_others(program: str, errors: dict[str, dict[int, list[str]]]) -> None:
    marked = [(number, line.partition("# error: ")[2]) for number, line in enumerate(PROGRAMS[program].splitlines(), 1)]
    expected = {number: beginning for number, beginning in marked if beginning}
    found = errors[program]
    assert found.keys() == expected.keys(), found
    for number, beginning in expected.items():
        assert any(error.startswith(beginning) for error in found[number]), found[number]


@pytest.mark.skipif(find_spec("pyright") is None, reason="pyright is not installed")
def test_pyright_finds_no_mistake_in_programs_without_one(tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(CLIENT)
    (tmp_path / "readme.py").write_text(README)
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "client.py", "readme.py"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    if "error: " not in result.stdout and result.returncode not in (0, 1):
        pytest.skip(f"pyright does not run here: {result.stderr}")
    assert result.returncode == 0, result.stdout


def test_the_program_for_type_checkers_runs(capsys: pytest.CaptureFixture[str]) -> None:
    forget_foreign()  # it plays all games, and other tests of this process may have left some that fail
    client.main()
    assert "Tori Shogi" in capsys.readouterr().out


def test_each_game_of_the_library_has_its_types() -> None:
    points = distribution("abstract-boardgames").entry_points
    front_door = Path(bg.__file__).with_suffix(".pyi").read_text()
    for name in [point.name for point in points if point.group == "boardgames.games"]:
        assert f'"{name}"' in front_door
        package = name.replace("-", "_")
        assert f" {package} as {package}" in front_door


def test_games_are_imported_when_they_are_asked_for() -> None:
    assert bg.games.ur.load(tokens=3) is bg.load("ur", tokens=3)
    assert bg.games.morris.load(preset="classic") is bg.load("morris:preset=classic")
    assert "shogi" in bg.games()
    with pytest.raises(AttributeError, match="no 'go' among the games of this library"):
        bg.games.go  # type: ignore[attr-defined]  # noqa: B018
