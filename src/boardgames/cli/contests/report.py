"""A tournament as one HTML file: table, ratings, points of each against each, and every game to step through."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from gzip import compress
from html import escape
from importlib.resources import files

from boardgames.cli.contests.display import Rows, format_result, standings_tables
from boardgames.contest.standings import Standings
from boardgames.contest.store import KeptGame
from boardgames.core.record.game_record import GameRecord
from boardgames.view import page

WIDE, ROW, MARGIN = 560, 24, 150  # of the plot, in its units


def report(standings: Standings, games: Sequence[KeptGame], records: Iterable[GameRecord]) -> str:
    """The page.  ``records`` are those of ``games``, in their order."""
    configuration = standings.configuration
    names = configuration.names
    tables = standings_tables(standings)
    pieces = {
        "title": escape(f"{configuration.format} of {configuration.game}"),
        "said": escape(standings.sentence()),
        "facts": escape(
            f"{len(names)} players, {standings.played} of {standings.planned} games"
            + ("" if configuration.seed is None else f", seed {configuration.seed}")
        ),
        "note": escape(standings.cut_short),
        "table": _table(tables[0]),
        "plot": plot(standings),
        "cross": "".join(map(_table, tables[1:])),
        "games": "".join(_row(game, names) for game in games),
        "pages": "".join(
            f'<script type="text/plain" id="page{game.number}">{_packed(page(record))}</script>\n'
            for game, record in zip(games, records, strict=True)
        ),
    }
    text = files("boardgames.cli.contests").joinpath("report.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda place: pieces[place[1]], text)


def _packed(document: str) -> str:
    """A page as compressed text that cannot break the HTML around it."""
    return b64encode(compress(document.encode(), mtime=0)).decode()


def _table(rows: Rows) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _row(game: KeptGame, names: Sequence[str]) -> str:
    first, *others = (names[player] for player in game.players)
    result = format_result(game).replace("-", "–")
    cells = [str(game.round), first, ", ".join(others), result, str(game.plies), game.reason]
    shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr><td><button type="button" data-game="{game.number}">{game.number}</button></td>{shown}</tr>'


def plot(standings: Standings) -> str:
    """The ratings with their errors, as SVG."""
    places = sorted(standings.places, key=lambda place: -place.elo)
    low = min(place.elo - place.error for place in places)
    high = max(place.elo + place.error for place in places)
    scale = (WIDE - MARGIN - 20) / max(1.0, high - low)

    def across(elo: float) -> float:
        return round(MARGIN + (elo - low) * scale, 1)

    height = ROW * len(places) + 30
    parts = [
        f'<svg viewBox="0 0 {WIDE} {height}" role="img" aria-label="Ratings in Elo with their 95 % intervals">',
        f'<line class="mean" x1="{across(0)}" y1="0" x2="{across(0)}" y2="{height - 20}"/>',
    ]
    for number, place in enumerate(places):
        y = ROW * number + ROW / 2
        ends = across(place.elo - place.error), across(place.elo + place.error)
        parts.append(
            f'<text class="name" x="{MARGIN - 14}" y="{y}">{escape(place.name)}</text>'
            f'<line x1="{ends[0]}" y1="{y}" x2="{ends[1]}" y2="{y}"/>'
            + "".join(f'<line x1="{x}" y1="{y - 4}" x2="{x}" y2="{y + 4}"/>' for x in ends)
            + f'<circle cx="{across(place.elo)}" cy="{y}" r="4">'
            f"<title>{place.elo:+.0f} ± {place.error:.0f}</title></circle>"
        )
    for elo in {round(low), 0, round(high)}:
        parts.append(f'<text class="scale" x="{across(elo)}" y="{height - 6}">{elo:+d}</text>')
    return "".join([*parts, "</svg>"])
