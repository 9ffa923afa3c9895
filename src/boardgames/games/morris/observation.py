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
from typing import Any, Final, final

from mypy_extensions import i32, i64

from boardgames.core.learning.floats import blank
from boardgames.core.learning.observation import ONE, Observation, Plane, bits_of
from boardgames.core.learning.state_writer import StateWriter
from boardgames.core.vectors import vec
from boardgames.games.morris.actions import STOCK, Action
from boardgames.games.morris.board import BIT, count, point_of, set_of
from boardgames.games.morris.counting import LegalIndices
from boardgames.games.morris.mill_memory import LINE
from boardgames.games.morris.position import HALF, MASK, WIDTH
from boardgames.games.morris.rules import Morris, State
from boardgames.games.morris.variant import SEATS

COUNTS: Final[i64] = 3  # the numbers between the points and the mills: both stocks, and the plies
RANK: Final[i64] = 4  # bits of a man's place among the men of its side
FIRST_HALF: Final[i64] = 0xFFF  # the points before HALF
FIRST_SEAT: Final[i64] = 0x555555  # the men of the seat that begins, in the numbers of mills: 1, 3, 5, ...
REPEATED: Final = "Which positions came before: they decide whether a repetition draws."


@final
class Drawn:
    """What an array shows of a game: the men of both sides as sets, and where the mills are."""

    def __init__(self, own: i64, other: i64, mills: vec[i32]) -> None:
        self.own = own
        self.other = other
        self.mills = mills


