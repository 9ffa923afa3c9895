"""Printing a game as it is played."""

from __future__ import annotations

from collections.abc import Sequence

from boardgames.core.dialogue import Briefing, Event
from boardgames.core.spec import GameSpec
from boardgames.core.verdict import Verdict
from boardgames.referee import Outlet


class Printer:
    """An onlooker that prints the actions, and the board after each if ``boards``."""

    def __init__(self, spec: GameSpec, names: Sequence[str], boards: bool, out: Outlet) -> None:
        self.spec = spec
        self.names = names
        self.boards = boards
        self.out = out

    def opening(self, briefing: Briefing) -> None:
        if self.boards:
            self._print(self.spec.picture(briefing.start))

    def happened(self, event: Event) -> None:
        seat = event.before.turn
        self._print(f"{self.names[seat]}: {event.action}" if seat >= 0 else str(event.action))
        if self.boards and event.thought is not None:
            self._print(f"  thinks {event.thought}")
        if self.boards and seat >= 0:
            self._print(self.spec.picture(event.after) + "\n")

    def undone(self, plies: int) -> None:
        self._print(f"(taken back: {plies} plies)")

    def closing(self, verdict: Verdict | None) -> None:
        pass

    def _print(self, text: str) -> None:
        self.out.write(text + "\n")
