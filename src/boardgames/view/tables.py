"""Tables of texts: as HTML, for notebooks, and as CSV, for spreadsheets."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from html import escape
from io import StringIO
from typing import Final

from boardgames.core.text.printable import printable
from boardgames.core.text.result import Rows as Rows, plain_table as plain_table

FIGURES: Final = re.compile(r"[-+\d.,/%·½=]*")
"""A cell that stands to the right."""

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The characters that may begin a formula in a spreadsheet, the wide forms too."""


def html_table(rows: Rows, head: bool = True) -> str:
    """A table of ``rows`` of texts, the first of which is its head; columns of figures alone stand to the right.

    >>> html_table([["name"], ["<b>"]])
    '<table><thead><tr><th ...>name</th></tr></thead><tbody><tr><td ...>&lt;b&gt;</td></tr></tbody></table>'
    >>> html_table([["name"]]).endswith("<tbody></tbody></table>")
    True
    """
    head = head and any(rows[0])
    body = rows[1 if head or not any(rows[0]) else 0 :]
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


def csv_table(rows: Iterable[Iterable[object]]) -> str:
    """``rows`` of texts and numbers as CSV, for spreadsheets: no text is a formula, nor holds control characters.

    >>> csv_table([["name", "points"], ["=1+1", -2]])
    "name,points\\n'=1+1,-2\\n"
    """
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_cell, row) for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    """A value for one cell; a text that a spreadsheet would take for a formula has an apostrophe before it.

    >>> _cell(" =1+1"), _cell("\uff1d1+1"), _cell("12.5"), _cell(-12.5)
    ("' =1+1", "'\uff1d1+1", '12.5', -12.5)
    """
    if not isinstance(value, str):
        return value
    return (
        f"'{printable(value)}" if value.lstrip().startswith(FORMULA) or value.startswith(FORMULA) else printable(value)
    )
