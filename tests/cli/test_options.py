"""The options of all commands: how they are declared, which a help page shows, and old spellings."""

from __future__ import annotations

import json
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

import attrs
import click
import pytest
from click.testing import CliRunner

from boardgames.cli import Command, command, file_option, takes
from boardgames.cli.old_spellings import OLD
from boardgames.cli.options import HIDDEN, LIMITS, MORE, PageOption
from boardgames.core.model.options import option
from boardgames.packages import COMMANDS as PACKAGES
from tests.command import Run, subcommands
from tests.conftest import BOTS
from tests.samples import cases

GOOD = f"{shlex.quote(sys.executable)} {shlex.quote(str(BOTS / 'plain_random.py'))}"


COMMANDS = dict(subcommands(command))


def flags(of: click.Command) -> set[str]:
    return {flag for parameter in of.params for flag in (*parameter.opts, *parameter.secondary_opts)}


@cases("name", COMMANDS)
def test_each_command_has_a_page_by_sections(name: str) -> None:
    assert isinstance(COMMANDS[name], Command)
    shown, everything = (CliRunner().invoke(command, [*name.split(), word]).output for word in ("--help", "--help-all"))
    hidden = [each for each in COMMANDS[name].params if isinstance(each, PageOption) and each.section in HIDDEN]
    if not hidden:
        assert "--help-all" not in shown
        return
    assert "--help-all" in shown
    assert len(shown.splitlines()) < len(everything.splitlines())
    for each in hidden:
        assert f"{each.opts[-1]} " not in shown.partition("\nOptions:")[2]
        assert each.opts[-1] in everything


@attrs.frozen
class Inner:
    SECTION = LIMITS
    seconds: float = option(1.5, "Seconds.", least=0, most=9)
    late: bool = option(True, "Whether it may be late.")


@attrs.frozen(kw_only=True)
class Own:
    word: str = "none"
    name: str | None = option(None, "A name.", metavar="NAME")
    times: tuple[int, ...] = option((), "A time.", least=0, repeated=True, short="t")
    from_: Path | None = file_option("A file.", MORE)
    alone: str | None = option(None, "A word, or none.", alone="-")
    inner: Inner = attrs.field(factory=Inner)


@click.command(cls=Command)
@click.argument("word")
@takes(Own, "own", ("alone",), name={"default": "me", "show_default": True})
def example(own: Own) -> Own:
    """An example."""
    return own


def test_a_class_of_options_is_made_of_a_command_line() -> None:
    words = ["w", "-t", "1", "--times", "2", "--from", "f", "--no-late", "--seconds", "2"]
    made = example.main(words, standalone_mode=False)
    assert made == Own(word="w", name="me", times=(1, 2), from_=Path("f"), inner=Inner(seconds=2.0, late=False))
    assert example.main(["w", "--name", "none"], standalone_mode=False).name == "none"
    assert "--alone" not in flags(example)
    refused = CliRunner().invoke(example, ["w", "--seconds", "10"])
    assert "expected a number from 0 to 9, not '10'" in refused.output


def test_a_page_shows_what_most_people_need() -> None:
    shown, everything = (CliRunner().invoke(example, [word]).output for word in ("--help", "--help-all"))
    assert "Show the limits and the rest too" in shown
    assert "--name NAME" in shown and "[default: me]" in shown
    assert "--from" not in shown and "--late" not in shown
    assert "Limits:\n  --seconds" in everything and "More options:\n  --from FILE" in everything


@cases(("name", "old"), [(name, old) for name, olds in OLD.items() for old in olds])
def test_an_old_spelling_names_an_option_that_there_is(name: str, old: str) -> None:
    if name in PACKAGES and not find_spec(f"boardgames_{PACKAGES[name]}"):
        return
    own, new = flags(COMMANDS[name]), OLD[name][old]
    assert old not in own
    assert {new("60+1"), new("2")} <= own if callable(new) else new in own or not new


