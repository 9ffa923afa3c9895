"""What a command imports when it starts: no game, no drawing and no other command without need."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import boardgames as bg
from boardgames.cli import COMMANDS, command
from boardgames.core.lookup.installed_games import title_of
from tests.samples import cases

IMPORTED = """
import json, sys
from boardgames.__main__ import main
sys.argv = ["boardgames", *sys.argv[1:]]
try:
    main()
except SystemExit:
    pass
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
NEVER = ["rich", "pygments", "numpy", "starlette", "asyncio", "sqlite3", "subprocess", "logging"]


def imported(*words: str) -> set[str]:
    """The modules that a command has imported when it ends, of a terminal that shows no colours."""
    ran = subprocess.run([sys.executable, "-c", IMPORTED, *words], capture_output=True, text=True, timeout=60)
    return set(json.loads(ran.stderr.splitlines()[-1]))


def under(modules: set[str], *packages: str) -> list[str]:
    return sorted(name for name in modules if name.startswith(packages))


@pytest.mark.parametrize("words", [["--help"], ["list"], ["no-such-command"]], ids=" ".join)
def test_help_and_list_import_no_game(words: list[str]) -> None:
    modules = imported(*words)
    assert not modules.intersection(NEVER)
    assert under(modules, "boardgames.games.") == []
    assert words == ["list"] or under(modules, "attr", "boardgames.core.model.", "boardgames.core.lookup.") == (
        ["boardgames.core.lookup.registry"]
    )
    assert under(modules, "boardgames.referee", "boardgames.contest", "boardgames.players", "boardgames.solve") == []
    names = (
        ["arguments", "games", "games.catalogue", "old_spellings", "options"]
        if words == ["list"]
        else ["installed_commands"]
    )
    assert under(modules, "boardgames.cli.") == sorted(f"boardgames.cli.{name}" for name in ["commands", *names])


def test_a_game_of_built_in_players_imports_those_alone() -> None:
    modules = imported("play", "ur:tokens=1", "--p1", "greedy", "--p2", "random", "--seed", "1", "--show", "result")
    assert not modules.intersection(NEVER)
    games = {name.replace("-", "_") for name in bg.games()}
    assert games.intersection(name.split(".")[2] for name in under(modules, "boardgames.games.")) == {"ur"}
    players = {name.split(".")[2] for name in under(modules, "boardgames.players.")}
    assert players >= {"greedy", "uniform"}
    assert not players & {"human", "terminal", "alphabeta", "search", "mcts", "tree", "perfect"}
    assert under(modules, *(f"boardgames.{name}" for name in ("solve", "view", "web", "testkit", "rl"))) == []
    assert under(modules, "boardgames.referee.program", "boardgames.referee.sandbox", "boardgames.referee.sup") == []
    assert under(modules, "boardgames.contest.") == [
        f"boardgames.contest.{name}" for name in ("entrants", "fault_report", "game", "settings")
    ]


@cases("name", COMMANDS)
def test_the_line_in_the_list_of_commands_is_the_first_of_its_help(name: str) -> None:
    import click

    described = command.get_command(click.Context(command), name)
    assert described is not None
    first = (described.help or "").split("\n\n")[0]
    assert " ".join(first.split()) == COMMANDS[name][1]


@pytest.mark.parametrize("name", bg.games())
def test_the_title_in_the_list_of_games_is_the_specs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    title = bg.find(name).title
    with monkeypatch.context() as patch:
        patch.setattr("boardgames.core.lookup.installed_games.GAMES.found", {})
        assert title_of(name) == title
