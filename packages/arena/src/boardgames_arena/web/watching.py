"""A game of an arena as a table of the page that can only be watched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from boardgames.core.lookup import GameSpec
from boardgames.core.protocol import Clock, Event, Verdict
from boardgames.core.text import Said, printable
from boardgames.records import GameRecord, RecordedPlayer
from boardgames.session import EngineOutput, EventLog
from boardgames.web import NotAllowed, Permissions, TableMessage
from boardgames_arena.live_game import LiveGame

INTERVAL: Final = 0.1  # seconds between two looks at a game that is watched
MAX_STEP: Final = 100
"""Plies that a page is told of at once; others have their turn in between."""


class Watching:
    """A session without a player at a page."""

    turn = None
    undo_request = None
    resigning: frozenset[int] = frozenset()
    awaited = ()

    def __init__(self, log: EventLog, clocks: Sequence[Clock] = ()) -> None:
        self.log = log
        self.clocks = clocks
        self.output = EngineOutput(lambda: None)

    @property
    def left(self) -> list[float | None]:
        """Seconds left to each seat, if a clock counts for the whole game."""
        return [clock.remaining for clock in self.clocks]

    @property
    def byoyomi(self) -> float:
        """Seconds for each answer when those are used up."""
        return max((clock.byoyomi for clock in self.clocks), default=0.0)


class WatchedGame:
    """A game that is played now, or a finished one from its record: :class:`~boardgames.web.watchable.Watchable`,
    without players and hosts.

    The page asks the game's playthrough what is new, so a game that nobody watches costs nothing.
    """

    watch_token = ""
    guest_tokens = ()
    report = None

    def __init__(
        self, number: int, spec: GameSpec, start: Any, names: Sequence[str], clocks: Sequence[Clock] = ()
    ) -> None:
        self.number = str(number)
        self.names = list(names)
        self.listeners: set[Callable[[], None]] = set()
        players = [RecordedPlayer(name) for name in names]
        self.session = Watching(EventLog(spec, start, players, seed=0), clocks)

    @classmethod
    def of_record(cls, number: int, record: GameRecord, spec: GameSpec) -> WatchedGame:
        """A finished game.  Takes as long as playing it again."""
        playthrough = record.playthrough()
        watched = cls(number, spec, playthrough.start, record.names)
        times = [seconds or 0.0 for seconds in record.times]
        watched.add(playthrough.states, playthrough.actions, times, record.verdict)
        return watched

    def add(
        self, states: Sequence[Any], actions: Sequence[Any], times: Sequence[float], verdict: Verdict | None
    ) -> None:
        """Show what is new of a game; the lists may grow meanwhile, ``times`` last."""
        log = self.session.log
        plies = len(times)
        for ply in range(log.plies, plies):
            log.happened(Event(states[ply], actions[ply], states[ply + 1]), times[ply])
        if verdict is not None and not log.over:
            log.ended(verdict)

    async def follow(self, live: LiveGame) -> None:
        """Show a game that is played now, until it is over and nobody watches, or cancelled."""
        playthrough, times, log = live.referee.playthrough, live.referee.times, self.session.log
        while True:
            before = len(log.entries)
            ended, verdict = not live.thread.is_alive(), live.verdict
            self.add(playthrough.states, playthrough.actions, times[: log.plies + MAX_STEP], None)
            if ended and log.plies == len(times):
                if verdict is not None:
                    self.add(playthrough.states, playthrough.actions, times, verdict)
                else:
                    log.stopped(live.error or live.reason)
            if len(log.entries) != before:
                self.notify()
            if ended and log.plies == len(times):
                return
            await asyncio.sleep(0 if log.plies < len(times) else INTERVAL)

    # -- what a page asks of a table -------------------------------------------------------

    def notify(self) -> None:
        """Wake every open page."""
        for listener in list(self.listeners):
            listener()

    def seats(self, permissions: Permissions) -> list[int]:
        """No page has a seat."""
        return []

    async def handle(self, permissions: Permissions, message: TableMessage) -> None:
        raise NotAllowed(Said("you are watching: only players can do that"))

    def may_analyse(self, permissions: Permissions) -> bool:
        return False

    async def hint(self, permissions: Permissions) -> dict[str, object]:
        raise NotAllowed(Said("there are no hints for games of an arena"))

    def title(self) -> str:
        """The game and its players, in a line."""
        return printable(
            Said("{title}: {names}", title=Said(self.session.log.spec.title), names=" – ".join(self.names))
        )
