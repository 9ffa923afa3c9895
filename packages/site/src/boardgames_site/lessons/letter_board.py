"""A board for a game that has none of its own: rows of letters, and actions written as two squares.

``board`` of such a state is a sequence of rows as texts, the first player's own first; ``.`` is an empty square. The
letters of the first row at the start are the first player's, all others the second's; W is white, and B is black. An
action is a text such as ``a1b2``. Hexapawn of the course is such a game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase
from typing import Any, Final

import attrs

from boardgames.core.lookup import GameSpec, plain_clicks
from boardgames.core.picture import Area, Man, Scene, Spot, Text, turn_in_words

STEP: Final = re.compile(r"([a-z]\d+)([a-z]\d+)")
EMPTY: Final = frozenset(". -_")
MARGIN: Final = 0.5


def with_letter_board(spec: GameSpec, start: Any) -> GameSpec:
    """The spec with a drawn board, if it has none and the game is one of rows of letters; else as it was."""
    rows = _rows(start)
    actions = [str(action) for action in start.game.all_actions]
    if spec.clicks is not plain_clicks or rows is None or not actions:
        return spec
    if not all(STEP.fullmatch(text) for text in actions):
        return spec
    own = frozenset(rows[0]) - EMPTY

    def scene(state: Any, seat: int) -> Scene:
        shown = _rows(state)
        if shown is None:
            raise TypeError(f"board must be rows of letters, all of one length, not {state.board!r}")
        return _scene(shown, own, turn_in_words(state, spec.seat_names), state.game.title).seen_from(seat)

    return attrs.evolve(spec, scene=scene, clicks=_clicks)


def _rows(state: Any) -> Sequence[str] | None:
    rows = getattr(state, "board", None)
    if not isinstance(rows, list | tuple) or not rows or not all(isinstance(row, str) for row in rows):
        return None
    width = len(rows[0])
    return rows if 0 < width <= len(ascii_lowercase) and all(len(row) == width for row in rows) else None


def _side(letter: str, own: frozenset[str]) -> int:
    """The seat in whose colour a man is drawn.  Seat 0 has dark men, so a W is drawn as those of seat 1."""
    sides = {"W": 1, "B": 0}
    return sides[letter] if letter in sides else int(letter not in own)


def _clicks(state: Any, action: Any) -> tuple[str, ...]:
    step = STEP.fullmatch(str(action))
    assert step is not None
    return step[1], step[2]


def _scene(rows: Sequence[str], own: frozenset[str], caption: str, title: str) -> Scene:
    width, height = len(rows[0]), len(rows)
    squares = {
        f"{ascii_lowercase[x]}{y + 1}": (MARGIN + x + 0.5, height - y - 0.5, rows[y][x])
        for y in range(height)
        for x in range(width)
    }
    return Scene(
        title=title,
        width=width + 2 * MARGIN,
        height=height + MARGIN,
        areas=(Area(MARGIN, 0.0, width, height),),
        spots=tuple(Spot(name, x, y) for name, (x, y, _) in squares.items()),
        men=tuple(
            Man(name, _side(letter, own), letters=letter, label=letter)
            for name, (_, _, letter) in squares.items()
            if letter not in EMPTY
        ),
        texts=(
            *(Text(MARGIN + x + 0.5, height + MARGIN / 2, ascii_lowercase[x]) for x in range(width)),
            *(Text(MARGIN / 2, height - y - 0.5, str(y + 1)) for y in range(height)),
        ),
        caption=caption,
    )
