"""The numbers that bots printed while they played, each drawn over the plies of the game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import isfinite
from typing import Final

from boardgames.core.model.game import State
from boardgames.core.text.printable import printable
from boardgames.records.game_record import GameRecord
from boardgames.records.printed_numbers import printed_numbers
from boardgames.view.html_template import Html, fill, joined
from boardgames.view.plot import Plot, Point

WIDTH: Final = 400
HEIGHT: Final = 110
SCALE: Final = 76
"""The room for the scale."""
MARGIN: Final = 30
MOST: Final = 12
"""The most numbers that are drawn."""
COLOURS: Final = ("var(--chances,#2d5d8a)", "#b0562d", "#3f7d3a", "#7a4b94")

FIGURE: Final = '<figure class="numbers">{{graph}}</figure>'


def number_series(record: GameRecord, states: Sequence[State]) -> dict[str, dict[int, list[Point]]]:
    """The numbers in the comments of a record with these ``states``, by name and seat, each with its ply."""
    series: dict[str, dict[int, list[Point]]] = {}
    for ply, comment in sorted(record.comments.items()):
        for number in printed_numbers(comment) if 0 < ply < len(states) else ():
            with suppress(ValueError):  # a word
                if isfinite(value := float(number.value)):
                    series.setdefault(number.name, {}).setdefault(states[ply - 1].turn, []).append((ply, value))
    return series


def number_graphs(record: GameRecord, states: Sequence[State], names: Sequence[str]) -> Html:
    """A diagram of each number that occurs at two plies or more, with a line for each player of ``names``."""
    series = number_series(record, states)
    drawn = {name: lines for name, lines in series.items() if any(len(line) > 1 for line in lines.values())}
    plies = len(record.actions)
    graphs = [_graph(name, lines, names, plies) for name, lines in list(drawn.items())[:MOST]]
    return joined(fill(FIGURE, graph=Html(graph)) for graph in graphs)


def _graph(name: str, lines: dict[int, list[Point]], names: Sequence[str], plies: int) -> str:
    values = [value for line in lines.values() for _, value in line]
    low, high = min(values), max(values)
    plot = Plot(
        width=WIDTH, height=HEIGHT, across=(0, plies), up=(low, high), left=SCALE, right=14, top=MARGIN, bottom=14
    )
    plot.add("rect", {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT, "fill": "#8881"})
    words = {"font_size": 14, "font_family": "system-ui,sans-serif"}
    for value in {low, high}:
        plot.segment((0, value), (plies, value), stroke="#8888")
        y = plot.place((0, value))[1] + 7
        plot.label(SCALE - 6, y, f"{value:g}", text_anchor="end", fill="var(--ink,#757575)", **words)
    plot.label(SCALE, MARGIN - 9, printable(name), text_anchor="start", fill="var(--ink,#757575)", **words)
    for seat, line in sorted(lines.items()):
        colour = COLOURS[seat % len(COLOURS)]
        plot.line(line, stroke=colour, stroke_width=2)
        x = WIDTH - 14 - 120 * (len(lines) - 1 - sorted(lines).index(seat))
        plot.label(x, MARGIN - 9, printable(names[seat])[:12], text_anchor="end", fill=colour, **words)
    return plot.svg(f"{printable(name)}, from {low:g} to {high:g}", width="100%")
