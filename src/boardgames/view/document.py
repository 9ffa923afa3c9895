"""Documents of one file that load nothing: their head, their style, their tables."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from importlib.resources import files
from typing import Final

from boardgames.view.html_template import Html, fill, joined
from boardgames.view.tables import Rows

TABLE: Final = """<div class="wide"><table class="{{kind}}">
<thead><tr>{{head}}</tr></thead><tbody>{{rows}}</tbody></table></div>"""
CELL: Final = """<td data-head="{{column}}">{{text}}</td>"""
INLINE: Final = "'unsafe-inline'"


def document(title: str, body: Html, *, sheet: str = "", script: str = "", frames: bool = False) -> str:
    """An HTML document with this ``title``, ``body``, style ``sheet`` and ``script``; nothing else is loaded or run.

    With ``frames`` the body holds other documents to be shown in frames, with styles and scripts of their own.
    """
    policy = {
        "default-src": "'none'",
        "style-src": INLINE if frames else _digest(sheet),
        "script-src": INLINE if frames else _digest(script),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    if not script:
        del policy["script-src"]
    text = fill(
        packaged_text("document.html"),
        policy=Html("; ".join(f"{name} {value}" for name, value in policy.items())),
        title=title,
        sheet=Html(sheet),
        body=Html(f"{body}\n<script>{script}</script>") if script else body,
    )
    return str(text)


def report_sheet() -> str:
    """The style sheet of a report: tables, facts, charts."""
    return packaged_text("base.css") + packaged_text("report.css")


def table(rows: Rows, kind: str = "") -> Html:
    """A table, the first row its head.  Each cell carries the name of its column, which a narrow screen shows.

    ``kind`` is its class: of a ``stacked`` table, a narrow screen shows the rows as cards; a ``grid`` is scrolled
    sideways under its first column; the cards of a table that is both have their first column as a title.
    """
    head, *body = rows
    lines = (
        fill(
            "<tr>{{cells}}</tr>",
            cells=joined(fill(CELL, column=_plain(column), text=text) for column, text in zip(head, row, strict=True)),
        )
        for row in body
    )
    heads = joined(
        fill("""<th data-head="{{column}}">{{text}}</th>""", column=_plain(text), text=text) for text in head
    )
    return fill(TABLE, kind=kind, head=heads, rows=joined(lines))


def _plain(text: str) -> str:
    """The text of a cell without its tags."""
    return unescape(re.sub("<[^>]*>", "", text)) if isinstance(text, Html) else text


def packaged_text(name: str, package: str = __package__) -> str:
    """The text of the file ``name`` beside the modules of ``package``."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def script_of(*names: str) -> str:
    """The scripts of these files as one."""
    return "".join(map(packaged_text, names)).replace("export ", "")


def _digest(text: str) -> str:
    """The source of a Content-Security-Policy that allows this text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
