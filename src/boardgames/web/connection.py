"""A connection: one open page, told what happens at a table, and heard.

It is told the whole story and then all that is new, so a page that reloads, comes back
after its line was cut, or only watches, knows what every other page knows.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from boardgames.core.text.printable import printable
from boardgames.web.messages import AskHint, BadMessage, Look, Message, read
from boardgames.web.round import Round
from boardgames.web.story import Picture
from boardgames.web.table import Pass, Refusal, Table

RATE: Final = 20.0
"""Messages a second, for long."""
BURST: Final = 60
"""Messages at once."""
ANSWERS: Final = 50
"""As many answers wait for a page that does not read."""

TABLE_IS_GONE: Final = 4404
TOO_MUCH: Final = 1008


class Flood(Exception):
    """More was said than can be."""


class Connection:
    """One page at a table."""

    def __init__(self, websocket: WebSocket, table: Table, visitor: Pass, is_open: Any) -> None:
        self.websocket = websocket
        self.table = table
        self.visitor = visitor
        self.is_open = is_open
        """Whether the table still stands."""
        self.news = asyncio.Event()
        self.answers: deque[dict[str, Any]] = deque(maxlen=ANSWERS)
        self.look = Look(seat=0)
        self.allowance, self.counted = float(BURST), time.monotonic()
        # what this page knows already
        self.round: Round | None = None
        self.told = 0
        self.heard = 0
        self.seen: Picture | None = None
        self.turn: tuple[Any, ...] = ()

    async def serve(self) -> None:
        """Until the page, or the table, is gone."""
        self.table.visitors.add(self.news.set)
        self.news.set()
        speaking = asyncio.create_task(self._speak())
        hearing = asyncio.create_task(self._hear())
        try:
            await asyncio.wait((speaking, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.table.visitors.discard(self.news.set)
            for task in (speaking, hearing):
                task.cancel()
            ended = await asyncio.gather(speaking, hearing, return_exceptions=True)
        for each in ended:
            if isinstance(each, Flood):
                await self.websocket.close(TOO_MUCH, str(each))
            elif isinstance(each, Exception) and not isinstance(each, WebSocketDisconnect):
                raise each

    # -- to the page ------------------------------------------------------------------------

    async def _speak(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            if not self.is_open():
                await self.websocket.close(TABLE_IS_GONE, "the table was closed")
                return
            for fact in self._fresh():
                await self.websocket.send_text(fact)

    def _fresh(self) -> list[str]:
        """All that this page does not know yet."""
        facts: list[str] = []
        now = self.table.round
        if now is not self.round:
            self.round, self.told, self.heard, self.seen, self.turn = now, 0, 0, None, ()
            facts.append(_json({"kind": "hello", "seats": self.table.seats(self.visitor)}))
        story = now.story
        if self.told < len(story.entries):
            fresh, self.told = story.entries[self.told :], len(story.entries)
            facts.append(f'{{"kind":"story","entries":[{",".join(fresh)}]}}')
        plies = story.playthrough.plies
        look = self.look
        ply = plies if look.ply is None else min(look.ply, plies)
        picture = story.picture(ply, look.seat, look.western)
        if picture is not self.seen:
            self.seen = picture
            shown = {"ply": ply, "seat": look.seat, "svg": picture.svg, "caption": picture.caption}
            facts.append(_json({"kind": "picture", **shown}))
        turn = (now.turn, plies, story.over, now.asks_back, tuple(sorted(now.resigning)))
        if turn != self.turn:
            self.turn = turn
            facts.append(_json(self._turn(now)))
        lines = now.talk.after(self.heard)
        if lines:
            self.heard = now.talk.count
            facts.append(_json({"kind": "talk", "lines": lines}))
        while self.answers:
            facts.append(_json(self.answers.popleft()))
        return facts

    def _turn(self, now: Round) -> dict[str, Any]:
        """Who is to act, and how, where that is this page's to do."""
        story, turn = now.story, now.turn
        mine = turn is not None and turn.seat in self.table.seats(self.visitor)
        return {
            "kind": "turn",
            "ply": story.playthrough.plies,
            "seat": story.state.turn if not story.over else -2,
            "asks_back": now.asks_back,
            "resigning": sorted(now.resigning),
            "paths": turn.ways if turn is not None and mine else None,
            "elapsed": round(time.monotonic() - story.since, 1),
        }

    # -- from the page ----------------------------------------------------------------------

    async def _hear(self) -> None:
        while True:
            received = await self.websocket.receive()
            if received["type"] == "websocket.disconnect":
                return
            self._count()
            text = received.get("text")
            try:
                if text is None:
                    raise BadMessage("a message is text, not bytes")
                await self._do(read(text))
            except (BadMessage, Refusal) as error:
                self.answers.append({"kind": "sorry", "sentence": printable(str(error))})
            self.news.set()

    async def _do(self, message: Message) -> None:
        match message:
            case Look():
                if message.seat >= self.table.setting.start.game.seats:
                    raise Refusal(f"there is no seat {message.seat}")
                self.look = message
            case AskHint():
                self.answers.append(await self.table.hint(self.visitor))
            case _:
                await self.table.do(self.visitor, message)

    def _count(self) -> None:
        """Raises :class:`Flood`."""
        now = time.monotonic()
        self.allowance = min(BURST, self.allowance + RATE * (now - self.counted)) - 1
        self.counted = now
        if self.allowance < 0:
            raise Flood(f"too many messages: {RATE:.0f} a second are allowed")


def _json(fact: dict[str, Any]) -> str:
    return json.dumps(fact, ensure_ascii=False, separators=(",", ":"))
