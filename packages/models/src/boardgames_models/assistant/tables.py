"""A seat at the tables of a running ``boardgames web``: games that count, whose dice the server throws once."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable
from html import unescape
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from mcp.types import CallToolResult
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from boardgames.core.lookup import PLAYERS, split_name
from boardgames.core.model import BadOption
from boardgames.core.text import printable, read_json
from boardgames.session import GUEST, HUMAN
from boardgames.web import MAX_ACTION
from boardgames_models.assistant.results import refusal, result

WAITING: Final = 30.0  # seconds for the other side in one call
OPENING: Final = 30.0  # seconds for the server to answer, on a busy machine
MAX_FACT: Final = 4 * 2**20  # bytes of what it says at once
Seen = Callable[[str], Awaitable[dict[str, Any]]]
"""Gives the board of a game record."""


class TablesElsewhere:
    """The tables of one server, by the link that ``boardgames web`` printed.

    The token in the link never leaves this process but to that server.  Raises :class:`ValueError` for another link.
    """

    def __init__(self, link: str, seen: Seen) -> None:
        parts = urlsplit(link)
        token = parse_qs(parts.query).get("token", [""])[0]
        if parts.scheme not in ("http", "https") or not parts.netloc or not token:
            raise ValueError(f"{printable(link)!r} is not a link that 'boardgames web' printed, with its token")
        self.parts, self.token, self.seen = parts, token, seen
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.opened: set[str] = set()
        """The tables that were opened here: at others the link's owner plays."""

    async def open_table(self, game: str, opponent: str = "alphabeta:level=3", side: int = 0) -> CallToolResult:
        """Open a table of the server for a game that counts: its dice are thrown once, and nothing is taken back.

        Then see the board and play there with act.
        """
        try:
            name, options = split_name(game)
        except BadOption as error:
            raise refusal(error.code, str(error)) from None
        if side not in (0, 1):
            raise refusal("bad-value", f"side: expected 0 or 1, not {side}")
        name_only, _, level = opponent.partition(":level=")
        if opponent != GUEST and (name_only not in {*PLAYERS.names()} - {HUMAN} or not (level or "1").isdecimal()):
            why = "opponent: expected guest, or an installed player with its level, such as alphabeta:level=3"
            raise refusal("unknown-player", why)
        form = {"token": self.token, "game": name, f"player-{side}": HUMAN, f"player-{1 - side}": opponent}
        form[f"name-{side}"] = "assistant"
        form |= {key if key == "preset" else f"option-{key}": value for key, value in options.items()}
        status, headers, page = await self._request("POST", "/open", urlencode(form, errors="replace"))
        opened = re.match(r"/table/(\d+)\?", headers.get("Location", ""))
        if status != 303 or opened is None:
            words = re.search(r'<p class="(?:error|refusal)"[^>]*>(.*?)</p>', page, re.DOTALL)
            sentence = unescape(words[1]) if words else f"it answered {status}, so it is not 'boardgames web'"
            raise refusal("not-opened", f"the server says: {printable(sentence)}")
        self.opened.add(opened[1])
        return await self.act(opened[1])

    async def act(self, table: str, action: str = "") -> CallToolResult:
        """Play an action at a table, wait for the other side, and see the board. action may also be "resign".

        Without an action: only wait until it is your turn, and see the board.
        """
        if table not in self.opened:
            raise refusal("unknown-table", "table: expected the number of a table that 'open_table' opened here")
        if len(action) > MAX_ACTION:
            raise refusal("bad-value", f"action: at most {MAX_ACTION} characters, not {len(action)}")
        scheme = "wss" if self.parts.scheme == "https" else "ws"
        address = f"{scheme}://{self.parts.netloc}/table/{table}/live?{urlencode({'token': self.token})}"
        try:
            async with connect(
                address, additional_headers={"Origin": self.origin}, open_timeout=OPENING, max_size=MAX_FACT
            ) as page:
                over = await self._played(page, action)
        except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
            raise refusal("no-table", f"there is no such table at {self.origin}, or no server ({error})") from None
        status, _, record = await self._request("GET", f"/table/{table}/record.json?{urlencode({'token': self.token})}")
        if status != 200:
            raise refusal("no-table", f"table {table} is gone")
        return result(await self.seen(record) | {"table": table} | over)

    async def _played(self, page: Any, action: str) -> dict[str, object]:
        """Play, and wait for the next turn or the end: what is to be told of it."""
        until, played, ply = time.monotonic() + WAITING, not action, -1
        while True:
            try:
                fact = read_json(await asyncio.wait_for(page.recv(), max(0.0, until - time.monotonic())))
            except TimeoutError:
                return {"yours": False, "waiting": "the other side thinks: call act again, without an action"}
            for entry in fact["entries"] if fact["kind"] == "events" else ():
                if entry["kind"] in ("over", "stopped"):
                    if not played:
                        raise refusal("game-over", "the game is over")
                    return {"yours": False, "result": _joined(entry["sentence"])}
            if fact["kind"] == "error":
                raise refusal("refused", f"the table says: {fact['sentence']}")
            if fact["kind"] == "turn" and fact["paths"] is not None and fact["ply"] != ply:
                if played:
                    return {"yours": True}
                played, ply = True, fact["ply"]
                act = {"do": "resign"} if action == "resign" else {"do": "act", "ply": ply, "action": action}
                await page.send(json.dumps(act))

    async def _request(self, method: str, path: str, form: str | None = None) -> tuple[int, Any, str]:
        """The status, headers and text of the server's answer.  Raises :class:`ToolError`."""

        def ask() -> tuple[int, Any, str]:
            kind = HTTPSConnection if self.parts.scheme == "https" else HTTPConnection
            connection = kind(self.parts.netloc, timeout=OPENING)
            headers = {"Origin": self.origin, "Content-Type": "application/x-www-form-urlencoded"}
            try:
                connection.request(method, path, form, headers)
                response: HTTPResponse = connection.getresponse()
                return response.status, response.headers, response.read(MAX_FACT).decode("utf-8", "replace")
            finally:
                connection.close()

        try:
            return await asyncio.to_thread(ask)
        except (OSError, HTTPException) as error:
            raise refusal("no-server", f"no server of 'boardgames web' answers at {self.origin} ({error})") from None


def _joined(sentence: str | list[str]) -> str:
    return sentence if isinstance(sentence, str) else ": ".join(filter(None, sentence))
