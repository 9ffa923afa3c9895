"""Layers of morris in a file.

A magic number, a checksum and the length of the head; the head, which is JSON, says the rules
and what is where; then the cells of the layers.  An unfinished table is a folder of such files with a
layer each.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from struct import Struct
from typing import Any, BinaryIO, Final

import attrs

from boardgames.solve.morris.layer import Shape
from boardgames.solve.morris.layers import Rules, SolvedLayer
from boardgames.solve.ur.table import UnreadableTable, open_regular

MAGIC: Final = b"boardgames table of morris\n\x1a"
VERSION: Final = 1
HEADER: Final = Struct("<28sHII")
"""Magic, version, bytes and checksum of the head."""
REMEDY: Final = "Delete it and solve again: boardgames solve morris:preset=..."
PIECE: Final = 1 << 24
"""Bytes that are copied or checked at a time."""


@attrs.frozen
class Entry:
    """What the head of a file says of a layer."""

    shapes: tuple[Shape, ...]
    bits: int
    values: tuple[int, ...]
    counts: tuple[int, ...]
    distances: bool
    offset: int
    """The place of its cells, counted from the end of the head."""
    size: int
    checksum: int

    @property
    def positions(self) -> int:
        return sum(self.counts)

    @property
    def won(self) -> int:
        return sum(count for count, value in zip(self.counts, self.values, strict=True) if value > 0)

    @property
    def lost(self) -> int:
        return sum(count for count, value in zip(self.counts, self.values, strict=True) if value < 0)

    @property
    def longest(self) -> int | None:
        """The plies of the longest win or loss, where plies are kept."""
        return max(abs(value) for value in self.values) - 1 if self.distances and len(self.values) > 1 else None

    @classmethod
    def of(cls, layer: SolvedLayer) -> Entry:
        size, checksum = len(layer.data), zlib.crc32(layer.data)
        return cls(layer.shapes, layer.bits, layer.values, layer.counts, layer.distances, 0, size, checksum)


def _tuples(item: Any) -> Any:
    return tuple(_tuples(part) for part in item) if isinstance(item, list) else item


class LayerFile:
    """Layers in a file, mapped into memory: opening it reads the head alone.

    Raises :class:`UnreadableTable` for a file that is damaged, cut short, of another version or no table of
    morris, and :class:`OSError`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with open_regular(path, os.O_RDONLY) as file:
            whole = os.fstat(file.fileno()).st_size
            header = file.read(HEADER.size)
            if header[: len(MAGIC)] != MAGIC:
                raise UnreadableTable(f"{path} is not a table of morris made by 'boardgames solve'")
            if len(header) < HEADER.size:
                raise UnreadableTable(f"{path} is cut short: it has {whole} bytes. {REMEDY}")
            _, version, size, checksum = HEADER.unpack(header)
            if version != VERSION:
                raise UnreadableTable(f"{path} is a table of version {version}; this version reads {VERSION}. {REMEDY}")
            head = file.read(min(size, whole))
            if len(head) != size or zlib.crc32(head) != checksum:
                raise UnreadableTable(f"{path} is damaged: its head does not have its checksum. {REMEDY}")
            try:
                content = json.loads(head)
                self.rules = Rules(**content["rules"])
                entries = [
                    Entry(**{name: _tuples(value) for name, value in each.items()}) for each in content["layers"]
                ]
            except (ValueError, TypeError, KeyError):
                raise UnreadableTable(f"{path} is damaged: its head makes no sense. {REMEDY}") from None
            self.start = HEADER.size + size
            expected = self.start + sum(entry.size for entry in entries)
            if whole != expected:
                raise UnreadableTable(f"{path} should have {expected} bytes, not {whole}. {REMEDY}")
            self.bytes = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        self.entries = {entry.shapes: entry for entry in entries}

    def data(self, entry: Entry) -> memoryview:
        """The cells of a layer."""
        return self.bytes[self.start + entry.offset : self.start + entry.offset + entry.size]

    def check(self) -> None:
        """Compare all cells with their checksums.  Raises :class:`UnreadableTable`."""
        for entry in self.entries.values():
            data, checksum = self.data(entry), 0
            for begin in range(0, len(data), PIECE):
                checksum = zlib.crc32(data[begin : begin + PIECE], checksum)
            if checksum != entry.checksum:
                first = self.start + entry.offset
                place = f"bytes {first} to {first + entry.size}"
                raise UnreadableTable(f"{self.path} is damaged: {place} do not have their checksum. {REMEDY}")


def _head(rules: Rules, entries: Iterable[Entry]) -> bytes:
    content = {"rules": attrs.asdict(rules), "layers": [attrs.asdict(entry) for entry in entries]}
    head = json.dumps(content, separators=(",", ":")).encode()
    return HEADER.pack(MAGIC, VERSION, len(head), zlib.crc32(head)) + head


def layer_bytes(rules: Rules, layer: SolvedLayer) -> bytes:
    """A file of one layer."""
    return _head(rules, [Entry.of(layer)]) + layer.data


def write_table(file: BinaryIO, rules: Rules, files: Iterable[LayerFile]) -> None:
    """Write the layers of several files into one."""
    layers = [(each, entry) for each in files for entry in each.entries.values()]
    moved, offset = [], 0
    for _, entry in layers:
        moved.append(attrs.evolve(entry, offset=offset))
        offset += entry.size
    file.write(_head(rules, moved))
    for each, entry in layers:
        data = each.data(entry)
        for begin in range(0, len(data), PIECE):
            file.write(data[begin : begin + PIECE])
