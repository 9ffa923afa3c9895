"""A selective search for games in which a die is thrown before each turn, and says which moves are allowed.

It asks a game's :class:`~boardgames.learning.search_rules.ThrowRules`.  A move is allowed after more than one
throw, but it is searched only once: what a seat can expect before its throw is the mean of the best moves of the
throws.  The techniques, measured in ``docs/notes/throws.md``: one judgement for each move at the last ply, without
making the positions; a first value of each move, which gives the order, shows which moves are far behind the best
one of their throw and are left out, and bounds the throws that are not searched yet (as Star1 does with the bounds
of all values); iterative deepening, null windows at the root, and a transposition table.

Values are what the seat to move can expect before its throw, from -1 to 1.
"""

from __future__ import annotations

from math import ceil, exp
from typing import Final, Generic, final

from mypy_extensions import i64

from boardgames.core.model.game import Action, State, StateT
from boardgames.core.vectors import vec
from boardgames.learning.search_rules import WINS, ThrowRules
from boardgames.players.bounded_search import DECIDED, DISCOUNT, LARGEST_EVALUATION, RootSearch
from boardgames.players.search import INFINITY, NULL_WINDOW
from boardgames.players.transposition_table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_MOVE,
    NOT_FOUND,
    from_parts,
    in_parts,
    is_enough,
)

NOT_ASKED: Final = -2.0  # in place of the value of a throw that asks for no legal move
TAKEN: Final = -3.0  # in place of the first value of a move that was searched
BEHIND: Final = 0.12  # moves so far behind the best one of their throw are left out
REACH: Final = 0.3  # a throw's best move is at most this far from its first value
LARGEST_SCALES: Final = 2.1  # from this many scales on a score means the largest evaluation


