"""Many judged games as one HTML page for a bot's author: where each player loses points, and its worst actions."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import escape
from typing import Any, Final

import attrs

from boardgames.analysis import MARKS, Analysis, AssessedPly
from boardgames.cli.records.analysis_text import names_of
from boardgames.core.lookup import GameSpec, find
from boardgames.core.model.game import State
from boardgames.view import svg

WORST: Final = 10
"""Actions of each player that are shown as boards."""
PARTS: Final = ("opening", "middle", "end")
"""The thirds of a game."""
MOST_DOTS: Final = 2_000
WIDTH, HEIGHT, MARGIN = 560, 160, 30  # of the plot, in its units

HEAD: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
body {{ margin: 0 auto; max-width: 70rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; margin-bottom: 1rem }}
th, td {{ padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #8884 }}
th:first-child, td:first-child {{ text-align: left }}
.worst {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; padding: 0 }}
.worst li {{ list-style: none }} .worst svg {{ width: 100%; height: auto; max-height: 20rem }}
svg.plot {{ width: 100%; max-width: 40rem }}
svg.plot text {{ fill: currentColor; font-size: 12px }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{facts}</p>
"""


@attrs.frozen(order=True)
class MarkedAction:
    """One of the worst actions of a player."""

    loss: float
    number: int
    """Counts all marked, so that equal losses have an order."""
    game: str = attrs.field(order=False)
    ply: AssessedPly = attrs.field(order=False)
    state: State = attrs.field(order=False)


@attrs.define
class Sum:
    """Losses that belong together."""

    count: int = 0
    loss: float = 0.0

    def add(self, loss: float) -> None:
        self.count += 1
        self.loss += loss


@attrs.define
class PlayerReport:
    """What is kept of a player; it does not grow with the number of games."""

    games: int = 0
    total: Sum = attrs.field(factory=Sum)
    luck: float = 0.0
    marks: dict[str, int] = attrs.field(factory=lambda: dict.fromkeys(MARKS, 0))
    parts: dict[str, Sum] = attrs.field(factory=lambda: {part: Sum() for part in PARTS})
    kinds: dict[str, Sum] = attrs.field(factory=dict)
    worst: list[MarkedAction] = attrs.field(factory=list)
    times: list[tuple[float, float]] = attrs.field(factory=list)


