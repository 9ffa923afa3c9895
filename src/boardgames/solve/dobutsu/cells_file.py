"""Cells of positions in a file: a whole table, or a part of one that is being made.

The head says what the cells are and has their checksum; then come the cells, a byte for each position.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import attrs

from boardgames.solve.table_file import TableFormat, checksum, new_file, write_cells

FORMAT: Final = TableFormat("dobutsu", 1, "boardgames solve dobutsu")
VALUES: Final = 256
"""Those of a byte."""


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

    @classmethod
    def of(cls, content: Any) -> Head:
        """The head of what JSON says.  Raises :class:`ValueError` for one that no program of ours wrote."""
        head = cls(**{**content, "men": tuple(content["men"]), "counts": tuple(content["counts"])})
        numbers = (head.number, head.size, head.checksum, *head.men, *head.counts)
        if len(head.men) != 3 or any(type(each) is not int or each < 0 for each in numbers) or max(head.men) > 2:
            raise ValueError(numbers)
        if head.stage == "whole" and len(head.counts) != VALUES:
            raise ValueError(head.counts)
        return head


def write_file(path: Path, head: Head, cells: Any) -> None:
    """Write cells into a file, whole or not at all.  Raises :class:`OSError`."""
    data = memoryview(cells)
    head = attrs.evolve(head, size=len(data), checksum=checksum(data))
    with new_file(path) as file:
        file.write(FORMAT.head(attrs.asdict(head)))
        write_cells(file, data)


class CellsFile:
    """Cells in a file, mapped into memory: opening it reads the head alone.

    Raises :class:`~boardgames.solve.UnreadableTable` for a file that is damaged, cut short, of another version or
    no table of Dobutsu Shogi, and :class:`OSError`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        table = FORMAT.read(path, Head.of, lambda head: head.size)
        self.head = table.head
        self.cells = table.cells

    def check(self) -> None:
        """Compare the cells with their checksum.  Raises :class:`~boardgames.solve.UnreadableTable`."""
        if checksum(self.cells) != self.head.checksum:
            raise FORMAT.damaged(self.path, "its cells do not have their checksum")
