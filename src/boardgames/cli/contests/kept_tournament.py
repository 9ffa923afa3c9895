"""The file of a tournament or match: ``status``, ``table``, ``games``, ``replay`` and ``export``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import click

from boardgames.cli.arguments import Chosen, GameType, UserError, write_file
from boardgames.cli.contests.display import print_contest
from boardgames.cli.contests.options import usage_errors
from boardgames.cli.progress import now_and_then
from boardgames.cli.records.replay import shown, takes_replay_options
from boardgames.cli.setting_options import COUNT, KindType
from boardgames.contest import Standings, Store, contest_json, games_csv
from boardgames.contest.export.listing import ORDINALS, game_fields
from boardgames.contest.score import MatchScore
from boardgames.contest.unplayed import SET_ASIDE
from boardgames.core.text.kinds import Whole
from boardgames.view import plain_table

USUAL_FILE: Final = Path("tournament.db")

db_option = click.option(
    "--db",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The tournament's file.  [default: that of the TOML file, NAME.db, else tournament.db]",
)
file_argument = click.argument("file", required=False, metavar="[FILE]", type=click.Path(path_type=Path))

game_option = click.option(
    "--game",
    "chosen",
    metavar="GAME",
    type=GameType(),
    help="The game, where its rules stand in a file: rules.py:SPEC. No code runs just because the tournament names it.",
)


def opened_file(file: Path | None, db: Path | None) -> Store:
    """The file asked for, also by the name of its .toml.  Raises what :meth:`Store.reading` raises."""
    path = db or file or USUAL_FILE
    return Store.reading(path.with_suffix(".db") if path.suffix == ".toml" else path)


@click.command()
@file_argument
@db_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def status(file: Path | None, db: Path | None, as_json: bool) -> None:
    """Say how far a tournament or match is, also while it is being played.

    \b
    Examples:
      boardgames tournament status cup.db
      boardgames tournament status --json
    """
    with usage_errors(), opened_file(file, db) as store:
        configuration, games = store.configuration, store.games()
        result = (MatchScore if configuration.format == "match" else Standings).of(configuration, games)
        spent = store.spent()
        fields = {
            "game": configuration.game,
            "format": configuration.format,
            "players": configuration.names,
            "games": result.played,
            "planned": result.planned,
            "over": result.over,
            "faults": sum(game.fault is not None for game in games),
            "seconds": round(spent, 3),
            "being_played": store.being_played,
        }
    if as_json:
        click.echo(json.dumps(fields))
        return
    state = "is over" if result.over else "is being played" if fields["being_played"] else "waits for --resume"
    click.echo(f"{configuration.format} of {configuration.game}, {len(configuration.names)} players: it {state}.")
    so_far = "" if result.over or configuration.format not in ("swiss", "knockout", "rating") else " (so far)"
    click.echo(f"{result.played} of {result.planned} games{so_far}, {fields['faults']} ended by a fault.")
    click.echo(result.sentence())


@click.command()
@file_argument
@db_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def table(file: Path | None, db: Path | None, as_json: bool) -> None:
    """Print the table, with ratings, and who scored what against whom.

    \b
    Example:
      boardgames tournament table cup.db
    """
    with usage_errors(), opened_file(file, db) as store:
        standings = Standings.of(store.configuration, store.games())
    print_contest(standings, as_json)


@click.command()
@file_argument
@db_option
@click.option("--player", metavar="NAME", help="Only the games of this player.")
@click.option("--faults", is_flag=True, help="Only the games that ended by a fault, with the details.")
@click.option("--json", "as_json", is_flag=True, help="Print an array of objects.")
def games(file: Path | None, db: Path | None, player: str | None, faults: bool, as_json: bool) -> None:
    """List the games: number, who met, the result and why.

    \b
    Examples:
      boardgames tournament games cup.db
      boardgames tournament games --player mine --faults
    """
    with usage_errors(), opened_file(file, db) as store:
        names = store.configuration.names
        if player is not None and player not in names:
            raise UserError(f"nobody here is called {player!r}; the players are: {', '.join(names)}")
        rows = [
            game
            for game in store.games()
            if (player is None or names.index(player) in game.players)
            and (game.fault or game.reason == SET_ASIDE or not faults)
        ]
    if as_json:
        click.echo(json.dumps([game_fields(game, names) for game in rows]))
        return
    head = ["game", "round", *ORDINALS, "result", "plies", "reason"]
    cells = [
        [
            *(str(game.number), str(game.round), *(names[player] for player in game.players)),
            *(game.result, str(game.plies), game.reason),
        ]
        for game in rows
    ]
    click.echo(plain_table([head, *cells]))
    for game in rows if faults else ():
        if game.fault_seat is None:
            click.echo(f"{game.number}: {game.reason}: {game.detail}")
        else:
            click.echo(f"{game.number}: {names[game.players[game.fault_seat]]} forfeits ({game.reason}): {game.detail}")


@click.command()
@click.argument("number", metavar="ID", type=COUNT)
@db_option
@game_option
@takes_replay_options
def replay(number: int, db: Path | None, chosen: Chosen | None, **how: Any) -> None:
    """Show the game with the number ID, move by move.

    \b
    Example:
      boardgames tournament replay 1 --db cup.db --show board
    """
    with usage_errors(), opened_file(None, db) as store:
        record = store.record(number, None if chosen is None else chosen.game)
    shown(record, f"game {number}", **how)


@click.command()
@file_argument
@db_option
@click.option(
    "--html",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="OUT",
    help="A page with everything in it, which needs no network.",
)
@click.option("--csv", "csv_", type=click.Path(path_type=Path), metavar="OUT", help="The games, one a line.")
@click.option("--json", "json_", type=click.Path(path_type=Path), metavar="OUT", help="The table and all games.")
@click.option("--title", default="", metavar="TEXT", help="The title of the page of --html.")
@click.option(
    "--boards",
    type=KindType(Whole(0)),
    default=200,
    show_default=True,
    metavar="N",
    help="How many games the page of --html has to step through: those with a fault first, then others from"
    " all parts of the tournament. Each takes about 10 kB and 10 ms.",
)
@game_option
def export(
    file: Path | None,
    db: Path | None,
    html: Path | None,
    csv_: Path | None,
    json_: Path | None,
    title: str,
    boards: int,
    chosen: Chosen | None,
) -> None:
    """Write a tournament to a file of another kind; OUT may be - for standard output.

    The page of --html has the table, ratings with their errors, who scored what
    against whom, the standings after each round, the players with their commands,
    and games to step through.

    \b
    Examples:
      boardgames tournament export --html report.html --title "Ur cup, autumn"
      boardgames tournament export cup.db --csv - | head
    """
    if not (html or csv_ or json_):
        raise UserError("say what to write: --html OUT, --csv OUT or --json OUT")
    with usage_errors(), opened_file(file, db) as store:
        game = None if chosen is None else chosen.game
        if html is not None:
            from boardgames.contest import report

            progress = now_and_then(lambda done, boards: f"{done} of {boards} games are in the page")
            page = report(store, title=title, boards=boards, game=game, progress=progress)
            write_file(html, page, "is written: open it in a browser")
        if csv_ is not None:
            write_file(csv_, games_csv(store))
        if json_ is not None:
            write_file(json_, contest_json(store, game))
