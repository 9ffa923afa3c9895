"""Printing a game as it is played."""

from __future__ import annotations

from collections.abc import Sequence

import click

from boardgames.core.dialogue import Briefing, Event
from boardgames.core.spec import GameSpec
from boardgames.core.verdict import Verdict


class Printer:
    """An onlooker that prints the actions, and the board after each if ``boards``."""

    def __init__(self, spec: GameSpec, names: Sequence[str], boards: bool) -> None:
        self.spec = spec
        self.names = names
        self.boards = boards

    def opening(self, briefing: Briefing) -> None:
        if self.boards:
            click.echo(self.spec.picture(briefing.start))

    def happened(self, event: Event) -> None:
        seat = event.before.turn
        click.echo(f"{self.names[seat]}: {event.action}" if seat >= 0 else str(event.action))
        if self.boards and event.thought is not None:
            click.echo(f"  thinks {event.thought}")
        if self.boards and seat >= 0:
            click.echo(self.spec.picture(event.after) + "\n")

    def undone(self, plies: int) -> None:
        click.echo(f"(taken back: {plies} plies)")

    def closing(self, verdict: Verdict | None) -> None:
        pass
