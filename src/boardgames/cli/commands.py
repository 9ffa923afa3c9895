"""The commands by name, of this distribution and of others, and the program that runs one."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Final

import click

import boardgames
from boardgames import build, packages

GROUPS: Final = {
    "Play": {
        "play": ("playing.play:play", "Play a game of GAME between two players."),
        "web": ("web:web", "Play, watch and step through games on a page in a browser."),
        "replay": ("records.replay:replay", "Play a recorded game again, checking every action against the rules."),
        "practice": ("records.practice:practice", "Write problems as a page on which you solve them."),
    },
    "Your bot": {
        "check": ("check:check", "Try a bot: a few games against itself and the random player, from both seats."),
        "match": ("contests.match:match", "Play many games of GAME between two players, to see which one is better."),
        "rate": ("contests.rate:rate", "Say how good a bot is in GAME: its level, and its Elo with the error."),
        "tournament": ("contests.tournament:tournament", "Have many players meet, and rank them."),
        "referee": (
            "playing.referee:referee",
            "Referee one game of GAME for a local arena, as CodinGame's referees do.",
        ),
        "bot": ("bot:bot", "Let an installed PLAYER speak a protocol on standard input and output."),
        "sandbox": ("sandbox:sandbox", "Tell what protects this machine from programs that play, and what does not."),
    },
    "Look and study": {
        "list": ("games.catalogue:list_games", "List the installed games, those of other packages too."),
        "rules": ("games.catalogue:rules", "Print the rules of GAME, its options and its sources."),
        "show": ("games.positions:show", "Draw a position of GAME, with its text, or as a picture."),
        "actions": ("games.positions:actions", "Print what can happen in a position, one canonical action a line."),
        "explain": ("games.explain:explain", "Tell what ACTION does in a position of GAME, or why it is not legal."),
        "perft": ("games.positions:perft", "Count the ways in which a position can go on for N plies."),
        "advise": ("solving.solve:advise", "Show what every action in a position of GAME is worth, best first."),
        "analyse": ("records.analyse:analyse", "Tell what each action of a game gave away, and what the dice gave."),
        "mate": (
            "solving.mate:mate",
            "Find the shortest mate by checks alone: solve the tsume problems of a FILE, or of --position.",
        ),
        "solve": ("solving.solve:solve", "Find the exact value of every position of GAME."),
        "convert": ("records.convert:convert", "Write a game record in another format."),
    },
    "A game of your own": {
        "new": ("games.new:new", "Begin a game of your own, called NAME."),
        "verify": ("games.verify:verify", "Send a game up the ladder that every game must climb."),
        "diff": (
            "games.diff:diff",
            "Tell where the rules of two games part: A and B are games with options, or files of yours.",
        ),
    },
    "This command": {
        "help": ("manual:help_on", "Show the help of COMMAND."),
        "version": ("manual:version", "Show the version."),
        "completion": ("completion:completion", "Print a script that lets SHELL complete commands, games and players."),
    },
}
"""The commands by what somebody wants: each has its module and its name there, and what it does in a line, so that
help imports none of them."""
COMMANDS: Final = {name: entry for group in GROUPS.values() for name, entry in group.items()}
PACKAGES: Final = {"arena": "Your bot", "classroom": "A game of your own", "site": "Play"}
"""The groups in which commands of our packages stand; those of all others are ``OTHERS``."""
OTHERS: Final = "Of other packages"

MEANT: Final = {
    "analyze": "analyse",
    "arena": "serve",
    "board": "show",
    "games": "list",
    "legal": "actions",
    "ls": "list",
    "moves": "actions",
    "opponents": "list",
    "position": "show",
    "review": "analyse",
    "tsume": "mate",
    "view": "replay",
    "watch": "replay",
}
"""Other words for a command, which an error message leads from."""

UNWRITTEN: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Errors of a full or broken disk under our output."""

EXAMPLES = """\b
Examples:
  boardgames web
  boardgames play ur human greedy
  boardgames check ur "python mybot.py"
  boardgames match ur "python mybot.py" greedy --games 200
"""


