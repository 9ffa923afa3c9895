"""A game that a client of a shogi server watches: ``%%MONITOR2ON``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, Protocol, cast

import attrs

from boardgames_arena.arena import Arena
from boardgames_arena.live_game import LiveGame

FORMAT: Final = "csa"
LOOK: Final = 0.25  # seconds
UNFINISHED: Final = "%CHUDAN"


class HasGameId(Protocol):
    """A dialogue of the protocol, as the game's package has it."""

    game_id: str


def game_ids(arena: Arena) -> dict[int, str]:
    """The names that the protocol gives to the games that are played now, by their numbers."""
    return {
        number: id_of(live) for number, live in list(arena.live.items()) if FORMAT in live.game.spec.protocol_names()
    }


def id_of(live: LiveGame) -> str:
    """The name of a game in CSA's protocol, by which clients ask for it."""
    dialogue: Any = live.game.spec.protocol(FORMAT).referee(live.referee.briefing, None)
    return cast(HasGameId, dialogue).game_id


class Monitor:
    """Sends the record of a game as it grows, each line after ``##[MONITOR2][ID]``."""

    def __init__(self, live: LiveGame, game_id: str, write: Callable[..., None]) -> None:
        self.live = live
        self.header = f"##[MONITOR2][{game_id}]"
        self.write = write
        self.sent = 0

    async def run(self) -> None:
        """Watch until the game is over."""
        plies = -1
        while True:
            running = self.live.thread.is_alive()
            played = len(self.live.referee.times)
            if played != plies or not running:
                plies = played
                self._send(final=not running)
            if not running:
                return
            await asyncio.sleep(LOOK)

    def _send(self, final: bool) -> None:
        record = self.live.record(self.live.verdict if final else None)
        whole = [None if seconds is None else float(int(seconds)) for seconds in record.times]
        lines = self.live.game.spec.formats[FORMAT].write(attrs.evolve(record, times=tuple(whole))).splitlines()
        if not final and lines[-1] == UNFINISHED:
            lines.pop()
        new, self.sent = lines[self.sent :], len(lines)
        if new:
            self.write(*(f"{self.header} {line}" for line in [*new, "+OK"]))
