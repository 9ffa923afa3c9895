"""A rating over time as an SVG: a line, with a band for its error."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from boardgames.arena.ladder import RatingThen

WIDTH: Final = 640
HEIGHT: Final = 240
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 28
MOST_ERROR: Final = 400.0  # Elo; a band that is wider is cut


def plot(history: Sequence[RatingThen]) -> str:
    """The SVG; empty without at least two points."""
    if len(history) < 2:
        return ""
    low = min(each.rating - min(each.error, MOST_ERROR) for each in history)
    high = max(each.rating + min(each.error, MOST_ERROR) for each in history)
    step = next(size for size in (25, 50, 100, 200, 500, 1000, 10**6) if (high - low) / size <= 6)
    low, high = step * (low // step), step * -(-high // step)

    def x(place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * place / (len(history) - 1), 1)

    def y(rating: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / max(1.0, high - low), 1)

    lines = []
    for number in range(round((high - low) / step) + 1):
        level = low + step * number
        lines.append(f'<path class="grid" d="M{LEFT} {y(level)}H{WIDTH - RIGHT}"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{y(level) + 4}" text-anchor="end">{level:+.0f}</text>')
    errors = [min(each.error, MOST_ERROR) for each in history]
    upper = [f"{x(place)} {y(each.rating + errors[place])}" for place, each in enumerate(history)]
    lower = [f"{x(place)} {y(each.rating - errors[place])}" for place, each in enumerate(history)]
    middle = [f"{x(place)} {y(each.rating)}" for place, each in enumerate(history)]
    first, last = (datetime.fromtimestamp(each.time).strftime("%Y-%m-%d %H:%M") for each in (history[0], history[-1]))
    label = f"Rating from {history[0].rating:+.0f} on {first} to {history[-1].rating:+.0f} on {last}"
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(lines)}'
        f'<path class="band" d="M{" L".join([*upper, *lower[::-1]])}Z"/><path class="line" d="M{" L".join(middle)}"/>'
        f'<text x="{LEFT}" y="{HEIGHT - 8}">{first}</text>'
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">{last}</text></svg>'
    )
