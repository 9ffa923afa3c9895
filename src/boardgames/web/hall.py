"""The hall: all tables of a server, and who may open more."""

from __future__ import annotations

import asyncio
import time
from secrets import token_urlsafe
from typing import Final

import attrs

from boardgames.contest import Conditions
from boardgames.web.round import Setting
from boardgames.web.table import Refusal, Table

MOST_TABLES: Final = 64
PARTING: Final = 3.0  # seconds for the players of all tables to end


@attrs.define(kw_only=True)
class Hall:
    """Belongs to the event loop's thread."""

    host_token: str = attrs.field(factory=lambda: token_urlsafe(16))
    allow_commands: bool = False
    """Whether the page may start programs."""
    conditions: Conditions = attrs.field(factory=Conditions)
    """Under which players play at tables that are opened from the page."""
    pace: float = 0.0
    max_plies: int | None = None
    tables: dict[str, Table] = attrs.field(factory=dict)
    opened: int = 0

    async def open(self, setting: Setting) -> Table:
        """A new table, its first game begun.

        Raises :class:`~boardgames.web.table.Refusal`,
        :class:`~boardgames.contest.entrants.BadEntrant` and
        :class:`~boardgames.core.model.options.BadOption`.
        """
        if len(self.tables) >= MOST_TABLES:
            raise Refusal(f"there are {MOST_TABLES} tables, and no room for more: close one first")
        self.opened += 1
        table = Table(str(self.opened), setting, self.host_token)
        self.tables[table.number] = table
        try:
            await table.begin()
        except BaseException:
            del self.tables[table.number]
            raise
        return table

    def close(self, number: str) -> None:
        """Clear a table away.  Raises :class:`KeyError`."""
        table = self.tables.pop(number)
        table.close()
        table.news()  # the pages see that it is gone

    async def end(self) -> None:
        """Break off all games and wait until what was started for them has ended."""
        rounds = [table.round for table in self.tables.values()]
        for number in list(self.tables):
            self.close(number)
        deadline = time.monotonic() + PARTING
        await asyncio.gather(*(asyncio.to_thread(each.join, deadline) for each in rounds))
