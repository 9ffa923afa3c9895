"""A bot without a program: it speaks the arena's subprotocol itself, and the protocol ``plain`` inside."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Any

from boardgames_arena.messages import SUBPROTOCOL, as_json, frame, split_frame
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

PATIENCE = 90.0  # seconds, enough for a busy machine


def first(line: str) -> str:
    """The first legal action."""
    return line.split()[1]


class RawBot:
    """A bot that answers from this thread, when it is told to."""

    def __init__(self, url: str, name: str, game: str = "ur:tokens=1", **hello: Any) -> None:
        self.url = url
        self.hello = {"name": name, "game": game, "protocol": "plain", **hello}
        self.overs: list[dict[str, Any]] = []
        self.received: dict[int, int] = {}
        self.lines: dict[int, bytes] = {}
        self.games: dict[int, dict[str, Any]] = {}
        self.heard: list[dict[str, Any]] = []
        self.answers = 0
        self.last_news = time.monotonic()
        self.socket: ClientConnection
        self.sockets = ExitStack()
        self.open()

    def open(self, **more: Any) -> dict[str, Any]:
        """Connect and say hello; what the server said first."""
        self.socket = self.sockets.enter_context(
            connect(
                f"ws{self.url[4:]}/arena",
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                proxy=None,
                open_timeout=PATIENCE,
            )
        )
        self.socket.send(as_json("hello", **{**self.hello, **more}))
        self.first = self.next()
        return self.first

    def __enter__(self) -> RawBot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.sockets.close()

    @property
    def session(self) -> str:
        return str(self.first["session"])

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send(as_json(kind, **fields))

    def next(self) -> dict[str, Any]:
        """The next message that is not of a game's bytes; those are kept."""
        while True:
            message = self.socket.recv(PATIENCE)
            if isinstance(message, bytes):
                number, data = split_frame(message)
                self.last_news = time.monotonic()
                self.received[number] = self.received.get(number, 0) + len(data)
                self.lines[number] = self.lines.get(number, b"") + data
                return {"kind": "bytes", "game": number}
            facts: dict[str, Any] = json.loads(message)
            self.heard.append(facts)
            if facts["kind"] != "ping":
                self.last_news = time.monotonic()
            elif time.monotonic() - self.last_news > PATIENCE:
                raise TimeoutError("the server has nothing to say but pings")
            return facts

    def step(self, choose: Callable[[str], str] = first) -> dict[str, Any]:
        """Hear one message, and answer it as a bot does."""
        facts = self.next()
        match facts["kind"]:
            case "ping":
                self.say("pong", number=facts["number"])
            case "game":
                self.games[facts["game"]] = facts
                self.say("started", game=facts["game"])
            case "over":
                self.overs.append(facts)
            case "bytes":
                self.answer(facts["game"], choose)
        return facts

    def answer(self, number: int, choose: Callable[[str], str] = first) -> None:
        """Answer the lines of a game that have come, as far as they ask."""
        *lines, self.lines[number] = self.lines.get(number, b"").split(b"\n")
        for line in lines:
            if line.startswith(b"go"):
                self.answers += 1
                self.socket.send(frame(number, choose(line.decode()).encode() + b"\n"))

    def play_on(self) -> None:
        """Play until the connection ends."""
        with suppress(ConnectionClosed):
            while True:
                self.step()

    def play(self, games: int = 1, choose: Callable[[str], str] = first) -> list[dict[str, Any]]:
        """Play until ``games`` games are over; their endings."""
        while len(self.overs) < games:
            self.step(choose)
        return self.overs
