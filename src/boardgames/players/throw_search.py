"""A selective search for games in which a die is thrown before each turn, and says which moves are allowed.

It asks a game's :class:`~boardgames.core.learning.search_rules.ThrowRules`.  A move is allowed after more than one
throw, but it is searched only once: what a seat can expect before its throw is the mean of the best moves of the
throws.  The techniques, measured in ``docs/strength.md``: one judgement for each move at the last ply, without
making the positions; a first value of each move, which gives the order, shows which moves are far behind the best
one of their throw and are left out, and bounds the throws that are not searched yet (as Star1 does with the bounds
of all values); iterative deepening, null windows at the root, and a transposition table.

Values are what the seat to move can expect before its throw, from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, exp
from typing import Any, Final, final

from mypy_extensions import i64

from boardgames.core.learning.search_rules import WINS, ThrowRules
from boardgames.core.vectors import vec
from boardgames.players.budget import Budget
from boardgames.players.search import (
    DECIDED,
    DISCOUNT,
    INFINITY,
    LARGEST_EVALUATION,
    NULL_WINDOW,
    OutOfBudget,
    rated_by,
)
from boardgames.players.transposition_table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_PLACE,
    NOT_FOUND,
    TranspositionTable,
    is_enough,
)

PAUSE: Final[i64] = 24  # nodes between two looks at the clock
MARGIN: Final = 0.12
REACH: Final = 0.3
NO_MOVE: Final = -2.0  # in place of the value of a throw that asks for no legal move
TAKEN: Final = -3.0  # in place of the first value of a move that was searched
LARGEST_SCALES: Final = 2.1  # so many times the scale, a score means the largest evaluation


@final
class ThrowSearch:
    """A search with its memory, for one player.  ``size`` is the number of slots of the transposition table.

    Moves whose first value is more than ``margin`` behind the best one of their throw are left out; the best move of
    a throw is taken for no more than ``reach`` better or worse than its first value.
    """

    def __init__(self, rules: ThrowRules, size: int, margin: float = MARGIN, reach: float = REACH) -> None:
        self.rules: Final = rules
        self.margin: Final = margin
        self.reach: Final = reach
        self.table: Final = TranspositionTable(size)
        self.throws: Final[i64] = rules.throws
        self.share: Final[float] = 1.0 / float(int(rules.throws))
        largest = ceil(LARGEST_SCALES * rules.scale)
        self.largest: Final[i64] = largest
        self.values: Final[vec[float]] = vec[float](
            [evaluation(score / rules.scale) for score in range(-largest, largest + 1)]
        )
        self.nodes: i64 = 0
        self.most_nodes: i64 = 0
        self.pause_at: i64 = 0
        self.budget: Budget = Budget()

    # -- from the root -----------------------------------------------------------------

    def begin(self, budget: Budget) -> None:
        """Start a search within a budget.  The table keeps what earlier searches found."""
        self.budget = budget
        self.nodes = 0
        self.most_nodes = 2**62 if budget.nodes is None else budget.nodes
        self.pause_at = min(PAUSE, self.most_nodes)
        self.table.begin_search()

    def rated(
        self, state: Any, actions: Sequence[Any], depth: int, bonus: list[float], order: list[int], exact: bool
    ) -> list[tuple[float, int]]:
        """As :meth:`boardgames.players.search.Search.rated`."""

        def after(child: Any, alpha: float, beta: float) -> float:
            return self.after(self.rules.before_throw(child), depth - 1, alpha, beta)

        return rated_by(after, state, actions, bonus, order, exact)

    def value_after(self, state: Any, depth: int) -> float:
        """The value of the action that led to a state, for the seat that chose it."""
        return self.after(self.rules.before_throw(state), depth - 1, -INFINITY, INFINITY)

    def is_at_most(self, state: Any, depth: int, value: float) -> bool:
        """Whether the action that led to a state is worth no more than ``value``."""
        return self.after(self.rules.before_throw(state), depth - 1, value, value + NULL_WINDOW) <= value

    def value_of(self, state: Any, depth: int) -> float:
        """What the seat to move can expect in a state in which it throws."""
        return self.search(self.rules.before_throw(state), depth, -INFINITY, INFINITY)

    def line(self, state: Any, first: Any, most: int) -> list[Any]:
        """The expected line, which ends before a throw: ``first`` alone."""
        return [first]

    # -- values ------------------------------------------------------------------------

    def after(self, state: Any, depth: i64, alpha: float, beta: float) -> float:
        """The value of the move that led to a state before a throw, for the seat that moved; discounted."""
        return -DISCOUNT * self.search(state, depth, -beta / DISCOUNT, -alpha / DISCOUNT)

    def search(self, state: Any, depth: i64, alpha: float, beta: float) -> float:
        """The value before a throw: as exact as the search is inside the window, otherwise a bound."""
        self.nodes += 1
        if self.nodes >= self.pause_at:
            self.pause()
        rules = self.rules
        if rules.is_over(state):
            return float(int(rules.result(state)))
        key = rules.key(state)
        slot = self.table.find(key)
        if slot != NOT_FOUND and self.table.depth(slot) >= depth:
            value = self.table.value(slot)
            if is_enough(value, self.table.bound(slot), alpha, beta):
                return value
        moves = rules.moves(state)
        if not len(moves):
            return float(int(rules.result(state)))
        if depth <= 0:
            return self.worth(rules.score(state))
        if depth == 1:
            value = self.at_last_ply(state, moves)
            self.table.store(key, 1, value, EXACT, NO_PLACE)
            return value
        children: list[Any] = []
        firsts = self.first_values(state, moves, children, depth)
        tops = self.best_of_throws(moves, firsts)
        free = 0.0  # the share of the throws that allow all moves
        least = vec[float]([NO_MOVE] * int(self.throws))
        most = vec[float]([NO_MOVE] * int(self.throws))
        for throw in range(self.throws):
            top = tops[throw]
            if top == NO_MOVE:
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
            if top == NO_MOVE:
                break
            tops[throw] = NO_MOVE
            low = max(-INFINITY, self.needed(most, free, throw, alpha))
            high = min(INFINITY, self.needed(least, free, throw, beta))
            value = self.best_of_throw(state, throw, moves, children, firsts, top - self.margin, depth, low, high)
            least[throw] = value
            most[throw] = value
            if value <= low:
                value = min(alpha, self.mean(most, free))
                self.table.store(key, depth, value, AT_MOST, NO_PLACE)
                return value
            if value >= high:
                value = max(beta, self.mean(least, free))
                self.table.store(key, depth, value, AT_LEAST, NO_PLACE)
                return value
        value = self.mean(least, free)
        self.table.store(key, depth, value, EXACT, NO_PLACE)
        return value

    def best_of_throw(
        self,
        state: Any,
        throw: i64,
        moves: vec[i64],
        children: list[Any],
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
            first = NO_MOVE
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

    def first_values(self, state: Any, moves: vec[i64], children: list[Any], depth: i64) -> vec[float]:
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

    def first_value(self, state: Any) -> float:
        """The value before a throw by one ply, or by a deeper search that was made before."""
        rules = self.rules
        key = rules.key(state)
        slot = self.table.find(key)
        if slot != NOT_FOUND and self.table.bound(slot) == EXACT:
            return self.table.value(slot)
        self.nodes += 1
        if self.nodes >= self.pause_at:
            self.pause()
        moves = rules.moves(state)
        if not len(moves) or rules.is_over(state):
            return float(int(rules.result(state)))
        value = self.at_last_ply(state, moves)
        self.table.store(key, 1, value, EXACT, NO_PLACE)
        return value

    def at_last_ply(self, state: Any, moves: vec[i64]) -> float:
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
        """What a score means."""
        largest = self.largest
        if score > largest:
            return DISCOUNT if score >= WINS else LARGEST_EVALUATION
        return self.values[score + largest] if score > -largest else -LARGEST_EVALUATION

    # -- throws ------------------------------------------------------------------------

    def best_of_throws(self, moves: vec[i64], values: vec[float]) -> vec[float]:
        """By throw the largest value of the moves that it asks for, or ``NO_MOVE``."""
        throw_of = self.rules.throw_of
        best = vec[float]([NO_MOVE] * int(self.throws))
        for number in range(i64(len(moves))):
            throw = throw_of[moves[number]]
            if values[number] > best[throw]:
                best[throw] = values[number]
        return best

    def mean(self, values: vec[float], free: float) -> float:
        """The expectation of these values of throws; the throws that allow all moves are worth the largest."""
        sum = 0.0
        top = NO_MOVE
        for throw in range(self.throws):
            value = values[throw]
            if value != NO_MOVE:
                sum += value
                if value > top:
                    top = value
        return sum * self.share + free * top

    def needed(self, values: vec[float], free: float, number: i64, bound: float) -> float:
        """The value of one throw with which :meth:`mean` is ``bound``, beside the values of the other throws."""
        sum = 0.0
        top = NO_MOVE
        for throw in range(self.throws):
            value = values[throw]
            if value != NO_MOVE and throw != number:
                sum += value
                if value > top:
                    top = value
        rest = bound - sum * self.share
        value = (rest - free * top) / self.share
        return value if value <= top else rest / (self.share + free)

    # -- the budget --------------------------------------------------------------------

    def pause(self) -> None:
        """Look at the clock.  Raises :class:`~boardgames.players.search.OutOfBudget`."""
        if self.nodes > self.most_nodes or self.budget.is_spent():
            raise OutOfBudget
        self.pause_at = self.nodes + PAUSE
        if self.pause_at > self.most_nodes:
            self.pause_at = self.most_nodes + 1


def evaluation(scales: float) -> float:
    """What a score of so many scales means, within the bounds of evaluations."""
    value = 1.0 - 2.0 / (exp(2.0 * scales) + 1.0)
    return max(-LARGEST_EVALUATION, min(LARGEST_EVALUATION, value))


def highest(values: vec[float]) -> i64:
    """The place of the largest value."""
    place: i64 = 0
    for number in range(i64(len(values))):
        if values[number] > values[place]:
            place = number
    return place
