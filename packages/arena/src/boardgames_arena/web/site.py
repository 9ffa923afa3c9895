"""The server process of an arena: where it listens, and how it runs until it is to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from boardgames.web import ConnectionLimits, host_names, listen, make_server, one_log_line_per_kind
from boardgames_arena.arena import Arena
from boardgames_arena.web.handlers import application


class ArenaSite:
    """A web server that listens from the beginning.  Raises :class:`OSError` where it cannot."""

    def __init__(self, host: str, port: int, url: str | None = None) -> None:
        self.listener = listen(host, port)
        self.hosts = host_names(host, self.listener.getsockname()[1])
        self.url = f"http://{self.hosts[0]}" if url is None else url.rstrip("/")
        if url is not None:
            self.hosts.append(urlsplit(url).netloc)
        self.limits = ConnectionLimits()
        """Shared by all connections of the arena, also those of shogi clients."""

    async def serve(
        self, arena: Arena, admin_token: str, ready: Callable[[Callable[[], None]], Awaitable[None]]
    ) -> None:
        """Serve until the function that ``ready`` was given is called, then stop the arena and the server."""
        server = make_server(application(arena, self.hosts, self.url, admin_token), self.limits)
        stopping = asyncio.Event()
        loop = asyncio.get_running_loop()

        def handle_exit(number: int, frame: object) -> None:
            """A signal: uvicorn's own handler would cut the bots' connections before they are told why."""
            loop.call_soon_threadsafe(stopping.set)

        server.handle_exit = handle_exit  # type: ignore[method-assign, assignment]

        async def stop() -> None:
            await stopping.wait()
            await arena.stop()
            server.should_exit = True

        with one_log_line_per_kind():
            keeping, ending = asyncio.create_task(self.limits.keep()), asyncio.create_task(stop())
            try:
                await ready(stopping.set)
                await server.serve([self.listener])
            finally:
                keeping.cancel()
                ending.cancel()

    def close(self) -> None:
        """Stop listening."""
        self.listener.close()
