"""Bounds on open connections, so that idle or flooding ones neither use up file descriptors nor fill memory or the log.

The server's HTTP and WebSocket protocols are those of uvicorn, which has no deadline for the head of a
first request, no bound on connections of one address, and answers every ping.  (Before 0.53 it also sent to
WebSockets without waiting for clients that do not read.)  Both are classes inside of uvicorn, so the extra ``web``
bounds its minor version, and a test lists the names that are used of them.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol

import uvicorn
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from boardgames.web.allowance import Allowance

MAX_CONNECTIONS: Final = 512
MAX_PER_ADDRESS: Final = 256
MAX_WAITING: Final = 128
"""Connections of one address that wait for a request."""
REQUEST_TIME: Final = 10.0  # seconds for a whole request to arrive, and for an unused connection to be kept
RESPONSE_TIME: Final = 60.0  # seconds for the answer, until the client has read it
CLOSE_TIME: Final = 10.0  # seconds for a client to read the rest of a WebSocket that is being closed
SWEEP_INTERVAL: Final = 1.0  # seconds

CONTROL_RATE: Final = 5.0
"""Pings, pongs and message fragments a second, in the long run."""
CONTROL_BURST: Final = 50
MAX_BUFFER: Final = 4 * 1024 * 1024  # bytes that wait for a client to read
IS_WAITING: Final = "boardgames.is_waiting"
"""The key of a WebSocket's scope under which a handler may put whether it still waits for a token."""


class Limited(Protocol):
    """A connection that is counted, with the properties of :class:`LimitedHttp`."""

    @property
    def transport(self) -> asyncio.WriteTransport:
        """The connection's transport."""

    @property
    def address(self) -> str:
        """The client's address, ``""`` if there is none."""

    @property
    def is_waiting(self) -> bool:
        """True if it waits for its client, so that it is dropped first if there are too many."""

    def deadline(self, now: float) -> float | None:
        """The time at which it is dropped, in seconds of the event loop's clock; ``None`` while it may stay."""


class ConnectionLimits:
    """All open connections of a server, with their bounds.  Only the event loop's thread uses it."""

    def __init__(self, most: int | None = None) -> None:
        self.most = default_most() if most is None else most
        self.open: dict[asyncio.BaseTransport, Limited] = {}
        """By transport, the oldest first."""

    def add(self, new: Limited) -> None:
        """Count a new connection.  If there are too many, drop the oldest that waits for a request, or the new one.

        A connection that waits has shown no token yet, so waiting connections never lock out people.
        """
        same = [connection for connection in self.open.values() if connection.address == new.address]
        waiting = [connection for connection in same if connection.is_waiting]
        self.open[new.transport] = new
        if len(waiting) >= MAX_WAITING:
            self.drop(waiting[0])
        elif len(same) >= MAX_PER_ADDRESS:
            self.drop(waiting[0] if waiting else new)
        elif len(self.open) > self.most:
            self.drop(next((connection for connection in self.open.values() if connection.is_waiting), new))

    def remove(self, transport: asyncio.BaseTransport) -> None:
        """A connection has ended."""
        self.open.pop(transport, None)

    def drop(self, connection: Limited) -> None:
        """Close a connection at once, whatever its client has still to read."""
        self.remove(connection.transport)
        connection.transport.abort()

    def sweep(self, now: float) -> None:
        """Drop every connection whose deadline has passed (``now`` as in the event loop's clock)."""
        for connection in list(self.open.values()):
            deadline = connection.deadline(now)
            if deadline is not None and deadline < now:
                self.drop(connection)

    async def keep(self) -> None:
        """Sweep until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            self.sweep(loop.time())


def default_most() -> int:
    """The connections that leave half of this process's file descriptors for programs."""
    if sys.platform == "win32":
        return MAX_CONNECTIONS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MAX_CONNECTIONS, soft // 2)


