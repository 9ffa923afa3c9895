"""``boardgames match``: which of two players is better."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from boardgames.cli.arguments import GAME, Chosen, UserError
from boardgames.cli.contests.display import ContestDisplay, print_contest
from boardgames.cli.contests.options import ContestOptions, finish, takes_contest_options
from boardgames.cli.entrants import PLAYER, named
from boardgames.contest import Entry, MatchScore, play_match
from boardgames.view import csv_table

STATUS = {"H1": 0, "H0": 4, None: 5}
"""The exit status by the hypothesis that a sequential test accepted."""


@click.command()
@GAME
@click.option("--p1", required=True, metavar="PLAYER", type=PLAYER, help="The player whose result is shown.")
@click.option("--p1-name", metavar="NAME", help="A name for the first player (1 to 16 characters).")
@click.option("--p1-set", multiple=True, metavar="NAME=VALUE", help="Set an option of the first player's engine.")
@click.option("--p2", required=True, metavar="PLAYER", type=PLAYER, help="Its opponent.")
@click.option("--p2-name", metavar="NAME", help="A name for the second player.")
@click.option("--p2-set", multiple=True, metavar="NAME=VALUE", help="Set an option of the second player's engine.")
@takes_contest_options("games", "sprt")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the result as a line of CSV below its head.")
def match(
    chosen: Chosen,
    p1: str,
    p1_name: str | None,
    p1_set: tuple[str, ...],
    p2: str,
    p2_name: str | None,
    p2_set: tuple[str, ...],
    options: ContestOptions,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Play many games of GAME between two players, to see which one is better.

    Games go in pairs: the players swap sides and meet the same dice (and the same
    opening).  The result is told from --p1's point of view, in Elo with the error
    that the games leave.  A PLAYER is named as in "boardgames play".

    \b
    Examples:
      boardgames match ur --p1 "python mybot.py" --p2 greedy --games 200
      boardgames match ur --p1 ./new --p2 ./old --games 10000 -j 4 --sprt elo0=0,elo1=10
      boardgames match shogi --p1 "usi:./engine" --p2 random --openings random:6
      boardgames match ur --p1 ./new --p2 ./old --games 1000 --db match.db
      boardgames match ur --p1 ./new --p2 ./old --games 1000 --db match.db --resume
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
    one = Entry(named(p1_name, "--p1-name") or "", p1, p1_set)
    other = Entry(named(p2_name, "--p2-name") or "", p2, p2_set)
    if as_json and as_csv:
        raise UserError("--json or --csv, not both")
    db: Path | None = options.run["db"]
    if options.run["resume"] and db is None:
        raise UserError("--resume goes on with a file: say which one with --db FILE")
    play: Callable[..., Any] = partial(play_match, chosen.text, one, other, **options.arguments)
    display = ContestDisplay(MatchScore.of)
    score, interrupted = display.follow(play)
    if as_csv:
        click.echo(as_line_of_csv(score), nl=False)
    else:
        print_contest(score, as_json, game=chosen.text, seed=display.configuration.seed)
    _finish(score, interrupted, db)


def _finish(score: MatchScore, interrupted: bool, db: Path | None) -> None:
    """Say what is left to say, and exit with the match's status."""
    finish(score, interrupted, db)
    report_benched(score.names, score.benched, "match")
    if any(score.faults) and db is not None:
        click.echo(f"Games ended by a fault: boardgames tournament games --db {db} --faults", err=True)
    if score.sprt is not None:
        sys.exit(STATUS[score.sprt.accepted])


def report_benched(names: Sequence[str], benched: Mapping[int, str], contest: str) -> None:
    """Say which player cannot get going, if one cannot, and exit then.

    ``names`` are the players', ``benched`` the reason by a player's number, ``contest`` what was to be played.
    """
    for player, why in benched.items():
        click.echo(
            f"{names[player]} could not get going three times in a row, so the {contest} ends here: {why}\n"
            "'boardgames check' tells more about a program.",
            err=True,
        )
        sys.exit(3)


def as_line_of_csv(score: MatchScore) -> str:
    """The result in two lines of CSV; what JSON nests is written with spaces."""
    fields = score.fields()
    row = {name: fields[name] for name in ("games", "wins", "draws", "losses", "score", "elo", "error")}
    row["pairs"] = " ".join(map(str, fields["pairs"]))
    row["faults"] = "; ".join(
        f"{who} {kind} {n}" for who, kinds in fields["faults"].items() for kind, n in kinds.items()
    )
    row["sprt"] = None if score.sprt is None else score.sprt.accepted or "undecided"
    return csv_table([row, row.values()])
