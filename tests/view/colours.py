"""The colours of a drawing as a browser computes them, and how well one tells its parts apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEAST = {
    ("board", "page"): 1.4,
    ("line", "board"): 3.0,
    ("coordinate", "page"): 4.5,
    ("dark man", "board"): 3.0,
    ("light man", "board"): 3.0,
    ("dark man", "light man"): 7.0,
    ("wedge", "board"): 2.4,
    ("sign", "wedge"): 7.0,
    ("words", "ground"): 7.0,
}
"""Which parts must be told apart, and the contrast that this takes, as WCAG counts it."""
MEN = frozenset({"page", "board", "line", "coordinate", "dark man", "light man"})
WEDGES = frozenset({"page", "board", "line", "coordinate", "wedge", "sign"})
DIAGRAM = frozenset({"page", "words", "ground"})

SEEN = """drawing => {
  const parts = {
    board: ".board", line: ".line, .cell", coordinate: ".coordinate", "dark man": ".disc.side0",
    "light man": ".disc.side1", wedge: ".wedge", sign: ".sign, .letter",
    words: "svg > text", ground: "svg > rect[fill]",
  };
  const seen = { page: [getComputedStyle(document.body).backgroundColor] };
  for (const [name, part] of Object.entries(parts)) {
    const style = drawing.querySelector(part) && getComputedStyle(drawing.querySelector(part));
    if (style) seen[name] = [style.fill, style.stroke];
  }
  return seen;
}"""


def seen(tab: Page, drawing: str) -> dict[str, list[str]]:
    """The colours of each part of a drawing: the fill and the outline."""
    found: dict[str, list[str]] = tab.eval_on_selector(drawing, SEEN)
    return found


def too_near(colours: dict[str, list[str]]) -> dict[tuple[str, str], float]:
    """The parts that are hard to tell apart, with their contrast; of a shape the fill or the outline tells."""
    contrasts = {
        (one, other): max(_contrast(a, b) for a in colours[one] for b in colours[other] if "none" not in (a, b))
        for one, other in LEAST
        if one in colours and other in colours
    }
    return {pair: contrast for pair, contrast in contrasts.items() if contrast < LEAST[pair]}


def _contrast(one: str, other: str) -> float:
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    shares = [float(part) / 255 for part in re.findall(r"[\d.]+", colour)[:3]]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
