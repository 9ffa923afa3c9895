"""Many judged games as one HTML page for a bot's author: where each player loses points, and its worst actions."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

import attrs

from boardgames.analysis.game import Analysis
from boardgames.core.lookup import GameSpec, find
from boardgames.core.model.game import State
from boardgames.core.protocol import MARKS
from boardgames.core.text.said import Said
from boardgames.records import AssessedPly
from boardgames.records.assessment import points
from boardgames.view.best_lines import with_move_names
from boardgames.view.document import document, packaged_text, report_sheet, table
from boardgames.view.drawing import Drawing
from boardgames.view.html_template import Html, fill, joined
from boardgames.view.page import text_and_words
from boardgames.view.plot import Plot
from boardgames.view.style import style
from boardgames.view.svg import CELL, element
from boardgames.view.texts import DocumentTexts

WORST: Final = 10
"""The number of each player's actions that are shown as boards."""
PARTS: Final = (Said("the opening"), Said("the middle"), Said("the end"))
"""The thirds of a game."""
LEAST_DIVIDED: Final = 24
"""The plies of the shortest game that has such parts."""
MOST_DOTS: Final = 2_000
WIDTH, HEIGHT, MARGIN, ROOM = 560, 160, 30, 10  # of the plot, in its units

OVERVIEW: Final = (Said("player"), Said("games"), Said("choices"), Said("points a move"))
LUCK: Final = Said("luck a game")
BY_PART: Final = (Said("part of the game"), Said("choices"), Said("points a move"))
BY_KIND: Final = (Said("move"), Said("choices"), Said("points a move"), Said("in all"))
WORST_ACTION: Final = """<li>{{board}}<p>{{words}}</p></li>"""


@attrs.frozen(order=True)
class MarkedAction:
    """One of the worst actions of a player."""

    loss: float
    number: int
    """Counts all marked, so that equal losses have an order."""
    spec: GameSpec = attrs.field(order=False)
    words: str = attrs.field(order=False)
    ply: AssessedPly = attrs.field(order=False)
    state: State = attrs.field(order=False)


