"""The board of Ur to look at and to click on.

Spots are called by side and cell, ``a4`` and ``b14``; shared ones by the cell alone, ``7``.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final

import attrs

from boardgames.core.scene import Area, Die, Man, Scene, Spot, turn_in_words
from boardgames.games.ur.picture import COMMON, PRIVATE
from boardgames.games.ur.rules import CELL, HOME, SHARED, UNTHROWN, WAITING, Move, State, Ur

SIDES: Final = ("Dark", "Light")
MIDDLE: Final = 2.9  # the common row; seat 0's own is below it


def scene(ur: State, seat: int) -> Scene:
    """The position with the tokens that wait and those at home, and the dice beside the side that throws."""
    men = [
        Man(spot_of(side, cell), side, count=count, label=f"{SIDES[side]} token" + "s" * (count > 1))
        for side in range(2)
        for cell, count in ((cell, ur.cells(side).count(cell)) for cell in sorted(set(ur.cells(side))))
    ]
    caption = turn_in_words(ur, SIDES)
    if ur.outcome is None:
        caption = f"{SIDES[ur.seat]} " + ("is to throw" if ur.thrown == UNTHROWN else f"has thrown {ur.thrown}")
    return attrs.evolve(board(ur.game), men=tuple(men), dice=dice(ur), caption=caption).seen_from(seat)


@cache
def board(game: Ur) -> Scene:
    """The empty board, seat 0's row at the bottom."""
    spots = [place(game, None, cell, column, 0) for column, cell in enumerate(COMMON)]
    for side, down in ((0, 1), (1, -1)):
        spots += [place(game, side, cell, column, down) for column, cell in enumerate(PRIVATE) if cell]
        for cell, x, width, word in ((WAITING, 2.0, 4.0, "waiting"), (HOME, 6.5, 3.0, "home")):
            label = f"{word}: {SIDES[side]}"
            spots.append(Spot(spot_of(side, cell), x, MIDDLE + 2.15 * down, "tray", width, 0.9, label=label))
    areas = [Area(x, MIDDLE - y, width, 2 * y) for x, y, width in ((0, 1.5, 4), (6, 1.5, 2), (4, 0.5, 2))]
    areas += [Area(x, MIDDLE + y - 0.4, width, 0.8, "tray") for y in (-2.15, 2.15) for x, width in ((0, 4), (5, 3))]
    return Scene(title=game.title, width=8.0, height=2 * MIDDLE, spots=tuple(spots), areas=tuple(areas))


def place(game: Ur, side: int | None, cell: int, column: int, down: int) -> Spot:
    whose = "shared" if side is None else SIDES[side]
    mark = "rosette" if CELL[cell] & game.rosettes else "eyes"
    label = f"{whose} cell {cell}" + ", a rosette" * (mark == "rosette")
    return Spot(spot_of(side or 0, cell), column + 0.5, MIDDLE + down, mark=mark, label=label)


def spot_of(side: int, cell: int) -> str:
    shared = WAITING < cell < HOME and CELL[cell] & SHARED
    return str(cell) if shared else f"{'ab'[side]}{cell}"


def dice(state: State) -> tuple[Die, ...]:
    """Coins as the pyramids of Ur where the weights are those of coins, else one cube."""
    if state.outcome is not None:
        return ()
    weights = state.game.options.dice
    coins = len(weights) - 1
    thrown = None if state.thrown == UNTHROWN else int(state.thrown)
    y = MIDDLE + (1 if state.seat == 0 else -1)
    if coins > 4 or any(weight * comb(coins, 0) != weights[0] * comb(coins, k) for k, weight in enumerate(weights)):
        return (Die(5.0, y, "cube", thrown),)
    pitch = 1.64 / coins
    tips = [None if thrown is None else int(coin < thrown) for coin in range(coins)]
    return tuple(Die(4.18 + pitch * (coin + 0.5), y, "pyramid", tip) for coin, tip in enumerate(tips))


def clicks(ur: State, move: Move) -> tuple[str, ...]:
    """The cell that a token leaves, and the one that it reaches."""
    return spot_of(ur.seat, move.cell), spot_of(ur.seat, move.cell + ur.thrown)
