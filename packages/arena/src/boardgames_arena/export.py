"""A ladder as JSON, CSV, text, or an HTML page of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import count
from typing import Final

from boardgames.core.text import Said
from boardgames.view import csv_table, document, fill, joined, report_sheet, table
from boardgames_arena.ladder import FEW_OPPONENTS, Ladder

COLUMNS: Final = ("name", "rating", "error", "games", "wins", "draws", "losses", "faults", "opponents", "doubtful")
DOUBTFUL: Final = f"doubtful (?): it met fewer than {FEW_OPPONENTS} different bots, so it stands below all others"
ORDER: Final = "best first, by the rating less its error: what is almost certain"


def rows_of(ladder: Ladder) -> list[dict[str, object]]:
    """The ladder's bots, best first, with the columns of every format."""
    return [
        {
            "game": ladder.game,
            "name": standing.name,
            "rating": round(standing.rating, 1),
            "error": round(standing.error, 1),
            **{column: getattr(standing, column) for column in COLUMNS[3:]},
        }
        for standing in ladder.standings
    ]


def as_json(ladders: Sequence[Ladder]) -> str:
    """A list of bots, each with its ``game``, ``name``, ``rating``, ``error``, ``games`` and the rest.

    ``ladders`` are those of one or several games.
    """
    return json.dumps([row for ladder in ladders for row in rows_of(ladder)], ensure_ascii=False, indent=1) + "\n"


def as_csv(ladders: Sequence[Ladder]) -> str:
    """A line for each bot below a head.

    ``ladders`` are those of one or several games.
    """
    rows = [row.values() for ladder in ladders for row in rows_of(ladder)]
    return csv_table([("game", *COLUMNS), *rows])


def as_text(ladders: Sequence[Ladder]) -> str:
    """A table for a terminal.

    ``ladders`` are those of one or several games.
    """
    lines = []
    for ladder in ladders:
        lines.append(f"{ladder.game}: {sum(bot.games for bot in ladder.standings) // 2} games; {ORDER}")
        lines += [
            f"{place:4} {bot.name:16} {bot.rating:+6.0f}{'?' if bot.doubtful else ' '}± {bot.error:<4.0f} "
            f"{bot.games:6} games {bot.wins:6} won {bot.draws:5} drawn {bot.losses:6} lost {bot.faults:5} faults"
            for place, bot in enumerate(ladder.standings, 1)
        ]
        if any(bot.doubtful for bot in ladder.standings):
            lines.append(f"     ({DOUBTFUL})")
        if ladder.provisional:
            lines.append("     (provisional: some have won or lost every game against the rest)")
    return "\n".join(lines) + "\n" if lines else "There is no finished game yet.\n"


def as_html(ladders: Sequence[Ladder]) -> str:
    """A page without scripts, to put anywhere.

    ``ladders`` are those of one or several games.
    """
    body = joined(
        fill(
            "<h1>{{game}}</h1>\n<p>{{order}}</p>\n{{table}}\n",
            game=ladder.game,
            order=f"{ORDER}; {DOUBTFUL}".capitalize() + ".",
            table=table([["", *COLUMNS[:-1]], *map(_cells, count(1), rows_of(ladder))], "stacked"),
        )
        for ladder in ladders
    )
    return document("Ladder", body, sheet=report_sheet())


def _cells(place: int, row: dict[str, object]) -> list[str]:
    """A bot's line in a table for people: a doubtful rating has a question mark."""
    mark = "?" if row["doubtful"] else ""
    return [str(place), *(f"{row[column]}{mark * (column == 'rating')}" for column in COLUMNS[:-1])]


FORMATS: Final[dict[str, tuple[Callable[[Sequence[Ladder]], str], str]]] = {
    "json": (as_json, "application/json"),
    "csv": (as_csv, "text/csv"),
    "html": (as_html, "text/html"),
    "text": (as_text, "text/plain"),
}
"""Each format: how a ladder is written in it, and its media type."""


def read_time(text: str) -> float:
    """A date or a time, as ``2026-09-01`` or ``2026-09-01T18:30``, in seconds since 1970; local time if no zone is
    given.  Raises :class:`ValueError` with a sentence.
    """
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        raise ValueError(Said("{day!r} is not a day or hour, as in 2026-09-01 or 2026-09-01T18:30", day=text)) from None
