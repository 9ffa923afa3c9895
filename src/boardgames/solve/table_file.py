"""What the files of all tables share: how they begin, their checksums, and what is said of a file that is no table."""

from __future__ import annotations

import errno
import json
import mmap
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from struct import Struct
from typing import Any, BinaryIO, Final, Generic, TypeVar

import attrs

from boardgames.core.lookup.tablebase import NoTablebase

PIECE: Final = 1 << 24
"""Bytes that are written or checked at a time."""
NUMBER: Final = Struct("<H")
"""A version."""

Head = TypeVar("Head")


class UnreadableTable(ValueError):
    """The file is not a whole table of this version; the message says what is wrong."""


@attrs.frozen
class MappedTable(Generic[Head]):
    """The file of a table, mapped into memory."""

    head: Head
    start: int
    """The place of the first cell."""
    cells: memoryview


@attrs.frozen
class TableFormat:
    """The files of a game's tables.  They begin with a magic number and a version."""

    game: str
    version: int
    command: str
    """What makes such a table."""

    @property
    def magic(self) -> bytes:
        return f"boardgames table of {self.game}\n\x1a".encode()

    # -- what is said of a file that cannot be read ----------------------------------------------

    @property
    def _remedy(self) -> str:
        return f"Delete it and solve again: {self.command}"

    def refusal(self, path: Path, why: str) -> UnreadableTable:
        """The error for a table that must be solved again."""
        return UnreadableTable(f"{path} {why}. {self._remedy}")

    def damaged(self, path: Path, why: str) -> UnreadableTable:
        return self.refusal(path, f"is damaged: {why}")

    def in_the_way(self, error: UnreadableTable) -> NoTablebase:
        """The error of a solver that finds a file which it cannot read in the place of its table."""
        return NoTablebase(str(error) if self._remedy in str(error) else f"{error}; it is not overwritten")

    def check_start(self, path: Path, header: bytes, expected: int, size: int) -> None:
        """Check the magic number, the version and the length of a header.  Raises :class:`UnreadableTable`.

        The header should have ``expected`` bytes; the file has ``size``.
        """
        if header[: len(self.magic)] != self.magic:
            raise UnreadableTable(f"{path} is not a table of {self.game} made by 'boardgames solve'")
        if len(header) < expected:
            raise self.refusal(path, f"is cut short: it has {size} bytes")
        (version,) = NUMBER.unpack_from(header, len(self.magic))
        if version != self.version:
            raise self.refusal(path, f"is a table of version {version}; this version reads {self.version}")

    def check_size(self, path: Path, expected: int, size: int) -> None:
        """Raises :class:`UnreadableTable` for a file that has not the bytes that it should have."""
        if size != expected:
            raise self.refusal(path, f"should have {expected} bytes, not {size}")

    # -- files whose head is JSON ---------------------------------------------------------------

    @property
    def _header(self) -> Struct:
        """Magic, version, bytes and checksum of the head."""
        return Struct(f"<{len(self.magic)}sHII")

    def head(self, content: Any) -> bytes:
        """The beginning of a file, up to its cells; ``content`` is what its head says, for JSON."""
        text = json.dumps(content, separators=(",", ":")).encode()
        return self._header.pack(self.magic, self.version, len(text), zlib.crc32(text)) + text

    def read(self, path: Path, head_of: Callable[[Any], Head], size_of: Callable[[Head], int]) -> MappedTable[Head]:
        """A file, of which only the head is read.

        ``head_of`` makes a head of what the JSON says, ``size_of`` tells the bytes of all cells; both may raise
        :class:`ValueError`, :class:`TypeError` and :class:`KeyError`.  Raises :class:`UnreadableTable` for a file
        that is damaged, cut short, of another version or no table of the game, and :class:`OSError`.
        """
        with open_regular(path, os.O_RDONLY) as file:
            whole = os.fstat(file.fileno()).st_size
            header = file.read(self._header.size)
            self.check_start(path, header, self._header.size, whole)
            _, _, size, expected = self._header.unpack(header)
            text = file.read(min(size, whole))
            if len(text) != size or zlib.crc32(text) != expected:
                raise self.damaged(path, "its head does not have its checksum")
            start = self._header.size + size
            try:
                head = head_of(json.loads(text))
                cells = size_of(head)
            except (ValueError, TypeError, KeyError):
                raise self.damaged(path, "its head makes no sense") from None
            self.check_size(path, start + cells, whole)
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return MappedTable(head, start, memoryview(mapped)[start:])


def checksum(data: memoryview) -> int:
    """The checksum of cells."""
    sum_ = 0
    for begin in range(0, len(data), PIECE):
        sum_ = zlib.crc32(data[begin : begin + PIECE], sum_)
    return sum_


def write_cells(file: BinaryIO, data: memoryview) -> None:
    for begin in range(0, len(data), PIECE):
        file.write(data[begin : begin + PIECE])


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which gets its name when all of it is on the disk.  Raises :class:`OSError`."""
    begun = path.with_name(f"{path.name}.{os.getpid()}.begun")
    with begun.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    begun.replace(path)


def open_regular(path: Path, flags: int) -> BinaryIO:
    """Open a regular file, unbuffered and without waiting, as a pipe would.

    Raises :class:`UnreadableTable` for a folder, a pipe or a device, and :class:`OSError`.
    """
    mode = "r+b" if flags & os.O_RDWR else "rb"
    if path.is_dir():
        raise UnreadableTable(f"{path} is a folder, not a file")
    try:
        number = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0), 0o644)
    except OSError as error:
        if error.errno == errno.ENXIO:  # a socket, or a pipe that nobody reads
            raise UnreadableTable(f"{path} is not a regular file") from None
        raise
    file = FileIO(number, mode)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        file.close()
        raise UnreadableTable(f"{path} is not a regular file")
    return file
