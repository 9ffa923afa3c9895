"""``boardgames tournament``: many players, one table."""

from __future__ import annotations

import csv
import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import attrs
import click

from boardgames.cli.arguments import Chosen, GameType, UserError, write_file
from boardgames.cli.contests.display import Progress, plain_table, standings_line, standings_tables
from boardgames.cli.contests.options import ContestOptions, finish, takes_contest_options, under_way, usage_errors
from boardgames.cli.numbers import COUNT
from boardgames.cli.programs import LIMIT_TYPES, limits_of
from boardgames.cli.records.replay import shown, takes_replay_options
from boardgames.contest.configuration import (
    TOURNAMENTS,
    BadContest,
    Configuration,
    Entry,
    tournament_format,
)
from boardgames.contest.play import configured
from boardgames.contest.runner import Runner
from boardgames.contest.score import MatchScore
from boardgames.contest.standings import Standings
from boardgames.contest.store import KeptGame, Store
from boardgames.referee import Limits

USUAL_FILE = Path("tournament.db")
SETTINGS = ("game", "format", "games", "rounds", "seed", "openings", "swap", "max_plies", "sandbox", "limits", "bots")
"""What a tournament's TOML file may say."""

db_option = click.option(
    "--db",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The tournament's file.  [default: that of the TOML file, NAME.db, else tournament.db]",
)
file_argument = click.argument("file", required=False, metavar="[FILE]", type=click.Path(path_type=Path))

