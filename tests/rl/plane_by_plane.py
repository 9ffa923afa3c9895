"""What each plane should show, worked out slowly from its name and meaning and from the position's text.

Written from the descriptions alone: nothing here knows how the views are filled.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgames.learning.observation import Plane
from boardgames.learning.observed_games import observation_of

READING_ORDER = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"


def expected(state: Any) -> NDArray[np.float32]:
    """The whole view of a state."""
    observation = observation_of(state.game)
    plane_of = {"ur": _ur, "morris": _morris}.get(state.game.name, _shogi)(state)
    shown = np.zeros(observation.shape, np.float32)
    for number, plane in enumerate(observation.planes):
        shown[number] = plane_of(plane)
    return shown


PlaneOf = Callable[[Plane], Any]


def _divisor(meaning: str) -> float:
    """The number behind the stroke."""
    return float(re.findall(r"/ (\d+)", meaning)[-1])


# -- the shogi family ------------------------------------------------------------------


def _shogi(state: Any) -> PlaneOf:
    text = str(state).split()
    die = text[4] if state.game.name == "dice-shogi" else "-"
    base = getattr(state, "base", state)
    variant = base.game.variant
    black = text[1] == "b"
    board = [_squares(rank) for rank in text[0].split("/")]  # from file 9 to 1, as one reads
    # Black's right is file 1, White's file 9.
    rows = [rank[::-1] for rank in board] if black else board[::-1]
    letters = {piece.called(False): piece.letter for piece in variant.pieces}
    letters |= {piece.called(True): f"+{piece.letter}" for piece in variant.pieces if piece.promotes}
    hands = {letter: int(count or 1) for count, letter in re.findall(r"(\d*)([A-Za-z])", text[2])}
    ply = int(text[3])

    def cased(letter: str, side: str) -> str:
        return letter if (side == "own") == black else letter.lower()

    def plane_of(plane: Plane) -> Any:
        side, _, man = plane.name.partition(" ")
        if man.endswith(" in hand"):
            letter = cased(letters[man.removesuffix(" in hand")], side)
            return hands.get(letter, 0) / _divisor(plane.meaning)
        if side in ("own", "other"):
            sign = cased(letters[man], side)
            return [[float(square == sign) for square in row] for row in rows]
        if side == "die":
            files = int(variant.files)
            if man == "free":
                return float(die == str(files + 1))
            return float(die == str(int(man) if black else files + 1 - int(man)))
        if plane.name == "White":
            return float(not black)
        if plane.name == "occurrences":
            return (len(base.occurrences()) - 1) / _divisor(plane.meaning) if "/" in plane.meaning else 0.0
        assert plane.name == "count"
        counts = [0.0]
        for words, whole in re.findall(r"(the plies [a-z ]+), / (\d+)", plane.meaning):
            counts.append((ply - 1 if words == "the plies played" else int(base.quiet)) / int(whole))
        return min(1.0, max(counts))

    return plane_of


def _squares(rank: str) -> list[str]:
    """The signs of a rank, one for each square."""
    return [
        sign
        for part in re.findall(r"\+?[A-Za-z]|\d+", rank)
        for sign in ([""] * int(part) if part.isdigit() else [part])
    ]


# -- ur ------------------------------------------------------------------------------


def _ur(state: Any) -> PlaneOf:
    ours, theirs, seat, thrown = str(state).split()
    if seat == "1":
        ours, theirs = theirs, ours
    cells = {"own": list(map(int, ours.split(","))), "other": list(map(int, theirs.split(",")))}
    track = state.game.options.track
    home = {"bell": 15, "masters": 17, "aseb": 17}[track]

    def plane_of(plane: Plane) -> float:
        side, _, what = plane.name.partition(" ")
        if side == "thrown":
            return float(what == thrown)
        mine = cells[side]
        if what == "waiting":
            return mine.count(0) / len(mine)
        if what == "home":
            return mine.count(home) / len(mine)
        return float(int(what) in mine)

    return plane_of


# -- morris ---------------------------------------------------------------------------


def _morris(state: Any) -> PlaneOf:
    men, side, black_stock, white_stock, ply, *memory = str(state).split()
    order = [state.game.board.names[point] for point in state.game.board.reading_order]
    if state.game.options.board == "nine":
        assert " ".join(order) == READING_ORDER
    standing = dict(zip(order, men, strict=True))
    own = "B" if side == "b" else "W"
    stocks = {"B": int(black_stock), "W": int(white_stock)}
    signs = {"own": own, "other": "W" if own == "B" else "B"}
    remembered = _memory(men, memory) if memory else set()

    def plane_of(plane: Plane) -> float:
        side, _, what = plane.name.partition(" ")
        if plane.name == "plies":
            return (int(ply) - 1) / _divisor(plane.meaning)
        if what == "stock":
            return stocks[signs[side]] / _divisor(plane.meaning)
        if what.startswith("mill "):
            return float((signs[side], what.removeprefix("mill ")) in remembered)
        return float(standing[what] == signs[side])

    return plane_of


def _memory(men: str, memory: list[str]) -> set[tuple[str, str]]:
    """The mills paid, as ('B', 'a7-g7 of 1 2 3') with the men counted where they stand."""
    ids, paid = memory
    signs = men.replace(".", "")
    if ids == "-":
        numbers = [2 * signs[:place].count(sign) + (1 if sign == "B" else 2) for place, sign in enumerate(signs)]
    else:
        numbers = list(map(int, ids.split(",")))
    found = set()
    for mill in paid.split(",") if paid != "-" else []:
        who, line = mill.split("@")
        places = [numbers.index(int(man)) for man in who.split(".")]
        sign = signs[places[0]]
        counted = sorted(signs[: place + 1].count(sign) for place in places)
        assert all(one < other for one, other in pairwise(counted))
        found.add((sign, f"{line} of {' '.join(map(str, counted))}"))
    return found