class Report:
    """Takes in one analysis after the other, and makes the page."""

    def __init__(self) -> None:
        self.players: dict[str, PlayerReport] = {}
        self.by: set[str] = set()
        self.titles: set[str] = set()
        self.games = 0
        self.marked = 0
        self.has_dice = False

    def add(self, name: str, analysis: Analysis) -> None:
        self.games += 1
        spec = find(analysis.record.game)
        self.titles.add(spec.title)
        self.by.add(analysis.by)
        self.has_dice = self.has_dice or analysis.has_dice
        names = names_of(analysis)
        states = analysis.record.playthrough().states
        for seat, each in enumerate(names):
            player = self.players.setdefault(each, PlayerReport())
            player.games += 1
            player.luck += analysis.luck[seat]
        for ply in analysis.plies:
            if ply.loss is not None and not ply.forced:
                self._take(self.players[names[ply.seat]], name, analysis, ply, states[ply.ply - 1])

    def _take(self, player: PlayerReport, game: str, analysis: Analysis, ply: AssessedPly, state: State) -> None:
        loss = ply.loss or 0.0
        player.total.add(loss)
        if ply.mark:
            player.marks[ply.mark] += 1
        player.parts[PARTS[3 * (ply.ply - 1) // len(analysis.plies)]].add(loss)
        group = find(analysis.record.game).action_group
        if group is not None:
            kind = str(group(state, state.read(ply.action)))
            if len(player.kinds) < 200 or kind in player.kinds:
                player.kinds.setdefault(kind, Sum()).add(loss)
        times = analysis.record.times
        seconds = times[ply.ply - 1] if ply.ply <= len(times) else None
        if seconds is not None and len(player.times) < MOST_DOTS:
            player.times.append((seconds, loss))
        if ply.mark:
            self.marked += 1
            heapq.heappush(player.worst, MarkedAction(loss, -self.marked, game, ply, state))
            if len(player.worst) > WORST:
                heapq.heappop(player.worst)

    def page(self) -> str:
        """The whole page."""
        title = escape(f"Analysis: {', '.join(sorted(self.titles))}")
        facts = escape(
            f"{self.games} games, judged by {', '.join(sorted(self.by))}. Losses are points of winning chance."
        )
        parts = [HEAD.format(title=title, facts=facts), self._overview()]
        for name, player in self.players.items():
            parts += [f"<h2>{escape(name)}</h2>", *_sections(player)]
        return "".join([*parts, "</body>\n</html>\n"])

    def _overview(self) -> str:
        luck = ["luck a game"] if self.has_dice else []
        rows = [["player", "games", "choices", "points a move", *MARKS.values(), *luck]]
        for name, player in sorted(self.players.items(), key=lambda each: _mean(each[1].total)):
            own = [f"{100 * player.luck / player.games:+.1f}"] if self.has_dice else []
            counts = [str(count) for count in player.marks.values()]
            rows.append([name, str(player.games), str(player.total.count), _shown(player.total), *counts, *own])
        return _table(rows)


def _mean(total: Sum) -> float:
    return total.loss / total.count if total.count else 0.0


def _shown(total: Sum) -> str:
    return f"{100 * _mean(total):.2f}" if total.count else "–"


def _table(rows: Iterable[list[str]]) -> str:
    head, *body = rows
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>\n"


def _sections(player: PlayerReport) -> Iterator[str]:
    sums = [[part, str(each.count), _shown(each)] for part, each in player.parts.items()]
    yield "<h3>Where it loses points</h3>" + _table([["part of the game", "choices", "points a move"], *sums])
    if player.kinds:
        kinds = sorted(player.kinds.items(), key=lambda each: -each[1].loss)[:12]
        rows = [[kind, str(each.count), _shown(each), f"{100 * each.loss:.0f}"] for kind, each in kinds]
        yield _table([["action", "choices", "points a move", "in all"], *rows])
    if player.times and max(seconds for seconds, _ in player.times) > 0:
        yield "<h3>Time and loss</h3>" + plot(player.times)
    if player.worst:
        yield '<h3>Its worst actions</h3><ol class="worst">'
        yield from (_listed(action) for action in sorted(player.worst, reverse=True))
        yield "</ol>"


def _listed(action: MarkedAction) -> str:
    ply = action.ply
    better = f", better {ply.best}" if ply.best else ""
    told = f"{action.game}, ply {ply.ply}: {ply.action} {ply.mark} gave away {100 * action.loss:.0f} points{better}"
    return f"<li>{_board(action.state, ply.seat)}<p>{escape(told)}</p></li>"


@cache
def _spec(name: str) -> GameSpec[Any]:
    return find(name)


def _board(state: State, seat: int) -> str:
    scene: Callable[[State, int], Any] = _spec(state.game.name).scene
    return svg(scene(state, seat))


def plot(times: list[tuple[float, float]]) -> str:
    """The losses against the seconds of the actions, as SVG."""
    longest = max(seconds for seconds, _ in times)
    dots = []
    for seconds, loss in times:
        x = MARGIN + (WIDTH - MARGIN - 10) * seconds / longest
        y = 10 + (HEIGHT - MARGIN - 10) * (1.0 - min(1.0, loss))
        dots.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="#2a6fdb" fill-opacity="0.5"/>')
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="Losses of actions against their seconds, up to {longest:.1f} s">'
        f'<line x1="{MARGIN}" y1="{HEIGHT - MARGIN}" x2="{WIDTH}" y2="{HEIGHT - MARGIN}" stroke="#8888"/>'
        f'<line x1="{MARGIN}" y1="10" x2="{MARGIN}" y2="{HEIGHT - MARGIN}" stroke="#8888"/>'
        f'<text x="{WIDTH}" y="{HEIGHT - 10}" text-anchor="end">{longest:.1f} s</text>'
        f'<text x="{MARGIN - 4}" y="18" text-anchor="end">100</text>{"".join(dots)}</svg>'
    )