game_option = click.option(
    "--game",
    "told",
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
    "--bots", "bots", multiple=True, metavar="NAME=PLAYER...", help="Who plays, each under a name, the best first."
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(TOURNAMENTS)),
    help="; ".join(f"{name}: {told}" for name, told in TOURNAMENTS.items()) + ".  [roundrobin]",
)
@click.option("--games", type=COUNT, metavar="N", help="Games of each meeting.  [2]")
@click.option(
    "--rounds",
    type=COUNT,
    metavar="N",
    help="Rounds of a Swiss tournament; how often everybody meets everybody.",
)
@takes_contest_options
@db_option
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
def run(
    words: tuple[str, ...],
    game: str | None,
    bots: tuple[str, ...],
    format_: str | None,
    games: int | None,
    rounds: int | None,
    options: ContestOptions,
    db: Path | None,
    as_json: bool,
) -> None:
    """Play a tournament, as FILE.toml or the options say.

    A PLAYER is named as in "boardgames play".  In FILE.toml stand the same words as
    on the command line, which has the last say:

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
    file, named, game = _sorted(words, bots, game)
    with usage_errors():
        settings = {} if file is None else _read(file)
        db = db or (USUAL_FILE if file is None else file.with_suffix(".db"))
        configuration = _configuration(settings, game, named, format_, games, rounds, options, db)
        standings, interrupted = _played(configuration, options, db)
    if as_json:
        click.echo(json.dumps(standings.fields()))
    else:
        _print(standings)
    if interrupted:
        click.echo(
            f"Interrupted after {standings.played} of {standings.planned} games; they are in {db}: --resume goes on.",
            err=True,
        )
        sys.exit(130)
    for name, why in standings.benched.items():
        click.echo(f"{name} was benched, as it could not get going three times in a row: {why}", err=True)
    if standings.benched:
        sys.exit(3)


def _sorted(
    words: Sequence[str], bots: Sequence[str], game: str | None
) -> tuple[Path | None, list[tuple[str, str]], str | None]:
    """The words of the command line as a file, named players, and a game."""
    named: list[tuple[str, str]] = []
    file: Path | None = None
    for word in [*bots, *words]:  # the first word behind --bots comes apart from those that follow it
        name, equals, player = word.partition("=")
        if equals and ":" not in name and "/" not in name:
            named.append((name, player))
        elif word in bots:
            raise UserError(f'--bots: write NAME=PLAYER, as in mine="python mybot.py", not {word!r}')
        elif word.endswith(".toml") and file is None:
            file = Path(word)
        elif game is None and not Path(word).exists():
            game = word
        else:
            raise UserError(f"{word!r} is neither a file whose name ends with .toml nor NAME=PLAYER")
    return file, named, game


def _read(file: Path) -> dict[str, Any]:
    """What a TOML file says.  Raises :class:`UserError`."""
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read {file}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{file}: {error}") from None
    unknown = [name for name in settings if name not in SETTINGS]
    if unknown:
        raise UserError(f"{file}: there is no setting {unknown[0]!r}; there are: {', '.join(SETTINGS)}")
    kinds = {"game": str, "format": str, "games": int, "rounds": int, "seed": int, "openings": str, "swap": bool,
             "max_plies": int, "sandbox": str, "limits": dict, "bots": dict}  # fmt: skip
    for name, value in settings.items():
        if not isinstance(value, kinds[name]) or (kinds[name] is int and isinstance(value, bool)):
            wanted = {str: "a text", int: "a whole number", bool: "true or false", dict: "a table"}[kinds[name]]
            raise UserError(f"{file}: {name} is {wanted}, not {value!r}")
    if isinstance(settings.get("openings"), str) and not settings["openings"].startswith("random:"):
        settings["openings"] = str(file.parent / settings["openings"])
    return settings


def _configuration(
    settings: Mapping[str, Any],
    game: str | None,
    named: Sequence[tuple[str, str]],
    format_: str | None,
    games: int | None,
    rounds: int | None,
    options: ContestOptions,
    db: Path,
) -> Configuration:
    game = game or settings.get("game")
    if game is None:
        raise UserError("which game? Say --game GAME, or game = in the .toml file; 'boardgames list' has them")
    players = [_contestant(name, player) for name, player in settings.get("bots", {}).items()]
    players += [Entry(name, player) for name, player in named]
    if not players:
        raise UserError(
            'nobody plays: say --bots NAME=PLAYER NAME=PLAYER, as in --bots mine="python bot.py" easy=random'
        )
    chosen = options.of_configuration(db)
    for name in ("openings", "max_plies", "seed", "sandbox", "swap"):
        if name in settings and name not in options.said:
            chosen[name] = settings[name]
    chosen["limits"] = _limits(options, settings.get("limits", {}))
    return configured(
        game,
        players,
        format=tournament_format(format_ or settings.get("format", "roundrobin")),
        games=settings.get("games", 2) if games is None else games,
        rounds=settings.get("rounds") if rounds is None else rounds,
        **chosen,
    )


def _contestant(name: str, player: Any) -> Entry:
    """A player as the file has it: its text, or a table with ``player`` and ``settings``."""
    if isinstance(player, str):
        return Entry(name, player)
    if (
        isinstance(player, dict)
        and isinstance(player.get("player"), str)
        and not player.keys() - {"player", "settings"}
    ):
        settings = player.get("settings", {})
        if isinstance(settings, dict):
            return Entry(name, player["player"], [f"{key}={value}" for key, value in settings.items()])
    raise BadContest(
        f'bots: {name} is a player, as in {name} = "python bot.py", or a table with player and settings, not {player!r}'
    )


def _limits(options: ContestOptions, said: Mapping[str, Any]) -> Limits:
    """The limits of the command line, and where it says nothing the file's, which mean the same there."""
    chosen = dict(options.limits)
    for name, value in said.items():
        if name not in LIMIT_TYPES:
            raise BadContest(f"limits: there is no limit {name!r}; there are: {', '.join(LIMIT_TYPES)}")
        if name not in options.said:
            chosen[name] = _limit(name, value)
    return limits_of(chosen)


def _limit(name: str, value: Any) -> Any:
    if name == "clock":
        numbers = value if isinstance(value, list) else [value]
        text = "+".join(map(str, numbers))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        text = str(value)
    else:
        raise BadContest(f"limits: {name} is a number, not {value!r}")
    try:
        return LIMIT_TYPES[name].convert(text, None, None)
    except click.BadParameter as error:
        raise BadContest(f"limits: {name}: {error.message}") from None


def _played(configuration: Configuration, options: ContestOptions, db: Path) -> tuple[Standings, bool]:
    """The table, and whether somebody broke the tournament off."""
    with under_way(configuration, options, db) as (store, hands, ahead):
        games = store.games()
        if not games:
            with suppress(OSError):
                click.echo(f"Games are kept in {db}.", err=True)

        def table() -> Standings:
            return Standings.of(configuration, games)

        with Progress(
            lambda: table().planned, len(games), lambda: standings_line(table()), lambda: standings_tables(table())
        ) as progress:

            def played(game: KeptGame) -> None:
                games.append(game)
                progress.played(game)

            runner = Runner(configuration=configuration, store=store, executor=hands, ahead=ahead, on_game=played)
            interrupted = finish(runner)
        standings = Standings.of(configuration, store.games())
        benched = {configuration.names[player]: why for player, why in runner.benched.items()}
        return attrs.evolve(standings, benched=benched), interrupted


