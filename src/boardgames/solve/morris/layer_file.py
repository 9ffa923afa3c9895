"""Layers of morris in a file.

The head says the rules and what is where; then come the cells of the layers.  An unfinished table is a folder
of such files with a layer each.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO, Final

import attrs

from boardgames.solve.morris.layer import Shape
from boardgames.solve.morris.layers import Rules, SolvedLayer
from boardgames.solve.table_file import TableFormat, checksum, write_cells

FORMAT: Final = TableFormat("morris", 1, "boardgames solve morris:preset=...")


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
        size, sum_ = len(layer.data), checksum(memoryview(layer.data))
        return cls(layer.shapes, layer.bits, layer.values, layer.counts, layer.distances, 0, size, sum_)


@attrs.frozen
class Head:
    """What a file says of its layers."""

    rules: Rules
    layers: tuple[Entry, ...]

    @classmethod
    def of(cls, content: Any) -> Head:
        """The head of what JSON says."""
        layers = [Entry(**{name: tuples(value) for name, value in each.items()}) for each in content["layers"]]
        return cls(Rules(**content["rules"]), tuple(layers))

    @property
    def size(self) -> int:
        """The bytes of all cells."""
        return sum(entry.size for entry in self.layers)


def tuples(item: Any) -> Any:
    """Lists as tuples, also those within."""
    return tuple(tuples(part) for part in item) if isinstance(item, list) else item


class LayerFile:
    """Layers in a file, mapped into memory: opening it reads the head alone.

    Raises :class:`~boardgames.solve.UnreadableTable` for a file that is damaged, cut short, of another version or
    no table of morris, and :class:`OSError`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._table = FORMAT.read(path, Head.of, lambda head: head.size)
        self.rules = self._table.head.rules
        self.entries = {entry.shapes: entry for entry in self._table.head.layers}

    def data(self, entry: Entry) -> memoryview:
        """The cells of a layer."""
        return self._table.cells[entry.offset : entry.offset + entry.size]

    def check(self) -> None:
        """Compare all cells with their checksums.  Raises :class:`~boardgames.solve.UnreadableTable`."""
        for entry in self.entries.values():
            if checksum(self.data(entry)) != entry.checksum:
                first = self._table.start + entry.offset
                raise FORMAT.damaged(self.path, f"bytes {first} to {first + entry.size} do not have their checksum")


def _head(rules: Rules, entries: Iterable[Entry]) -> bytes:
    return FORMAT.head(attrs.asdict(Head(rules, tuple(entries))))


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
        write_cells(file, each.data(entry))
