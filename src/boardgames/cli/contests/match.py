"""``boardgames match``: which of two players is better."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import attrs
import click

from boardgames.cli.arguments import GAME, Chosen, UserError
from boardgames.cli.contests.display import ContestDisplay
from boardgames.cli.contests.options import ContestOptions, finish, takes_contest_options, usage_errors
from boardgames.cli.entrants import WORDS
from boardgames.cli.options import JSON, OUTPUT, Command, takes
from boardgames.cli.output import print_result
from boardgames.cli.playing.options import PlayerOptions
from boardgames.contest import Entry, MatchScore, play_match
from boardgames.contest.export.listing import match_csv
from boardgames.contest.play import MATCH_GAMES
from boardgames.contest.settings import for_two
from boardgames.core.model.options import option

STATUS = {"H1": 0, "H0": 4, None: 5}
"""The exit status by the hypothesis that a sequential test accepted."""


@attrs.frozen(kw_only=True)
class MatchOutput:
    """How the result is printed."""

    json: bool = JSON
    csv: bool = option(False, "Print the result as a line of CSV below its head.", section=OUTPUT)


@click.command(cls=Command)
@GAME
@WORDS
@takes_contest_options("sprt", games=f"Games to play, at most.  [{MATCH_GAMES}]")
@takes(PlayerOptions, "players")
@takes(MatchOutput, "output")
def match(chosen: Chosen, players: PlayerOptions, options: ContestOptions, output: MatchOutput) -> None:
    """Play many games of GAME between two players, to see which one is better.

    Games go in pairs: the players swap sides and meet the same dice (and the same
    opening).  The result is told from the first player's point of view, in Elo with
    the error that the games leave.  A PLAYER is named as in "boardgames play".

    \b
    Examples:
      boardgames match ur "python mybot.py" greedy --games 200
      boardgames match ur ./new ./old --games 10000 -j 4 --sprt elo0=0,elo1=10
      boardgames match shogi "usi:./engine" random --openings random:6
      boardgames match ur ./new ./old --games 1000 --db match.db
      boardgames match ur ./new ./old --games 1000 --db match.db --resume
      boardgames replay --db match.db 17

    \b
    Exit status:
      0    the games are over; with --sprt: H1 is accepted, the first player is better
      2    wrong usage, a file that cannot be used
      3    a program could not be started; or games were given up, as a service failed
      4    with --sprt: H0 is accepted, the first player is not better
      5    with --sprt: undecided after all games
      130  interrupted; with --db, --resume goes on
    """
    with usage_errors():
        for_two(chosen)
    one, other = (Entry(player.name or "", player.text, player.settings) for player in players.by_seat(chosen))
    if output.json and output.csv:
        raise UserError("--json or --csv, not both")
    db = options.db
    if options.run.resume and db is None:
        raise UserError("--resume goes on with a file: say which one with --db FILE")
    play: Callable[..., Any] = partial(play_match, chosen, one, other, **options.arguments)
    display = ContestDisplay(MatchScore.of)
    score, interrupted = display.follow(play)
    if output.csv:
        click.echo(match_csv(score), nl=False)
    else:
        print_result(score, output.json, game=chosen.text, seed=display.configuration.seed)
    finish(score, interrupted, db)
    if any(score.faults) and db is not None:
        click.echo(f"Games ended by a fault: boardgames tournament games --db {db} --faults", err=True)
    if score.sprt is not None:
        sys.exit(STATUS[score.sprt.accepted])
