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

COMMANDS: Final = {
    "actions": ("games.positions:actions", "Print what can happen in a position, one canonical action a line."),
    "advise": ("solving.solve:advise", "Show what every action in a position of GAME is worth, best first."),
    "analyse": ("records.analyse:analyse", "Tell what each action of a game gave away, and what the dice gave."),
    "bot": ("bot:bot", "Let an installed PLAYER speak a protocol on standard input and output."),
    "check": ("check:check", "Try a bot: a few games against itself and the random player, from both seats."),
    "completion": ("completion:completion", "Print a script that lets SHELL complete commands, games and players."),
    "convert": ("records.convert:convert", "Write a game record in another format."),
    "diff": (
        "games.diff:diff",
        "Tell where the rules of two games part: A and B are games with options, or files of yours.",
    ),
    "explain": ("games.explain:explain", "Tell what ACTION does in a position of GAME, or why it is not legal."),
    "help": ("manual:help_on", "Show the help of COMMAND."),
    "list": ("games.catalogue:list_games", "List the games that are installed, ours and anyone's."),
    "match": ("contests.match:match", "Play many games of GAME between two players, to see which one is better."),
    "mate": (
        "solving.mate:mate",
        "Find the shortest mate by checks alone: solve the tsume problems of a FILE, or of --position.",
    ),
    "new": ("games.new:new", "Begin a game of your own, called NAME."),
    "perft": ("games.positions:perft", "Count the ways in which a position can go on for N plies."),
    "play": ("playing.play:play", "Play a game of GAME between two players."),
    "practice": ("records.practice:practice", "Write problems as a page on which you solve them, one after another."),
    "rate": ("contests.rate:rate", "Say how good a bot is in GAME: its level, and its Elo with the error."),
    "referee": ("playing.referee:referee", "Referee one game of GAME for a local arena, as CodinGame's referees do."),
    "replay": ("records.replay:replay", "Play a recorded game again, checking every action against the rules."),
    "rules": ("games.catalogue:rules", "Print the rules of GAME, its options and its sources."),
    "sandbox": ("sandbox:sandbox", "Tell what protects this machine from programs that play, and what does not."),
    "show": ("games.positions:show", "Draw a position of GAME, with its text, or as a picture."),
    "solve": ("solving.solve:solve", "Find the exact value of every position of GAME."),
    "tournament": ("contests.tournament:tournament", "Have many players meet, and rank them."),
    "verify": ("games.verify:verify", "Send a game up the ladder that every game must climb."),
    "version": ("manual:version", "Show the version."),
    "web": ("web:web", "Play, watch and step through games on a page in a browser."),
}
"""Each command: its module and its name there, and what it does in a line, so that help imports none of them."""

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
  boardgames list
  boardgames rules ur
  boardgames play ur --p1 human --p2 greedy
  boardgames web ur
  boardgames site public
  boardgames play ur --p1 "python mybot.py" --p2 greedy --record game.json
  boardgames replay game.json
  boardgames analyse game.json
  boardgames match ur --p1 "python mybot.py" --p2 greedy --games 200
  boardgames rate ur --bot "python mybot.py"
  boardgames tournament run cup.toml
  boardgames tune minishogi --player mcts:nodes=500 --vary exploration=0.2..4 --db tune.db
  boardgames serve ur --db arena.db
  boardgames connect http://127.0.0.1:8713 ur --bot "python mybot.py"
  boardgames explain shogi 2h2b
  boardgames prompt minishogi
  boardgames check ur --bot "python mybot.py"
  boardgames referee minishogi -p1 ./new -p2 ./old -d seed=5
  boardgames convert game.kif --to csa
  boardgames perft ur --depth 5 --divide
  boardgames solve ur
  boardgames fit minishogi --out mine.judgement
  boardgames advise ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
  boardgames mate shogi --rest --position "8k/9/6R2/9/9/9/9/9/9 b G 1"
  boardgames new mygame
  boardgames verify mygame
  boardgames diff morris morris:preset=codingame
  boardgames grade submissions --out grades.html
  boardgames sandbox
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

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help without the examples of commands that are not installed."""
        from boardgames.cli.installed_commands import installed_commands

        absent = tuple(f"  boardgames {name} " for name in packages.COMMANDS.keys() - {*installed_commands()})
        self.help = "\n".join(line for line in (self.help or "").splitlines() if not f"{line} ".startswith(absent))
        super().format_help_text(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from boardgames.cli.installed_commands import installed_commands, summary_of

        ours = {name: summary for name, (_, summary) in COMMANDS.items()}
        others = {name: summary_of(name) for name in installed_commands() if name not in ours}
        with formatter.section("Commands"):
            formatter.write_dl(sorted({**ours, **others}.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and name not in (names := self.list_commands(ctx)):
            from difflib import get_close_matches

            if name in packages.COMMANDS:
                ctx.fail(f"{name} is in {packages.distribution_of(packages.COMMANDS[name])}")
            alike = [MEANT[name]] if name in MEANT else get_close_matches(name, [*names, *packages.COMMANDS], 1)
            more = f"; did you mean {alike[0]!r}?" if alike else f"; there are: {', '.join(names)}"
            ctx.fail(f"there is no command {name!r}{more}")
        return super().resolve_command(ctx, args)


def print_version(context: click.Context, parameter: click.Parameter | None, wanted: bool) -> None:
    """Print the version and the build, and end, if ``--version`` is given."""
    if wanted:
        click.echo(f"boardgames {boardgames.__version__} ({build.kind()})")
        context.exit()


@click.group(
    cls=Commands,
    help="Play abstract board games, look at their positions, and let programs play each other.\n\n" + EXAMPLES,
    epilog="Each command explains itself: boardgames play --help",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=print_version,
    help="Show the version and exit.",
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
