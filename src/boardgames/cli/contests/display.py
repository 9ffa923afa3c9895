"""The tables of a contest; while it is played, shown live at a terminal, elsewhere as a line every ten seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

import click

from boardgames.cli.contests.options import usage_errors
from boardgames.contest import ProgramEntrant, entrant
from boardgames.contest.configuration import Configuration
from boardgames.contest.entrants import other_rules
from boardgames.contest.score import ContestResult
from boardgames.contest.store import KeptGame
from boardgames.core.lookup.installed_games import ChosenGame
from boardgames.core.text.result import format_duration
from boardgames.processes.interruption import interruptible
from boardgames.view import Rows

REFRESH_INTERVAL = 0.25  # seconds between two drawings of the live table
REPORT_INTERVAL = 10.0  # seconds between two lines where there is no terminal


ResultT = TypeVar("ResultT", bound=ContestResult)


class ContestDisplay(Generic[ResultT]):
    """Shows a contest on stderr while it is played, and in which file its games are kept.

    ``of`` makes the result of games in the order of their numbers.
    """

    configuration: Configuration

    def __init__(self, of: Callable[[Configuration, Sequence[KeptGame]], ResultT], db: Path | None = None) -> None:
        self.of = of
        self.db = db
        self.started = False
        self.games: list[KeptGame] = []
        self.fresh = 0
        self.begun = time.monotonic()
        self.due = self.begun + REPORT_INTERVAL
        self.live: Any = None
        self.leaving = ExitStack()

    def result(self) -> ResultT:
        """The result of the games so far."""
        return self.of(self.configuration, sorted(self.games))

    def follow(self, play: Callable[..., ResultT]) -> tuple[ResultT, bool]:
        """Play a contest and show it.  Returns its result, and whether an interrupt has ended it early."""
        with usage_errors(), interruptible(), self.leaving:
            try:
                return play(on_start=self.start, on_game=self.played), False
            except KeyboardInterrupt:
                if not self.started:
                    raise
                return self.result(), True

    def start(self, configuration: Configuration, games: Sequence[KeptGame]) -> None:
        """The contest begins, or is continued after these games.  Who speaks for an arena hears of other rules."""
        chosen = ChosenGame.of(configuration.game)
        players = [entrant(entry.player, chosen.spec, entry.settings) for entry in configuration.entries]
        protocols = dict.fromkeys(player.protocol for player in players if isinstance(player, ProgramEntrant))
        with suppress(OSError):
            for rules in filter(None, (other_rules(chosen.game, protocol) for protocol in protocols)):
                click.echo(rules, err=True)
        if self.db is not None:
            where = f"{len(games)} games are in {self.db} already" if games else f"Games are kept in {self.db}"
            with suppress(OSError):
                click.echo(f"{where}.", err=True)
        self.started = True
        self.configuration = configuration
        self.games = list(games)
        self.begun = time.monotonic()
        self.due = self.begun + REPORT_INTERVAL
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            self.live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self.leaving.enter_context(self.live)
            self._draw()
            self.due = self.begun

    def played(self, game: KeptGame) -> None:
        """Another game is over."""
        self.games.append(game)
        self.fresh += 1
        now = time.monotonic()
        if now >= self.due:
            if self.live is None:
                with suppress(OSError):  # a full disk under stderr ends no contest
                    result = self.result()
                    click.echo(f"{self.pace(result.planned)}: {result.line()}", err=True)
            else:
                self._draw()
            spent = time.monotonic() - now
            interval = REPORT_INTERVAL if self.live is None else REFRESH_INTERVAL
            self.due = now + max(interval, 20 * spent)  # a large table less often

    def pace(self, planned: int) -> str:
        """The number of games that are over, and the pace at which they end."""
        done = len(self.games)
        seconds = time.monotonic() - self.begun
        rate = self.fresh / seconds if seconds > 0 else 0.0
        left = f", {format_duration((planned - done) / rate)} left" if rate and planned > done else ""
        return f"{done} of {planned} games, {rate:.3g} a second{left}"

    def _draw(self) -> None:
        from rich.console import Group
        from rich.text import Text

        result = self.result()
        parts: list[Any] = [rich_table(rows) for rows in result.tables()]
        self.live.update(Group(*parts, Text(result.line()), Text(self.pace(result.planned))), refresh=True)


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