class Commands(click.Group):
    """A group that imports a command when it is run: each starts as quickly as what it needs.

    Those of other distributions are looked up where ours do not answer.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        from boardgames.cli.installed_commands import installed_commands

        return sorted({*COMMANDS, *installed_commands()})

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in COMMANDS:
            module, _, attribute = COMMANDS[name][0].partition(":")
            command: click.Command = getattr(import_module(f"boardgames.cli.{module}"), attribute)
            return command
        from boardgames.cli.installed_commands import installed_command, installed_commands

        return installed_command(name) if name in installed_commands() else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from boardgames.cli.installed_commands import installed_commands, summary_of

        groups = {group: {name: summary for name, (_, summary) in entries.items()} for group, entries in GROUPS.items()}
        for name in installed_commands():
            if name not in COMMANDS:
                groups.setdefault(PACKAGES.get(packages.COMMANDS.get(name, ""), OTHERS), {})[name] = summary_of(name)
        for group, summaries in groups.items():
            with formatter.section(group):
                formatter.write_dl(list(summaries.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and name not in (names := self.list_commands(ctx)):
            from difflib import get_close_matches
            from importlib.metadata import entry_points

            if name in packages.COMMANDS:
                ctx.fail(f"{name} is in {packages.distribution_of(packages.COMMANDS[name])}")
            if name in entry_points(group="boardgames.games").names:
                ctx.fail(f"{name} is a game: 'boardgames web {name}' plays it on a page, 'boardgames play {name}' here")
            alike = [MEANT[name]] if name in MEANT else get_close_matches(name, [*names, *packages.COMMANDS], 1)
            groups = "; ".join(f"{group}: {', '.join(entries)}" for group, entries in GROUPS.items())
            more = f"; did you mean {alike[0]!r}?" if alike else f". 'boardgames --help' tells what each does. {groups}"
            ctx.fail(f"there is no command {name!r}{more}")
        return super().resolve_command(ctx, args)


def print_version(context: click.Context, parameter: click.Parameter | None, wanted: bool) -> None:
    """Print the version and the build, and end, if ``--version`` is given."""
    if wanted:
        click.echo(f"boardgames {boardgames.__version__} ({build.kind()})")
        context.exit()


VERSION: Final = click.Option(
    ["--version"],
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=print_version,
    help="Show the version and exit.",
)


@click.group(
    cls=Commands,
    params=[VERSION],
    help="Play abstract board games, look at their positions, and let programs play each other.\n\n" + EXAMPLES,
    epilog="Each command explains itself: boardgames play --help",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
def command() -> None:
    """The command ``boardgames``; its commands are loaded when they are called."""


def open_standard_files() -> None:
    """Open ``/dev/null`` where standard input, output or error is closed: a file of ours would get its number."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            file = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115
            if file.fileno() != number:
                os.dup2(file.fileno(), number)
            setattr(sys, name, file)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal may not have every character
            stream.reconfigure(errors="backslashreplace")


def _short(name: object) -> str:
    """The name of a file in a message: safe on a terminal, and not too long."""
    from boardgames.core.text.printable import printable

    text = printable(os.fsdecode(name) if isinstance(name, bytes) else str(name))
    return text if len(text) <= 200 else text[:200] + "…"


def _exit_if_foreign(error: BaseException) -> None:
    """Exit with a sentence if an exception comes from a game or player that somebody else has written."""
    from boardgames.core.text.foreign_code import foreign_line, is_stop, words_of

    place = None if is_stop(error) else foreign_line(error)
    if place is None:
        return
    with suppress(OSError):
        click.echo(f"Error: {place}: {_short(words_of(error))}", err=True)
        click.echo("That is code of the game or player; 'boardgames verify' tries all of a game.", err=True)
    sys.exit(2)


def main() -> None:
    """Run the command; exit 0 finished, 1 forfeit with --strict, 2 usage, 3 not started, 130 interrupted."""
    open_standard_files()
    try:
        if any("\0" in word for word in sys.argv):
            raise click.UsageError("an argument has a NUL in it, which no name, number or file can have")
        if "COMP_LINE" in os.environ:  # Bash asks what to offer
            import_module("boardgames.cli.completion")
        sys.exit(command.main(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt) as error:
        _exit_if_foreign(error.__cause__ or error)
        click.echo("Interrupted.", err=True)
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output has seen enough, as in | head
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        sys.exit(0)
    except OSError as error:
        if error.filename is None and error.errno not in UNWRITTEN:
            _exit_if_foreign(error)
            raise
        name = "the output could not be written" if error.filename is None else _short(error.filename)
        with suppress(OSError):
            click.echo(f"Error: {name}: {error.strerror}", err=True)
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        sys.exit(2)
    except (Exception, SystemExit) as error:
        _exit_if_foreign(error)
        raise