class LimitedConfig(uvicorn.Config):
    """uvicorn's configuration, with the limits that the protocols of one server share."""

    def __init__(self, app: Any, limits: ConnectionLimits, **options: Any) -> None:
        super().__init__(app, http=LimitedHttp, ws=LimitedWebSocket, **options)
        self.limits = limits


class LimitedHttp(H11Protocol):
    """HTTP, with a deadline for each request and each response."""

    config: LimitedConfig
    _deadline: float = 0.0

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def is_waiting(self) -> bool:
        """True if it waits for a request, or for the rest of one."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def deadline(self, now: float) -> float | None:
        """The time at which it is dropped, in seconds of the event loop's clock."""
        return self._deadline

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline = self.loop.time() + REQUEST_TIME
        self.config.limits.add(self)

    @override
    def data_received(self, data: bytes) -> None:
        waited = self.is_waiting
        super().data_received(data)
        if waited and not self.is_waiting:
            self._deadline = self.loop.time() + RESPONSE_TIME

    @override
    def on_response_complete(self) -> None:
        self._deadline = self.loop.time() + REQUEST_TIME
        super().on_response_complete()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self.config.limits.remove(self.transport)
        super().connection_lost(exc)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose control frames are counted, and whose unread output is bounded."""

    config: LimitedConfig
    _closing_until: float | None = None
    _allowance: Allowance

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def is_waiting(self) -> bool:
        """True if its client has shown no token yet, where its handler put a function into the scope that knows."""
        ask: Callable[[], bool] | None = getattr(self, "scope", {}).get(IS_WAITING)
        return ask is not None and ask()

    def deadline(self, now: float) -> float | None:
        """The time at which it is dropped, in seconds of the event loop's clock; ``None`` while it is open."""
        if self._closing_until is None and (self.close_sent or self.transport.is_closing()):
            self._closing_until = now + CLOSE_TIME
        return self._closing_until

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._allowance = Allowance(CONTROL_RATE, CONTROL_BURST)
        self.config.limits.open[transport] = self

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self.config.limits.remove(self.transport)
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MAX_BUFFER:
            self.config.limits.drop(self)

    @override
    async def send(self, message: Any) -> None:
        if self.close_sent and self.initial_response is None:
            raise ClientDisconnected  # it was closed for what the client sent; uvicorn calls that our mistake
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # it was refused; else uvicorn logs an error and answers 500 as well

    @override
    def handle_ping(self) -> None:
        if self._counted():
            super().handle_ping()

    @override
    def handle_pong(self, event: Any) -> None:
        if self._counted():
            super().handle_pong(event)

    @override
    def handle_cont(self, event: Any) -> None:
        if self._counted():
            super().handle_cont(event)

    def _counted(self) -> bool:
        """Count a control frame or a fragment; close the connection if there are too many."""
        if self._allowance.take(1, self.loop.time()):
            return True
        if not self.transport.is_closing():
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many pings")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
        return False


class OneLinePerKind(logging.Filter):
    """Lets each kind of log message through once, so that no client can fill the log.

    An error of the operating system, such as "too many open files", or of a client's text is one line, without a
    traceback.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[tuple[Any, ...]] = set()

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        kind = (record.name, str(record.msg), type(error), *([str(error)] if isinstance(error, OSError) else []))
        if kind in self.seen:
            return False
        if len(self.seen) < 100:  # messages can hold foreign text, so their number is bounded too
            self.seen.add(kind)
        elif record.levelno < logging.CRITICAL:
            return False
        if isinstance(error, (OSError, UnicodeError)):
            record.msg, record.args = f"{str(record.msg).splitlines()[0]}: {error}", ()
            record.exc_info = None
        return True


@contextmanager
def one_log_line_per_kind() -> Iterator[None]:
    """Bound what the server and its event loop write to the log."""
    bound = OneLinePerKind()
    loggers = [logging.getLogger(name) for name in ("uvicorn.error", "asyncio")]
    for logger in loggers:
        logger.addFilter(bound)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(bound)
