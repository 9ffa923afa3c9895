"""A TCP connection to a server, as lines, which are read while a player thinks."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final

CONNECT_TIME: Final = 20.0  # seconds
KEEP_ALIVE: Final = 40.0  # seconds of silence of ours; the protocol allows an empty line each 30 seconds
LINE_BYTES: Final = 64 * 1024
LOOK: Final = 1.0  # seconds


class LineSocket:
    """Its lines in both directions.  ``on_line`` is called with each line at once, in another thread.

    Raises :class:`OSError` where it cannot connect.
    """

    def __init__(self, host: str, port: int, on_line: Callable[[str], None]) -> None:
        self.socket = socket.create_connection((host, port), CONNECT_TIME)
        self.on_line = on_line
        self.lines: SimpleQueue[str | None] = SimpleQueue()
        self.sent_at = time.monotonic()
        self.lock = Lock()
        self.closed = False
        self.thread = Thread(target=self._read, name="lines of the server", daemon=True)
        self.thread.start()

    def send(self, lines: Sequence[str]) -> None:
        """Send lines.  If the connection is broken, the next one to be read is ``None``."""
        if lines:
            with self.lock, suppress(OSError):
                self.sent_at = time.monotonic()
                self.socket.sendall(("\n".join(lines) + "\n").encode())

    def next_line(self, timeout: float | None = None) -> str | None:
        """The next line; ``None`` when the connection has ended.  Raises :class:`TimeoutError`."""
        try:
            return self.lines.get(timeout=timeout)
        except Empty:
            raise TimeoutError from None

    def _read(self) -> None:
        unread = b""
        with suppress(OSError, ValueError):
            while not self.closed:
                if not select.select([self.socket], [], [], LOOK)[0]:
                    if time.monotonic() - self.sent_at > KEEP_ALIVE:
                        self.send([""])
                    continue
                data = self.socket.recv(65536)
                if not data:
                    break
                *whole, unread = (unread + data).split(b"\n")
                if len(unread) > LINE_BYTES:
                    break
                for data in whole:
                    line = data.decode("utf-8", "replace").rstrip("\r")
                    self.on_line(line)
                    self.lines.put(line)
        self.lines.put(None)

    def close(self) -> None:
        """End the connection.  Closing twice does nothing."""
        self.closed = True
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(2 * LOOK)
        self.socket.close()
