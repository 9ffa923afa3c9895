"""Bytes on their way over a connection that may break: the last ones are kept until they have surely arrived."""

from __future__ import annotations

from typing import Final

KEPT: Final = 256 * 1024
"""Bytes behind the cursor; more than a connection holds on its way."""
CHUNK: Final = 32 * 1024
"""Bytes of one message, at most."""


class ResendBuffer:
    """One direction of a stream of bytes.

    >>> buffer = ResendBuffer()
    >>> buffer.add(b"roll 3"); buffer.next()
    b'roll 3'
    >>> buffer.go_back(5), buffer.next()
    (True, b'3')
    >>> ResendBuffer().go_back(0), ResendBuffer().go_back(1)
    (True, False)
    """

    def __init__(self) -> None:
        self.kept = bytearray()
        self.start = 0  # the number of bytes before the first one that is kept
        self.cursor = 0  # the number of bytes that were handed out

    @property
    def total(self) -> int:
        """The number of bytes that were added."""
        return self.start + len(self.kept)

    @property
    def waiting(self) -> int:
        """The number of bytes that are still to be handed out."""
        return self.total - self.cursor

    def add(self, data: bytes | bytearray) -> None:
        """Add bytes at the end; they are kept for a while after they are handed out, so that they can be sent again."""
        self.kept += data

    def next(self) -> bytes:
        """The next bytes to send; empty if there are none."""
        first = self.cursor - self.start
        data = bytes(self.kept[first : first + CHUNK])
        self.cursor += len(data)
        if self.cursor - self.start > 2 * KEPT:
            del self.kept[: self.cursor - KEPT - self.start]
            self.start = self.cursor - KEPT
        return data

    def go_back(self, count: int) -> bool:
        """Begin again after the first ``count`` bytes.  Returns ``False`` if these are no longer kept."""
        if not self.start <= count <= self.total:
            return False
        self.cursor = count
        return True