@final
class ThrowSearch(RootSearch[State], Generic[StateT]):
    """A search with its memory, for one player.  ``buckets`` of the transposition table hold two entries each.

    Moves whose first value is more than ``margin`` behind the best one of their throw are left out; the best move of
    a throw is taken for no more than ``reach`` better or worse than its first value.
    """

    def __init__(self, rules: ThrowRules[StateT], buckets: int, margin: float = BEHIND, reach: float = REACH) -> None:
        super().__init__(INFINITY, DECIDED, NULL_WINDOW, buckets)
        self.rules: Final = rules
        self.margin: Final = margin
        self.reach: Final = reach
        self.throws: Final[i64] = rules.throws
        self.share: Final[float] = 1.0 / float(int(rules.throws))
        largest = ceil(LARGEST_SCALES * rules.scale)
        self.largest: Final[i64] = largest
        self.values: Final[vec[float]] = vec[float](
            [evaluation(score / rules.scale) for score in range(-largest, largest + 1)]
        )

    # -- from the root -----------------------------------------------------------------

    def after_root(self, child: State, seat: i64, depth: i64, place: i64, alpha: float, beta: float) -> float:
        return self.after(self.rules.before_throw(child), depth - 1, alpha, beta)

    def value_after(self, child: State, seat: i64, depth: i64) -> float:
        return self.after(self.rules.before_throw(child), depth - 1, -INFINITY, INFINITY)

    def is_at_most(self, child: State, seat: i64, depth: i64, value: float) -> bool:
        return self.after(self.rules.before_throw(child), depth - 1, value, value + NULL_WINDOW) <= value

    def value_before_throw(self, state: State, depth: i64) -> float:
        return self.search(self.rules.before_throw(state), depth, -INFINITY, INFINITY)

    def line(self, state: State, first: Action, most: int) -> list[Action]:
        """The expected line, which ends before a throw: ``first`` alone."""
        return [first]

    # -- values ------------------------------------------------------------------------

    def after(self, state: StateT, depth: i64, alpha: float, beta: float) -> float:
        """The value of the move that led to a state before a throw, for the seat that moved; discounted."""
        return -DISCOUNT * self.search(state, depth, -beta / DISCOUNT, -alpha / DISCOUNT)

    def search(self, state: StateT, depth: i64, alpha: float, beta: float) -> float:
        """The value before a throw: as exact as the search is inside the window, otherwise a bound."""
        self.count_node()
        rules = self.rules
        if rules.is_over(state):
            return float(int(rules.result(state)))
        key = rules.key(state)
        slot = self.table.find(key)
        if slot != NOT_FOUND and self.table.depth(slot) >= depth:
            stored = self.table.value(slot)
            if is_enough(stored, self.table.bound(slot), in_parts(alpha), in_parts(beta)):
                return from_parts(stored)
        moves = rules.moves(state)
        if not len(moves):
            return float(int(rules.result(state)))
        if depth <= 0:
            return self.worth(rules.score(state))
        if depth == 1:
            value = self.at_last_ply(state, moves)
            self.table.store(key, 1, in_parts(value), EXACT, NO_MOVE)
            return value
        children: list[StateT] = []
        firsts = self.first_values(state, moves, children, depth)
        tops = self.best_of_throws(moves, firsts)
        free = 0.0  # the share of the throws that allow all moves
        least = vec[float]([NOT_ASKED] * int(self.throws))
        most = vec[float]([NOT_ASKED] * int(self.throws))
        for throw in range(self.throws):
            top = tops[throw]
            if top == NOT_ASKED:
                free += self.share
            else:
                least[throw] = max(-1.0, top - self.reach)
                most[throw] = min(1.0, top + self.reach)
        value = self.mean(most, free)
        if value <= alpha:
            return value
        value = self.mean(least, free)
        if value >= beta:
            return value
        while True:
            throw = highest(tops)
            top = tops[throw]
            if top == NOT_ASKED:
                break
            tops[throw] = NOT_ASKED
            low = max(-INFINITY, self.needed(most, free, throw, alpha))
            high = min(INFINITY, self.needed(least, free, throw, beta))
            value = self.best_of_throw(state, throw, moves, children, firsts, top - self.margin, depth, low, high)
            least[throw] = value
            most[throw] = value
            if value <= low:
                value = min(alpha, self.mean(most, free))
                self.table.store(key, depth, in_parts(value), AT_MOST, NO_MOVE)
                return value
            if value >= high:
                value = max(beta, self.mean(least, free))
                self.table.store(key, depth, in_parts(value), AT_LEAST, NO_MOVE)
                return value
        value = self.mean(least, free)
        self.table.store(key, depth, in_parts(value), EXACT, NO_MOVE)
        return value

    def best_of_throw(
        self,
        state: StateT,
        throw: i64,
        moves: vec[i64],
        children: list[StateT],
        firsts: vec[float],
        least: float,
        depth: i64,
        alpha: float,
        beta: float,
    ) -> float:
        """The value of the best move that a throw asks for, of those with a first value of at least ``least``.

        If all these lose, the others are searched too.
        """
        throw_of = self.rules.throw_of
        best = -INFINITY
        while True:
            place: i64 = -1
            first = NOT_ASKED
            for number in range(i64(len(moves))):
                if firsts[number] > first and throw_of[moves[number]] == throw:
                    first = firsts[number]
                    place = number
            if place < 0 or (first < least and best > -DECIDED):
                return best
            firsts[place] = TAKEN
            child = children[place] if children else self.rules.play(state, moves[place])
            value = self.after(child, depth - 1, max(alpha, best), beta)
            if value > best:
                best = value
                if value >= beta:
                    return best

    def first_values(self, state: StateT, moves: vec[i64], children: list[StateT], depth: i64) -> vec[float]:
        """A first value of each move: as the position after it is judged, or one ply deeper where depth is left.

        In the second case ``children`` gets the positions.
        """
        rules = self.rules
        count: i64 = len(moves)
        firsts = vec[float]([0.0] * int(count))
        if depth == 2:
            scores = rules.scores_after(state, moves)
            for number in range(count):
                firsts[number] = self.worth(scores[number])
        else:
            for number in range(count):
                child = rules.play(state, moves[number])
                children.append(child)
                firsts[number] = -self.first_value(child)
        return firsts

    def first_value(self, state: StateT) -> float:
        """The value before a throw by one ply, or by a deeper search that was made before."""
        rules = self.rules
        key = rules.key(state)
        slot = self.table.find(key)
        if slot != NOT_FOUND and self.table.bound(slot) == EXACT:
            return from_parts(self.table.value(slot))
        self.count_node()
        moves = rules.moves(state)
        if not len(moves) or rules.is_over(state):
            return float(int(rules.result(state)))
        value = self.at_last_ply(state, moves)
        self.table.store(key, 1, in_parts(value), EXACT, NO_MOVE)
        return value

    def at_last_ply(self, state: StateT, moves: vec[i64]) -> float:
        """The value before a throw if the positions after these moves, all that there are, are judged."""
        scores = self.rules.scores_after(state, moves)
        throw_of = self.rules.throw_of
        throws = self.throws
        best = vec[i64]([-WINS - 1] * int(throws))
        top: i64 = -WINS - 1
        for number in range(i64(len(moves))):
            throw = throw_of[moves[number]]
            score = scores[number]
            if score > best[throw]:
                best[throw] = score
                if score > top:
                    top = score
        sum = 0.0
        top_value = self.worth(top)
        for throw in range(throws):
            score = best[throw]
            sum += self.worth(score) if score >= -WINS else top_value
        return sum * self.share

    def worth(self, score: i64) -> float:
        """The value, from -1 to 1, of a score."""
        largest = self.largest
        if score > largest:
            return DISCOUNT if score >= WINS else LARGEST_EVALUATION
        return self.values[score + largest] if score > -largest else -LARGEST_EVALUATION

    # -- throws ------------------------------------------------------------------------

    def best_of_throws(self, moves: vec[i64], values: vec[float]) -> vec[float]:
        """By throw the largest value of the moves that it asks for, or ``NOT_ASKED``."""
        throw_of = self.rules.throw_of
        best = vec[float]([NOT_ASKED] * int(self.throws))
        for number in range(i64(len(moves))):
            throw = throw_of[moves[number]]
            if values[number] > best[throw]:
                best[throw] = values[number]
        return best

    def mean(self, values: vec[float], free: float) -> float:
        """The expectation of these values of throws; the throws that allow all moves are worth the largest."""
        sum = 0.0
        top = NOT_ASKED
        for throw in range(self.throws):
            value = values[throw]
            if value != NOT_ASKED:
                sum += value
                if value > top:
                    top = value
        return sum * self.share + free * top

    def needed(self, values: vec[float], free: float, number: i64, bound: float) -> float:
        """The value of one throw with which :meth:`mean` is ``bound``, beside the values of the other throws."""
        sum = 0.0
        top = NOT_ASKED
        for throw in range(self.throws):
            value = values[throw]
            if value != NOT_ASKED and throw != number:
                sum += value
                if value > top:
                    top = value
        rest = bound - sum * self.share
        value = (rest - free * top) / self.share
        return value if value <= top else rest / (self.share + free)


def evaluation(scales: float) -> float:
    """The value of a score given in scales, within the bounds of evaluations."""
    value = 1.0 - 2.0 / (exp(2.0 * scales) + 1.0)
    return max(-LARGEST_EVALUATION, min(LARGEST_EVALUATION, value))


def highest(values: vec[float]) -> i64:
    """The place of the largest value."""
    place: i64 = 0
    for number in range(i64(len(values))):
        if values[number] > values[place]:
            place = number
    return place
