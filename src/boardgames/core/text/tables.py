"""Tables of texts as HTML, for notebooks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final, TypeAlias

Rows: TypeAlias = Sequence[Sequence[str]]
"""The rows of a table, the first one its head."""

FIGURES: Final = re.compile(r"[-+\d.,/%·½=]*")
"""A cell that stands to the right."""


def html_table(rows: Rows, head: bool = True) -> str:
    """Rows of texts as a table, the first row as its head; columns of figures alone stand to the right.

    >>> html_table([["name"], ["<b>"]])
    '<table><thead><tr><th ...>name</th></tr></thead><tbody><tr><td ...>&lt;b&gt;</td></tr></tbody></table>'
    >>> html_table([["name"]]).endswith("<tbody></tbody></table>")
    True
    """
    body = rows[1 if head else 0 :]
    columns = [[row[column] for row in body] for column in range(len(rows[0]))]
    sides = ["right" if all(map(FIGURES.fullmatch, column)) else "left" for column in columns]
    top = f"<thead>{_row(rows[0], 'th', sides)}</thead>" if head else ""
    return f"<table>{top}<tbody>{''.join(_row(row, 'td', sides) for row in body)}</tbody></table>"


def _row(cells: Sequence[str], kind: str, sides: Sequence[str]) -> str:
    shown = (
        f'<{kind} style="text-align:{side};padding:2px 8px">{escape(cell)}</{kind}>'
        for side, cell in zip(sides, cells, strict=True)
    )
    return f"<tr>{''.join(shown)}</tr>"
