"""The tables of a contest; while it is played, shown live at a terminal, elsewhere as a line every ten seconds."""

from __future__ import annotations

import json
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

import click

from boardgames.cli.contests.options import usage_errors
from boardgames.contest.bot_rating import BotRating
from boardgames.contest.configuration import Configuration
from boardgames.contest.score import MatchScore, format_duration, format_elo, match_tables
from boardgames.contest.standings import Standings, standings_tables
from boardgames.contest.store import KeptGame
from boardgames.contest.tuning.course import TuningCourse
from boardgames.core.text import Rows
from boardgames.interruption import interruptible

ResultT = TypeVar("ResultT")

REFRESH_INTERVAL = 0.25  # seconds between two drawings of the live table
REPORT_INTERVAL = 10.0  # seconds between two lines where there is no terminal


class ContestDisplay(ABC, Generic[ResultT]):
    """Shows a contest on stderr while it is played."""

    configuration: Configuration

    def __init__(self) -> None:
        self.started = False
        self.games: list[KeptGame] = []
        self.fresh = 0
        self.begun = time.monotonic()
        self.due = self.begun + REPORT_INTERVAL
        self.live: Any = None

    @abstractmethod
    def result(self) -> ResultT:
        """The result of the games so far, counted in the order of their numbers."""

    @property
    @abstractmethod
    def planned(self) -> int:
        """The number of games that there are to be."""

    @abstractmethod
    def line(self) -> str:
        """The state of the contest in a line."""

    @abstractmethod
    def tables(self) -> Sequence[Rows]:
        """The state of the contest in tables."""

    def follow(self, play: Callable[..., ResultT]) -> tuple[ResultT, bool]:
        """Play a contest and show it.  Returns its result, and whether an interrupt has ended it early."""
        with usage_errors(), interruptible(), self:
            try:
                return play(on_start=self.start, on_game=self.played), False
            except KeyboardInterrupt:
                if not self.started:
                    raise
                return self.result(), True

    def start(self, configuration: Configuration, games: Sequence[KeptGame]) -> None:
        """The contest begins, or is continued after these games."""
        self.started = True
        self.configuration = configuration
        self.games = list(games)
        self.begun = time.monotonic()
        self.due = self.begun + REPORT_INTERVAL
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            self.live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self.live.__enter__()
            self._draw()
            self.due = self.begun

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.live is not None:
            self.live.__exit__(kind, error, traceback)

    def played(self, game: KeptGame) -> None:
        """Another game is over."""
        self.games.append(game)
        self.fresh += 1
        now = time.monotonic()
        if now >= self.due:
            if self.live is None:
                with suppress(OSError):  # a full disk under stderr ends no contest
                    click.echo(f"{self.pace()}: {self.line()}", err=True)
            else:
                self._draw()
            spent = time.monotonic() - now
            interval = REPORT_INTERVAL if self.live is None else REFRESH_INTERVAL
            self.due = now + max(interval, 20 * spent)  # a large table less often

    def pace(self) -> str:
        """The number of games that are over, and the pace at which they end."""
        done, planned = len(self.games), self.planned
        seconds = time.monotonic() - self.begun
        rate = self.fresh / seconds if seconds > 0 else 0.0
        left = f", {format_duration((planned - done) / rate)} left" if rate and planned > done else ""
        return f"{done} of {planned} games, {rate:.3g} a second{left}"

    def _draw(self) -> None:
        from rich.console import Group
        from rich.text import Text

        parts: list[Any] = [rich_table(rows) for rows in self.tables()]
        self.live.update(Group(*parts, Text(self.pace())), refresh=True)


def rich_table(rows: Rows) -> Any:
    """A table for a terminal; the first row is its head, the first column its labels."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    for column, head in enumerate(rows[0]):
        table.add_column(Text(head), justify="left" if column == 0 else "right")
    for row in rows[1:]:
        table.add_row(*map(Text, row))
    return table


def plain_table(rows: Rows) -> str:
    """A table in letters alone."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [text.rjust(width) for text, width in zip(row, widths, strict=True)]
        lines.append("  ".join([row[0].ljust(widths[0]), *cells[1:]]).rstrip())
    return "\n".join(lines)


