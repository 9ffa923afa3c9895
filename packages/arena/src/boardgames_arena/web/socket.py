"""Starlette's WebSocket, as a connection of the arena wants it."""

from __future__ import annotations

from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from boardgames_arena.connection import Disconnected


class StarletteSocket:
    """An accepted WebSocket."""

    def __init__(self, websocket: WebSocket) -> None:
        self.websocket = websocket
        self.address = "" if websocket.client is None else websocket.client.host

    async def receive(self) -> str | bytes:
        """The next message.

        Raises :class:`Disconnected`.
        """
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise Disconnected(message.get("code"))
        text: str | None = message.get("text")
        data: bytes | None = message.get("bytes")
        return text if text is not None else data or b""

    async def send(self, message: str | bytes) -> None:
        """Send a message.

        Raises :class:`Disconnected`.
        """
        try:
            if isinstance(message, str):
                await self.websocket.send_text(message)
            else:
                await self.websocket.send_bytes(message)
        except (WebSocketDisconnect, RuntimeError):  # Starlette raises the second for a socket that is closed
            raise Disconnected from None

    async def close(self, code: int, reason: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.websocket.close(code, reason)
