"""Tables of texts as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeAlias

Rows: TypeAlias = Sequence[Sequence[str]]
"""The rows of a table, the first one its head."""


def html_table(rows: Rows, head: bool = True) -> str:
    """Rows of texts as a table, the first row as its head; texts stand to the left in the first two columns.

    >>> html_table([["name"], ["<b>"]])
    '<table><thead><tr><th style="text-align:left">name</th></tr></thead><tbody><tr><td ...>&lt;b&gt;</td></tr>...'
    """
    top = f"<thead>{_row(rows[0], 'th')}</thead>" if head else ""
    body = "".join(_row(row, "td") for row in rows[1 if head else 0 :])
    return f"<table>{top}<tbody>{body}</tbody></table>"


def _row(cells: Sequence[str], kind: str) -> str:
    sides = ["left" if column < 2 else "right" for column in range(len(cells))]
    return "<tr>{}</tr>".format(
        "".join(
            f'<{kind} style="text-align:{side}">{escape(cell)}</{kind}>'
            for side, cell in zip(sides, cells, strict=True)
        )
    )