# -- a match ------------------------------------------------------------------------


class MatchDisplay(ContestDisplay[MatchScore]):
    """Shows a match."""

    score: MatchScore | None = None

    def start(self, configuration: Configuration, games: Sequence[KeptGame]) -> None:
        self.score = MatchScore.of(configuration, games)
        super().start(configuration, games)

    def played(self, game: KeptGame) -> None:
        assert self.score is not None
        self.score.add(game)
        super().played(game)

    def result(self) -> MatchScore:
        return MatchScore.of(self.configuration, sorted(self.games))

    @property
    def planned(self) -> int:
        return self.configuration.games

    def line(self) -> str:
        return "" if self.score is None else match_line(self.score)

    def tables(self) -> Sequence[Rows]:
        return [] if self.score is None else match_tables(self.score)


def match_line(score: MatchScore) -> str:
    """A match in a line, the first-named player's wins, draws and losses first."""
    tally = score.tally
    line = f"{score.names[0]} {tally.wins} won, {tally.draws} drawn, {tally.losses} lost; Elo {format_elo(tally.elo)}"
    if score.sprt is not None:
        line += f"; LLR {score.sprt.llr:.2f}"
    return line


# -- a tuning -----------------------------------------------------------------------


class TuningDisplay(ContestDisplay[TuningCourse]):
    """Shows a tuning."""

    def start(self, configuration: Configuration, games: Sequence[KeptGame]) -> None:
        self.course = TuningCourse.of(configuration, games)
        super().start(configuration, games)

    def played(self, game: KeptGame) -> None:
        self.course.add(game)
        super().played(game)

    def result(self) -> TuningCourse:
        return self.course

    @property
    def planned(self) -> int:
        return self.configuration.games

    def line(self) -> str:
        return self.course.sentence()

    def tables(self) -> Sequence[Rows]:
        return tuning_tables(self.course)


def tuning_tables(course: TuningCourse) -> list[Rows]:
    """The best values of a tuning, and the test of them."""
    rows = [["option", "best value"], *([name, f"{value:g}"] for name, value in course.best.items())]
    return [rows, *([] if course.test is None else match_tables(course.test))]


# -- a rating -----------------------------------------------------------------------


class RatingDisplay(ContestDisplay[BotRating]):
    """Shows the rating of a bot."""

    def result(self) -> BotRating:
        return BotRating.of(self.configuration, sorted(self.games), {})

    @property
    def planned(self) -> int:
        return self.configuration.games

    def line(self) -> str:
        return self.result().line()

    def tables(self) -> Sequence[Rows]:
        result = self.result()
        return [result.table(), [["", ""], [result.name, result.line()]]]


# -- a tournament -------------------------------------------------------------------


class TournamentDisplay(ContestDisplay[Standings]):
    """Shows a tournament, and says in which file its games are kept."""

    def __init__(self, db: Path | None) -> None:
        super().__init__()
        self.db = db

    def start(self, configuration: Configuration, games: Sequence[KeptGame]) -> None:
        if self.db is not None:
            kept = f"{len(games)} games are in {self.db} already" if games else f"Games are kept in {self.db}"
            with suppress(OSError):
                click.echo(f"{kept}.", err=True)
        super().start(configuration, games)

    def result(self) -> Standings:
        return Standings.of(self.configuration, sorted(self.games))

    @property
    def planned(self) -> int:
        return self.result().planned

    def line(self) -> str:
        return standings_line(self.result())

    def tables(self) -> Sequence[Rows]:
        return standings_tables(self.result())


def print_standings(standings: Standings, as_json: bool) -> None:
    """Print a table, with ratings and points of each against each."""
    if as_json:
        click.echo(json.dumps(standings.fields()))
        return
    for rows in standings_tables(standings):
        click.echo(plain_table(rows))
        click.echo("")
    for note in standings.notes():
        click.echo(note)
    click.echo(standings.sentence())


def standings_line(standings: Standings) -> str:
    """A tournament in a line: who leads."""
    return ", ".join(f"{place.name} {place.points:g}" for place in standings.places[:5])
