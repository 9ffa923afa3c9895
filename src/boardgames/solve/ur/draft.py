"""A table that is being written: layer by layer, so that who is interrupted goes on where it stopped."""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from typing import BinaryIO, Final

from boardgames.core.lookup.tablebase import NoTablebase
from boardgames.solve.ur.table import CHECKSUM, HEAD, MAGIC, VERSION, Layout

SUFFIX: Final = ".unfinished"


class Draft:
    """The unfinished file beside a table.

    A part's checksum is written after its values, so a part with a checksum
    that fits is done, whatever happened to the writer.  Several processes may
    have the file open; each part has one writer.  The ``owner`` begins and
    finishes it; there is one.  Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` for a second.
    """

    def __init__(self, path: Path, layout: Layout, owner: bool = True) -> None:
        self.path = path
        self.layout = layout
        # opened without truncating: it may hold hours of work
        self.file: BinaryIO = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+b", buffering=0)
        if owner:
            self._lock()
            if not self._is_ours():
                self._lay_out()

    def _is_ours(self) -> bool:
        head = self.file.read(HEAD.size)
        return head == self._head() and os.fstat(self.file.fileno()).st_size == self.layout.size

    def _head(self) -> bytes:
        numbering = self.layout.numbering
        return HEAD.pack(MAGIC, VERSION, int(numbering.tokens), self.layout.width, numbering.count, 0.0, 0)

    def _lay_out(self) -> None:
        self.file.truncate(0)
        self.file.truncate(self.layout.size)
        self._write(0, self._head())

    def _lock(self) -> None:
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:  # Windows: there nobody checks
            return
        try:
            flock(self.file, LOCK_EX | LOCK_NB)
        except OSError:
            self.file.close()
            raise NoTablebase(
                f"another process is solving into {self.path}: wait for it, or give another --out"
            ) from None

    def done(self) -> set[int]:
        """The parts that are whole."""
        layout = self.layout
        sums = self._read(HEAD.size, CHECKSUM.size * layout.parts)
        found = set()
        for part in range(layout.parts):
            (expected,) = CHECKSUM.unpack_from(sums, CHECKSUM.size * part)
            if expected and zlib.crc32(self.read(part)) == expected:
                found.add(part)
        return found

    def read(self, part: int) -> bytes:
        """The values of a part."""
        begin, size = self.layout.stretch(part)
        return self._read(begin, size)

    def write(self, part: int, values: bytes) -> None:
        begin, _ = self.layout.stretch(part)
        self._write(begin, values)
        self._write(HEAD.size + CHECKSUM.size * part, CHECKSUM.pack(zlib.crc32(values)))

    def finish(self, start_value: float, path: Path) -> None:
        """Give the file its head and its name, once all parts are done."""
        sums = self._read(HEAD.size, CHECKSUM.size * self.layout.parts)
        self._write(0, self.layout.head(start_value, sums))
        os.fsync(self.file.fileno())
        self.file.close()
        self.path.replace(path)

    def close(self) -> None:
        self.file.close()

    def _read(self, begin: int, size: int) -> bytes:
        self.file.seek(begin)
        read = self.file.read(size)
        while len(read) < size:
            more = self.file.read(size - len(read))
            if not more:
                raise OSError(f"{self.path} ends at byte {begin + len(read)}")
            read += more
        return read

    def _write(self, begin: int, data: bytes) -> None:
        self.file.seek(begin)
        rest = memoryview(data)
        while rest:
            rest = rest[self.file.write(rest) :]
