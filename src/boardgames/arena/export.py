"""A ladder as JSON, CSV, text, or an HTML page of its own."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from html import escape
from typing import Final

from boardgames.arena.ladder import Ladder

COLUMNS: Final = ("name", "rating", "error", "games", "wins", "draws", "losses", "faults")


def rows_of(ladder: Ladder) -> list[dict[str, object]]:
    """The ladder's bots, best first: what each format shows."""
    return [
        {
            "game": ladder.game,
            "name": each.name,
            "rating": round(each.rating, 1),
            "error": round(each.error, 1),
            **{column: getattr(each, column) for column in COLUMNS[3:]},
        }
        for each in ladder.standings
    ]


def as_json(ladders: Sequence[Ladder]) -> str:
    """A list of bots, each with its ``game``, ``name``, ``rating``, ``error``, ``games`` and more."""
    return json.dumps([row for ladder in ladders for row in rows_of(ladder)], ensure_ascii=False, indent=1) + "\n"


def as_csv(ladders: Sequence[Ladder]) -> str:
    """A line for each bot.  A name that a spreadsheet would take for a formula has an apostrophe before it."""
    file = io.StringIO()
    writer = csv.DictWriter(file, ("game", *COLUMNS), lineterminator="\n")
    writer.writeheader()
    for ladder in ladders:
        for row in rows_of(ladder):
            name = str(row["name"])
            writer.writerow({**row, "name": f"'{name}" if name[0] in "=+-@" else name})
    return file.getvalue()


def as_text(ladders: Sequence[Ladder]) -> str:
    """A table for a terminal."""
    lines = []
    for ladder in ladders:
        lines.append(f"{ladder.game}: {sum(each.games for each in ladder.standings) // 2} games")
        lines += [
            f"{place:4} {each.name:16} {each.rating:+6.0f} ± {each.error:<4.0f} {each.games:6} games "
            f"{each.wins:6} won {each.draws:5} drawn {each.losses:6} lost {each.faults:5} faults"
            for place, each in enumerate(ladder.standings, 1)
        ]
        if ladder.provisional:
            lines.append("     (provisional: some have won or lost every game against the rest)")
    return "\n".join(lines) + "\n" if lines else "There is no finished game yet.\n"


def as_html(ladders: Sequence[Ladder]) -> str:
    """A page without scripts, to put anywhere."""
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Ladder</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
        "table{border-collapse:collapse}td,th{padding:.2em .7em;text-align:right;border-bottom:1px solid #8884}"
        "td:nth-child(2),th:nth-child(2){text-align:left}</style></head><body>",
    ]
    for ladder in ladders:
        heads = "".join(f"<th>{column}</th>" for column in ("", *COLUMNS))
        parts.append(f"<h1>{escape(ladder.game)}</h1>\n<table><tr>{heads}</tr>")
        for place, row in enumerate(rows_of(ladder), 1):
            cells = "".join(f"<td>{escape(str(row[column]))}</td>" for column in COLUMNS)
            parts.append(f"<tr><td>{place}</td>{cells}</tr>")
        parts.append("</table>")
    return "\n".join([*parts, "</body></html>\n"])


FORMATS: Final[dict[str, tuple[Callable[[Sequence[Ladder]], str], str]]] = {
    "json": (as_json, "application/json"),
    "csv": (as_csv, "text/csv"),
    "html": (as_html, "text/html"),
    "text": (as_text, "text/plain"),
}
"""Each format: how a ladder is written in it, and its media type."""


def read_time(text: str) -> float:
    """A day or an hour, as ``2026-09-01`` or ``2026-09-01T18:30``, in seconds since 1970; local time if no zone is
    given.  Raises :class:`ValueError` with a sentence.
    """
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        raise ValueError(f"{text!r} is no day or hour, as in 2026-09-01 or 2026-09-01T18:30") from None
