"""``boardgames rate``: how good a bot is, on the scale of our levels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from boardgames.cli.arguments import GAME, Chosen
from boardgames.cli.contests.display import ContestDisplay, print_contest
from boardgames.cli.contests.match import report_benched
from boardgames.cli.contests.options import ContestOptions, report_interruption, report_stop, takes_contest_options
from boardgames.cli.entrants import named
from boardgames.contest import BotRating, Entry, play_rating


@click.command()
@GAME
@click.option("--bot", required=True, metavar="PLAYER", help='The bot: a player named as in "boardgames play".')
@click.option("--bot-name", metavar="NAME", help="A name for it (1 to 16 characters).")
@click.option("--bot-set", multiple=True, metavar="NAME=VALUE", help="Set an option of its engine.")
@click.option(
    "--anchors",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="The players of known Elo.  [default: random and the levels 1 to 9]",
)
@takes_contest_options("games", "until")
@click.option("--json", "as_json", is_flag=True, help="Print the rating as one JSON object.")
def rate(
    chosen: Chosen,
    bot: str,
    bot_name: str | None,
    bot_set: tuple[str, ...],
    anchors: Path | None,
    options: ContestOptions,
    as_json: bool,
) -> None:
    """Say how good a bot is in GAME: its level, and its Elo with the error.

    It plays pairs of games against random and the levels 1 to 9 of alphabeta, whose
    Elo is known, each time against those that tell most.  With --db nothing is lost:
    the same command goes on where it was interrupted.

    \b
    Examples:
      boardgames rate ur --bot "python mybot.py"
      boardgames rate ur --bot "python mybot.py" --until 30 -j 2 --db rating.db
      boardgames rate minishogi --bot alphabeta:nodes=500 --games 60 --json
      boardgames rate ur --bot mymodule:MyPlayer

    \b
    Exit status:
      0    the bot is rated
      2    wrong usage, a file that cannot be used
      3    the bot could not be started; or games were given up, as a service failed
      130  interrupted; with --db the same command goes on
    """
    db: Path | None = options.run["db"]
    entry = Entry(named(bot_name, "--bot-name") or "", bot, bot_set)
    arguments: dict[str, Any] = {**options.arguments, "resume": db is not None, "anchors": anchors}
    play: Callable[..., Any] = partial(play_rating, chosen.text, entry, **arguments)
    rating, interrupted = ContestDisplay(BotRating.of).follow(play)
    if as_json or not rating.benched:
        print_contest(rating, as_json)
    games = f"{rating.totals.tally.games} games"
    if interrupted:
        report_interruption(games, db, "the same command")
    report_stop(rating.stopped, games, db, "the same command")
    report_benched(rating.configuration.names, rating.benched, "rating")
