"""A contest as one HTML file: standings, ratings, the players, the rounds, and every game to step through."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from gzip import compress
from math import isfinite
from typing import Final

import attrs

from boardgames.contest.configuration import Configuration, player_text
from boardgames.contest.score import format_faults
from boardgames.contest.standings import Place, Standings, format_rank, format_rating
from boardgames.contest.store import BENCHED, KeptGame, Store
from boardgames.core.model.game import Game
from boardgames.core.model.options import offered
from boardgames.core.protocol.verdict import LAST_WORDS
from boardgames.core.text.result import format_duration
from boardgames.referee import Limits
from boardgames.view import Rows, page
from boardgames.view.document import document, packaged_text, report_sheet, table
from boardgames.view.html_template import Html, fill, joined

FORMATS: Final = {
    "match": "Match",
    "roundrobin": "Round robin",
    "gauntlet": "Gauntlet",
    "swiss": "Swiss tournament",
    "knockout": "Knockout",
    "rating": "Rating",
}
UNITS: Final = {"S": " s", "MS": " ms", "MB": " MiB", "BASE+INC": " s"}
"""The words for the units of limits, by what stands for a value in help texts."""
NOT_ALL: Final = (
    " {{drawn}} of {{all}} games are here; <code>tournament replay</code> shows others; --boards says how many."
)
BAR: Final = """<li><span class="name">{{name}}</span>
<svg class="scale" aria-hidden="true"><line x1="{{zero}}%" x2="{{zero}}%" y1="0" y2="100%"/>
<rect class="{{kind}}" x="{{left}}%" y="11" width="{{width}}%" height="6" rx="3"/>{{dot}}</svg>
<span class="value">{{value}}</span></li>"""
DOT: Final = """<circle cx="{{place}}%" cy="14" r="6"/>"""
ROW: Final = """<tr data-players="{{players}}"{{fault}}><td>{{number}}</td>{{cells}}</tr>"""
CELL: Final = """<td data-head="{{name}}">{{text}}</td>"""
STDERR: Final = """{{head}}<details><summary>{{summary}}</summary><pre>{{words}}</pre></details>"""
BUTTON: Final = """<button type="button" data-game="{{number}}">{{number}}</button>"""
PAGE: Final = """<script type="text/plain" id="page{{number}}">{{packed}}</script>\n"""
ROUNDS: Final = """<h2>Round by round</h2>
<p>Points after each round, with the rank that points alone give.</p>{{table}}"""


def report(
    store: Store,
    *,
    title: str = "",
    boards: int = 200,
    game: Game | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """A contest as an HTML document that loads nothing: ``boardgames tournament export --html`` writes it.

    ``store`` is the contest's file, ``title`` the heading; without one the format and the game are named.  ``boards``
    is the number of games to step through: those with a fault first, then others from all parts of the contest.
    ``game`` is the game if only the caller can load its rules.  ``progress`` is called before each of these games
    with the number of games that are done, and of all.

    Raises ``BadStore``, and what ``playthrough`` of a record raises.

    >>> from boardgames.contest import Store, play_tournament
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = play_tournament("ur:tokens=1", {"a": "greedy", "b": "random"}, games=2, seed=1, db=f"{folder}/cup.db")
    ...     with Store.reading(f"{folder}/cup.db") as store:
    ...         text = report(store, title="Cup")
    >>> "<h1>Cup</h1>" in text, text.count("data-game=")
    (True, 2)
    """
    configuration, games = store.configuration, store.games()
    standings = Standings.of(configuration, games)
    drawn = with_boards(games, boards)
    chosen = set(drawn)
    pages = []
    for done, number in enumerate(drawn):
        if progress is not None:
            progress(done, len(drawn))
        packed = b64encode(compress(page(store.record(number, game)).encode(), mtime=0)).decode()
        pages.append(fill(PAGE, number=number, packed=packed))
    listed = sorted(games, key=lambda game: game.detail == BENCHED)  # last those that nobody played
    names, kind = configuration.names, f"{FORMATS[configuration.format]} of {configuration.game}"
    body = fill(
        packaged_text("report.html", __package__),
        title=title or kind,
        said=standings.sentence(),
        facts=_facts(standings, store.dates(), kind),
        notes=joined(fill("<p>{{note}}</p>", note=note) for note in standings.notes()),
        table=table(standings.table(), "stacked"),
        chart=_chart(standings),
        cross=table(standings.cross_table(), "grid"),
        players=table(_players(standings), "stacked"),
        rounds=_rounds(standings, games),
        names=joined(
            fill("""<option value="{{number}}">{{name}}</option>""", number=number, name=name)
            for number, name in enumerate(names)
        ),
        boards=Html() if len(drawn) == len(games) else fill(NOT_ALL, drawn=len(drawn), all=len(games)),
        games=joined(_row(kept, names, kept.number in chosen) for kept in listed),
        pages=joined(pages),
    )
    return document(
        title or kind, body, sheet=report_sheet(), script=packaged_text("report.js", __package__), frames=True
    )


def with_boards(games: Sequence[KeptGame], boards: int) -> list[int]:
    """The numbers of the games to step through, if a page may have ``boards`` of them."""
    faults = [game.number for game in games if game.fault][:boards]
    others = [game.number for game in games if not game.fault]
    rest = min(boards - len(faults), len(others))
    return sorted([*faults, *(others[place * len(others) // rest] for place in range(rest))])


# -- what was played, by whom -------------------------------------------------------


def _facts(standings: Standings, dates: tuple[float | None, float | None], kind: str) -> Html:
    """The terms of the contest, as a list of descriptions."""
    configuration = standings.configuration
    facts = {
        "Contest": kind,
        "Played": format_dates(*dates),
        "Games": f"{standings.played} of {standings.planned}, {configuration.games} in each meeting",
        "Seed": "" if configuration.seed is None else str(configuration.seed),
        "Limits": format_limits(configuration),
        "Thinking time": format_duration(sum(place.used for place in standings.places)),
    }
    return joined(
        fill("<dt>{{name}}</dt><dd>{{fact}}</dd>", name=name, fact=fact) for name, fact in facts.items() if fact
    )


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
        f"{name.replace('_', ' ')} {limit.show(value)}{UNITS.get(limit.facts.metavar or '', '')}"
        for name, limit in offered(Limits).items()
        for value in [getattr(configuration.limits, name)]
        if value is not None and (value != limit.default or limit.default)
    ]
    if configuration.limits.move_time is None and configuration.limits.clock is None:
        limits.insert(0, "time as each program's protocol has it")
    if configuration.sandbox != "none":
        limits.append(f"sandbox {configuration.sandbox}")
    if configuration.adjudicate is not None:
        limits.append(f"adjudicated by {configuration.adjudicate}")
    if configuration.max_plies is not None:
        limits.append(f"a draw after {configuration.max_plies} plies")
    return ", ".join(limits)


def _players(standings: Standings) -> Rows:
    """A line for each player: how it was named, and the time that it used."""
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


def _rounds(standings: Standings, games: Sequence[KeptGame]) -> Html:
    """The points and ranks of each player after each round; nothing for a single round."""
    rounds = standings_by_round(standings.configuration, games, standings.byes)
    if len(rounds) < 2 or standings.configuration.format in ("match", "gauntlet"):
        return Html()
    head = ["after round", *(str(after.round) for after in rounds)]
    rows = [
        [place.name, *(f"{after.points[place.player]:g} ({after.ranks[place.player]})" for after in rounds)]
        for place in standings.places
    ]
    return fill(ROUNDS, table=table([head, *rows], "grid"))


def _row(game: KeptGame, names: Sequence[str], drawn: bool) -> Html:
    cells = {
        "round": f"{game.round}",
        "players": " – ".join(names[player] for player in game.players),
        "result": game.result.replace("-", "–"),
        "plies": f"{game.plies}",
        "reason": game.reason if game.detail is None else _fault(f"{game.reason}: {game.detail}"),
    }
    return fill(
        ROW,
        players=" ".join(map(str, game.players)),
        fault=" data-fault" if game.fault else "",
        number=fill(BUTTON, number=game.number) if drawn else game.number,
        cells=joined(fill(CELL, name=name, text=text) for name, text in cells.items()),
    )


def _fault(text: str) -> str:
    """A fault, with the several lines that a program wrote on its standard error, such as a traceback, folded."""
    head, separator, words = text.partition(LAST_WORDS)
    lines = words.split("\\n")
    if not (separator and lines[1:]):
        return text
    return fill(STDERR, head=head, summary=f"its stderr ended with: {lines[-1]}", words="\n".join(lines))


@attrs.frozen
class RoundStandings:
    """The points after a round, by player, and the ranks by points; players with equal points share one."""

    round: int
    points: tuple[float, ...]
    ranks: tuple[int, ...]


def standings_by_round(
    configuration: Configuration, games: Iterable[KeptGame], byes: Iterable[tuple[int, int]]
) -> list[RoundStandings]:
    """The standings after each round in which a game is over.  ``byes`` are rounds and players, as in a plan."""
    gained: dict[int, list[float]] = {}
    for game in games:
        points = gained.setdefault(game.round, [0.0] * len(configuration.entries))
        for player, score in zip(game.players, game.scores, strict=True):
            points[player] += score
    for number, player in byes:
        if number in gained:
            gained[number][player] += configuration.bye_points
    standings = []
    total: Sequence[float] = [0.0] * len(configuration.entries)
    for number in sorted(gained):
        total = [before + points for before, points in zip(total, gained[number], strict=True)]
        ranks = tuple(1 + sum(other > mine for other in total) for mine in total)
        standings.append(RoundStandings(number, tuple(total), ranks))
    return standings


# -- ratings ------------------------------------------------------------------------


def _chart(standings: Standings) -> Html:
    """The ratings with their intervals as bars on one scale, the best first."""
    places = sorted((place for place in standings.places if place.tally.games), key=lambda place: -place.elo)
    ends = [end for place in places for end in (place.low, place.high) if isfinite(end)] or [0.0]
    room = 0.04 * (max(ends) - min(ends)) + 1.0
    low, high = min(0.0, *ends) - room, max(0.0, *ends) + room

    def across(elo: float) -> float:
        """The place of a rating, in percent of the width."""
        return round(100 * (min(max(elo, low), high) - low) / (high - low), 2)

    bars = joined(_bar(standings, place, across) for place in places)
    return fill("""<ol class="chart">{{bars}}</ol>""", bars=bars)


def _bar(standings: Standings, place: Place, across: Callable[[float], float]) -> Html:
    left, bounded = across(place.low), isfinite(place.high - place.low)
    return fill(
        BAR,
        name=f"{format_rank(standings, place)} {place.name}",
        zero=across(0),
        kind="bar" if bounded else "open",
        left=left,
        width=round(across(place.high) - left, 2),
        dot=fill(DOT, place=across(place.elo)) if bounded else Html(),
        value=" ± ".join(part for part in format_rating(place) if part),
    )
