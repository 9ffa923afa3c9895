"""The command: thin, over the library."""

from __future__ import annotations

import errno
import sys
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from typing import Final

import click

import boardgames
from boardgames import build
from boardgames.cli.output import open_standard_files

COMMANDS: Final = {
    "list": "look:list_games",
    "rules": "look:rules",
    "show": "look:show",
    "actions": "look:actions",
    "perft": "look:perft",
    "play": "play:play",
    "replay": "replay:replay",
    "match": "contests.match:match",
    "tournament": "contests.tournament:tournament",
    "convert": "convert:convert",
    "bot": "bot:bot",
    "check": "check:check",
    "new": "new:new",
    "verify": "verify:verify",
    "sandbox": "sandbox:sandbox",
    "solve": "solve:solve",
    "advise": "solve:advise",
    "web": "web:web",
}
"""Each command with the room and the name that it has there."""

UNWRITTEN: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What a full disk, or a broken one, says when we print."""

EXAMPLES = """\b
Examples:
  boardgames list
  boardgames rules ur
  boardgames play ur --p1 human --p2 greedy
  boardgames web ur
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


class Commands(click.Group):
    """Imports a command when it is asked for, so that each starts as quickly as what it needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        room, _, attribute = COMMANDS[name].partition(":")
        found: click.Command = getattr(import_module(f"boardgames.cli.{room}"), attribute)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            alike = get_close_matches(name, COMMANDS, 1)
            more = f"; did you mean {alike[0]!r}?" if alike else f"; there are: {', '.join(sorted(COMMANDS))}"
            ctx.fail(f"there is no command {name!r}{more}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    help="Play abstract board games, look at their positions, and let programs play each other.\n\n" + EXAMPLES,
    epilog="Each command explains itself: boardgames play --help",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(str(Version()), prog_name="boardgames", message="%(prog)s %(version)s")
def command() -> None:
    pass


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
    except OSError as error:
        if error.filename is not None or error.errno not in UNWRITTEN:
            raise
        with suppress(OSError):
            click.echo(f"Error: the output could not be written: {error.strerror}", err=True)
        sys.stdout = open("/dev/null", "w")  # noqa: SIM115
        sys.exit(2)
