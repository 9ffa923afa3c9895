"""Arguments that nobody means: each is a sentence and a status, and never a traceback or a wait."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from random import Random

import click

from boardgames.cli import COMMANDS, command
from boardgames.contest import play_game
from boardgames.packages import COMMANDS as PACKAGES
from tests.command import Run, subcommands
from tests.conftest import ROOT
from tests.samples import sample

GAMES = ["ur", "ur:tokens=1", "morris", "minishogi", "nope", "", "ur:tokens=99", "hexapawn.py:SPEC", "hexapawn:SPEC",
         "x.py", "./", "/", "ur:", "::", ":=", "ur:a=b", "\udcff", "a" * 5000, "..", "-", "--",
         "game.json"]  # fmt: skip
PLAYERS = ["random", "greedy", "human", "alphabeta:depth=1", "nope", "", "'", "true", "usi:true", "plain:cat",
           "mine:X", "\udc80", "random:", "random:a=1",
           "perfect", "\x1b[2J", "uci:x", ":", "a:b:c"]  # fmt: skip
VALUES = ["", "0", "1", "-1", "9" * 30, "1e308", "nan", "inf", "0x10", "1_000", "٣", "½", "x", "\udcff", "'", "-",
          "--", "a=b", "=", "none", "board", "json", "csa", "game.json", "nofile", ".", "/dev/null", "/dev/full", "/",
          "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2", "60+0.5", "+", "e" * 3000, "elo0=0", "random:3", "\n",
          "\u202e"]  # fmt: skip
SHORT = {
    "play": "--max-plies 4 --move-time 0.2 --first-move-time 0.3 --start-time 0.3",
    "check": "--games 1 --move-time 0.2 --first-move-time 0.3 --start-time 0.3",
    "match": "--games 2 --max-plies 4 --move-time 0.2 --first-move-time 0.3 --start-time 0.3",
    "run": "--games 2 --max-plies 4 --move-time 0.2",
    "perft": "--depth 2",
    "verify": "--games 1 --max-plies 10",
    "solve": "--positions 50 --tokens 1",
    "fit": "--games 50 --nodes 1 --passes 1",
}
"""What keeps a command short that happens to make sense."""
OTHERS = ("web", "serve", "sandbox", "grade", "site")
"""Two serve, two take long, and one would write where the arguments say."""
TRIED = {path: each for path, each in subcommands(command) if path.split()[-1] not in OTHERS}


def odd_words(path: str, each: click.Command, rng: Random) -> list[str]:
    words = path.split()
    for parameter in rng.sample(each.params, len(each.params)):
        if isinstance(parameter, click.Argument):
            words += [rng.choice(PLAYERS if parameter.name == "player" else GAMES)] if rng.random() < 0.9 else []
        elif (parameter.required or rng.random() < 0.2) and parameter.name not in ("jobs", "executor"):
            words.append(rng.choice(parameter.opts + parameter.secondary_opts))
            if not getattr(parameter, "is_flag", False):
                players = parameter.name in ("p1", "p2", "more", "text", "by") or rng.random() < 0.3
                words.append(rng.choice(PLAYERS if players else VALUES))
    return [*words, *SHORT.get(path.split()[-1], "").split()]


@sample(1, thorough=5)
def test_they_are_refused_in_a_sentence(run: Run, tmp_path: Path, sample: int) -> None:
    (tmp_path / "game.json").write_text(play_game("ur:tokens=1", "random", "random", seed=1).json())
    (tmp_path / "hexapawn.py").write_text((ROOT / "examples" / "hexapawn.py").read_text())
    for seed in range(sample):
        rng = Random(seed)
        for path, each in TRIED.items():
            words = odd_words(path, each, rng)
            result = run(*words, stdin=rng.choice(["", "resign\n", "x\n0\n", "\0\n", "7\n"]))
            assert result.returncode in (0, 1, 2, 3, 4, 5, 130), words
            if result.returncode in (2, 3):
                assert "Error: " in result.stderr or "forfeits" in result.stdout + result.stderr, (words, result)


def test_a_nul_and_a_name_that_is_too_long(run: Run) -> None:
    assert "an argument has a NUL in it" in run("rules", "ur\0").stderr
    result = run("tournament", "table", "a" * 5000)
    assert result.returncode == 2
    # (from Python 3.14 on, a name that is too long is one that no file has)
    assert result.stderr.endswith(
        ("…: File name too long\n", "...': 'boardgames tournament run' and 'match --db' make one\n")
    )
    assert len(result.stderr) < 400


def test_every_command_is_tried() -> None:
    tried = {path.split()[0] for path in TRIED}
    packaged = {name for name, package in PACKAGES.items() if find_spec(f"boardgames_{package}")}
    assert tried == COMMANDS.keys() - set(OTHERS) | packaged - set(OTHERS)
