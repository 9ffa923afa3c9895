"""The command: thin, over the library."""

from __future__ import annotations

import sys

import click

import boardgames
from boardgames import build
from boardgames.cli.bot import bot
from boardgames.cli.check import check
from boardgames.cli.convert import convert
from boardgames.cli.look import actions, list_games, perft, rules, show
from boardgames.cli.match import match
from boardgames.cli.new import new
from boardgames.cli.output import open_standard_files
from boardgames.cli.play import play
from boardgames.cli.replay import replay
from boardgames.cli.sandbox import sandbox
from boardgames.cli.solve import advise, solve
from boardgames.cli.tournament import tournament
from boardgames.cli.verify import verify

EXAMPLES = """\b
Examples:
  boardgames list
  boardgames rules ur
  boardgames play ur --p1 human --p2 greedy
  boardgames play ur --p1 "python mybot.py" --p2 greedy --record game.json
  boardgames replay game.json
  boardgames match ur --p1 "python mybot.py" --p2 greedy --games 200
  boardgames tournament run cup.toml
  boardgames check ur --bot "python mybot.py"
  boardgames convert game.kif --to csa
  boardgames perft ur --depth 5 --divide
  boardgames solve ur
  boardgames advise ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
  boardgames new mygame
  boardgames verify mygame
  boardgames sandbox
"""


class Version:
    def __str__(self) -> str:
        return f"{boardgames.__version__} ({build.kind()})"


@click.group(
    help="Play abstract board games, look at their positions, and let programs play each other.\n\n" + EXAMPLES,
    epilog="Each command explains itself: boardgames play --help",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(str(Version()), prog_name="boardgames", message="%(prog)s %(version)s")
def command() -> None:
    pass


for each in (
    list_games,
    rules,
    show,
    actions,
    perft,
    play,
    replay,
    match,
    tournament,
    convert,
    bot,
    check,
    new,
    verify,
    sandbox,
    solve,
    advise,
):
    command.add_command(each)


def main() -> None:
    """Run the command; exit 0 finished, 1 forfeit with --strict, 2 usage, 3 not started, 130 interrupted."""
    open_standard_files()
    try:
        sys.exit(command.main(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output has seen enough, as in | head
        sys.stdout = open("/dev/null", "w")  # noqa: SIM115
        sys.exit(0)
