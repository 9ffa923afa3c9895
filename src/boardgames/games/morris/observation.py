"""Morris for learning: points, stocks, turns and remembered mills, as numbers in a row.

The side to act sees its own men first.  A mill is remembered by the three men that
filled it.  Which numbers these have changes nothing, so here the men of a side are
counted in the order of the points on which they stand.  There is one number for each
side, each line and each three of its men: 2,688 for nine men of each side.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Final, final

from mypy_extensions import i32, i64

from boardgames.core.learning.observation import ONE, Observation, Plane, bits_of
from boardgames.core.vectors import vec
from boardgames.games.morris.actions import STOCK, Action
from boardgames.games.morris.board import BIT, POINTS
from boardgames.games.morris.mill_memory import LINE
from boardgames.games.morris.rules import Morris, State

COUNTS: Final[i64] = 3  # the numbers between the points and the mills: both stocks, and the plies
REPEATED: Final = "Which positions came before: they decide whether a repetition draws."


@final
class View:
    """Writes the states of one game as numbers."""

    def __init__(self, game: Morris) -> None:
        board = game.board
        self.size: Final[i64] = board.size
        self.order: Final[vec[i64]] = vec[i64](list(board.reading_order))
        self.stocks: Final[vec[i32]] = vec[i32]([bits_of(men / game.men) for men in range(int(game.men) + 1)])
        self.plies: Final[vec[i32]] = vec[i32]([bits_of(ply / game.plies) for ply in range(int(game.plies) + 1)])
        self.triples: Final[i64] = triples_of(game)
        self.mills: Final[i64] = len(board.lines) * triples_of(game)  # remembered of a side
        # How many pairs and triples there are of so many men.
        self.pairs_below: Final[vec[i64]] = vec[i64]([comb(men, 2) for men in range(POINTS)])
        self.triples_below: Final[vec[i64]] = vec[i64]([comb(men, 3) for men in range(POINTS)])

    def fill(self, before: State | None, state: State, floats: vec[i32], at: i64) -> None:
        size = self.size
        for place in range(size):
            point = self.order[place]
            floats[at + place] = i32(ONE) if state.own >> point & 1 else i32(0)
            floats[at + size + place] = i32(ONE) if state.other >> point & 1 else i32(0)
        at += 2 * size
        floats[at] = self.stocks[state.own_stock]
        floats[at + 1] = self.stocks[state.other_stock]
        last: i64 = len(self.plies) - 1
        floats[at + 2] = self.plies[state.ply if state.ply < last else last]
        at += COUNTS
        if before is not None and before.filled:
            self.fill_mills(before, floats, at, 0)
        if state.filled:
            self.fill_mills(state, floats, at, i32(ONE))

    def fill_mills(self, state: State, floats: vec[i32], at: i64, value: i32) -> None:
        """Writes the mills that a state remembers."""
        places = vec[i64]([0] * 25)  # by a man's number: how many of his side come before him
        whose = vec[i64]([0] * 25)  # and where his side's mills are
        own_men: i64 = 0
        other_men: i64 = 0
        for turn in range(self.size):
            point = self.order[turn]
            if state.own >> point & 1:
                places[state.number(point)] = own_men
                own_men += 1
            elif state.other >> point & 1:
                man = state.number(point)
                places[man] = other_men
                whose[man] = self.mills
                other_men += 1
        mill: i64
        for mill in state.filled:
            first: i64 = -1
            second: i64 = -1
            third: i64 = -1
            side: i64 = 0
            for man in range(i64(POINTS)):
                if mill >> man & 1:
                    place = places[man + 1]
                    side = whose[man + 1]
                    if place > third:
                        first, second, third = second, third, place
                    elif place > second:
                        first, second = second, place
                    else:
                        first = place
            triple = first + self.pairs_below[second] + self.triples_below[third]
            floats[at + side + mill // LINE * self.triples + triple] = value


def triples_of(game: Morris) -> int:
    """How many sets of three men of a side can have filled a line; 0 without mill memory."""
    return comb(int(game.men), 3) if game.mill_memory else 0


def number(state: State, numbers: vec[i32], at: i64) -> i64:
    actions = state.actions()
    found: i64 = len(actions)
    if at + found <= len(numbers):
        for action in actions:
            numbers[at] = i32(action.index)
            at += 1
    return found


def planes(game: Morris) -> Iterator[Plane]:
    """The meaning of each number, in their order."""
    board = game.board
    sides = (("own", "the side to act has"), ("other", "the opponent has"))
    for side, whose in sides:
        for point in board.reading_order:
            yield Plane(f"{side} {board.names[point]}", f"1 where {whose} a man on {board.names[point]}")
    for side, whose in sides:
        yield Plane(f"{side} stock", f"how many men {whose} yet to place, / {int(game.men)}")
    yield Plane("plies", f"how many plies have been played, / {int(game.plies)}")
    if game.mill_memory:
        for side, whose in (("own", "the side to act"), ("other", "the opponent")):
            for line in board.line_names:
                for third in range(3, int(game.men) + 1):
                    for second in range(2, third):
                        for first in range(1, second):
                            men = f"{first}, {second} and {third}"
                            meaning = f"1 where the men {men} of {whose}, in reading order, have filled {line}"
                            yield Plane(f"{side} mill {line} of {first} {second} {third}", meaning)


# -- actions as pairs ------------------------------------------------------------------


@final
class Pairs:
    """An action as two numbers: its placement or move, and its removal.

    Placements and moves are numbered as the actions that remove no man.  Removal 0
    is none; then come the single points, and then the pairs of points.
    """

    def __init__(self, game: Morris) -> None:
        size = game.board.size
        removals = [0, *BIT[:size]]
        if game.double_mill == 2:
            removals += [BIT[one] + BIT[other] for one, other in combinations(range(size), 2)]
        self.size: Final = size
        self.removal: Final = {men: number for number, men in enumerate(removals)}
        self.heads: Final = (size * size, len(removals))

    def parts(self, action: Action) -> tuple[int, int]:
        source, target = int(action.source), int(action.target)
        way = target if source == STOCK else self.size + source * (self.size - 1) + target - (target > source)
        return way, self.removal[int(action.removed)]


def observation(game: Morris) -> Observation:
    """2,739 numbers with the arena's rules, 51 with the classic ones."""
    shown = tuple(planes(game))
    pairs = Pairs(game)
    return Observation(
        shape=(len(shown),),
        planes=shown,
        left_out=(REPEATED,) if game.repetition else (),
        markov=not game.repetition,
        fill=View(game).fill,
        number=number,
        heads=pairs.heads,
        parts=pairs.parts,
    )
