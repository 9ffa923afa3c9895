"""The free points where a side may fill a mill next, on the board of nine men's morris.

Such a point is *ready* where a man can go there at once that leaves two others on the
line; other points are far.  A ready point is *spent* where only men can go with which
those two have filled the line before: the mill would remove nobody.
"""

from __future__ import annotations

from mypy_extensions import i64

from boardgames.games.morris.board import BIT, CORNERS, MIDDLES, ONE_SQUARE, POINTS, turned, turned_back
from boardgames.games.morris.mill_memory import LINE
from boardgames.games.morris.rules import State


def within_a_step(men: i64) -> i64:
    """The points where a man would fill a line, with another man beside them that is not of this line."""
    before, after = turned(men), turned_back(men)
    inner, middle, outer = men & ONE_SQUARE, men >> 8 & ONE_SQUARE, men >> 16
    spokes = middle & outer | (inner & outer) * 256 | (inner & middle) * 65536
    beside_on_spoke = men * 256 | men >> 8
    at_corners = before & after & (turned(before) | turned_back(after)) & CORNERS
    at_middles = before & after & beside_on_spoke | spokes & (before | after)
    return at_corners | at_middles & MIDDLES


def spent_points(state: State, men: i64, ready: i64, flies: bool) -> i64:
    """The ``ready`` points of a side that are spent."""
    board = state.game.board
    suspects: i64 = 0
    mill: i64
    for mill in state.filled:
        line: i64 = board.line_sets[mill // LINE]
        gap = line & ready
        if gap | line & men == line:
            suspects |= gap
    spent: i64 = 0
    if suspects:
        for point in range(i64(POINTS)):
            if suspects >> point & 1 and not pays(state, men, point, flies):
                spent |= BIT[point]
    return spent


def pays(state: State, men: i64, point: i64, flies: bool) -> bool:
    """True if one of the men that can go to a point fills a new mill there."""
    board = state.game.board
    movers = men if flies else men & board.beside(BIT[point])
    for line in board.lines_to[point]:
        if men & line.others == line.others:
            earlier = filled_with(state.filled, line.number, numbers_of(state, line.others))
            if numbers_of(state, movers & ~line.others) & ~earlier:
                return True
    return False


def filled_with(filled: tuple[int, ...], line: i64, standing: i64) -> i64:
    """The numbers of the men with which two men have filled a line before."""
    numbers: i64 = 0
    mill: i64
    for mill in filled:
        if mill // LINE == line and standing & ~mill == 0:
            numbers |= mill & ~standing
    return numbers


def numbers_of(state: State, men: i64) -> i64:
    """The numbers of some men as a remembered mill has them: bit 0 for man 1."""
    numbers: i64 = 0
    for point in range(i64(POINTS)):
        if men >> point & 1:
            numbers |= BIT[state.number(point) - 1]
    return numbers
