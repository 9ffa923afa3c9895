"""Mills that were filled before: the same three men on the same line close no new mill.

A mill is remembered as one number, its line and its men:

    bits    24 and up    23 ... 2  1  0
            line         man 24 ... 3  2  1

So the men 1, 3 and 5 on line 2 are 2 * LINE + 0b10101.  Mills of which a man was
removed are forgotten, since removed men never return.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from boardgames.games.morris.actions import Action
from boardgames.games.morris.board import BIT, POINTS, Line
from boardgames.games.morris.position import Position, number_on

LINE: Final = 0x1000000
NONE_FILLED: Final[tuple[int, ...]] = ()


def new_mills(position: Position, move: Action) -> i64:
    """The number of mills that a placement or move fills, without those that the same three men have filled before."""
    others = position.own & ~move.leaves
    mills: i64 = 0
    if others & move.one != move.one and others & move.another != move.another:
        return mills
    for line in move.lines:
        if others & line.others == line.others and not (
            position.filled and was_filled(position.filled, mill_of(position, line, move))
        ):
            mills += 1
    return mills


def remembered(position: Position, own: i64, action: Action) -> tuple[int, ...]:
    """The mills filled so far, after an action that leaves the own men on ``own``."""
    filled = position.filled
    if action.removed and filled:
        filled = without_men_on(position, action.removed)
    for line in action.lines:
        if own & line.others == line.others:
            mill = mill_of(position, line, action)
            if not was_filled(filled, mill):
                filled = (*filled, mill)
    return filled


def without_men_on(position: Position, removed: i64) -> tuple[int, ...]:
    """The mills filled so far in which no man on ``removed`` stood."""
    gone: i64 = 0
    for point in range(i64(POINTS)):
        if removed >> point & 1:
            gone |= BIT[position.number(point) - 1]
    return tuple([mill for mill in position.filled if not mill & gone])


def mill_of(position: Position, line: Line, move: Action) -> i64:
    """The mill that a placement or move fills on a line."""
    mover: i64 = BIT[position.number_of(move) - 1]
    one: i64 = BIT[position.number(line.one) - 1]
    another: i64 = BIT[position.number(line.another) - 1]
    return line.number * LINE + (mover | one | another)


def was_filled(filled: tuple[int, ...], mill: i64) -> bool:
    """True if this mill has been filled before."""
    earlier: i64
    for earlier in filled:  # noqa: SIM110 - compiled, any() would make a list first
        if earlier == mill:
            return True
    return False


def mills_now(filled: tuple[int, ...], men: i64, low: i64, high: i64) -> tuple[int, ...]:
    """The mills filled so far by where their men stand now: ``LINE`` times its line, plus the set of points."""
    if not filled:
        return NONE_FILLED
    points = [0] * POINTS  # where each man stands
    for point in range(i64(POINTS)):
        if men >> point & 1:
            points[number_on(point, low, high) - 1] = BIT[point]
    mills: list[int] = []
    mill: i64
    for mill in filled:
        now = mill // LINE * LINE
        for man in range(i64(POINTS)):
            if mill >> man & 1:
                now += points[man]
        mills.append(now)
    mills.sort()
    return tuple(mills)
