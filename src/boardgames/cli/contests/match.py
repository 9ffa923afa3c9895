"""``boardgames match``: which of two players is better."""

from __future__ import annotations

import csv
import json
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import click

from boardgames.cli.arguments import GAME, Chosen, UserError
from boardgames.cli.contests.display import Progress, match_line, match_tables, plain_table
from boardgames.cli.contests.options import ContestOptions, finish, takes_contest_options, under_way, usage_errors
from boardgames.cli.entrants import named
from boardgames.cli.numbers import COUNT
from boardgames.contest.configuration import Configuration
from boardgames.contest.play import configured, entries
from boardgames.contest.runner import Runner
from boardgames.contest.score import MatchScore
from boardgames.contest.sprt import BadSprt, Sprt

VERDICTS = {"H1": 0, "H0": 4, None: 5}


class SprtType(click.ParamType[Sprt]):
    """``elo0=0,elo1=10,alpha=0.05,beta=0.05``."""

    name = "sprt"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Sprt:
        try:
            return value if isinstance(value, Sprt) else Sprt.parse(str(value))
        except BadSprt as error:
            self.fail(str(error), param, ctx)


@click.command()
@GAME
@click.option("--p1", required=True, metavar="PLAYER", help="The player of whom the result speaks.")
@click.option("--p2", required=True, metavar="PLAYER", help="Its opponent.")
@click.option("--p1-name", metavar="NAME", help="What to call the first player (1 to 16 characters).")
@click.option("--p2-name", metavar="NAME", help="What to call the second player.")
@click.option("--p1-set", multiple=True, metavar="NAME=VALUE", help="Set an option of the first player's engine.")
@click.option("--p2-set", multiple=True, metavar="NAME=VALUE", help="Set an option of the second player's engine.")
@click.option("--games", type=COUNT, default=100, show_default=True, metavar="N", help="How many games, at most.")
@click.option(
    "--sprt",
    type=SprtType(),
    metavar="elo0=0,elo1=10,...",
    help="Stop as soon as it is known whether the first player is better by elo0 or by elo1 Elo; "
    "also alpha=, beta= (0.05) and model=logistic|normalized.",
)
@takes_contest_options
@click.option(
    "--db", type=click.Path(path_type=Path), metavar="FILE", help="Keep every game in FILE, so that nothing is lost."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the result as a line of CSV below its head.")
def match(
    chosen: Chosen,
    p1: str,
    p2: str,
    p1_name: str | None,
    p2_name: str | None,
    p1_set: tuple[str, ...],
    p2_set: tuple[str, ...],
    games: int,
    sprt: Sprt | None,
    options: ContestOptions,
    db: Path | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Play many games of GAME between two players, to see which one is better.

    Games go in pairs: the players swap sides and meet the same luck (and the same
    opening).  The result is told from --p1's point of view, in Elo with the error
    that so many games leave.  A PLAYER is named as in "boardgames play".

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
      3    a program could not be started
      4    with --sprt: H0 is accepted, the first player is not better
      5    with --sprt: undecided after so many games
      130  interrupted; with --db, --resume goes on
    """
    if as_json and as_csv:
        raise UserError("--json or --csv, not both")
    with usage_errors():
        if options.resume and db is None:
            raise UserError("--resume goes on with a file: say which one with --db FILE")
        configuration = configured(
            chosen.text,
            entries(
                chosen.text,
                [p1, p2],
                [named(p1_name, "--p1-name"), named(p2_name, "--p2-name")],
                [p1_set, p2_set],
            ),
            games=games,
            sprt=sprt,
            **options.of_configuration(db),
        )
        score, interrupted = _played(configuration, options, db)
    if as_json:
        click.echo(json.dumps({"game": configuration.game, "seed": configuration.seed, **score.fields()}))
    elif as_csv:
        click.echo(as_line_of_csv(score), nl=False)
    else:
        for rows in match_tables(score):
            click.echo(plain_table(rows))
        click.echo("")
        click.echo(score.sentence())
    _finish(score, interrupted, db)


def _played(configuration: Configuration, options: ContestOptions, db: Path | None) -> tuple[MatchScore, bool]:
    """The score, and whether somebody broke the match off."""
    with under_way(configuration, options, db) as (store, hands, ahead):
        score = MatchScore.of(configuration, store.games())
        with Progress(
            lambda: configuration.games, score.tally.games, lambda: match_line(score), lambda: match_tables(score)
        ) as progress:

            def played(game: Any) -> None:
                score.add(game)
                progress.played(game)

            runner = Runner(configuration=configuration, store=store, executor=hands, ahead=ahead, on_game=played)
            interrupted = finish(runner)
        final = MatchScore.of(configuration, store.games())
        final.benched = runner.benched
        return final, interrupted


def _finish(score: MatchScore, interrupted: bool, db: Path | None) -> None:
    """Say what is left to say, and exit with the match's status."""
    if interrupted:
        kept = f"; they are in {db}: --resume goes on" if db else ""
        click.echo(f"Interrupted after {score.tally.games} of {score.planned} games{kept}.", err=True)
        sys.exit(130)
    for player, why in score.benched.items():
        click.echo(
            f"{score.names[player]} could not get going three times in a row, so the match ends here: {why}\n"
            "'boardgames check' tells more about a program.",
            err=True,
        )
        sys.exit(3)
    if any(any(counts) for counts in score.faults) and db is not None:
        click.echo(f"Games ended by a fault: boardgames tournament games --db {db} --faults", err=True)
    if score.sprt is not None:
        sys.exit(VERDICTS[score.sprt.accepted])


def as_line_of_csv(score: MatchScore) -> str:
    """The result in two lines of CSV; what JSON nests is written with spaces."""
    fields = score.fields()
    row = {name: fields[name] for name in ("games", "wins", "draws", "losses", "score", "elo", "error")}
    row["pairs"] = " ".join(map(str, fields["pairs"]))
    row["faults"] = "; ".join(
        f"{who} {kind} {n}" for who, kinds in fields["faults"].items() for kind, n in kinds.items()
    )
    row["sprt"] = None if score.sprt is None else score.sprt.accepted or "undecided"
    text = StringIO()
    writer = csv.DictWriter(text, list(row), lineterminator="\n")
    writer.writeheader()
    writer.writerow(row)
    return text.getvalue()
