"""A rating over time as an SVG: a line, with a band for its error."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from boardgames.core.text import Said, Translate
from boardgames.view import Plot
from boardgames_arena.ladder import RatingThen

WIDTH: Final = 640
HEIGHT: Final = 240
RIGHT: Final = 12
MOST_ERROR: Final = 400.0  # Elo; a band that is wider is cut


def plot(history: Sequence[RatingThen], translate: Translate = str) -> str:
    """The SVG; empty without at least two points."""
    if len(history) < 2:
        return ""
    errors = [min(then.error, MOST_ERROR) for then in history]
    low = min(then.rating - error for then, error in zip(history, errors, strict=True))
    high = max(then.rating + error for then, error in zip(history, errors, strict=True))
    step = next(size for size in (25, 50, 100, 200, 500, 1000, 10**6) if (high - low) / size <= 6)
    diagram = Plot(
        width=WIDTH,
        height=HEIGHT,
        across=(0, len(history) - 1),
        up=(step * (low // step), step * -(-high // step)),
        left=52,
        right=RIGHT,
        top=12,
        bottom=28,
    )
    (low, high), last = diagram.up, len(history) - 1
    for number in range(round((high - low) / step) + 1):
        level = low + step * number
        diagram.segment((0, level), (last, level), class_="grid")
        _, y = diagram.place((0, level))
        diagram.label(diagram.left - 6, round(y + 4, 1), f"{level:+.0f}", text_anchor="end")
    ratings = [(place, then.rating) for place, then in enumerate(history)]
    upper = [(place, rating + errors[place]) for place, rating in ratings]
    lower = [(place, rating - errors[place]) for place, rating in ratings]
    diagram.area([*upper, *reversed(lower)], class_="band")
    diagram.line(ratings, class_="line")
    begun, ended = (datetime.fromtimestamp(then.time).strftime("%Y-%m-%d %H:%M") for then in (history[0], history[-1]))
    diagram.label(diagram.left, HEIGHT - 8, begun)
    diagram.label(WIDTH - RIGHT, HEIGHT - 8, ended, text_anchor="end")
    label = Said(
        "Rating from {rating:+.0f} on {time} to {rating2:+.0f} on {time2}",
        rating=history[0].rating,
        time=begun,
        rating2=history[-1].rating,
        time2=ended,
    )
    return diagram.svg(translate(label), class_="plot")
