"""Which build runs, and what importing the package costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from boardgames import build
from boardgames.core.model import walk
from tests.conftest import ROOT
from tests.test_native_ints import compiled

HEAVY = ("click", "rich", "numpy", "select", "subprocess", "socket", "http", "asyncio", "random", "difflib", "pathlib")
"""Command, web, numeric, referee and merely unneeded modules."""


KINDS = f"""
from boardgames import build
from importlib import import_module
names = {[str(path.relative_to(ROOT / "src").with_suffix("")).replace("/", ".") for path in compiled()]}
print(build.kind(), *[import_module(name).__file__[-3:] for name in names])
"""
"""What prints the kind of build, and how the files end from which the modules come that are compiled."""


FACTS = """
import sys, boardgames
found = {"imported": list(sys.modules)}
for name in {*boardgames.__all__} - {"play_game", "play_match"}:  # which need referees
    getattr(boardgames, name)
found["named"] = list(sys.modules)
import boardgames.core.model as model
found["public"] = [*dir(boardgames), *dir(model)]
boardgames.load("ur").start()
found["loaded"] = list(sys.modules)
import json
print(json.dumps(found))
"""
"""What prints which modules are there when the package is imported, when its names are, and when a game is loaded."""


@cache
def facts(pure: str) -> dict[str, set[str]]:
    """The answers of a new process."""
    return {name: set(found) for name, found in json.loads(python(FACTS, BOARDGAMES_PURE=pure)).items()}


def python(code: str, **variables: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "BOARDGAMES_PURE"}
    command = [sys.executable, "-c", code]
    return subprocess.check_output(command, text=True, env={**environment, **variables}, timeout=60).strip()


def test_pure_runs_the_sources_even_where_they_are_compiled() -> None:
    kind, *files = python(KINDS, BOARDGAMES_PURE="1").split()
    assert kind == "pure" and set(files) == {".py"}


@pytest.mark.thorough
@pytest.mark.skipif(build.kind() == "pure", reason="nothing is compiled here, or BOARDGAMES_PURE is set")
def test_without_it_the_compiled_modules_run() -> None:
    assert python("from boardgames import build; print(build.kind())", BOARDGAMES_PURE="") == "compiled"
    kind, *files = python(KINDS).split()
    assert kind == "compiled" and set(files) <= {".so", "pyd"}


def test_the_kind_is_that_of_the_walk_that_runs() -> None:
    assert (Path(str(walk.__file__)).suffix == ".py") == (build.kind() == "pure")


@pytest.mark.parametrize("pure", ["", "1"])
def test_importing_the_package_loads_no_command_web_or_numeric_library(pure: str) -> None:
    loaded = {name.partition(".")[0] for name in facts(pure)["named"]}
    assert "boardgames" in loaded
    unneeded = set(HEAVY) - ({"pathlib"} if pure else set())  # the pure build finds sources with importlib.util
    assert not loaded & unneeded


def test_importing_the_package_imports_no_game_and_no_room_above_core() -> None:
    ours = {name.split(".")[1] for name in facts("")["imported"] if name.startswith("boardgames.")}
    assert ours == {"build", "foreign_names", "moved"}


@pytest.mark.parametrize("pure", ["", "1"])
def test_loading_a_game_loads_no_command_either(pure: str) -> None:
    loaded = facts(pure)["loaded"]
    assert "boardgames.games.ur.rules" in loaded
    assert not {"click", "rich", "numpy", "asyncio", "subprocess"} & loaded
    assert not [name for name in loaded if name.startswith(("boardgames.cli", "boardgames.referee"))]


def test_what_can_be_completed_is_public() -> None:
    names = facts("")["public"]
    assert {"load", "games", "State", "BaseState"} <= names
    assert not {"TYPE_CHECKING", "annotations", "lazy_loader"} & names
