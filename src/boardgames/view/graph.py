"""The chances of a game as a graph: an SVG of its own, with a mark at each action that gave chances away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from boardgames.core.protocol.evaluation import MARKS
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said, Translate
from boardgames.records.assessment import AssessedPly, Assessment, points
from boardgames.view.best_lines import SHOWN_LINE
from boardgames.view.html_template import Html, fill, joined
from boardgames.view.plot import Plot

WIDTH: Final = 640
HEIGHT: Final = 200
MARGIN: Final = 14
SCALE: Final = 68
"""The room for the scale."""
NAMES: Final = 30
"""The room above and below for the names of the sides."""
EVEN: Final = 0.5
COLOURS: Final = {"??": "var(--blunder,#b23a2e)", "?": "var(--mistake,#d98a00)", "?!": "var(--inexact,#a89a00)"}
LINE: Final = "var(--chances,#2d5d8a)"

PANEL: Final = """<figure class="chances"><p id="line" hidden></p>
{{graph}}
<figcaption id="judged" aria-live="polite">{{words}}</figcaption>{{sums}}</figure>"""
SUMS: Final = """
<table><thead><tr><th></th>{{heads}}</tr></thead>
<tbody>{{rows}}</tbody></table>"""
HEADS: Final = (Said("gave away"), Said("a move"), Said("accuracy"), Said("marks"))
ROW: Final = (
    "<tr><th>{{name}}</th><td>{{losses}}</td><td>{{mean}}</td><td>{{accuracy}}</td><td>{{marks}}</td>{{luck}}</tr>"
)


def graph(game: Assessment, names: Sequence[str], translate: Translate = str) -> str:
    """The chances of seat 0 after each ply, as SVG.  ``names`` are those of the players.

    ``game`` is the assessment to draw; ``translate`` turns each text of the drawing into another language.

    A dashed line leads over positions that were not judged.
    """
    plot = Plot(
        width=WIDTH,
        height=HEIGHT,
        across=(0, max(1, len(game.plies))),
        up=(0.0, 1.0),
        left=SCALE,
        right=MARGIN,
        top=NAMES,
        bottom=NAMES,
    )
    runs = [
        [(begin + number, chance) for number, chance in enumerate(chances)]
        for begin, chances in _runs([game.start, *(ply.chance for ply in game.plies)])
    ]
    plot.add("rect", {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT, "fill": "#8881"})
    words = {"fill": "var(--ink,#757575)", "font_size": 18, "font_family": "system-ui,sans-serif"}
    for chance in (EVEN, 0.0, 1.0):
        plot.segment((0, chance), (plot.across[1], chance), stroke="#8888", stroke_width=1 + (chance == EVEN))
        label = f"{100 * chance:.0f} %"
        plot.label(SCALE - 6, plot.place((0, chance))[1] + 7, label, text_anchor="end", **words)
    for name, sign, y in ((names[0], "▲", NAMES - 9), (names[1], "▼", HEIGHT - 8)):
        plot.label(SCALE, y, f"{sign} {translate(printable(name))}", text_anchor="start", **words)
    for (*_, before), (after, *_) in pairwise(runs):
        plot.segment(before, after, stroke=LINE, stroke_dasharray="3 4")
    for run in runs:
        plot.area([(run[0][0], EVEN), *run, (run[-1][0], EVEN)], fill=LINE, fill_opacity="0.2")
        plot.line(run, stroke=LINE, stroke_width=2)
    for ply in game.plies:
        if ply.mark and ply.chance is not None:
            title = translate(printable(sentence(ply, names)))
            plot.dot((ply.ply, ply.chance), title=title, r=4, fill=COLOURS[ply.mark])
    cursor = {"id": "cursor", "x1": -9, "x2": -9, "y1": 0, "y2": HEIGHT}
    plot.add("line", {**cursor, "stroke": "currentColor", "stroke_width": 1.5})
    return plot.svg(
        translate(description(game, names)),
        title=translate(Said("The chances of {name}", name=printable(names[0]))),
        id="graph",
        width="100%",
    )


def _runs(chances: Sequence[float | None]) -> Iterator[tuple[int, list[float]]]:
    """The stretches in which every chance is known, each with the ply where it begins."""
    run: list[float] = []
    for ply, chance in enumerate([*chances, None]):
        if chance is not None:
            run.append(chance)
        elif run:
            yield ply - len(run), run
            run = []


def description(game: Assessment, names: Sequence[str]) -> str:
    """The graph in words, for those who cannot see it."""
    chances = [chance for chance in (game.start, *(ply.chance for ply in game.plies)) if chance is not None]
    if not chances:
        return Said("No position was judged.")
    marked = [
        Said("ply {number} {mark} of {name}", number=ply.ply, mark=MARKS[ply.mark], name=printable(names[ply.seat]))
        for ply in game.plies
        if ply.mark
    ]
    return Said(
        "The chances of {name}: {number:.0f} % at the start, from {number2:.0f} % to {number3:.0f} %, "
        "{number4:.0f} % at the end. {marks}",
        name=printable(names[0]),
        number=100 * chances[0],
        number2=100 * min(chances),
        number3=100 * max(chances),
        number4=100 * chances[-1],
        marks=Said("Marked: {rest}.", rest=Said.joined(", ", marked)) if marked else Said("No move is marked."),
    )


def sentence(ply: AssessedPly, names: Sequence[str]) -> str:
    """The judgement of one action or throw, in words."""
    action = printable(ply.action)
    if ply.luck is not None:
        gained = ply.luck if ply.seat == 0 else -ply.luck
        name, luck = printable(names[ply.seat]), points(ply.luck)
        if gained >= 0:
            return Said("{action}: gave {name} {luck}", action=action, name=name, luck=luck)
        return Said("{action}: cost {name} {luck}", action=action, name=name, luck=luck)
    if ply.forced:
        return Said("{action}: the only move", action=action)
    if ply.loss is None:
        return Said("{action}: not judged", action=action)
    if ply.best == ply.action:
        return Said("{action}: the best move", action=action)
    if ply.mark:
        action = Said("{action} {sign} ({mark})", action=action, sign=ply.mark, mark=MARKS[ply.mark])
    words = Said("{action}: gave away {loss}", action=action, loss=points(ply.loss))
    if ply.line:
        words = Said("{words}; better {line}", words=words, line=printable(Said.joined(" ", ply.line[:SHOWN_LINE])))
    if ply.missed_win is not None:
        words = Said("{words}; a win in {number} was missed", words=words, number=ply.missed_win)
    return words


def sentences(game: Assessment, names: Sequence[str], translate: Translate = str) -> list[str]:
    """The judgement of the start and of each ply, with the chances then, for the line below the graph."""
    return [
        translate(chance_sentence(game.start, names)),
        *(
            translate(
                Said(
                    "{number}. {words}. {chances}",
                    number=ply.ply,
                    words=sentence(ply, names),
                    chances=chance_sentence(ply.chance, names),
                )
            )
            for ply in game.plies
        ),
    ]


def chance_sentence(chance: float | None, names: Sequence[str]) -> str:
    """The chances of the first player; empty if they were not judged.

    >>> chance_sentence(0.528, ["Ann", "Bob"])
    '53 % for Ann.'
    """
    return "" if chance is None else Said("{number:.0f} % for {name}.", number=100 * chance, name=printable(names[0]))


def panel(game: Assessment, names: Sequence[str], translate: Translate = str) -> Html:
    """The graph with the sums of each player, luck and skill apart, as part of a page."""
    heads = [*HEADS, Said("luck")] if game.has_dice else HEADS
    sums = fill(
        SUMS,
        heads=joined(fill("<th>{{head}}</th>", head=translate(head)) for head in heads),
        rows=joined(_row(game, names, seat, translate) for seat in range(len(game.losses))),
    )
    return _figure(game, names, translate, game.sentence(names), sums)


def chances_panel(game: Assessment, names: Sequence[str], words: str, translate: Translate = str) -> Html:
    """The graph alone, with a sentence below it: for a game whose actions were not judged."""
    return _figure(game, names, translate, words, Html())


def _figure(game: Assessment, names: Sequence[str], translate: Translate, words: str, sums: Html) -> Html:
    return fill(PANEL, graph=Html(graph(game, names, translate)), words=translate(words), sums=sums)


def _row(game: Assessment, names: Sequence[str], seat: int, translate: Translate) -> Html:
    mean, accuracy = game.mean_loss(seat), game.accuracy[seat]
    counts = ", ".join(f"{count} {mark}" for mark, count in game.marks(seat).items() if count)
    return fill(
        ROW,
        name=translate(printable(names[seat])),
        losses=f"{100 * game.losses[seat]:.1f}",
        mean="–" if mean is None else f"{100 * mean:.2f}",
        accuracy="–" if accuracy is None else f"{accuracy:.0f} %",
        marks=counts or translate(Said("none")),
        luck=fill("<td>{{luck}}</td>", luck=f"{100 * game.luck[seat]:+.1f}") if game.has_dice else Html(),
    )
