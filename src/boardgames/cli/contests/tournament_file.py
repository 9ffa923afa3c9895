"""The file of a tournament or match: ``status``, ``table``, ``games``, ``replay`` and ``export``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import attrs
import click

from boardgames.cli.arguments import Chosen, GameType, UserError, write_file
from boardgames.cli.contests.options import usage_errors
from boardgames.cli.options import COUNT, FILE, FILE_OR_DASH, JSON, MORE, Command, KindType, file_option, takes
from boardgames.cli.output import print_result
from boardgames.cli.progress import now_and_then
from boardgames.cli.records.reading import stored
from boardgames.cli.records.replay import ReplayOptions, show_record
from boardgames.contest import ContestStatus, GameList, Standings, Store, contest_json, games_csv
from boardgames.core.model.game import Game
from boardgames.core.model.options import option

USUAL_FILE: Final = Path("tournament.db")

FILE_WORD = click.argument("file", required=False, metavar="[FILE]", type=FILE)


@attrs.frozen(kw_only=True)
class ContestFileOptions:
    """The file of a tournament."""

    file: Path | None = None
    db: Path | None = file_option(
        "The tournament's file.  [default: that of the TOML file, NAME.db, else tournament.db]"
    )

    @property
    def path(self) -> Path:
        """The file asked for, also by the name of its .toml."""
        path = self.db or self.file or USUAL_FILE
        return path.with_suffix(".db") if path.suffix == ".toml" else path

    def open(self) -> Store:
        """The file, opened.  Raises what :meth:`Store.reading` raises."""
        return Store.reading(self.path)


@attrs.frozen(kw_only=True)
class TableOptions(ContestFileOptions):
    """A table of a tournament."""

    json: bool = JSON


@attrs.frozen(kw_only=True)
class GamesOptions(TableOptions):
    """Games of a tournament."""

    name: str | None = option(None, "Only the games of the player of this name.", metavar="NAME")
    faults: bool = option(False, "Only the games that ended by a fault, with the details.")


@attrs.frozen(kw_only=True)
class RulesOptions(ContestFileOptions):
    """The file of a tournament whose game may have rules in a file of their own."""

    game: Chosen | None = option(
        None,
        "The game, where its rules are in a file: rules.py:SPEC. No code runs just because the tournament names it.",
        kind=GameType(),
        metavar="GAME",
        section=MORE,
    )

    @property
    def rules(self) -> Game | None:
        """The rules of the game that is named."""
        return None if self.game is None else self.game.game


@attrs.frozen(kw_only=True)
class Export(RulesOptions):
    """The files that are written."""

    html: Path | None = file_option(
        "A page with everything in it, which needs no network.", kind=FILE_OR_DASH, metavar="OUT"
    )
    csv: Path | None = file_option("The games, one a line.", metavar="OUT")
    json: Path | None = file_option("The table and all games.", metavar="OUT")
    title: str = option("", "The title of the page of --html.", metavar="TEXT")
    boards: int = option(
        200,
        "How many games the page of --html has to step through: those with a fault first, then others from"
        " all parts of the tournament. Each takes about 10 kB and 10 ms.",
        least=0,
    )


@click.command(cls=Command)
@FILE_WORD
@takes(TableOptions)
def status(options: TableOptions) -> None:
    """Say how far a tournament or match is, even while it is being played.

    \b
    Examples:
      boardgames tournament status cup.db
      boardgames tournament status --json
    """
    with usage_errors(), options.open() as store:
        print_result(ContestStatus.of(store), options.json)


@click.command(cls=Command)
@FILE_WORD
@takes(TableOptions)
def table(options: TableOptions) -> None:
    """Print the table, with ratings, and who scored what against whom.

    \b
    Example:
      boardgames tournament table cup.db
    """
    with usage_errors(), options.open() as store:
        standings = Standings.of(store.configuration, store.games())
        print_result(attrs.evolve(standings, numbers=store.numbers()), options.json)


@click.command(cls=Command)
@FILE_WORD
@takes(GamesOptions, json={"meaning": "Print an array of objects."})
def games(options: GamesOptions) -> None:
    """List the games: number, who met, the result and why.

    \b
    Examples:
      boardgames tournament games cup.db
      boardgames tournament games --name mine --faults
    """
    with usage_errors(), options.open() as store:
        print_result(GameList.of(store, options.name, options.faults), options.json)


@click.command(cls=Command)
@click.argument("number", metavar="ID", type=KindType(COUNT))
@takes(RulesOptions, "file")
@takes(ReplayOptions)
def replay(number: int, file: RulesOptions, options: ReplayOptions) -> None:
    """Show the game with the number ID, move by move.

    \b
    Example:
      boardgames tournament replay 1 --db cup.db --show board
    """
    for name, record in stored(file.path, [str(number)], () if file.game is None else (file.game,)):
        show_record(record, name, options)


@click.command(cls=Command)
@FILE_WORD
@takes(Export)
def export(options: Export) -> None:
    """Write a tournament to a file of another kind; OUT may be - for standard output.

    The page of --html has the table, ratings with their errors, who scored what
    against whom, the standings after each round, the players with their commands,
    and games to step through.

    \b
    Examples:
      boardgames tournament export --html report.html --title "Ur cup, autumn"
      boardgames tournament export cup.db --csv - | head
    """
    if not (options.html or options.csv or options.json):
        raise UserError("say what to write: --html OUT, --csv OUT or --json OUT")
    with usage_errors(), options.open() as store:
        if options.html is not None:
            from boardgames.contest import report

            progress = now_and_then(lambda done, boards: f"{done} of {boards} games are in the page")
            page = report(store, title=options.title, boards=options.boards, game=options.rules, progress=progress)
            write_file(options.html, page, "is written: open it in a browser")
        if options.csv is not None:
            write_file(options.csv, games_csv(store))
        if options.json is not None:
            write_file(options.json, contest_json(store, options.rules))
