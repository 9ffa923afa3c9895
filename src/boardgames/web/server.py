"""The server process: where it listens, and how it runs until somebody ends it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from boardgames.web.connection_limits import ConnectionLimits, LimitedConfig, one_log_line_per_kind
from boardgames.web.handlers import application
from boardgames.web.lobby import Lobby

HOST: Final = "127.0.0.1"
MAX_FRAME: Final = 64 * 1024  # bytes of a WebSocket message; a longer one ends the connection
BACKLOG: Final = 128
SHUTDOWN_TIME: Final = 2  # seconds for requests under way when the server ends


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at that address; port 0 takes any free port.  Raises :class:`OSError`.

    ``host`` is the address.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio else leaves Nagle's algorithm on, which delays short texts.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def host_names(host: str, port: int) -> list[str]:
    """The values of the ``Host`` header under which the server answers, its usual name first.

    It listens at ``host`` and ``port``.
    """
    names = [f"[{host}]" if ":" in host else host]
    if host == HOST:
        names.append("localhost")
    return [f"{name}:{port}" for name in names] + (names if port == 80 else [])


def make_server(app: ASGIApp, limits: ConnectionLimits) -> uvicorn.Server:
    """The server of an ASGI application, ready to serve.

    ``app`` is the application, ``limits`` bound its connections.
    """
    return uvicorn.Server(
        LimitedConfig(
            app,
            limits,
            log_config=None,  # the usual one closes all log handlers of this process
            log_level="warning",
            access_log=False,
            lifespan="off",
            loop="asyncio",
            ws_max_size=MAX_FRAME,
            backlog=BACKLOG,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_TIME,
        )
    )


async def serve(
    lobby: Lobby,
    listener: socket.socket,
    hosts: Sequence[str],
    ready: Callable[[uvicorn.Server], Awaitable[None]],
) -> None:
    """Serve until the server is asked to exit; then abort all games.

    ``ready`` is awaited before the first request is accepted.
    """
    limits = ConnectionLimits()
    server = make_server(application(lobby, hosts), limits)
    with one_log_line_per_kind():
        keeping = asyncio.create_task(limits.keep())
        try:
            await ready(server)
            await server.serve(sockets=[listener])
        finally:
            keeping.cancel()
            await lobby.shut_down()
