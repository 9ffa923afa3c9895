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

from boardgames.core.vectors import vec
from boardgames.games.morris.actions import STOCK, Action
from boardgames.games.morris.board import BIT, POINTS, SLOTS, point_of, slot_of
from boardgames.games.morris.legal_indices import LegalIndices
from boardgames.games.morris.mill_memory import LINE
from boardgames.games.morris.position import HALF, MASK, WIDTH
from boardgames.games.morris.rules import Morris, State
from boardgames.games.morris.variant import SEATS
from boardgames.learning.floats import spread
from boardgames.learning.observation import ONE, Observation, Plane, bits_of
from boardgames.learning.state_writer import StateWriter

COUNTS: Final[i64] = 3  # the numbers between the points and the mills: both stocks, and the plies
RANK: Final = 4  # bits of a man's place among the men of its side
UNRANKED: Final[i64] = -1
MEN: Final = 24  # of both sides, as mills have them
POINTS_OF_SQUARE: Final[i64] = 8
SETS_OF_SQUARE: Final[i64] = 256
FIRST_SEAT: Final[i64] = 0x555555  # the men of the seat that begins, in the numbers of mills: 1, 3, 5, ...
REPEATED: Final = "Which positions came before: they decide whether a repetition draws."


@final
class MorrisWriter(StateWriter):
    """Writes the states of one game as numbers.

    A *place* is the number of a point in reading order; a set of places has a bit for each, as one of points has.
    """

    def __init__(self, game: Morris) -> None:
        board = game.board
        places = [board.reading_order.index(point) for point in range(board.size)]
        self.size: Final[i64] = board.size
        # By square of the board (the last is the centre) and by the set of its points: the set of their places.
        self.places: Final[vec[i64]] = vec[i64](sets_of_places(places))
        # By the slot of a place: where the number of its man begins, and all bits if that is in `high`.
        self.shift: Final[vec[i64]] = vec[i64]([0] * SLOTS)
        self.in_high: Final[vec[i64]] = vec[i64]([0] * SLOTS)
        for point, place in enumerate(places[:POINTS]):
            self.shift[slot_of(i64(BIT[place]))] = WIDTH * (point % HALF)
            self.in_high[slot_of(i64(BIT[place]))] = -(point // HALF)
        self.stocks: Final[vec[i32]] = vec[i32]([bits_of(men / game.men) for men in range(int(game.men) + 1)])
        self.plies: Final[vec[i32]] = vec[i32]([bits_of(ply / game.plies) for ply in range(int(game.plies) + 1)])
        self.legal: Final = LegalIndices(game)
        self.counts: Final[i64] = COUNTS + 2 if game.double_count else COUNTS
        self.triples: Final[i64] = triples_of(game)
        self.mills: Final[i64] = len(board.lines) * triples_of(game)  # remembered of a side
        # By a man's number: what counts as one in the ranks of its side, which have four bits for each man.
        self.digit: Final[vec[i64]] = vec[i64]([16 ** (max(number - 1, 0) // 2) for number in range(MASK + 1)])
        self.bit: Final[vec[i64]] = vec[i64]([2**rank for rank in range(16)])
        # By the slot of a man, as mills have it: where its rank begins.
        self.rank_at: Final[vec[i64]] = vec[i64]([0] * SLOTS)
        for man in range(int(MEN)):
            self.rank_at[slot_of(i64(2**man))] = RANK * man // SEATS
        # By a set of three ranks: its number.
        self.triple_of: Final[vec[i64]] = vec[i64](numbered_triples(int(game.men)) if game.mill_memory else [])

    def fill(self, state: Any, floats: vec[i32], at: i64) -> None:
        position: State = state
        own, other = self.places_of(position.own), self.places_of(position.other)
        spread(0, floats, at, 2 * self.size)
        fill_places(own, floats, at)
        fill_places(other, floats, at + self.size)
        at += 2 * self.size
        floats[at] = self.stocks[position.own_stock]
        floats[at + 1] = self.stocks[position.other_stock]
        last: i64 = len(self.plies) - 1
        floats[at + 2] = self.plies[position.ply if position.ply < last else last]
        if self.counts > COUNTS:
            floats[at + COUNTS] = self.stocks[position.uncounted[0]]
            floats[at + COUNTS + 1] = self.stocks[position.uncounted[1]]
        if self.triples:
            self.fill_mills(position, own, other, floats, at + self.counts)

    def places_of(self, men: i64) -> i64:
        """The places of a set of points."""
        places: i64 = 0
        table: i64 = 0
        while men:
            places |= self.places[table + (men & SETS_OF_SQUARE - 1)]
            men >>= POINTS_OF_SQUARE
            table += SETS_OF_SQUARE
        return places

    def fill_mills(self, state: State, own: i64, other: i64, floats: vec[i32], at: i64) -> None:
        """Writes the mills of men who stand on these places."""
        spread(0, floats, at, 2 * self.mills)
        own_ranks: i64 = UNRANKED
        other_ranks: i64 = UNRANKED
        for number in range(i64(len(state.filled))):
            mill: i64 = state.filled[number]
            men = mill % LINE
            seat: i64 = 0 if men & FIRST_SEAT else 1
            place = at + mill // LINE * self.triples
            if seat == state.seat:
                if own_ranks == UNRANKED:
                    own_ranks = self.ranks(state, own)
                place += self.triple(men >> seat, own_ranks)
            else:
                if other_ranks == UNRANKED:
                    other_ranks = self.ranks(state, other)
                place += self.triple(men >> seat, other_ranks) + self.mills
            floats[place] = i32(ONE)

    def ranks(self, state: State, places: i64) -> i64:
        """The rank of each man of a side, four bits for each, in the order of their numbers.

        A man's rank is how many men of its side stand before it; ``places`` is where they stand.
        """
        ranks: i64 = 0
        rank: i64 = 0
        while places:
            place = places & -places
            places ^= place
            slot = slot_of(place)
            # Chosen by bits, as a processor cannot guess in which of the two a man's number is.
            numbers = state.low ^ (state.low ^ state.high) & self.in_high[slot]
            ranks += rank * self.digit[numbers >> self.shift[slot] & MASK]
            rank += 1
        return ranks

    def triple(self, men: i64, ranks: i64) -> i64:
        """The number of a set of three men by their ranks: ``men`` has every second bit, ``ranks`` four for each."""
        triple: i64 = 0
        while men:
            man = men & -men
            men ^= man
            triple += self.bit[ranks >> self.rank_at[slot_of(man)] & 15]
        return self.triple_of[triple]

    def number(self, state: Any, numbers: vec[i32], at: i64) -> i64:
        position: State = state
        return self.legal.write(position, numbers, at) if position.outcome is None else 0


def sets_of_places(places: list[int]) -> list[int]:
    """The set of places of each set of points, by the square of the board and that set."""
    sets: list[int] = []
    for first in range(0, SLOTS, int(POINTS_OF_SQUARE)):
        square = places[first : first + int(POINTS_OF_SQUARE)]
        for points in range(int(SETS_OF_SQUARE)):
            sets.append(sum([BIT[place] for number, place in enumerate(square) if points & BIT[number]]))
    return sets


def fill_places(men: i64, floats: vec[i32], at: i64) -> None:
    """Writes a one on each place of a set."""
    while men:
        one = men & -men
        men ^= one
        floats[at + point_of(one)] = i32(ONE)


def numbered_triples(men: int) -> list[int]:
    """The number of each set of three places, by the set; they are in the order of the planes."""
    numbers = [0] * 2**men
    for number, triple in enumerate(sorted([triple[::-1] for triple in combinations(range(men), 3)])):
        numbers[sum([2**place for place in triple])] = number
    return numbers


def triples_of(game: Morris) -> int:
    """The number of sets of three men of a side that can have filled a line; 0 without mill memory."""
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
    if game.double_count:
        for side, whose in sides:
            yield Plane(f"{side} uncounted", f"how many men {whose} on the board that do not count, / {int(game.men)}")
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
    is none; then come the single points, the pairs of points, and the single points that count twice.
    """

    def __init__(self, game: Morris) -> None:
        size = game.board.size
        removals = [0, *BIT[:size]]
        if game.double_mill == 2:
            removals += [BIT[one] + BIT[other] for one, other in combinations(range(size), 2)]
        if game.double_count:
            removals += [-BIT[one] for one in range(size)]
        self.size: Final = size
        self.removal: Final = {men: number for number, men in enumerate(removals)}
        self.heads: Final = (size * size, len(removals))

    def parts(self, action: Action) -> tuple[int, int]:
        """An action as the number of its way and the number of what it removes."""
        source, target = int(action.source), int(action.target)
        way = target if source == STOCK else self.size + source * (self.size - 1) + target - (target > source)
        return way, self.removal[action.signed_removal()]


def observation(game: Morris) -> Observation:
    """2,739 numbers with the arena's rules, 51 with the classic ones."""
    shown = tuple(planes(game))
    pairs = Pairs(game)
    return Observation(
        shape=(len(shown),),
        planes=shown,
        left_out=(REPEATED,) if game.repetition else (),
        markov=not game.repetition,
        writer=MorrisWriter(game),
        heads=pairs.heads,
        parts=pairs.parts,
    )
