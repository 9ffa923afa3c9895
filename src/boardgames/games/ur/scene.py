"""The board of Ur as a scene to draw and to click on.

The name of a spot is its side and cell, ``a4`` or ``b14``, or the cell alone where both sides share it, ``7``.
It is seat 0's cell, and of two cells on one square the first.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from math import comb
from typing import Final

import attrs

from boardgames.core.picture.scene import Area, Die, Man, Scene, Spot, Text, turn_in_words
from boardgames.core.text.said import Said
from boardgames.games.ur.actions import CELL, WAITING, Move
from boardgames.games.ur.marks import EYES, ROSETTE
from boardgames.games.ur.picture import SIDES, returns
from boardgames.games.ur.rules import UNTHROWN, State, Ur
from boardgames.games.ur.tracks import mirrored

BACK: Final = "×"
"""The mark on tokens on their way back."""
MIDDLE: Final = 2.6  # the common row; seat 0's own is below it


def scene(ur: State, seat: int) -> Scene:
    """The position with the tokens that wait and those at home, and the dice beside the side that throws."""
    track = ur.game.track
    men = [
        Man(
            spot_of(ur.game, side, cell),
            side,
            sign=BACK * returns(track, cell),
            count=count,
            label=_token(side, count, returns(track, cell)),
        )
        for side in range(2)
        for cell, count in ((cell, ur.cells(side).count(cell)) for cell in sorted(set(ur.cells(side))))
    ]
    caption = turn_in_words(ur, SIDES)
    if ur.outcome is None:
        if ur.thrown == UNTHROWN:
            caption = Said("{side} is to throw", side=SIDES[ur.seat])
        else:
            caption = Said("{side} has thrown {number}", side=SIDES[ur.seat], number=int(ur.thrown))
    return attrs.evolve(board(ur.game), men=tuple(men), dice=dice(ur), caption=caption).seen_from(seat)


def _token(side: int, count: int, returning: bool) -> Said:
    if returning:
        return Said("{side} token on its way back", side=SIDES[side])
    return Said.counted("{side} token", "{side} tokens", count, side=SIDES[side])


@cache
def board(game: Ur) -> Scene:
    """The empty board, seat 0's row at the bottom."""
    squares = game.track.squares
    width = max(int(square[1:]) for square in squares)
    shared = [cell for cell in range(1, game.home) if game.track.opposite[cell]]
    first = [cell for cell in shared if not returns(game.track, cell)]
    spots = [place(game, None, cell, squares[cell - 1]) for cell in first]
    for side, down in ((0, 1), (1, -1)):
        private = [cell for cell in range(1, game.home) if cell not in shared]
        for cell in private:
            square = squares[cell - 1]
            spots.append(place(game, side, cell, square if side == 0 else mirrored(square)))
        waiting, home = Said("waiting: {side}", side=SIDES[side]), Said("home: {side}", side=SIDES[side])
        for cell, x, room, label in ((WAITING, 2.0, 4.0, waiting), (int(game.home), 6.5, 3.0, home)):
            spots.append(Spot(spot_of(game, side, cell), x, MIDDLE + 2.15 * down, "tray", room, 0.9, label=label))
    numbers = [
        Text(spot.x - 0.34, spot.y - 0.36, spot.name.lstrip("ab"), "inner") for spot in spots if spot.shape == "cell"
    ]
    outer = {int(square[1:]) for square in squares if square[0] == "a"}
    areas = [
        Area(columns[0] - 1, MIDDLE - (1.5 if wide else 0.5), len(columns), 3 if wide else 1)
        for wide, run in groupby(range(1, width + 1), outer.__contains__)
        for columns in [list(run)]
    ]
    areas.sort(key=lambda area: -area.height)
    areas += [Area(x, MIDDLE + y - 0.4, room, 0.8, "tray") for y in (-2.15, 2.15) for x, room in ((0, 4), (5, 3))]
    return Scene(
        title=game.title,
        width=float(width),
        height=2 * MIDDLE,
        spots=tuple(spots),
        areas=tuple(areas),
        texts=tuple(numbers),
    )


def place(game: Ur, side: int | None, cell: int, square: str) -> Spot:
    """The spot of a cell, of both sides if ``side`` is ``None``; the square is as seat 0 calls it."""
    rosette = bool(CELL[cell] & game.rosettes)
    if side is None:
        label = Said("shared cell {number}", number=cell)
    else:
        label = Said("{side} cell {number}", side=SIDES[side], number=cell)
    if rosette:
        label = Said("{place}, a rosette", place=label)
    x, y = int(square[1:]) - 0.5, MIDDLE + {"a": 1, "b": 0, "c": -1}[square[0]]
    return Spot(spot_of(game, side or 0, cell), x, y, mark=ROSETTE if rosette else EYES, label=label)


def spot_of(game: Ur, side: int, cell: int) -> str:
    """The name of the place on the board where a side has this cell."""
    opposite = game.track.opposite[cell]
    if not opposite:
        return f"{'ab'[side]}{cell}"
    twin = game.track.twin[cell]
    return str(opposite[0] if side else min(cell, twin or cell))


def dice(state: State) -> tuple[Die, ...]:
    """Dice with the weights of coins are drawn as the pyramids of Ur, others as one cube."""
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
    """The cell that a token leaves, and the one that it reaches; home for a token that would overshoot."""
    target = min(move.cell + ur.thrown, ur.game.home)
    return spot_of(ur.game, ur.seat, move.cell), spot_of(ur.game, ur.seat, target)