@final
class View(StateWriter):
    """Writes the states of one game as numbers."""

    def __init__(self, game: Morris) -> None:
        board = game.board
        self.size: Final[i64] = board.size
        # By point: its place in reading order.
        self.place: Final[vec[i64]] = vec[i64]([board.reading_order.index(point) for point in range(board.size)])
        self.stocks: Final[vec[i32]] = vec[i32]([bits_of(men / game.men) for men in range(int(game.men) + 1)])
        self.plies: Final[vec[i32]] = vec[i32]([bits_of(ply / game.plies) for ply in range(int(game.plies) + 1)])
        # By point: those before it in reading order, as a set.
        self.before: Final[vec[i64]] = vec[i64](
            [set_of(board.reading_order[: board.reading_order.index(point)]) for point in range(board.size)]
        )
        self.legal: Final = LegalIndices(game)
        self.triples: Final[i64] = triples_of(game)
        self.mills: Final[i64] = len(board.lines) * triples_of(game)  # remembered of a side
        # By a man's number: what counts as one in the ranks of its side, which have four bits for each man.
        self.digit: Final[vec[i64]] = vec[i64]([16 ** (max(number - 1, 0) // 2) for number in range(MASK + 1)])
        self.bit: Final[vec[i64]] = vec[i64]([2**place for place in range(16)])
        # By a set of three places: its number.
        self.triple_of: Final[vec[i64]] = vec[i64](numbered_triples(int(game.men)) if game.mill_memory else [])

    def fill(self, before: Any, state: Any, floats: vec[i32], at: i64) -> None:
        shown: State | None = before
        self.redraw(None if shown is None else self.drawn(shown), state, floats, at)

    def redraw(self, drawn: Any, state: Any, floats: vec[i32], at: i64) -> Drawn:
        seen: State = state
        shown: Drawn = Drawn(0, 0, blank(0)) if drawn is None else drawn
        self.fill_points(shown.own, seen.own, floats, at)
        self.fill_points(shown.other, seen.other, floats, at + self.size)
        at += 2 * self.size
        floats[at] = self.stocks[seen.own_stock]
        floats[at + 1] = self.stocks[seen.other_stock]
        last: i64 = len(self.plies) - 1
        floats[at + 2] = self.plies[seen.ply if seen.ply < last else last]
        shown.own, shown.other = seen.own, seen.other
        if self.triples:
            mills = self.mill_places(seen)
            self.change_mills(shown.mills, mills, floats, at + COUNTS)
            shown.mills = mills
        return shown

    def drawn(self, state: State) -> Drawn:
        """What a state looks like."""
        return Drawn(state.own, state.other, self.mill_places(state))

    def fill_points(self, before: i64, men: i64, floats: vec[i32], at: i64) -> None:
        """Writes the men of a side where ``before`` is shown."""
        changed = before ^ men
        while changed:
            one = changed & -changed
            changed ^= one
            floats[at + self.place[point_of(one)]] = i32(ONE) if men & one else i32(0)

    def change_mills(self, before: vec[i32], places: vec[i32], floats: vec[i32], at: i64) -> None:
        """Writes the mills at ``places`` where those at ``before`` are shown; a mill that stays is not touched."""
        both: i64 = len(before)
        if both > len(places):
            both = len(places)
        for number in range(i64(len(before))):
            if number >= both or before[number] != places[number]:
                floats[at + i64(before[number])] = 0
        for number in range(i64(len(places))):
            if number >= both or before[number] != places[number]:
                floats[at + i64(places[number])] = i32(ONE)

    def mill_places(self, state: State) -> vec[i32]:
        """Where the mills that a state remembers are shown, counted from the first mill."""
        mills: i64 = len(state.filled)
        places = blank(mills)
        if not mills:
            return places
        own_ranks = self.ranks(state, state.own)
        other_ranks = self.ranks(state, state.other)
        for number in range(mills):
            mill: i64 = state.filled[number]
            men = mill % LINE
            seat: i64 = 0 if men & FIRST_SEAT else 1
            place = mill // LINE * self.triples
            if seat == state.seat:
                place += self.triple(men >> seat, own_ranks)
            else:
                place += self.triple(men >> seat, other_ranks) + self.mills
            places[number] = i32(place)
        return places

    def ranks(self, state: State, men: i64) -> i64:
        """The place of each man of a side among its men, four bits for each, in the order of their numbers."""
        return self.ranks_of(men & FIRST_HALF, state.low, 0, men) + self.ranks_of(men >> HALF, state.high, HALF, men)

    def ranks_of(self, some: i64, numbers: i64, first: i64, men: i64) -> i64:
        """The same of ``some`` of these men, those from the point ``first`` on, with their ``numbers``."""
        ranks: i64 = 0
        while some:
            man = some & -some
            some ^= man
            point = point_of(man)
            ranks += self.digit[numbers >> WIDTH * point & MASK] * count(men & self.before[first + point])
        return ranks

    def triple(self, men: i64, ranks: i64) -> i64:
        """The number of a set of three men by their places: ``men`` has every second bit, ``ranks`` four for each."""
        places: i64 = 0
        while men:
            first = men & -men
            men ^= first
            places += self.bit[ranks >> RANK // SEATS * point_of(first) & 15]
        return self.triple_of[places]

    def number(self, state: Any, numbers: vec[i32], at: i64) -> i64:
        seen: State = state
        return self.legal.write(seen, numbers, at) if seen.outcome is None else 0

    def seat(self, state: Any) -> i64:
        seen: State = state
        return seen.seat


def numbered_triples(men: int) -> list[int]:
    """The number of each set of three places, by the set; they are in the order of the planes."""
    numbers = [0] * 2**men
    for number, triple in enumerate(sorted([triple[::-1] for triple in combinations(range(men), 3)])):
        numbers[sum([2**place for place in triple])] = number
    return numbers


def triples_of(game: Morris) -> int:
    """How many sets of three men of a side can have filled a line; 0 without mill memory."""
    return comb(int(game.men), 3) if game.mill_memory else 0


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
    view = View(game)
    pairs = Pairs(game)
    return Observation(
        shape=(len(shown),),
        planes=shown,
        left_out=(REPEATED,) if game.repetition else (),
        markov=not game.repetition,
        fill=view.fill,
        number=view.number,
        heads=pairs.heads,
        parts=pairs.parts,
    )
