"""Results: sentences and tables for people, fields for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from boardgames.core.text.printable import printable

Rows: TypeAlias = Sequence[Sequence[str]]
"""The rows of a table, the first one its head."""


class CommandResult(Protocol):
    """The result of a command or function; its text is what the command prints."""

    __slots__ = ()

    def tables(self) -> Sequence[Rows]:
        """The result in tables."""
        return ()

    def sentences(self) -> Sequence[str]:
        """The sentences below the tables, a line each."""

    def fields(self) -> Any:
        """The result in plain values, as JSON has them."""

    def __str__(self) -> str:
        parts = [*map(plain_table, self.tables()), "\n".join(self.sentences())]
        return printable("\n\n".join(filter(None, parts)), keep="\n\t")


def plain_table(rows: Rows) -> str:
    """A table in letters alone; the first of ``rows`` is its head, left out if it is empty."""
    rows = rows if any(rows[0]) else rows[1:]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [text.rjust(width) for text, width in zip(row, widths, strict=True)]
        lines.append("  ".join([row[0].ljust(widths[0]), *cells[1:]]).rstrip())
    return "\n".join(lines)


def format_duration(seconds: float) -> str:
    """A time of some ``seconds``, in words.

    >>> format_duration(42), format_duration(90), format_duration(7200)
    ('42 s', '2 min', '2.0 h')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"