@cases(
    ("words", "note"),
    [
        (("check", "ur:tokens=1", "--bot", f"plain:{GOOD}", "--games", "1"), "Note: --bot is now --player."),
        (("rate", "ur", "--bot=random", "--bot-name", "me", "--games", "2"), "Note: --bot-name is now --name."),
        (("convert", "g.json", "--to", "json", "--output", "h.json"), "Note: --output is now --out."),
        (
            ("tournament", "run", "ur:tokens=1", "--bots", "a=random", "b=random", "--games", "2"),
            "--bots is now left out",
        ),
        (("play", "--resume", "g.json"), "Note: --resume is now --continue."),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_an_old_spelling_works_and_says_the_new_one(run: Run, words: tuple[str, ...], note: str) -> None:
    run("play", "ur:tokens=1", "random", "random", "--record", "g.json", "--max-plies", "1")
    ended = run(*words)
    assert note in ended.stderr
    assert ended.returncode == 0 or "the game in g.json is finished" in ended.stderr


def test_a_value_that_looks_like_an_old_spelling_stays_one(run: Run) -> None:
    assert "Note:" not in run("check", "ur", "--", "--bot").stderr


@cases(
    "words",
    [
        ("play", "ur:tokens=1", "random", "greedy", "--seed", "1", "--json"),
        ("play", "ur:tokens=1", "--p1", "random", "--p2", "greedy", "--seed", "1", "--json"),
        ("play", "ur:tokens=1", "greedy", "--p1", "random", "--seed", "1", "--json"),
        ("play", "ur:tokens=1", "random", "--p2", "greedy", "--seed", "1", "--json"),
        ("play", "ur:tokens=1", "random", "--player", "greedy", "--seed", "1", "--json"),
    ],
    ids=" ".join,
)
def test_players_stand_behind_the_game_or_have_options(run: Run, words: tuple[str, ...]) -> None:
    players = json.loads(run(*words).stdout)["players"]
    assert [player["player"] for player in players] == ["random", "greedy"]


@cases(
    ("words", "sentence"),
    [
        (
            "play ur random",
            "nobody sits in seat 2 of 2: say a PLAYER for each seat, as in 'boardgames play ur",
        ),
        ("match ur", "nobody sits in seat 1 of 2"),
        ("match ur random greedy random", "is for 2 players: leave out 'random'"),
        ("check ur", "say which PLAYER, behind GAME, as in 'boardgames check ur"),
        ("check ur ./one --player ./two", "one player is asked for: leave out './one' or --player"),
        ("perft ur", "say once how many plies, as in 'boardgames perft ur 3'"),
        ("perft ur 2 --depth 2", "say once how many plies"),
        ("perft ur many", "expected a whole number from 0 to 200, not 'many'"),
    ],
)
def test_a_player_or_number_that_is_missing_or_too_much(run: Run, words: str, sentence: str) -> None:
    refused = run(*words.split())
    assert refused.returncode == 2
    assert sentence in " ".join(refused.stderr.split())


def test_a_match_and_a_count_by_position(run: Run) -> None:
    assert run("match", "ur:tokens=1", "random", "greedy", "--games", "2", "--csv").returncode == 0
    assert run("perft", "shogi", "2").stdout == "900\n"


def test_the_commands_are_listed_by_what_one_wants() -> None:
    listing = CliRunner().invoke(command, ["--help"]).output
    headings = [line for line in listing.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert headings[:5] == ["Options:", "Play:", "Your bot:", "Look and study:", "A game of your own:"]
    assert listing.index("Your bot:") < listing.index("\n  check ") < listing.index("Look and study:")


def test_an_old_spelling_is_noted_once(run: Run) -> None:
    noted = run("rate", "ur", "--bot", "random", "--bot=random", "--bot-name", "me", "--games", "2").stderr
    assert noted.count("--bot is now --player.") == 1 and noted.count("--bot-name is now --name.") == 1


@pytest.mark.parametrize(
    ("name", "counted"), [("match", "at most.  [100]"), ("rate", "at most.  [1000]"), ("tournament run", "meeting")]
)
def test_games_says_what_it_counts(name: str, counted: str) -> None:
    (games,) = [parameter for parameter in COMMANDS[name].params if parameter.name == "games"]
    assert isinstance(games, click.Option) and counted in (games.help or "")
