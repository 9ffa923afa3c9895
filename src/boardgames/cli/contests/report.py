"""A contest as one HTML file: standings, ratings, the players, the rounds, and every game to step through."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from gzip import compress
from html import escape
from importlib.resources import files
from math import isfinite
from typing import Final

import attrs

from boardgames.cli.contests.display import format_duration, format_result
from boardgames.cli.contests.rounds import standings_by_round
from boardgames.contest.configuration import Configuration, player_text
from boardgames.contest.score import format_faults
from boardgames.contest.standings import Place, Standings, cross_table, format_rank, format_rating, standings_tables
from boardgames.contest.store import KeptGame
from boardgames.core.record.game_record import GameRecord
from boardgames.core.settings import settings_of
from boardgames.core.text import Rows
from boardgames.referee import Limits
from boardgames.view import page

FORMATS: Final = {
    "match": "Match",
    "roundrobin": "Round robin",
    "gauntlet": "Gauntlet",
    "swiss": "Swiss tournament",
    "knockout": "Knockout",
}
UNITS: Final = {"S": " s", "MS": " ms", "MB": " MiB", "BASE+INC": " s"}
"""How the units of limits are written, by what stands for a value in help texts."""
NOT_ALL: Final = " {} of {} games are here; <code>tournament replay</code> shows others; --boards says how many."


@attrs.frozen
class Heading:
    """The title of a page, and when the games were played, in seconds since 1970."""

    title: str = ""
    begun: float | None = None
    ended: float | None = None


def with_boards(games: Sequence[KeptGame], boards: int) -> list[int]:
    """The numbers of the games that a page with so many boards has: those with a fault, then some from all parts."""
    faults = [game.number for game in games if game.fault][:boards]
    others = [game.number for game in games if not game.fault]
    rest = min(boards - len(faults), len(others))
    return sorted([*faults, *(others[place * len(others) // rest] for place in range(rest))])


def report(
    standings: Standings,
    games: Sequence[KeptGame],
    records: Iterable[GameRecord],
    heading: Heading | None = None,
    drawn: Sequence[int] | None = None,
) -> str:
    """The page.  ``records`` are those of the games to step through, whose numbers are ``drawn``: by default all."""
    configuration = standings.configuration
    names = configuration.names
    heading = heading or Heading()
    drawn = [game.number for game in games] if drawn is None else drawn
    chosen = set(drawn)
    kind = f"{FORMATS[configuration.format]} of {configuration.game}"
    pieces = {
        "title": escape(heading.title or kind),
        "said": escape(standings.sentence()),
        "facts": _facts(standings, heading, kind),
        "notes": "".join(f"<p>{escape(note)}</p>" for note in standings.notes()),
        "table": _stacked(standings_tables(standings, cross=False)[0]),
        "chart": _chart(standings),
        "cross": _scrolled(cross_table(standings)),
        "players": _stacked(_players(standings)),
        "rounds": _rounds(standings, games),
        "names": "".join(f'<option value="{number}">{escape(name)}</option>' for number, name in enumerate(names)),
        "boards": "" if len(drawn) == len(games) else NOT_ALL.format(len(drawn), len(games)),
        "games": "".join(_row(game, names, game.number in chosen) for game in games),
        "pages": "".join(
            f'<script type="text/plain" id="page{number}">{_packed(page(record))}</script>\n'
            for number, record in zip(drawn, records, strict=True)
        ),
    }
    text = files("boardgames.cli.contests").joinpath("report.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda place: pieces[place[1]], text)


def _packed(document: str) -> str:
    """A page as compressed text that cannot break the HTML around it."""
    return b64encode(compress(document.encode(), mtime=0)).decode()


# -- what was played, by whom -------------------------------------------------------


def _facts(standings: Standings, heading: Heading, kind: str) -> str:
    """The terms of the contest, as a list of descriptions."""
    configuration = standings.configuration
    facts = {
        "Contest": kind,
        "Played": format_dates(heading.begun, heading.ended),
        "Games": f"{standings.played} of {standings.planned}, {configuration.games} in each meeting",
        "Seed": "" if configuration.seed is None else str(configuration.seed),
        "Limits": format_limits(configuration),
        "Thinking time": format_duration(sum(place.used for place in standings.places)),
    }
    return "".join(f"<dt>{name}</dt><dd>{escape(fact)}</dd>" for name, fact in facts.items() if fact)


def format_dates(begun: float | None, ended: float | None) -> str:
    """From when to when games were played, in local time; empty if that is not known."""
    if begun is None:
        return ""
    first = datetime.fromtimestamp(begun).astimezone()
    last = first if ended is None else datetime.fromtimestamp(ended).astimezone()
    until = f"{last:%H:%M}" if first.date() == last.date() else f"{last.day} {last:%B %Y, %H:%M}"
    return f"{first.day} {first:%B %Y, %H:%M} to {until} {last:%Z}"


def format_limits(configuration: Configuration) -> str:
    """The limits of programs in words.

    >>> from boardgames.contest.configuration import Entry
    >>> both = [Entry("a", "greedy"), Entry("b", "random")]
    >>> format_limits(Configuration(game="ur", entries=both, limits=Limits(move_time=0.5, memory=2**26)))
    'move time 0.5 s, memory 64 MiB, processes 100'
    """
    limits = [
        f"{each.name.replace('_', ' ')} {each.show(value)}{UNITS.get(each.metavar or '', '')}"
        for each in settings_of(Limits)
        for value in [getattr(configuration.limits, each.name)]
        if each.offered and value is not None and (value != each.default or each.show_default)
    ]
    if configuration.limits.move_time is None and configuration.limits.clock is None:
        limits.insert(0, "time as each program's protocol has it")
    if configuration.sandbox != "none":
        limits.append(f"sandbox {configuration.sandbox}")
    if configuration.max_plies is not None:
        limits.append(f"a draw after {configuration.max_plies} plies")
    return ", ".join(limits)


def _players(standings: Standings) -> Rows:
    """What each player is, and what it used."""
    entries = standings.configuration.entries
    rows = [["", "player", "is", "time used", "a game", "slowest answer", "faults"]]
    for place in standings.places:
        entry = entries[place.player]
        what = " ".join([player_text(entry.player), *entry.settings])
        games = place.tally.games
        rows.append(
            [
                *("", place.name, what, f"{place.used:.1f} s", f"{place.used / games:.2f} s" if games else ""),
                *(f"{place.slowest:.3f} s", format_faults(place.faults).removeprefix("; faults: ")),
            ]
        )
    return rows


# -- tables -------------------------------------------------------------------------


def _stacked(rows: Rows) -> str:
    """A table whose rows are cards on a narrow screen, where each cell has the name of its column before it."""
    head, *body = rows
    lines = "".join(
        "<tr>"
        + "".join(f'<td data-head="{escape(name)}">{escape(cell)}</td>' for name, cell in zip(head, row, strict=True))
        + "</tr>"
        for row in body
    )
    return f'<table class="stacked"><thead>{_head(head)}</thead><tbody>{lines}</tbody></table>'


def _scrolled(rows: Rows) -> str:
    """A table that is scrolled sideways under its first column, where it is too wide."""
    lines = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in rows[1:]
    )
    return f'<div class="wide"><table class="grid"><thead>{_head(rows[0])}</thead><tbody>{lines}</tbody></table></div>'


def _head(cells: Sequence[str]) -> str:
    named = "".join(f'<th data-head="{escape(cell)}">{escape(cell)}</th>' for cell in cells)
    return f"<tr>{named}</tr>"


def _rounds(standings: Standings, games: Sequence[KeptGame]) -> str:
    """The points and ranks of each player after each round; nothing for a single round."""
    rounds = standings_by_round(standings.configuration, games, standings.byes)
    if len(rounds) < 2 or standings.configuration.format in ("match", "gauntlet"):
        return ""
    head = ["after round", *(str(each.round) for each in rounds)]
    rows = [
        [place.name, *(f"{each.points[place.player]:g} ({each.ranks[place.player]})" for each in rounds)]
        for place in standings.places
    ]
    words = "<p>Points after each round, with the rank that points alone give.</p>"
    return f"<h2>Round by round</h2>{words}{_scrolled([head, *rows])}"


def _row(game: KeptGame, names: Sequence[str], drawn: bool) -> str:
    """A game in the list; one that is ``drawn`` can be chosen."""
    number = f'<button type="button" data-game="{game.number}">{game.number}</button>' if drawn else game.number
    cells = {
        "round": f"{game.round}",
        "players": " – ".join(names[player] for player in game.players),
        "result": format_result(game).replace("-", "–"),
        "plies": f"{game.plies}",
        "reason": game.reason if game.detail is None else f"{game.reason}: {game.detail}",
    }
    shown = "".join(f'<td data-head="{name}">{escape(cell)}</td>' for name, cell in cells.items())
    players = " ".join(map(str, game.players))
    return f'<tr data-players="{players}"{" data-fault" if game.fault else ""}><td>{number}</td>{shown}</tr>'


# -- ratings ------------------------------------------------------------------------


def _chart(standings: Standings) -> str:
    """The ratings with their intervals as bars on one scale, the best first."""
    places = sorted((place for place in standings.places if place.tally.games), key=lambda place: -place.elo)
    ends = [end for place in places for end in (place.low, place.high) if isfinite(end)] or [0.0]
    room = 0.04 * (max(ends) - min(ends)) + 1.0
    low, high = min(0.0, *ends) - room, max(0.0, *ends) + room

    def across(elo: float) -> float:
        """Where a rating stands, in percent of the width."""
        return round(100 * (min(max(elo, low), high) - low) / (high - low), 2)

    return f'<ol class="chart">{"".join(_bar(standings, place, across) for place in places)}</ol>'


def _bar(standings: Standings, place: Place, across: Callable[[float], float]) -> str:
    """A line of the chart: the name, the interval as a bar, the rating in figures."""
    value = " ± ".join(part for part in format_rating(place) if part)
    left, right = across(place.low), across(place.high)
    kind = "open" if not isfinite(place.high - place.low) else "bar"
    dot = "" if kind == "open" else f'<b style="left:{across(place.elo)}%"></b>'
    return (
        f'<li><span class="name">{format_rank(standings, place)} {escape(place.name)}</span>'
        f'<span class="scale" aria-hidden="true"><s style="left:{across(0)}%"></s>'
        f'<i class="{kind}" style="left:{left}%;width:{round(right - left, 2)}%"></i>{dot}</span>'
        f'<span class="value">{value}</span></li>'
    )
