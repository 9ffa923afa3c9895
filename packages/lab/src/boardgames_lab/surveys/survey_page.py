"""A survey in words and as one HTML page with plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, isfinite
from typing import Final

from boardgames.contest import Estimate
from boardgames.core.lookup import spec_of
from boardgames.view import Html, Plot, document, fill, joined, report_sheet, style, table
from boardgames_lab.surveys.survey import Survey

WIDTH, HEIGHT, MARGIN, ROOM = 560, 180, 44, 10  # of a plot, in its units
COLOUR: Final = "#2a6fdb"
MOST_BARS: Final = 40
FIGURE: Final = "<h2>{{title}}</h2>\n<p>{{words}}</p>\n{{plot}}"


def survey_lines(survey: Survey) -> Iterator[tuple[str, str]]:
    """The findings in words, each under a heading of one or two words."""
    low, middle, high = survey.lengths
    yield (
        "length",
        f"{survey.length:.1f} plies; half of the games {middle:g} or fewer, 90 % of them {low:.0f} to {high:.0f}",
    )
    yield "choices", f"{survey.choices:.1f} legal actions at a turn; {survey.forced:.0%} of the turns are forced"
    yield "draws", f"{survey.draws:.0%}"
    yield "first player", f"scores {survey.first:.0%}; {survey.first_of_best:.0%} between the two strongest"
    if len(survey.players) > 1:
        yield "skill", f"{_elo(survey.spread)} Elo between {survey.players[0]} and {survey.players[-1]}"
    shares = survey.shares
    if shares is None:
        drawn = survey.draws.value == 1.0
        yield "results", "all games were drawn" if drawn else "too few games to tell skill from luck"
    else:
        parts = (("skill", shares.skill), ("luck", shares.luck), ("the seat", shares.seat))
        yield "results", "due to " + ", ".join(f"{name} {share:.0%}" for name, share in parts)
    if survey.decided and survey.turns is not None:
        at = [f"{100 * survey.decided[part].value:.0f} %" for part in (0, 5, 8)]
        yield (
            "decided",
            f"{at[0]} at the start, {at[1]} halfway, {at[2]} after four fifths; "
            f"the lead changes {survey.turns:.1f} times ({survey.judge})",
        )
    yield "actions", f"{survey.possible} are known, {survey.legal} were legal somewhere, {survey.chosen} were chosen"
    if survey.refused:
        yield (
            "never chosen",
            f"{' '.join(survey.refused)}{' ...' if survey.legal - survey.chosen > len(survey.refused) else ''}",
        )
    yield "endings", ", ".join(f"{reason} {count}" for reason, count in survey.endings.items() if count)
    unapplied = [reason for reason, count in survey.endings.items() if not count]
    if unapplied:
        yield "never applied", ", ".join(unapplied)
    if survey.kinds:
        yield "kinds", ", ".join(f"{kind} {count}" for kind, count in survey.kinds.items())


def survey_page(survey: Survey) -> str:
    """The survey as an HTML document that loads nothing."""
    title = f"Survey: {spec_of(survey.game).title}"
    rows = [["", "in these games"], *([name, words] for name, words in survey_lines(survey))]
    played = (
        f"{survey.game}: {survey.games} games of {', '.join(survey.players)}. Behind ± stands half a 95 % interval."
    )
    parts = [
        fill("<h1>{{title}}</h1>\n<p>{{played}}</p>", title=title, played=played),
        table(rows, "texts"),
        _figure("Length", "Games by their number of plies.", _bars(survey.lengths_counted)),
        _figure("Choices", "Legal actions at a turn, by tenths of a game.", _line(survey.choices_by_part, 0.5)),
    ]
    if survey.decided:
        decided = [estimate.value for estimate in survey.decided]
        words = f"From 0, where chances are equal, to 1, where one side has won, by {survey.judge}."
        parts.append(_figure("How decided", words, _line(decided, 0.0, 1.0)))
    return document(title, joined(parts), sheet=report_sheet() + style("auto"))


def _figure(title: str, words: str, plot: str) -> Html:
    return fill(FIGURE, title=title, words=words, plot=Html(plot))


def _diagram(across: tuple[float, float], most: float) -> Plot:
    plot = Plot(
        width=WIDTH, height=HEIGHT, across=across, up=(0.0, most), left=MARGIN, right=ROOM, top=ROOM, bottom=2 * ROOM
    )  # fmt: skip
    plot.segment((across[0], 0.0), (across[1], 0.0), stroke="#8888")
    plot.label(MARGIN - 6, ROOM + 8, f"{most:.3g}", text_anchor="end")
    plot.label(MARGIN - 6, HEIGHT - 2 * ROOM, "0", text_anchor="end")
    plot.label(MARGIN, HEIGHT - 4, f"{across[0]:g}")
    plot.label(WIDTH - ROOM, HEIGHT - 4, f"{across[1]:g}", text_anchor="end")
    return plot


def _bars(counted: dict[int, int]) -> str:
    """Games by their length; long ranges are counted in bars of several plies."""
    shortest, longest = min(counted), max(counted)
    step = (longest - shortest) // MOST_BARS + 1
    bars: dict[int, int] = {}
    for length, games in counted.items():
        begin = shortest + (length - shortest) // step * step
        bars[begin] = bars.get(begin, 0) + games
    plot = _diagram((shortest, max(bars) + step), max(bars.values()))
    for begin, games in bars.items():
        end = begin + step
        plot.area([(begin, 0), (begin, games), (end, games), (end, 0)], fill=COLOUR, fill_opacity=0.6)
    return plot.svg(f"Games by length, {shortest} to {longest} plies", class_="plot")


def _line(values: Sequence[float | None], offset: float, most: float | None = None) -> str:
    """Values by tenths of a game; ``offset`` is where in its tenth a value is drawn."""
    points = [((number + offset) * 10, value) for number, value in enumerate(values) if value is not None]
    plot = _diagram((0, 100), most or max((value for _, value in points), default=1.0))
    plot.line(points, stroke=COLOUR, stroke_width=2)
    for x, value in points:
        plot.dot((x, value), title=f"{value:.3g}", r=3, fill=COLOUR)
    shown = ", ".join(f"{value:.2g}" for _, value in points)
    return plot.svg(f"By per cent of the game: {shown}", class_="plot")


def _elo(estimate: Estimate) -> str:
    if isfinite(estimate.error):
        return f"{estimate:.0f}"
    return f"more than {estimate.low:.0f}" if estimate.low > -inf else "an unknown number of"
