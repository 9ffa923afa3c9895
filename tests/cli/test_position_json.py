"""Positions as JSON, and the words that people try first."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

from boardgames.cli.commands import COMMANDS, MEANT
from boardgames.packages import COMMANDS as PACKAGES
from tests.command import Run
from tests.conftest import ROOT


def test_a_position_as_json(run: Run) -> None:
    shown = json.loads(run("show", "ur", "--json").stdout)
    assert (shown["game"], shown["turn"], shown["outcome"]) == ("ur", -1, None)
    assert shown["position"] == "0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 -"
    assert shown["board"] in run("show", "ur").stdout


def test_an_end_as_json(run: Run) -> None:
    shown = json.loads(run("show", "ur:tokens=1", "--json", "--position", "15 0 1 -").stdout)
    assert (shown["turn"], shown["outcome"]) == (-2, {"returns": [1.0, -1.0], "reason": "home"})


def test_actions_as_json(run: Run) -> None:
    thrown = json.loads(run("actions", "ur", "--json").stdout)
    assert thrown["actions"] == []
    assert thrown["chances"][1] == {"action": "=1", "probability": "1/4"}
    moved = json.loads(run("actions", "minishogi", "--json").stdout)
    assert moved["actions"] == run("actions", "minishogi").stdout.split()


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_perft_as_json(run: Run, depth: int) -> None:
    counted = json.loads(run("perft", "minishogi", "--depth", str(depth), "--divide", "--json").stdout)
    assert (counted["depth"], counted["count"]) == (depth, [1, 14, 181][depth])
    assert sum(counted["divide"].values()) == (counted["count"] if depth else 0)
    assert "divide" not in json.loads(run("perft", "minishogi", "--depth", str(depth), "--json").stdout)


def test_help_is_a_command_too(run: Run) -> None:
    assert run("help").stdout == run("--help").stdout
    assert run("help", "tournament", "run").stdout == run("tournament", "run", "--help").stdout
    refused = run("help", "perft", "ur")
    assert refused.returncode == 2
    assert "no commands of its own" in refused.stderr


def test_version_is_a_command_too(run: Run) -> None:
    assert run("version").stdout == run("--version").stdout


def test_usual_words_lead_to_the_command(run: Run) -> None:
    assert set(MEANT.values()) <= {*COMMANDS, *PACKAGES}
    assert not set(MEANT) & set(COMMANDS)
    assert "did you mean 'actions'?" in run("moves", "ur").stderr


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_each_command_has_a_manual_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "build_tools"))
    manual = import_module("manual")
    folder = tmp_path / "man"
    manual.write(folder)
    written = {path.stem for path in folder.iterdir()}
    assert written >= {"boardgames", *(f"boardgames-{name}" for name in COMMANDS)}
    assert "mcts:time=2" in (folder / "boardgames-advise.1").read_text()
