"""Where shogi clients connect to an arena: TCP, usually at port 4081."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Final

from boardgames.core.lookup import ChosenGame
from boardgames.web import ConnectionLimits
from boardgames_arena.arena import Arena
from boardgames_arena.csa.connection import PROTOCOL, CsaConnection

LINE_BYTES: Final = 4096
BACKLOG: Final = 32
"""Connections accepted at once; few enough for each to log in before as many as may wait have come after it."""


class CsaListener:
    """It listens from the beginning.  Raises :class:`ValueError` where it cannot, and if no game is shogi."""

    def __init__(self, host: str, port: int, games: list[ChosenGame]) -> None:
        game = next((game for game in games if PROTOCOL in game.spec.protocol_names()), None)
        if game is None:
            raise ValueError("shogi clients play shogi: name it, as in boardgames serve shogi --csa 4081")
        self.game = game.name
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            self.socket = socket.create_server((host, port), family=family)
        except OSError as error:
            why = f"cannot listen at port {port} of {host} for shogi clients ({error.strerror})"
            raise ValueError(f"{why}: give another port, as in --csa 4081, or 0 for any that is free") from None
        self.port: int = self.socket.getsockname()[1]
        self.tasks: set[asyncio.Task[None]] = set()

    async def serve(self, arena: Arena, bounds: ConnectionLimits) -> None:
        """Serve until cancelled."""

        async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
            connection = CsaConnection(reader, writer, arena, self.game)
            task.add_done_callback(lambda task: bounds.remove(writer.transport))
            bounds.add(connection)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            with suppress(asyncio.CancelledError):
                await connection.serve()

        server = await asyncio.start_server(client, sock=self.socket, limit=LINE_BYTES, backlog=BACKLOG)
        try:
            await asyncio.Event().wait()
        finally:
            server.close()
            for task in list(self.tasks):
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)

    def close(self) -> None:
        """Stop listening."""
        self.socket.close()
