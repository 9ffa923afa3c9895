"""Every subcommand's help has an example that works when it is pasted: here it is pasted."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from boardgames_arena import ArenaStore

from boardgames.cli import command
from boardgames.contest import play_game, write_record
from boardgames.core.protocol.verdict import Verdict
from tests.command import Run
from tests.conftest import BOTS

PASTED = {
    "list": "boardgames list",
    "survey": "boardgames survey ur",
    "rules": "boardgames rules ur",
    "show": 'boardgames show ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"',
    "actions": 'boardgames actions ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"',
    "perft": "boardgames perft ur 6 --divide",
    "play": 'boardgames play ur "python mybot.py" random --record game.json',
    "practice": "boardgames practice shogi --html shogi.html",
    "replay": "boardgames replay game.json --show board",
    "analyse": "boardgames analyse game.json",
    "convert": "boardgames convert game.kif --to csa",
    "bot": "boardgames bot ur greedy",
    "check": 'boardgames check ur "python mybot.py"',
    "fit": "boardgames fit minishogi --out mine.judgement --jobs 2",
    "grade": "boardgames grade submissions",
    "site": "boardgames site public",
    "diff": "boardgames diff ur ur:rosette_turn=false --games 100",
    "referee": "boardgames referee morris -p1 ./new -p2 ./old -d seed=5 -l game.json",
    "explain": 'boardgames explain ur 4 --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"',
    "prompt": "boardgames prompt minishogi",
    "mcp": "boardgames mcp",
    "models": "boardgames models models.db",
    "tune": "boardgames tune minishogi mcts:nodes=500 --vary exploration=0.2..4",
    "new": "boardgames new mygame",
    "help": "boardgames help play",
    "version": "boardgames version",
    "completion": 'eval "$(boardgames completion bash)"',
    "verify": "boardgames verify ur",
    "advise": "boardgames advise minishogi --by alphabeta:depth=4",
    "solve": "boardgames solve ur:tokens=1,capture_turn=on",
    "sandbox": "boardgames sandbox",
    "mate": 'boardgames mate shogi --rest --position "8k/9/6R2/9/9/9/9/9/9 b G 1"',
    "rate": 'boardgames rate ur "python mybot.py"',
    "match": 'boardgames match ur "python mybot.py" greedy --games 200',
    "web": "boardgames web ur",
    "serve": "boardgames serve ur",
    "connect": "boardgames connect http://127.0.0.1:8713 ur greedy --name house --games 100",
    "ladder": "boardgames ladder arena.db",
    "tournament": "boardgames tournament status",
    "tournament run": "boardgames tournament run cup.toml -j 4",
    "tournament status": "boardgames tournament status cup.db",
    "tournament table": "boardgames tournament table cup.db",
    "tournament games": "boardgames tournament games cup.db",
    "tournament replay": "boardgames tournament replay 1 --db cup.db --show board",
    "tournament export": "boardgames tournament export --html report.html",
}
"""An example of each, as it stands in its help."""
SHORTER = {
    " --games 200": " --games 4",
    " --games 100": " --games 1 --seconds 1",
    "rate ur": "rate ur --games 4",
    "web ur": "web ur --port 0",
    "serve ur": "serve ur --port 0",
    "perft ur 6": "perft ur 3",
    "analyse game.json": "analyse game.json --nodes 20",
    "verify ur": "verify ur --games 3 --seconds 5",
    "survey ur": "survey ur:tokens=1 --games 2 --judged 1",
}
"""What is made shorter, lest the tests take long."""
SLOW = {"advise", "solve", "verify", "sandbox"}
OTHERS_EVERY_DAY = {
    *("web", "serve"),  # tests/web/test_command.py and tests/arena/test_command.py
    *("tournament", "tournament table", "tournament games", "tournament replay", "tournament export"),  # test_match.py
    *("check", "match", "rate", "analyse", "convert", "mate"),  # tests of the same names
    "practice",  # tests/view/test_practice.py
    *("list", "rules", "show", "actions", "perft", "explain"),  # test_commands.py
    "diff",  # tests/testkit/test_differences.py
}
"""Whose commands run every day elsewhere."""
OTHERS = {"referee", "connect", "fit", "grade", "site", "mcp", "models", "tune"}
"""Need bots, a server, an assistant, hours, a class or the network; tests of their own run them in what they need."""
CUP = 'game = "ur:tokens=1"\ngames = 2\n\n[bots]\nmine = "python mybot.py"\neasy = "random"\n'


def subcommands(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    if path:
        yield " ".join(path), group
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            each = group.get_command(context, name)
            assert each is not None
            yield from subcommands(each, (*path, name))


COMMANDS = dict(subcommands(command))


def test_every_subcommand_has_an_example() -> None:
    assert COMMANDS.keys() == PASTED.keys()
    for name, each in COMMANDS.items():
        assert PASTED[name] in (each.help or ""), f"the example of {name} is not in its help"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that examples speak of."""
    monkeypatch.chdir(tmp_path)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "python").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    (programs / "python").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    shutil.copy(BOTS / "ur_first.py", "mybot.py")
    Path("cup.toml").write_text(CUP)
    record = play_game("ur:tokens=1", "random", "random", seed=1)
    assert isinstance(record.verdict, Verdict)
    write_record(record, Path("game.json"))
    ArenaStore("arena.db").close()
    return tmp_path


def pasted(line: str, run: Run) -> str:
    for long, short in SHORTER.items():
        line = line.replace(long, short)
    words = shlex.split(re.sub(r"eval \"\$\((.*)\)\"", r"\1", line))[1:]
    if words[0] in ("web", "serve"):  # it serves until it is interrupted
        with subprocess.Popen(
            [sys.executable, "-m", "boardgames", *words], stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None
            link = server.stdout.readline()
            server.send_signal(signal.SIGINT)
            assert server.wait(60) == 130
        return link
    result = run(*words, tracebacks=True)  # a bot for seven tokens may fail with one
    assert result.returncode == 0, f"$ {line}\n{result.stderr}"
    return result.stdout


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=pytest.mark.slow if name in SLOW else pytest.mark.thorough if name in OTHERS_EVERY_DAY else ()
        )
        for name in COMMANDS
        if name not in OTHERS
    ],
)
def test_the_example_works(name: str, folder: Path, run: Run) -> None:
    if name == "convert":
        record = play_game("shogi", "random", "random", seed=1, max_plies=4)
        write_record(record, folder / "shogi.json")
        pasted("boardgames convert shogi.json --to kif --out game.kif", run)
    if name.startswith("tournament") and name != "tournament run":
        pasted("boardgames tournament run cup.toml -j 1", run)
        shutil.copy("cup.db", "tournament.db")  # what a tournament without a file of its own is kept in
    assert pasted(PASTED[name], run) is not None
