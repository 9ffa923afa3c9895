"""The lobby: all tables of a server."""

from __future__ import annotations

import asyncio
import time
from secrets import token_urlsafe
from typing import Final

import attrs

from boardgames.contest import Conditions
from boardgames.web.game_session import GameSetup
from boardgames.web.table import Refusal, Table

MAX_TABLES: Final = 64
SHUTDOWN_TIME: Final = 3.0  # seconds for the players of all tables to end


@attrs.define(kw_only=True)
class Lobby:
    """The tables of a server, and the settings for tables that are opened from the page.

    Only the event loop's thread uses it.
    """

    host_token: str = attrs.field(factory=lambda: token_urlsafe(16))
    allow_commands: bool = False
    """Whether the page may start programs."""
    conditions: Conditions = attrs.field(factory=Conditions)
    """The players' limits at tables that are opened from the page."""
    pace: float = 0.0
    max_plies: int | None = None
    tables: dict[str, Table] = attrs.field(factory=dict)
    opened: int = 0
    """How many tables were opened so far."""

    async def open(self, setup: GameSetup) -> Table:
        """Open a table and start its first game.

        Raises :class:`~boardgames.web.table.Refusal`, :class:`~boardgames.contest.BadEntrant` and
        :class:`~boardgames.core.model.options.BadOption`.
        """
        if len(self.tables) >= MAX_TABLES:
            raise Refusal(f"there are {MAX_TABLES} tables, and no more are allowed: close one first")
        self.opened += 1
        table = Table(str(self.opened), setup, self.host_token)
        self.tables[table.number] = table
        try:
            await table.start_game()
        except BaseException:
            del self.tables[table.number]
            raise
        return table

    def close(self, number: str) -> None:
        """Close a table.  Raises :class:`KeyError`."""
        table = self.tables.pop(number)
        table.close()
        table.notify()  # its pages find that it is gone

    async def shut_down(self) -> None:
        """Abort all games and wait until the programs that they started have ended."""
        sessions = [table.session for table in self.tables.values()]
        for number in list(self.tables):
            self.close(number)
        deadline = time.monotonic() + SHUTDOWN_TIME
        await asyncio.gather(*(asyncio.to_thread(session.join, deadline) for session in sessions))
