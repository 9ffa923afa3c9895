"""Many judged games as one HTML page for a bot's author: where each player loses points, and its worst actions."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Final

import attrs

from boardgames.analysis.game import Analysis
from boardgames.core.lookup import GameSpec, find
from boardgames.core.model.game import State
from boardgames.core.record import MARKS, AssessedPly
from boardgames.view import svg
from boardgames.view.document import document, report_sheet, table
from boardgames.view.html_template import Html, fill, joined
from boardgames.view.plot import Plot
from boardgames.view.style import style

WORST: Final = 10
"""Actions of each player that are shown as boards."""
PARTS: Final = ("opening", "middle", "end")
"""The thirds of a game."""
MOST_DOTS: Final = 2_000
WIDTH, HEIGHT, MARGIN, ROOM = 560, 160, 30, 10  # of the plot, in its units

WORST_ACTION: Final = """<li>{{board}}<p>{{told}}</p></li>"""


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

    @property
    def mean(self) -> float:
        """The mean loss; 0 if there was none."""
        return self.loss / self.count if self.count else 0.0


@attrs.define
class PlayerReport:
    """The sums of a player and its worst actions; it does not grow with the number of games."""

    games: int = 0
    total: Sum = attrs.field(factory=Sum)
    luck: float = 0.0
    marks: dict[str, int] = attrs.field(factory=lambda: dict.fromkeys(MARKS, 0))
    parts: dict[str, Sum] = attrs.field(factory=lambda: {part: Sum() for part in PARTS})
    kinds: dict[str, Sum] = attrs.field(factory=dict)
    worst: list[MarkedAction] = attrs.field(factory=list)
    times: list[tuple[float, float]] = attrs.field(factory=list)


def report(games: Iterable[tuple[str, Analysis]]) -> str:
    """Judged games, each with a name, as an HTML document that loads nothing: where each player loses points.

    ``boardgames analyse --report html`` writes it.  Only the worst actions of each player are kept, so there may be
    many games.

    >>> from boardgames.analysis import analyse
    >>> from boardgames.contest import play_game
    >>> game = analyse(play_game("ur:tokens=1", "greedy", "random", seed=4), by="exact")
    >>> "1 game, judged by exact" in report([("final", game)])
    True
    """
    reported = ReportedGames()
    for name, analysis in games:
        reported.add(name, analysis)
    return reported.page()


class ReportedGames:
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
        names = analysis.names
        states = analysis.record.playthrough().states
        for seat, player_name in enumerate(names):
            player = self.players.setdefault(player_name, PlayerReport())
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
        """The whole document."""
        title = f"Analysis: {', '.join(sorted(self.titles))}"
        games = f"{self.games} game{'s' * (self.games != 1)}"
        facts = f"{games}, judged by {', '.join(sorted(self.by))}. Losses are points of winning chance."
        parts = [fill("<h1>{{title}}</h1>\n<p>{{facts}}</p>", title=title, facts=facts), self._overview()]
        for name, player in self.players.items():
            parts += [fill("<h2>{{name}}</h2>", name=name), *_sections(player)]
        return document(title, joined(parts), sheet=report_sheet() + style("auto"))

    def _overview(self) -> Html:
        luck = ["luck a game"] if self.has_dice else []
        rows = [["player", "games", "choices", "points a move", *MARKS.values(), *luck]]
        for name, player in sorted(self.players.items(), key=lambda item: item[1].total.mean):
            own = [f"{100 * player.luck / player.games:+.1f}"] if self.has_dice else []
            counts = [str(count) for count in player.marks.values()]
            rows.append([name, str(player.games), str(player.total.count), _shown(player.total), *counts, *own])
        return table(rows)


def _shown(total: Sum) -> str:
    return f"{100 * total.mean:.2f}" if total.count else "–"


def _sections(player: PlayerReport) -> Iterator[Html]:
    sums = [[part, str(total.count), _shown(total)] for part, total in player.parts.items()]
    yield Html("<h3>Where it loses points</h3>")
    yield table([["part of the game", "choices", "points a move"], *sums])
    if player.kinds:
        kinds = sorted(player.kinds.items(), key=lambda item: -item[1].loss)[:12]
        rows = [[kind, str(total.count), _shown(total), f"{100 * total.loss:.0f}"] for kind, total in kinds]
        yield table([["action", "choices", "points a move", "in all"], *rows])
    if player.times and max(seconds for seconds, _ in player.times) > 0:
        yield Html("<h3>Time and loss</h3>")
        yield Html(plot(player.times))
    if player.worst:
        yield Html("""<h3>Its worst actions</h3><ol class="worst">""")
        yield from (_listed(action) for action in sorted(player.worst, reverse=True))
        yield Html("</ol>")


def _listed(action: MarkedAction) -> Html:
    ply = action.ply
    better = f", better {ply.best}" if ply.best else ""
    told = f"{action.game}, ply {ply.ply}: {ply.action} {ply.mark} gave away {100 * action.loss:.0f} points{better}"
    return fill(WORST_ACTION, board=Html(_board(action.state, ply.seat)), told=told)


@cache
def _spec(name: str) -> GameSpec:
    return find(name)


def _board(state: State, seat: int) -> str:
    scene: Callable[[State, int], Any] = _spec(state.game.name).scene
    return svg(scene(state, seat), styled=False)


def plot(times: list[tuple[float, float]]) -> str:
    """The losses against the seconds of the actions, as SVG."""
    longest = max(seconds for seconds, _ in times)
    diagram = Plot(
        width=WIDTH,
        height=HEIGHT,
        across=(0.0, longest),
        up=(0.0, 1.0),
        left=MARGIN,
        right=ROOM,
        top=ROOM,
        bottom=MARGIN,
    )
    for seconds, loss in times:
        diagram.dot((seconds, min(1.0, loss)), r=2, fill="#2a6fdb", fill_opacity=0.5)
    diagram.segment((0.0, 0.0), (longest, 0.0), stroke="#8888")
    diagram.segment((0.0, 0.0), (0.0, 1.0), stroke="#8888")
    diagram.label(WIDTH, HEIGHT - 10, f"{longest:.1f} s", text_anchor="end")
    diagram.label(MARGIN - 4, 18, "100", text_anchor="end")
    return diagram.svg(f"Losses of actions against their seconds, up to {longest:.1f} s", class_="plot")
