"""A selective search for games in which a die is thrown before each turn, and says which moves are allowed.

It asks a game's :class:`~boardgames.learning.search_rules.ThrowRules`.  A move is allowed after more than one
throw, but it is searched only once: the expectation of a seat before its throw is the mean of the best moves of the
throws.  The techniques, measured in ``docs/notes/throws.md``: one judgement for each move at the last ply, without
making the positions; a first value of each move, which gives the order, shows which moves are far behind the best
one of their throw and are left out, and bounds the throws that are not searched yet (as Star1 does with the bounds
of all values); iterative deepening, null windows at the root, and a transposition table.

A score is the expectation of the seat to move before its throw, as a share of ``WON``.
"""

from __future__ import annotations

from math import ceil
from typing import Final, final

from mypy_extensions import i64

from boardgames.core.model.game import Action, State, StateT
from boardgames.core.vectors import vec
from boardgames.learning.search_rules import WINS, ThrowRules
from boardgames.players.scores import FAR, LARGEST, SOON, UNBOUNDED, WON, score_of, value_of
from boardgames.players.search import Search, result
from boardgames.players.transposition_table import AT_LEAST, AT_MOST, EXACT, NO_MOVE, NOT_FOUND, is_enough

NOT_ASKED: Final[i64] = -(2**41)  # in place of the score of a throw that asks for no legal move
TAKEN: Final[i64] = -(2**42)  # in place of the first score of a move that was searched
BEHIND: Final = 0.12  # moves whose value is so far behind the best one of their throw are left out
REACH: Final = 0.3  # the value of a throw's best move is at most this far from its first value
LARGEST_SCALES: Final = 2.1  # from this many scales on a score means the largest evaluation


