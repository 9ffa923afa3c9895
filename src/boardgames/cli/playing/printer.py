"""Printing a game as it is played."""

from __future__ import annotations

from collections.abc import Sequence

from boardgames.cli.boards import Boards
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.protocol.dialogue import Briefing, Event
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.printable import printable
from boardgames.language.catalogue import of_terminal
from boardgames.language.phrases import phrases
from boardgames.referee import SafeWriter
from boardgames.view.page import text_and_words


class Printer:
    """An onlooker that prints the actions, and the board after each where there are ``boards``."""

    def __init__(self, spec: GameSpec, names: Sequence[str], boards: Boards | None, out: SafeWriter) -> None:
        self.spec = spec
        self.names = [printable(name) for name in names]
        self.boards = boards
        self.out = out

    def opening(self, briefing: Briefing) -> None:
        if self.boards is not None:
            self._print(self.boards.draw(briefing.start))

    def happened(self, event: Event) -> None:
        seat = event.before.turn
        text = text_and_words(self.spec, event.before, event.action, event.after)
        text = printable(phrases(of_terminal(), self.spec.name).text(text))
        self._print(f"{self.names[seat]}: {text}" if seat >= 0 else text)
        if self.boards is not None and event.thought is not None:
            self._print(f"  thinks {printable(str(event.thought))}")
        if self.boards is not None and seat >= 0:
            self._print(self.boards.draw(event.after, event.before, event.action) + "\n")

    def undone(self, plies: int) -> None:
        self._print(f"(taken back: {plies} plies)")

    def closing(self, verdict: Verdict | None) -> None:
        pass

    def _print(self, text: str) -> None:
        self.out.write(text + "\n")
