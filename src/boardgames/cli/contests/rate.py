"""``boardgames rate``: how good a bot is, on the scale of our levels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import click

from boardgames.cli.arguments import GAME, Chosen
from boardgames.cli.contests.display import ContestDisplay
from boardgames.cli.contests.options import ContestOptions, finish, takes_contest_options
from boardgames.cli.entrants import SETTING, WORD, PlayerOption, checked_name
from boardgames.cli.options import JSON, MORE, Command, takes
from boardgames.cli.output import print_result
from boardgames.contest import BotRating, Entry, play_rating
from boardgames.contest.play import RATING_GAMES
from boardgames.core.model.options import option


@attrs.frozen(kw_only=True)
class RatedPlayer(PlayerOption):
    """The player that is rated, and by whom."""

    name: str | None = option(None, "A name for it (1 to 16 characters).", metavar="NAME", section=MORE)
    set_: tuple[str, ...] = option((), "Set an option of its engine.", repeated=True, metavar=SETTING, section=MORE)
    anchors: Path | None = option(
        None,
        "The players of known Elo.  [default: random and the levels 1 to 9]",
        kind=click.Path(path_type=Path, exists=True, dir_okay=False),
        metavar="FILE",
        section=MORE,
    )
    json: bool = JSON


@click.command(cls=Command)
@GAME
@WORD
@takes_contest_options("until", games=f"Games to play, at most.  [{RATING_GAMES}]")
@takes(RatedPlayer, "rated")
def rate(chosen: Chosen, rated: RatedPlayer, options: ContestOptions) -> None:
    """Say how good a bot is in GAME: its level, and its Elo with the error.

    PLAYER is the bot, named as in "boardgames play".  It plays pairs of games against
    random and the levels 1 to 9 of alphabeta, whose Elo is known, each time against
    those that tell most.  With --db nothing is lost: the same command goes on where
    it was interrupted.

    \b
    Examples:
      boardgames rate ur "python mybot.py"
      boardgames rate ur "python mybot.py" --until 30 -j 2 --db rating.db
      boardgames rate minishogi alphabeta:nodes=500 --games 60 --json
      boardgames rate ur mymodule:MyPlayer

    \b
    Exit status:
      0    the bot is rated
      2    wrong usage, a file that cannot be used
      3    the bot could not be started; or games were given up, as a service failed
      130  interrupted; with --db the same command goes on
    """
    db = options.db
    entry = Entry(checked_name(rated.name, "--name") or "", rated.text, rated.set_)
    arguments: dict[str, Any] = {**options.arguments, "resume": db is not None, "anchors": rated.anchors}
    play: Callable[..., Any] = partial(play_rating, chosen, entry, **arguments)
    rating, interrupted = ContestDisplay(BotRating.of).follow(play)
    if rated.json or not rating.benched:
        print_result(rating, rated.json)
    finish(rating, interrupted, db, "the same command")