@final
class ThrowSearch(Search[StateT]):
    """A search with its memory, for one player.  Each of the table's ``buckets`` holds two entries.

    Moves whose first value is more than ``margin`` behind the best one of their throw are left out; the best move of
    a throw is taken for no more than ``reach`` better or worse than its first value.
    """

    def __init__(self, rules: ThrowRules[StateT], buckets: int, margin: float = BEHIND, reach: float = REACH) -> None:
        super().__init__(rules, buckets)
        self.throw_rules: Final = rules
        self.margin: Final[i64] = score_of(margin, 0.0)
        self.reach: Final[i64] = score_of(reach, 0.0)
        self.throws: Final[i64] = rules.throws
        largest = ceil(LARGEST_SCALES * rules.pawns)
        self.largest: Final[i64] = largest
        self.worths: Final[vec[i64]] = vec[i64](
            [int(score_of(value_of(score, rules.pawns), 0.0)) for score in range(-largest, largest + 1)]
        )

    def line(self, state: State, first: Action, most: int) -> list[Action]:
        """The expected line, which ends before a throw: ``first`` alone."""
        return [first]

    # -- scores ------------------------------------------------------------------------

    def search(self, state: StateT, depth: i64, alpha: i64, beta: i64, ply: i64, may_pass: bool) -> i64:
        """The score before a throw: as exact as the search is inside the window, otherwise a bound."""
        self.count_node()
        rules = self.throw_rules
        if rules.is_over(state):
            return result(rules.result(state))
        key = rules.key(state)
        slot = self.table.find(key)
        if slot != NOT_FOUND and self.table.depth(slot) >= depth:
            stored = self.table.value(slot)
            if is_enough(stored, self.table.bound(slot), alpha, beta):
                return stored
        moves = rules.moves(state)
        if not len(moves):
            return result(rules.result(state))
        if depth <= 0:
            return self.worth(rules.score(state))
        if depth == 1:
            score = self.at_last_ply(state, moves)
            self.table.store(key, 1, score, EXACT, NO_MOVE)
            return score
        children: list[StateT] = []
        firsts = self.first_scores(state, moves, children, depth)
        tops = self.best_of_throws(moves, firsts)
        free: i64 = 0  # throws that allow all moves
        least = vec[i64]([NOT_ASKED] * int(self.throws))
        most = vec[i64]([NOT_ASKED] * int(self.throws))
        for throw in range(self.throws):
            top = tops[throw]
            if top == NOT_ASKED:
                free += 1
            else:
                least[throw] = max(-WON, top - self.reach)
                most[throw] = min(WON, top + self.reach)
        score = self.mean(most, free)
        if score <= alpha:
            return score
        score = self.mean(least, free)
        if score >= beta:
            return score
        while True:
            throw = highest(tops)
            top = tops[throw]
            if top == NOT_ASKED:
                break
            tops[throw] = NOT_ASKED
            low = max(-UNBOUNDED, self.needed(most, free, throw, alpha))
            high = min(UNBOUNDED, self.needed(least, free, throw, beta))
            score = self.best_of_throw(state, throw, moves, children, firsts, top - self.margin, depth, low, high, ply)
            least[throw] = score
            most[throw] = score
            if score <= low:
                score = min(alpha, self.mean(most, free))
                self.table.store(key, depth, score, AT_MOST, NO_MOVE)
                return score
            if score >= high:
                score = max(beta, self.mean(least, free))
                self.table.store(key, depth, score, AT_LEAST, NO_MOVE)
                return score
        score = self.mean(least, free)
        self.table.store(key, depth, score, EXACT, NO_MOVE)
        return score

    def best_of_throw(
        self,
        state: StateT,
        throw: i64,
        moves: vec[i64],
        children: list[StateT],
        firsts: vec[i64],
        least: i64,
        depth: i64,
        alpha: i64,
        beta: i64,
        ply: i64,
    ) -> i64:
        """The score of a throw's best move, among those with a first score of at least ``least``.

        If all these lose, the others are searched too.
        """
        throw_of = self.throw_rules.throw_of
        best = -UNBOUNDED
        while True:
            place: i64 = -1
            first = NOT_ASKED
            for number in range(i64(len(moves))):
                if firsts[number] > first and throw_of[moves[number]] == throw:
                    first = firsts[number]
                    place = number
            if place < 0 or (first < least and best > -FAR):
                return best
            firsts[place] = TAKEN
            child = children[place] if children else self.rules.play(state, moves[place])
            score = self.after(child, 0, depth - 1, max(alpha, best), beta, ply + 1)
            if score > best:
                best = score
                if score >= beta:
                    return best

    def first_scores(self, state: StateT, moves: vec[i64], children: list[StateT], depth: i64) -> vec[i64]:
        """A first score of each move: that of the position after it, or one ply deeper where depth is left.

        In the second case ``children`` gets the positions.
        """
        rules = self.throw_rules
        count: i64 = len(moves)
        firsts = vec[i64]([0] * int(count))
        if depth == 2:
            scores = rules.scores_after(state, moves)
            for number in range(count):
                firsts[number] = self.worth(scores[number])
        else:
            for number in range(count):
                child = rules.play(state, moves[number])
                children.append(child)
                firsts[number] = -self.first_score(child)
        return firsts

    def first_score(self, state: StateT) -> i64:
        """The score before a throw by one ply, or by a deeper search that was made before."""
        rules = self.throw_rules
        key = rules.key(state)
        slot = self.table.find(key)
        if slot != NOT_FOUND and self.table.bound(slot) == EXACT:
            return self.table.value(slot)
        self.count_node()
        moves = rules.moves(state)
        if not len(moves) or rules.is_over(state):
            return result(rules.result(state))
        score = self.at_last_ply(state, moves)
        self.table.store(key, 1, score, EXACT, NO_MOVE)
        return score

    def at_last_ply(self, state: StateT, moves: vec[i64]) -> i64:
        """The score before a throw, from the judgement after each of these moves, which are all."""
        scores = self.throw_rules.scores_after(state, moves)
        throw_of = self.throw_rules.throw_of
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
        sum: i64 = 0
        top_worth = self.worth(top)
        for throw in range(throws):
            score = best[throw]
            sum += self.worth(score) if score >= -WINS else top_worth
        return sum // throws

    def worth(self, score: i64) -> i64:
        """The score of a position after a move, as a share of ``WON``; ``score`` is in hundredths of a pawn."""
        largest = self.largest
        if score > largest:
            return SOON if score >= WINS else LARGEST
        return self.worths[score + largest] if score > -largest else -LARGEST

    # -- throws ------------------------------------------------------------------------

    def best_of_throws(self, moves: vec[i64], scores: vec[i64]) -> vec[i64]:
        """The largest score of the moves that each throw allows, or ``NOT_ASKED``."""
        throw_of = self.throw_rules.throw_of
        best = vec[i64]([NOT_ASKED] * int(self.throws))
        for number in range(i64(len(moves))):
            throw = throw_of[moves[number]]
            if scores[number] > best[throw]:
                best[throw] = scores[number]
        return best

    def mean(self, scores: vec[i64], free: i64) -> i64:
        """The mean of the throws' scores; the ``free`` throws, which allow all moves, count with the largest."""
        sum: i64 = 0
        top = NOT_ASKED
        for throw in range(self.throws):
            score = scores[throw]
            if score != NOT_ASKED:
                sum += score
                if score > top:
                    top = score
        return (sum + free * top) // self.throws

    def needed(self, scores: vec[i64], free: i64, number: i64, bound: i64) -> i64:
        """The score that throw ``number`` needs for a :meth:`mean` of ``bound``, given those of the other throws."""
        sum: i64 = 0
        top = NOT_ASKED
        for throw in range(self.throws):
            score = scores[throw]
            if score != NOT_ASKED and throw != number:
                sum += score
                if score > top:
                    top = score
        rest = bound * self.throws - sum
        score = rest - free * top
        return score if score <= top else rest // (1 + free)


def highest(scores: vec[i64]) -> i64:
    """The place of the largest score."""
    place: i64 = 0
    for number in range(i64(len(scores))):
        if scores[number] > scores[place]:
            place = number
    return place