def _print(standings: Standings) -> None:
    for rows in standings_tables(standings):
        click.echo(plain_table(rows))
        click.echo("")
    if standings.cut_short:
        click.echo(standings.cut_short)
    if standings.regularised:
        click.echo("Somebody won or lost everything: ratings are held by one drawn game more of each.")
    click.echo(standings.sentence())


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
        if configuration.format == "match":
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
    if as_json:
        click.echo(json.dumps(standings.fields()))
    else:
        _print(standings)


@tournament.command()
@file_argument
@db_option
@click.option("--player", metavar="NAME", help="Only the games of this player.")
@click.option("--faults", is_flag=True, help="Only the games that ended by a fault, with its story.")
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
            if (player is None or player in (names[game.first], names[game.second])) and (game.fault or not faults)
        ]
    listed = [game_fields(game, names) for game in rows]
    if as_json:
        click.echo(json.dumps(listed))
        return
    head = ["game", "round", "first", "second", "result", "plies", "reason"]
    cells = [[str(game[name]) for name in head] for game in listed]
    click.echo(plain_table([head, *cells]))
    if faults:
        for game in listed:
            click.echo(f"{game['game']}: {game[game['fault_of']]} forfeits ({game['reason']}): {game['detail']}")


def game_fields(game: KeptGame, names: Sequence[str]) -> dict[str, Any]:
    """A game in plain values."""
    return {
        "game": game.number,
        "round": game.round,
        "pair": game.pair,
        "first": names[game.first],
        "second": names[game.second],
        "result": {1.0: "1-0", 0.0: "0-1", 0.5: "½-½"}[game.score],
        "score": game.score,
        "reason": game.reason,
        "fault_of": None if game.fault_seat is None else ("first", "second")[game.fault_seat],
        "detail": game.detail,
        "plies": game.plies,
        "first_time": game.first_time,
        "second_time": game.second_time,
        "first_slowest": game.first_slowest,
        "second_slowest": game.second_slowest,
    }


@tournament.command()
@click.argument("number", metavar="ID", type=COUNT)
@db_option
@game_option
@takes_replay_options
def replay(number: int, db: Path | None, told: Chosen | None, **how: Any) -> None:
    """Show the game with the number ID, move by move.

    \b
    Example:
      boardgames tournament replay 1 --db cup.db --show board
    """
    with usage_errors(), opened_file(None, db) as store:
        record = store.record(number, None if told is None else told.game)
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
@game_option
def export(
    file: Path | None, db: Path | None, html: Path | None, csv_: Path | None, json_: Path | None, told: Chosen | None
) -> None:
    """Write a tournament to a file of another kind; OUT may be - for standard output.

    The page of --html has the table, ratings with their errors, who scored what
    against whom, and every game to step through.

    \b
    Examples:
      boardgames tournament export --html report.html
      boardgames tournament export cup.db --csv - | head
    """
    if not (html or csv_ or json_):
        raise UserError("say what to write: --html OUT, --csv OUT or --json OUT")
    with usage_errors(), opened_file(file, db) as store:
        configuration, rows = store.configuration, store.games()
        game = None if told is None else told.game
        standings = Standings.of(configuration, rows)
        listed = [game_fields(row, configuration.names) for row in rows]
        if html is not None:
            from boardgames.cli.contests.report import report

            write_file(html, report(standings, rows, (store.record(row.number, game) for row in rows)))
        if csv_ is not None:
            write_file(csv_, as_csv(listed))
        if json_ is not None:
            for fields, row in zip(listed, rows, strict=True):
                fields["record"] = json.loads(store.record(row.number, game).json())
            whole = {"configuration": configuration.fields(), **standings.fields(), "played": listed}
            write_file(json_, json.dumps(whole, ensure_ascii=False) + "\n")


def as_csv(listed: Sequence[Mapping[str, Any]]) -> str:
    """Games, one a line, below a head."""
    text = StringIO()
    writer = csv.DictWriter(text, list(listed[0]) if listed else ["game"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(listed)
    return text.getvalue()