@attrs.define
class Sum:
    """Losses that belong together."""

    count: int = 0
    loss: float = 0.0

    def add(self, loss: float) -> None:
        """Count one more action, which gave away ``loss``, a chance from 0 to 1."""
        self.count += 1
        self.loss += loss

    @property
    def mean(self) -> float:
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
        """Take a game and its analysis into the report; ``name`` is the name that readers see."""
        self.games += 1
        spec = find(analysis.record.game)
        self.titles.add(spec.title)
        self.by.add(analysis.by)
        self.has_dice = self.has_dice or analysis.has_dice
        names = analysis.names
        playthrough = analysis.record.playthrough()
        states = playthrough.states
        for seat, player_name in enumerate(names):
            player = self.players.setdefault(player_name, PlayerReport())
            player.games += 1
            player.luck += analysis.luck[seat]
        for ply in with_move_names(spec, playthrough, analysis, text_and_words).plies:
            if ply.loss is not None and not ply.forced:
                self._take(self.players[names[ply.seat]], name, analysis, ply, states[ply.ply - 1])

    def _take(self, player: PlayerReport, game: str, analysis: Analysis, ply: AssessedPly, state: State) -> None:
        loss = ply.loss or 0.0
        player.total.add(loss)
        if ply.mark:
            player.marks[ply.mark] += 1
        if len(analysis.plies) >= LEAST_DIVIDED:
            player.parts[PARTS[3 * (ply.ply - 1) // len(analysis.plies)]].add(loss)
        spec = find(analysis.record.game)
        group = spec.action_group
        if group is not None:
            kind = group(state, state.read(analysis.record.actions[ply.ply - 1]))
            if len(player.kinds) < 200 or kind in player.kinds:
                player.kinds.setdefault(kind, Sum()).add(loss)
        times = analysis.record.times
        seconds = times[ply.ply - 1] if ply.ply <= len(times) else None
        if seconds is not None and len(player.times) < MOST_DOTS:
            player.times.append((seconds, loss))
        if ply.mark:
            self.marked += 1
            heapq.heappush(player.worst, MarkedAction(loss, -self.marked, spec, _sentence(game, ply), ply, state))
            if len(player.worst) > WORST:
                heapq.heappop(player.worst)

    def page(self) -> str:
        """The whole document, whose script shows it in the language of the browser."""
        texts = DocumentTexts()
        title = Said("Analysis: {titles}", titles=Said.joined(", ", [Said(title) for title in sorted(self.titles)]))
        facts = Said.counted(
            "{number} game, judged by {judges}. Losses are points of winning chance.",
            "{number} games, judged by {judges}. Losses are points of winning chance.",
            self.games,
            judges=", ".join(sorted(self.by)),
        )
        parts = [
            fill("<h1>{{title}}</h1>\n<p>{{facts}}</p>", title=texts.said(title), facts=texts.said(facts)),
            self._overview(texts),
        ]
        for name, player in self.players.items():
            parts += [fill("<h2>{{name}}</h2>", name=name), *_sections(player, texts)]
        body = joined([*parts, texts.data()])
        return document(title, body, sheet=report_sheet() + style("auto"), script=packaged_text("texts.js"))

    def _overview(self, texts: DocumentTexts) -> Html:
        luck = [LUCK] if self.has_dice else []
        rows: list[list[str]] = [[texts.said(head) for head in (*OVERVIEW, *MARKS.values(), *luck)]]
        for name, player in sorted(self.players.items(), key=lambda item: item[1].total.mean):
            own = [f"{100 * player.luck / player.games:+.1f}"] if self.has_dice else []
            counts = [str(count) for count in player.marks.values()]
            rows.append([name, str(player.games), str(player.total.count), _shown(player.total), *counts, *own])
        return table(rows)


def _shown(total: Sum) -> str:
    return f"{100 * total.mean:.2f}" if total.count else "–"


def _sections(player: PlayerReport, texts: DocumentTexts) -> Iterator[Html]:
    sums = [[texts.said(part), str(total.count), _shown(total)] for part, total in player.parts.items() if total.count]
    if sums or player.kinds:
        yield _heading(Said("Where it loses points"), texts)
    if sums:
        yield table([[texts.said(head) for head in BY_PART], *sums])
    if player.kinds:
        kinds = sorted(player.kinds.items(), key=lambda item: -item[1].loss)[:12]
        rows = [[texts.said(kind), str(total.count), _shown(total), f"{100 * total.loss:.0f}"] for kind, total in kinds]
        yield table([[texts.said(head) for head in BY_KIND], *rows])
    if player.times and max(seconds for seconds, _ in player.times) > 0:
        yield _heading(Said("Time and loss"), texts)
        yield Html(plot(player.times))
    if player.worst:
        yield _heading(Said("Its worst moves"), texts)
        yield Html("""<ol class="worst">""")
        yield from (_listed(action, texts) for action in sorted(player.worst, reverse=True))
        yield Html("</ol>")


def _heading(text: str, texts: DocumentTexts) -> Html:
    return fill("<h3>{{text}}</h3>", text=texts.said(text))


def _sentence(game: str, ply: AssessedPly) -> str:
    values = {"game": game, "number": ply.ply, "action": ply.action, "mark": ply.mark, "loss": points(ply.loss or 0.0)}
    words = Said("{game}, ply {number}: {action} {mark} gave away {loss}", **values)
    return Said("{words}, better {action}", words=words, action=ply.best) if ply.best else words


def _listed(action: MarkedAction, texts: DocumentTexts) -> Html:
    scene = action.spec.scene(action.state, action.ply.seat)
    drawing = Drawing("auto", say=partial(texts.drawn, game=action.spec.name))
    board = element(scene, drawing, "".join(drawing.parts(scene)), CELL)
    return fill(WORST_ACTION, board=Html(board), words=texts.said(action.words, action.spec.name))


def plot(times: list[tuple[float, float]]) -> str:
    """The losses against the seconds of the actions, as SVG."""
    longest = max(seconds for seconds, _ in times)
    diagram = Plot(
        width=WIDTH,
        height=HEIGHT,
        across=(0.0, longest),
        up=(0.0, 1.0),
        left=40,  # for the letters of "100"
        right=ROOM,
        top=ROOM,
        bottom=MARGIN,
    )
    for seconds, loss in times:
        diagram.dot((seconds, min(1.0, loss)), r=2, fill="#2a6fdb", fill_opacity=0.5)
    diagram.segment((0.0, 0.0), (longest, 0.0), stroke="#8888")
    diagram.segment((0.0, 0.0), (0.0, 1.0), stroke="#8888")
    diagram.label(WIDTH, HEIGHT - 10, f"{longest:.1f} s", text_anchor="end")
    diagram.label(diagram.left - 4, 18, "100", text_anchor="end")
    return diagram.svg(f"Losses of actions against their seconds, up to {longest:.1f} s", class_="plot")
