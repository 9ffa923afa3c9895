"""A connection: the WebSocket of one open page at a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.frames import CloseCode

from boardgames.language.catalogue import ENGLISH
from boardgames.web.allowance import Allowance
from boardgames.web.json_message import BadMessage
from boardgames.web.page_feed import PageFeed
from boardgames.web.permissions import Permissions
from boardgames.web.watchable import Watchable

MESSAGE_RATE: Final = 20.0
"""Messages a second, in the long run."""
BURST: Final = 60
"""Messages at once."""

TABLE_CLOSED: Final = 4404


class TooManyMessages(Exception):
    """The page sent more messages than :data:`MESSAGE_RATE` allows."""


class Connection:
    """One page at a table."""

    def __init__(
        self,
        websocket: WebSocket,
        table: Watchable,
        permissions: Permissions,
        is_open: Callable[[], bool],
        language: str = ENGLISH,
    ) -> None:
        self.websocket = websocket
        self.table = table
        self.feed = PageFeed(table, permissions, language)
        self.is_open = is_open
        """True if the table still exists."""
        self.changed = asyncio.Event()
        self.allowance = Allowance(MESSAGE_RATE, BURST)

    async def serve(self) -> None:
        """Send and receive until the page or the table is gone."""
        self.table.listeners.add(self.changed.set)
        self.changed.set()
        sending = asyncio.create_task(self._send())
        receiving = asyncio.create_task(self._receive())
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.table.listeners.discard(self.changed.set)
            for task in (sending, receiving):
                task.cancel()
            results = await asyncio.gather(sending, receiving, return_exceptions=True)
        for result in results:
            if isinstance(result, TooManyMessages):
                await self.websocket.close(CloseCode.POLICY_VIOLATION, str(result))
            elif isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                raise result

    async def _send(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            if not self.is_open():
                await self.websocket.close(TABLE_CLOSED, "the table was closed")
                return
            for fact in self.feed.unsent():
                await self.websocket.send_text(fact)

    async def _receive(self) -> None:
        while True:
            received = await self.websocket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if not self.allowance.take(1, time.monotonic()):
                raise TooManyMessages(f"too many messages: {MESSAGE_RATE:.0f} a second are allowed")
            text = received.get("text")
            if text is None:
                self.feed.refuse(BadMessage("a message is text, not bytes"))
            else:
                await self.feed.receive(text)
            self.changed.set()
