"""``boardgames tournament``: many players, one table."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import click

from boardgames.cli.arguments import Chosen, GameType, UserError, write_file
from boardgames.cli.contests.display import (
    REPORT_INTERVAL,
    TournamentDisplay,
    format_result,
    plain_table,
    print_standings,
)
from boardgames.cli.contests.options import ContestOptions, finish_standings, takes_contest_options, usage_errors
from boardgames.cli.numbers import COUNT
from boardgames.cli.records.replay import shown, takes_replay_options
from boardgames.cli.setting_options import KindType
from boardgames.contest import ContestFile, Entry, KeptGame, Standings, Store, play_tournament, read_contest_file
from boardgames.contest.score import MatchScore
from boardgames.contest.unplayed import SET_ASIDE
from boardgames.core.settings import Whole
from boardgames.core.text.printable import printable
from boardgames.interruption import interruptible

SEAT_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
USUAL_FILE = Path("tournament.db")

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


@click.group()
def tournament() -> None:
    """Have many players meet, and rank them.

    \b
    Examples:
      boardgames tournament run --game ur --bots mine="python mybot.py" easy=random good=greedy
      boardgames tournament run cup.toml -j 4
      boardgames tournament status
      boardgames tournament table
      boardgames tournament games --player mine --faults
      boardgames tournament replay 17
      boardgames tournament export --html report.html
    """


@tournament.command()
@click.argument("words", nargs=-1, metavar="[FILE.toml] [NAME=PLAYER]...")
@click.option("--game", metavar="GAME", help="The game, with its options.")
@click.option(
    "--bots", "bots", multiple=True, metavar="NAME=PLAYER...", help="The players, each under a name, the best first."
)
@takes_contest_options("format", "games", "rounds")
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
def run(
    words: tuple[str, ...], game: str | None, bots: tuple[str, ...], options: ContestOptions, as_json: bool
) -> None:
    """Play a tournament, as FILE.toml or the options say.

    A PLAYER is named as in "boardgames play".  FILE.toml has the same words as the
    command line, which has the last say:

    \b
      game = "ur"
      format = "swiss"
      games = 4
      [limits]
      move_time = 0.5
      [bots]
      mine = "python mybot.py"
      easy = "random"

    Each finished game is kept in a file, so that --resume goes on after whatever
    happened.  A player that cannot get going three times in a row is benched and
    loses its other games.

    \b
    Examples:
      boardgames tournament run cup.toml -j 4
      boardgames tournament run cup.toml -j 4 --resume
      boardgames tournament run --game ur --bots a=./a b=./b c=greedy --format swiss --games 10
      boardgames tournament run cup.toml --executor dask://scheduler:8786

    \b
    Exit status:
      0    the tournament is over
      2    wrong usage, a file that cannot be used
      3    it is over, and a player was benched
      130  interrupted; --resume goes on
    """
    path, named, game = _sorted(words, bots, game)
    db: Path = options.run["db"] or (USUAL_FILE if path is None else path.with_suffix(".db"))
    display, interrupted = TournamentDisplay(db), False
    with usage_errors(), interruptible(), display:
        file = ContestFile() if path is None else read_contest_file(path)
        try:
            standings = play_tournament(
                _game(game or file.game),
                _players([*file.entries, *named]),
                **file.merged(options.settings, options.limits),
                **{**options.run, "db": db},
                masked=[] if path is None else [path],
                on_start=display.start,
                on_game=display.played,
            )
        except KeyboardInterrupt:
            if not display.started:
                raise
            standings, interrupted = display.standings(), True
    print_standings(standings, as_json)
    finish_standings(standings, interrupted, db)


def _sorted(words: Sequence[str], bots: Sequence[str], game: str | None) -> tuple[Path | None, list[Entry], str | None]:
    """The words of the command line as a file, players, and a game."""
    named: list[Entry] = []
    file: Path | None = None
    for word in [*bots, *words]:  # click hands the first word behind --bots apart from those that follow it
        name, equals, player = word.partition("=")
        if equals and ":" not in name and "/" not in name:
            named.append(Entry(name, player))
        elif word in bots:
            raise UserError(f'--bots: write NAME=PLAYER, as in mine="python mybot.py", not {word!r}')
        elif word.endswith(".toml") and file is None:
            file = Path(word)
        elif game is None and not Path(word).exists():
            game = word
        else:
            raise UserError(f"{word!r} is neither a file whose name ends with .toml nor NAME=PLAYER")
    return file, named, game


def _game(game: str | None) -> str:
    if game is None:
        raise UserError("which game? Say --game GAME, or game = in the .toml file; 'boardgames list' has them")
    return game


def _players(players: Sequence[Entry]) -> Sequence[Entry]:
    if not players:
        raise UserError(
            'nobody plays: say --bots NAME=PLAYER NAME=PLAYER, as in --bots mine="python bot.py" easy=random'
        )
    return players


# -- looking into it ----------------------------------------------------------------


def opened_file(file: Path | None, db: Path | None) -> Store:
    """The file asked for, also by the name of its .toml.  Raises what :meth:`Store.reading` raises."""
    path = db or file or USUAL_FILE
    return Store.reading(path.with_suffix(".db") if path.suffix == ".toml" else path)


@tournament.command()
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
        if configuration.format == "match" and configuration.seats == 2:
            score = MatchScore.of(configuration, games)
            played, planned, sentence = score.tally.games, score.planned, score.sentence()
            over = played >= planned or (score.sprt is not None and score.sprt.accepted is not None)
        else:
            standings = Standings.of(configuration, games)
            played, planned, sentence = standings.played, standings.planned, standings.sentence()
            over = standings.over
        spent = store.spent()
        fields = {
            "game": configuration.game,
            "format": configuration.format,
            "players": configuration.names,
            "games": played,
            "planned": planned,
            "over": over,
            "faults": sum(game.fault is not None for game in games),
            "seconds": round(spent, 3),
            "being_played": store.being_played,
        }
    if as_json:
        click.echo(json.dumps(fields))
        return
    state = "is over" if over else "is being played" if fields["being_played"] else "waits for --resume"
    click.echo(f"{configuration.format} of {configuration.game}, {len(configuration.names)} players: it {state}.")
    more = "" if over or configuration.format not in ("swiss", "knockout") else " (so far)"
    click.echo(f"{played} of {planned} games{more}, {fields['faults']} ended by a fault.")
    click.echo(sentence)


@tournament.command()
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
    print_standings(standings, as_json)


@tournament.command()
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
    seats = SEAT_NAMES[: store_seats(rows)]
    head = ["game", "round", *seats, "result", "plies", "reason"]
    cells = [
        [
            *(str(game.number), str(game.round), *(names[each] for each in game.players)),
            *(format_result(game), str(game.plies), game.reason),
        ]
        for game in rows
    ]
    click.echo(plain_table([head, *cells]))
    for game in rows if faults else ():
        if game.fault_seat is None:
            click.echo(f"{game.number}: {game.reason}: {game.detail}")
        else:
            click.echo(f"{game.number}: {names[game.players[game.fault_seat]]} forfeits ({game.reason}): {game.detail}")


def store_seats(games: Sequence[KeptGame]) -> int:
    """How many seats the games have; two if there are none."""
    return len(games[0].players) if games else 2


def game_fields(game: KeptGame, names: Sequence[str]) -> dict[str, Any]:
    """A game in plain values."""
    return {
        "game": game.number,
        "round": game.round,
        "pair": game.pair,
        "first": names[game.first],
        "second": names[game.second],
        "result": format_result(game),
        "score": game.score,
        "reason": game.reason,
        "fault_of": None if game.fault_seat is None else SEAT_NAMES[game.fault_seat],
        "detail": game.detail,
        "plies": game.plies,
        "first_time": game.first_time,
        "second_time": game.second_time,
        "first_slowest": game.first_slowest,
        "second_slowest": game.second_slowest,
        **({"seats": [{"name": names[seat.player], **seat._asdict()} for seat in game.more]} if game.more else {}),
    }


@tournament.command()
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


@tournament.command()
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
        configuration, rows = store.configuration, store.games()
        game = None if chosen is None else chosen.game
        standings = Standings.of(configuration, rows)
        if html is not None:
            from boardgames.cli.contests.report import Heading, report, with_boards

            drawn = with_boards(rows, boards)
            records = (store.record(number, game) for number in shown_progress(drawn))
            write_file(html, report(standings, rows, records, Heading(title, *store.dates()), drawn))
            if str(html) != "-":
                click.echo(f"{printable(str(html))} is written: open it in a browser.", err=True)
        listed = [game_fields(row, configuration.names) for row in rows] if csv_ or json_ else []
        if csv_ is not None:
            write_file(csv_, as_csv(listed))
        if json_ is not None:
            for fields, row in zip(listed, rows, strict=True):
                fields["record"] = json.loads(store.record(row.number, game).json())
            whole = {"configuration": configuration.fields(), **standings.fields(), "played": listed}
            write_file(json_, json.dumps(whole, ensure_ascii=False) + "\n")


def shown_progress(numbers: Sequence[int]) -> Iterator[int]:
    """Numbers of games one after the other; every ten seconds a line says how many there have been."""
    due = time.monotonic() + REPORT_INTERVAL
    for done, number in enumerate(numbers):
        if time.monotonic() >= due:
            click.echo(f"{done} of {len(numbers)} games are in the page", err=True)
            due = time.monotonic() + REPORT_INTERVAL
        yield number


def as_csv(listed: Sequence[Mapping[str, Any]]) -> str:
    """Games, one a line, below a head."""
    text = StringIO()
    writer = csv.DictWriter(text, list(listed[0]) if listed else ["game"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(listed)
    return text.getvalue()
