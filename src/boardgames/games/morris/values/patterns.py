"""The features of the learned judgement of morris: counts and shapes of men, each with a table of weights.

All is seen by the side to act.  Each phase of the game has weights of its own for each
pattern: for two counts at once, such as the free points beside each side, and for the
class of a shape (:mod:`.shapes`).  The shapes are those of the board of nine men's morris:
its three squares, and the sectors at its sides and corners.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from boardgames.core.vectors import vec
from boardgames.games.morris.board import ONE_SQUARE, count
from boardgames.games.morris.rules import State
from boardgames.games.morris.values.next_mills import spent_points, within_a_step
from boardgames.games.morris.values.shapes import SECTOR, SECTOR_IMAGES, SQUARE_IMAGES, classes, own_men
from boardgames.learning.pattern_weights import PatternWeights

EARLY: Final[i64] = 12  # with more men in both stocks the game has just begun
LATE: Final[i64] = 6  # with no more, men will soon be moved
MANY: Final[i64] = 12  # men on the board, of both sides
PHASES: Final = 8

MEN: Final[i64] = 13  # 0 to 12
ROOM: Final[i64] = 16  # free points beside a side's men; the last stands for more, too
MILLS: Final[i64] = 4  # points where a mill may be filled
STANDING: Final[i64] = 10  # men of which something holds

SIZES: Final[tuple[int, ...]] = (
    13**2,  # men of each side, with those in stock
    13**2,  # men in stock
    16**2,  # free points beside men
    4**2,  # ready points
    4**2,  # far ones
    4**2,  # spent ones
    10**2,  # men that cannot step
    10**2,  # men in mills
    5346,  # classes of sectors at sides
    5346,  # of sectors at corners
    954,  # of the inner and the outer square
    954,  # of the middle square
)
KINDS: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 9, 8, 9, 8, 9, 10, 10, 11)
"""The kind of each pattern: patterns of a kind share their weights."""
PATTERNS: Final = len(KINDS)
SECTORS_FROM: Final[i64] = 8  # the place of the first sector among the patterns
SQUARES_FROM: Final[i64] = 16
TABLE: Final = sum(SIZES)  # weights of a phase
WEIGHTS: Final = PHASES * TABLE

FIRST: Final[vec[i64]] = vec[i64]([sum(SIZES[:kind]) for kind in KINDS])
OWN_MEN: Final[vec[i64]] = vec[i64](own_men(SECTOR))


def phase_of(state: State) -> i64:
    """Three phases of placing, two of moving, three of flying."""
    stock = state.own_stock + state.other_stock
    if stock:
        return 0 if stock > EARLY else 1 if stock > LATE else 2
    flies, faces_flying = state.game.flies(state.own), state.game.flies(state.other)
    if flies:
        return 7 if faces_flying else 5
    if faces_flying:
        return 6
    return 3 if count(state.own | state.other) > MANY else 4


def pair(own: i64, other: i64, most: i64) -> i64:
    """Two counts as one number; ``most`` is one more than the largest that is told from larger ones."""
    if own >= most:
        own = most - 1
    if other >= most:
        other = most - 1
    return own * most + other


def shape(own: i64, other: i64) -> i64:
    """Sets of at most nine places as a number to base 3."""
    return OWN_MEN[own] + 2 * OWN_MEN[other]


def sector(inner: i64, middle: i64, outer: i64, place: i64) -> i64:
    """Three points in a row on each square, from ``place`` on, as a set; each square is given twice over."""
    return (inner >> place & 7) + 8 * (middle >> place & 7) + 64 * (outer >> place & 7)


@final
class Patterns:
    """Finds the patterns of positions."""

    def __init__(self) -> None:
        self.sector_classes: Final[vec[i16]] = vec[i16](classes(SECTOR_IMAGES))
        self.square_classes: Final[vec[i16]] = vec[i16](classes(SQUARE_IMAGES))
        self.numbers: Final[vec[i64]] = vec[i64]([0] * PATTERNS)
        """The numbers of the patterns in the position of the last :meth:`find`."""

    def find(self, state: State) -> None:
        """Find all patterns of a position; their numbers are in ``numbers`` then."""
        self.find_counts(state)
        self.find_shapes(state.own, state.other)
        first = phase_of(state) * TABLE
        for number in range(i64(PATTERNS)):
            self.numbers[number] += first + FIRST[number]

    def find_counts(self, state: State) -> None:
        """Find the patterns that count men, points and mills, of both sides."""
        board, numbers = state.game.board, self.numbers
        own, other = state.own, state.other
        stock, other_stock = state.own_stock, state.other_stock
        flies, other_flies = not stock and state.game.flies(own), not other_stock and state.game.flies(other)
        vacant = board.points & ~(own | other)
        steps = board.beside(vacant)
        closing, other_closing = board.closing(own), board.closing(other)
        points, other_points = closing & vacant, other_closing & vacant
        ready = points if stock or flies else points & within_a_step(own)
        other_ready = other_points if other_stock or other_flies else other_points & within_a_step(other)
        spent: i64 = 0
        other_spent: i64 = 0
        if state.filled:
            if ready and not stock:
                spent = spent_points(state, own, ready, flies)
            if other_ready and not other_stock:
                other_spent = spent_points(state, other, other_ready, other_flies)
        numbers[0] = pair(count(own) + stock, count(other) + other_stock, MEN)
        numbers[1] = pair(stock, other_stock, MEN)
        numbers[2] = pair(count(board.beside(own) & vacant), count(board.beside(other) & vacant), ROOM)
        numbers[3] = pair(count(ready & ~spent), count(other_ready & ~other_spent), MILLS)
        numbers[4] = pair(count(points & ~ready), count(other_points & ~other_ready), MILLS)
        numbers[5] = pair(count(spent), count(other_spent), MILLS)
        numbers[6] = pair(count(own & ~steps), count(other & ~steps), STANDING)
        numbers[7] = pair(count(own & closing), count(other & other_closing), STANDING)

    def find_shapes(self, own: i64, other: i64) -> None:
        """Find the patterns that show where the men of both sides stand."""
        numbers, sectors, squares = self.numbers, self.sector_classes, self.square_classes
        inner, middle, outer = own & ONE_SQUARE, own >> 8 & ONE_SQUARE, own >> 16
        other_inner, other_middle, other_outer = other & ONE_SQUARE, other >> 8 & ONE_SQUARE, other >> 16
        numbers[SQUARES_FROM] = i64(squares[shape(inner, other_inner)])
        numbers[SQUARES_FROM + 1] = i64(squares[shape(outer, other_outer)])
        numbers[SQUARES_FROM + 2] = i64(squares[shape(middle, other_middle)])
        inner, middle, outer = inner * 257, middle * 257, outer * 257  # so that the last places stand before the first
        other_inner, other_middle, other_outer = other_inner * 257, other_middle * 257, other_outer * 257
        for place in range(i64(8)):
            men = sector(inner, middle, outer, place)
            others = sector(other_inner, other_middle, other_outer, place)
            numbers[SECTORS_FROM + place] = i64(sectors[shape(men, others)])


def patterns_of(patterns: Patterns, state: State) -> list[int]:
    """The numbers of the patterns that a position shows."""
    patterns.find(state)
    return [int(number) for number in patterns.numbers]


@final
class PatternJudgement:
    """A judgement by patterns: ``scale`` is how many pawns ahead mean a value of 0.76."""

    def __init__(self, weights: list[int], scale: float) -> None:
        self.weights: Final = PatternWeights(weights, scale)
        self.patterns: Final = Patterns()

    def value(self, state: State, seat: int) -> float:
        """The result that the seat can expect, from -1 to 1."""
        self.patterns.find(state)
        value = self.weights.value(self.patterns.numbers)
        return value if state.seat == seat else -value
