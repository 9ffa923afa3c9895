"""``boardgames new``: a new game, complete from the first minute."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from boardgames.cli.arguments import UserError, mistakes
from boardgames.cli.options import Command, file_option, takes
from boardgames.cli.output import print_result
from boardgames.testkit.new_game import BadGameName, new_game


@attrs.frozen(kw_only=True)
class GameFolder:
    """Where the game is written."""

    folder: Path | None = file_option(
        "Where to write it: a folder that is not there yet, or empty.  [NAME]", metavar="DIR"
    )


@click.command(cls=Command)
@click.argument("name")
@takes(GameFolder)
def new(name: str, options: GameFolder) -> None:
    """Begin a game of your own, called NAME.

    Writes a small distribution: the rules of a complete game to change step by
    step, a test, and how to install it.  Nothing is overwritten.  A name may
    have hyphens, as dice-shogi has; its package is then dice_shogi.

    \b
    Examples:
      boardgames new mygame
      boardgames new hexapawn --folder games/hexapawn
      boardgames new four-field-kono
    """
    try:
        with mistakes(BadGameName):
            print_result(new_game(name, options.folder))
    except OSError as error:
        path = error.filename or options.folder or name
        raise UserError(str(error) if error.errno is None else f"cannot write {path}: {error.strerror}") from None
