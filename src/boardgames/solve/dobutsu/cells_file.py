"""Cells of positions in a file: a whole table, or a part of one that is being made.

A magic number, a checksum and the length of the head; the head, which is JSON, says what the cells are and has
their checksum; then the cells, a byte for each position.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from pathlib import Path
from struct import Struct
from typing import Any, Final

import attrs

from boardgames.solve.ur.table import UnreadableTable, open_regular

MAGIC: Final = b"boardgames table of dobutsu\n\x1a"
VERSION: Final = 1
HEADER: Final = Struct("<29sHII")
"""Magic, version, bytes and checksum of the head."""
REMEDY: Final = "Delete it and solve again: boardgames solve dobutsu"
VALUES: Final = 256
"""Those of a byte."""
PIECE: Final = 1 << 24
"""Bytes that are written or checked at a time."""


@attrs.frozen
class Head:
    """What a file says of its cells."""

    men: tuple[int, ...]
    """How many giraffes, elephants and chicks there are."""
    stage: str
    """Of an unfinished table: ``lions`` or ``plies``; ``whole`` where the values are final."""
    number: int
    """The pair of lions, or the plies up to which all is decided."""
    size: int
    checksum: int
    counts: tuple[int, ...] = ()
    """Of a whole table: how many positions have each value."""


def write_cells(path: Path, head: Head, cells: Any) -> None:
    """Write cells into a file, whole or not at all.  Raises :class:`OSError`."""
    data = memoryview(cells)
    head = attrs.evolve(head, size=len(data), checksum=_checksum(data))
    text = json.dumps(attrs.asdict(head), separators=(",", ":")).encode()
    begun = path.with_name(f"{path.name}.{os.getpid()}.begun")
    with begun.open("wb") as file:
        file.write(HEADER.pack(MAGIC, VERSION, len(text), zlib.crc32(text)) + text)
        for begin in range(0, len(data), PIECE):
            file.write(data[begin : begin + PIECE])
        file.flush()
        os.fsync(file.fileno())
    begun.replace(path)


def _checksum(data: memoryview) -> int:
    checksum = 0
    for begin in range(0, len(data), PIECE):
        checksum = zlib.crc32(data[begin : begin + PIECE], checksum)
    return checksum


def _check(head: Head) -> None:
    """Raises :class:`ValueError` for a head that no program of ours wrote."""
    numbers = (head.number, head.size, head.checksum, *head.men, *head.counts)
    if len(head.men) != 3 or any(type(each) is not int or each < 0 for each in numbers) or max(head.men) > 2:
        raise ValueError(numbers)
    if head.stage == "whole" and len(head.counts) != VALUES:
        raise ValueError(head.counts)


class CellsFile:
    """Cells in a file, mapped into memory: opening it reads the head alone.

    Raises :class:`UnreadableTable` for a file that is damaged, cut short, of another version or no table of
    Dobutsu Shogi, and :class:`OSError`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with open_regular(path, os.O_RDONLY) as file:
            whole = os.fstat(file.fileno()).st_size
            header = file.read(HEADER.size)
            if header[: len(MAGIC)] != MAGIC:
                raise UnreadableTable(f"{path} is not a table of dobutsu made by 'boardgames solve'")
            if len(header) < HEADER.size:
                raise UnreadableTable(f"{path} is cut short: it has {whole} bytes. {REMEDY}")
            _, version, size, checksum = HEADER.unpack(header)
            if version != VERSION:
                raise UnreadableTable(f"{path} is a table of version {version}; this version reads {VERSION}. {REMEDY}")
            text = file.read(min(size, whole))
            if len(text) != size or zlib.crc32(text) != checksum:
                raise UnreadableTable(f"{path} is damaged: its head does not have its checksum. {REMEDY}")
            try:
                content = json.loads(text)
                self.head = Head(**{**content, "men": tuple(content["men"]), "counts": tuple(content["counts"])})
                _check(self.head)
            except (ValueError, TypeError, KeyError):
                raise UnreadableTable(f"{path} is damaged: its head makes no sense. {REMEDY}") from None
            begin = HEADER.size + size
            if whole != begin + self.head.size:
                raise UnreadableTable(f"{path} should have {begin + self.head.size} bytes, not {whole}. {REMEDY}")
            self.cells = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))[begin:]

    def check(self) -> None:
        """Compare the cells with their checksum.  Raises :class:`UnreadableTable`."""
        if _checksum(self.cells) != self.head.checksum:
            raise UnreadableTable(f"{self.path} is damaged: its cells do not have their checksum. {REMEDY}")
