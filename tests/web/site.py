"""A server in a thread of this process, so that a test can look at its tables directly."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import uvicorn

import boardgames as bg
from boardgames.contest import Conditions
from boardgames.core.lookup.installed_games import spec_of
from boardgames.session.game_session import GameSession, GameSetup, ThreadedSession
from boardgames.session.slots import slot
from boardgames.web import pages
from boardgames.web.lobby import Lobby
from boardgames.web.server import HOST, host_names, listen, serve
from boardgames.web.table import Table

T = TypeVar("T")
PATIENCE = 90.0  # seconds, enough for a busy machine


def ended(session: GameSession) -> None:
    """Wait until a session's referee has ended."""
    assert isinstance(session, ThreadedSession)
    session.thread.join(PATIENCE)
    assert not session.thread.is_alive()


class Site:
    """The server and its lobby."""

    server: uvicorn.Server

    def __init__(self, lobby: Lobby, loop: asyncio.AbstractEventLoop, port: int) -> None:
        self.lobby = lobby
        self.loop = loop
        self.port = port
        self.origin = f"http://{HOST}:{port}"

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the server's event loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def call(self, work: Callable[[], T]) -> T:
        async def done() -> T:
            return work()

        return self.run(done())

    def open(
        self,
        game: str,
        *players: str,
        start: str | None = None,
        dice: Sequence[str] | None = None,
        seed: int | None = 1,
        conditions: Conditions | None = None,
        names: Sequence[str | None] = (),
    ) -> Table:
        """A table with these players."""
        rules = bg.load(game)
        spec = spec_of(rules)
        called = [*names, *[None] * len(players)]
        setup = GameSetup(
            spec=spec,
            start=rules.start() if start is None else rules.parse(start),
            slots=tuple(slot(text, spec, name) for text, name in zip(players, called, strict=False)),
            dice=dice,
            seed=seed,
            conditions=Conditions() if conditions is None else conditions,
        )
        return self.run(self.lobby.open(setup))

    def link(self, table: Table, token: str | None = None, what: str = "") -> str:
        return self.origin + pages.table_path(table, self.lobby.host_token if token is None else token, what)


@contextmanager
def serving(**lobby: Any) -> Iterator[Site]:
    """A server at a port of its own, until the end of the block."""
    listener = listen(HOST, 0)
    port = listener.getsockname()[1]
    found: list[Site] = []
    ready = threading.Event()
    stop: list[Callable[[], object]] = []

    async def begin() -> None:
        found.append(Site(Lobby(**lobby), asyncio.get_running_loop(), port))
        ending = asyncio.create_task(serve(found[0].lobby, listener, host_names(HOST, port), announce))
        stop.append(lambda: found[0].loop.call_soon_threadsafe(ending.cancel))
        with suppress(asyncio.CancelledError):
            await ending

    async def announce(server: uvicorn.Server) -> None:
        found[0].server = server
        ready.set()

    thread = threading.Thread(target=lambda: asyncio.run(begin()))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield found[0]
    finally:
        stop[0]()
        thread.join(PATIENCE)
        assert not thread.is_alive()
        listener.close()
