"""A selective search: alpha-beta that leaves out what will hardly matter, for games without dice.

It asks a game's :class:`~boardgames.core.learning.search_rules.SearchRules`.  A leaf is
judged before its moves are listed.  The techniques, each measured in
``docs/strength.md``: iterative deepening, principal variation search, a transposition
table, null move, reverse futility, razoring, late move reductions by history, check extension,
and quiescence.  A narrow search, which a game's rules may ask for, leaves late quiet moves out near the leaves,
and reduces them more elsewhere, also at the root.

Scores are hundredths of a pawn.  A win in *n* plies is ``WON - n``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any, Final, final

from mypy_extensions import i64

from boardgames.core.learning.search_rules import CHECK, GAIN, NEAR_KING, SearchRules
from boardgames.core.vectors import append, vec
from boardgames.players.budget import Budget
from boardgames.players.search import DISCOUNT, LARGEST_EVALUATION, OutOfBudget, by_value

WON: Final[i64] = 30_000
FAR: Final[i64] = 29_000  # a score beyond it says that the game is decided
LARGEST: Final[i64] = 20_000  # judgements are cut off here
UNBOUNDED: Final[i64] = 32_000

PAUSE: Final[i64] = 64  # nodes between two looks at the clock
DEEPEST: Final[i64] = 100  # plies from the root
NO_MOVE: Final[i64] = 65_535

EXACT: Final[i64] = 0
AT_LEAST: Final[i64] = 1
AT_MOST: Final[i64] = 2

# ranks of moves
WINNING: Final[i64] = 2**30
KILLER: Final[i64] = 2**28
MOST_HISTORY: Final[i64] = 16_384

REVERSE_DEPTH: Final[i64] = 4  # up to this depth a judgement far above the window counts as a cutoff
REVERSE_MARGIN: Final[i64] = 100  # so far, ...
REVERSE_STEP: Final[i64] = 120  # ... and so much more for each ply of depth
RAZOR_MARGIN: Final[i64] = 80  # so far below the window, and twice as much more for each ply, quiescence decides
RAZOR_DEPTH: Final[i64] = 2
NULL_REDUCTION: Final[i64] = 3  # plies that a search after a pass is less deep, and one more for each four
DELTA: Final[i64] = 300  # a capture must come so near to the window in quiescence
LATE: Final[i64] = 2  # moves from this place in the order on are reduced
LATE_DEPTH: Final[i64] = 3
LATE_RATE: Final = 5.0
NARROW_LATE_RATE: Final = 1.8
COUNT_DEPTH: Final[i64] = 4  # up to this depth a narrow search leaves out quiet moves ...
COUNT_LEAST: Final[i64] = 8  # ... from this place in the order on, plus ...
COUNT_STEP: Final[i64] = 2  # ... so many places times the depth squared; half of all that if it gets no better
ASPIRATION: Final[i64] = 60  # a narrow search first asks whether the best value stays so near to the one before, ...
ASPIRATION_DEPTH: Final[i64] = 4  # ... from this depth on
HISTORY_STEP: Final[i64] = 6_000  # of history for each ply less or more of reduction
LONGEST_NOISE: Final[i64] = 10  # noisy moves in a row
LONGEST_CHECKS: Final[i64] = 8
LARGEST_BONUS: Final[i64] = 2_000
CHECK_BONUS: Final[i64] = 4_000
NEAR_BONUS: Final[i64] = 1_000


@final
class SelectiveSearch:
    """A search with its memory, for one player.  ``buckets`` of the table hold two entries each."""

    def __init__(self, rules: SearchRules, buckets: int) -> None:
        self.rules: Final = rules
        self.narrow: Final[bool] = rules.narrow
        self.buckets: Final[i64] = buckets
        self.keys: Final[vec[i64]] = vec[i64]([0] * (2 * buckets))
        self.facts: Final[vec[i64]] = vec[i64]([-1] * (2 * buckets))
        self.age: i64 = 0
        self.history: Final[vec[i64]] = vec[i64]([0] * (2 * int(rules.numbers)))
        self.killers: Final[vec[i64]] = vec[i64]([-1] * int(2 * (DEEPEST + 2)))
        self.counters: Final[vec[i64]] = vec[i64]([-1] * (2 * int(rules.numbers)))
        self.played: Final[vec[i64]] = vec[i64]([-1] * int(DEEPEST + 3))
        self.statics: Final[vec[i64]] = vec[i64]([0] * int(DEEPEST + 3))
        rate = NARROW_LATE_RATE if rules.narrow else LATE_RATE
        self.reductions: Final[vec[i64]] = vec[i64](
            [reduction(place // 64, place % 64, rate) for place in range(64 * 64)]
        )
        self.guess: i64 = UNBOUNDED  # the root's score at the last depth, if there is one
        self.nodes: i64 = 0
        self.most_nodes: i64 = 0
        self.pause_at: i64 = 0
        self.budget: Budget = Budget()

    # -- from the root -----------------------------------------------------------------

    def begin(self, budget: Budget) -> None:
        """Start a search within a budget.  The table keeps what earlier searches found."""
        self.budget = budget
        self.nodes = 0
        self.guess = UNBOUNDED
        self.most_nodes = 2**62 if budget.nodes is None else budget.nodes
        self.pause_at = min(PAUSE, self.most_nodes)
        self.age = (self.age + 1) % 1024
        for number in range(i64(len(self.history))):
            self.history[number] = self.history[number] // 4
        for number in range(i64(len(self.killers))):
            self.killers[number] = -1

    def rated(
        self, state: Any, actions: Sequence[Any], depth: int, bonus: list[float], order: list[int], exact: bool
    ) -> list[tuple[float, int]]:
        """As :meth:`boardgames.players.search.Search.rated`."""
        rated: list[tuple[float, int]] = []
        alpha = -UNBOUNDED
        less: list[int] = []
        if self.narrow and not exact:
            weights, order = self.narrow_order(state, depth, order)
            less = [self.less_at_root(depth, number, weights[place]) for number, place in enumerate(order)]
        for number, place in enumerate(order):
            extra: i64 = i64(bonus[place] * self.rules.scale)
            late: i64 = less[number] if less else 0
            child = state.apply(actions[place])
            try:
                if number == 0 and self.narrow and not exact:
                    score = self.near_guess(child, depth)
                elif number == 0 or exact:
                    score = -self.search(child, depth - 1, -UNBOUNDED, UNBOUNDED, 1, True)
                else:
                    low = alpha - extra
                    score = -self.search(child, depth - 1 - late, -low - 1, -low, 1, True)
                    if late and score > low:
                        score = -self.search(child, depth - 1, -low - 1, -low, 1, True)
                    if score > low:
                        score = -self.search(child, depth - 1, -UNBOUNDED, -low, 1, True)
            except OutOfBudget:
                if not rated:
                    raise
                break
            if number == 0 or score > alpha - extra:
                self.guess = score
            if -FAR < score < FAR:
                score += extra
            if score > alpha:
                alpha = score
                rated.insert(0, (value_of(score, self.rules.scale), place))
            else:
                rated.append((value_of(score, self.rules.scale), place))
        return sorted(rated, key=by_value) if exact else rated

    def near_guess(self, child: Any, depth: i64) -> i64:
        """The score of the root's first move, sought near the last depth's first."""
        guess = self.guess
        if depth >= ASPIRATION_DEPTH and -FAR < guess < FAR:
            low, high = guess - ASPIRATION, guess + ASPIRATION
            score = -self.search(child, depth - 1, -high, -low, 1, True)
            if low < score < high:
                return score
        return -self.search(child, depth - 1, -UNBOUNDED, UNBOUNDED, 1, True)

    def narrow_order(self, state: Any, depth: int, order: list[int]) -> tuple[vec[i64], list[int]]:
        """The weights of a state's actions, and their order by rank; what the last depth found best stays the first."""
        moves = self.rules.moves(state)
        weights = self.rules.weights(state, moves)
        ranks = self.ranks(moves, weights, NO_MOVE, 0, 0)
        for _ in range(len(moves), len(order)):  # an action that is no move ends the game, and costs nothing
            weights = append(weights, GAIN)
            ranks = append(ranks, WINNING)
        first = order[:1] if depth > 1 else []
        rest = sorted(order[len(first) :], key=lambda place: -ranks[place])
        return weights, first + rest

    def less_at_root(self, depth: i64, number: i64, weight: i64) -> i64:
        """By how many plies a move at the root is searched less deep at first."""
        if weight >= GAIN or depth < LATE_DEPTH or number <= LATE:
            return 0
        late = self.reductions[(depth if depth < 64 else 63) * 64 + (number if number < 64 else 63)]
        if weight:
            late -= 1
        return 0 if late < 0 else depth - 2 if late > depth - 2 else late

    def value_after(self, state: Any, depth: int) -> float:
        """The value of the action that led to a state, for the seat that chose it."""
        score = -self.search(state, depth - 1, -UNBOUNDED, UNBOUNDED, 1, True)
        return value_of(score, self.rules.scale)

    def line(self, state: Any, first: Any, most: int) -> list[Any]:
        """The expected line: ``first``, then the table's best moves, at most ``most``."""
        line = [first]
        state = state.apply(first)
        while len(line) < most:
            actions = state.actions()
            if not actions:
                break
            slot = self.find(self.rules.key(state))
            if slot < 0:
                break
            move = self.facts[slot] & 65535
            if move == NO_MOVE:
                break
            action = self.rules.action(state, move)
            if action not in actions:
                break
            line.append(action)
            state = state.apply(action)
        return line

    # -- the table -----------------------------------------------------------------------

    def find(self, key: i64) -> i64:
        slot = key % self.buckets * 2
        if self.keys[slot] == key and self.facts[slot] >= 0:
            return slot
        slot += 1
        if self.keys[slot] == key and self.facts[slot] >= 0:
            return slot
        return -1

    def store(self, key: i64, depth: i64, score: i64, bound: i64, move: i64, ply: i64) -> None:
        """The first entry of a bucket keeps the deeper search, the second one the newer."""
        slot = key % self.buckets * 2
        if depth < 0:
            depth = 0
        facts = self.facts[slot]
        if self.keys[slot] != key or facts < 0:
            other = self.facts[slot + 1]
            if self.keys[slot + 1] == key and other >= 0:
                slot += 1
                facts = other
            elif facts >= 0 and facts >> 42 == self.age and facts >> 34 & 255 > depth:
                slot += 1
                facts = -1
            else:
                if facts >= 0:
                    self.keys[slot + 1] = self.keys[slot]
                    self.facts[slot + 1] = facts
                facts = -1
        if facts >= 0 and move == NO_MOVE:
            move = facts & 65535
        if score >= FAR:
            score += ply
        elif score <= -FAR:
            score -= ply
        self.keys[slot] = key
        self.facts[slot] = self.age << 42 | (depth * 65536 + score + UNBOUNDED) << 18 | bound << 16 | move

    # -- values ------------------------------------------------------------------------

    def search(self, state: Any, depth: i64, alpha: i64, beta: i64, ply: i64, may_pass: bool) -> i64:
        """The score of a state for the seat to move: exact inside the window, otherwise a bound."""
        self.nodes += 1
        if self.nodes >= self.pause_at:
            self.pause()
        rules = self.rules
        if rules.is_over(state):
            return rules.result(state) * (WON - ply)
        check = rules.in_check(state)
        if check:
            depth += 1
        if depth <= 0 or ply >= DEEPEST:
            return self.quiescence(state, alpha, beta, ply, 0, check)
        # a win next move is the most there is
        if beta > WON - ply - 1:
            beta = WON - ply - 1
            if alpha >= beta:
                return beta
        key = rules.key(state)
        best_move = NO_MOVE
        open_window = beta - alpha > 1
        slot = self.find(key)
        if slot >= 0:
            facts = self.facts[slot]
            best_move = facts & 65535
            if facts >> 34 & 255 >= depth and not open_window and answers(facts, ply, alpha, beta):
                return found_score(facts, ply)
        static: i64 = -UNBOUNDED
        improving = False
        if not check:
            static = bounded(rules.score(state))
            self.statics[ply] = static
            improving = ply >= 2 and static > self.statics[ply - 2]
            if self.narrow and slot >= 0:
                score = found_score(self.facts[slot], ply)
                if -FAR < score < FAR and answers(self.facts[slot], ply, static, static):
                    static = score
            if not open_window:
                margin = REVERSE_MARGIN + REVERSE_STEP * (depth - 1 if improving else depth)
                if depth <= REVERSE_DEPTH and static - margin >= beta and beta > -FAR:
                    return static
                if depth <= RAZOR_DEPTH and static + RAZOR_MARGIN * (2 * depth + 1) <= alpha:
                    score = self.quiescence(state, alpha, beta, ply, 0, False)
                    if score <= alpha:
                        return score
                if may_pass and depth >= 2 and static >= beta and beta > -FAR:
                    score = self.after_pass(state, depth, beta, ply)
                    if score >= beta:
                        return score
        else:
            self.statics[ply] = self.statics[ply - 2] if ply >= 2 else 0
        moves = rules.moves(state)
        count: i64 = len(moves)
        if not count:
            return rules.result(state) * (WON - ply)
        weights = rules.weights(state, moves)
        side = (ply & 1) * rules.numbers
        ranks = self.ranks(moves, weights, best_move, side, ply)
        best = -UNBOUNDED
        best_number = NO_MOVE
        low = alpha
        most = count
        if self.narrow and depth <= COUNT_DEPTH and not check and not open_window:
            most = quiet_tries(depth, improving)
        for number in range(count):
            if number == most and best > -FAR:  # there is a move that is not mated
                leave_out_quiet(ranks, weights)
            place = next_place(ranks)
            if ranks[place] > -2:
                break  # all that is left is left out
            move = moves[place]
            weight = weights[place]
            quiet = weight < GAIN
            late: i64 = 0
            if quiet and depth >= LATE_DEPTH and number >= LATE and not check:
                late = self.reductions[(depth if depth < 64 else 63) * 64 + (number if number < 64 else 63)]
                if weight:
                    late -= 1
                if open_window:
                    late -= 1
                if not improving:
                    late += 1
                late -= self.history[side + move] // HISTORY_STEP
                late = 0 if late < 0 else depth - 2 if late > depth - 2 else late
            child = rules.play(state, move)
            self.played[ply] = move
            if number == 0:
                score = -self.search(child, depth - 1, -beta, -low, ply + 1, True)
            else:
                score = -self.search(child, depth - 1 - late, -low - 1, -low, ply + 1, True)
                if late and score > low:
                    score = -self.search(child, depth - 1, -low - 1, -low, ply + 1, True)
                if low < score < beta:
                    score = -self.search(child, depth - 1, -beta, -low, ply + 1, True)
            if score > best:
                best = score
                if score > low:
                    best_number = move
                    low = score
                    if score >= beta:
                        if quiet:
                            self.learn(moves, weights, ranks, place, side, depth, ply)
                        break
        bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
        self.store(key, depth, best, bound, best_number, ply)
        return best

    def after_pass(self, state: Any, depth: i64, beta: i64, ply: i64) -> i64:
        """The score if the seat passes, a bound where it is at least ``beta``: a move is hardly worse than none."""
        passed = self.rules.passed(state)
        if passed is None:
            return -UNBOUNDED
        self.played[ply] = -1
        score = -self.search(passed, depth - NULL_REDUCTION - depth // 4, -beta, 1 - beta, ply + 1, False)
        return beta if score >= FAR else score

    def quiescence(self, state: Any, alpha: i64, beta: i64, ply: i64, below: i64, check: bool) -> i64:
        """The score when only noisy moves are searched; in check, all are.

        Where quiescence begins, a narrow search keeps in the table what took moves to find out.
        """
        rules = self.rules
        best = -UNBOUNDED
        static: i64 = 0
        kept = self.narrow and not below and not check
        key: i64 = 0  # until the first move is searched
        if check:
            if ply >= DEEPEST or below > LONGEST_CHECKS:
                return bounded(rules.score(state))
            moves = rules.moves(state)
            if not len(moves):
                return rules.result(state) * (WON - ply)
        else:
            static = bounded(rules.score(state))
            best = static
            if best >= beta or ply >= DEEPEST or below > LONGEST_NOISE:
                return best
            moves = rules.noisy_moves(state)
        weights = rules.weights(state, moves)
        count: i64 = len(moves)
        if check:
            ranks = self.ranks(moves, weights, NO_MOVE, (ply & 1) * rules.numbers, ply)
        else:
            ranks = weights[:]
            for place in range(count):
                if ranks[place] < GAIN:
                    ranks[place] = -1
        low = best if best > alpha else alpha
        for number in range(count):
            place = next_place(ranks)
            if not check:
                if weights[place] < GAIN or ranks[place] > -2:
                    break
                if static + weights[place] // GAIN + DELTA <= low:
                    break  # the best that is left wins too little
            if kept and not number:
                key = rules.key(state)
                slot = self.find(key)
                if slot >= 0 and beta - alpha <= 1 and answers(self.facts[slot], ply, alpha, beta):
                    return found_score(self.facts[slot], ply)
            child = rules.play(state, moves[place])
            self.nodes += 1
            if self.nodes >= self.pause_at:
                self.pause()
            if rules.is_over(child):
                score = -rules.result(child) * (WON - ply - 1)
            else:
                score = -self.quiescence(child, -beta, -low, ply + 1, below + 1, rules.in_check(child))
            if score > best:
                best = score
                if score > low:
                    low = score
                    if score >= beta:
                        break
        if key:
            bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
            self.store(key, 0, best, bound, NO_MOVE, ply)
        return best

    # -- move ordering -----------------------------------------------------------------

    def ranks(self, moves: vec[i64], weights: vec[i64], first: i64, side: i64, ply: i64) -> vec[i64]:
        """A number for each move: the larger, the sooner it is searched."""
        count: i64 = len(moves)
        ranks = moves[:]
        one, two = self.killers[2 * ply], self.killers[2 * ply + 1]
        counter: i64 = -1
        last = self.played[ply - 1] if ply else -1
        if last >= 0:
            counter = self.counters[side + last]
        history = self.history
        for place in range(count):
            move, weight = moves[place], weights[place]
            if move == first:
                rank = 2 * WINNING
            elif weight >= GAIN:
                rank = WINNING + weight
            elif move == one:
                rank = KILLER + 3
            elif move == two:
                rank = KILLER + 2
            elif move == counter:
                rank = KILLER + 1
            else:
                rank = history[side + move] + MOST_HISTORY
                if weight & CHECK:
                    rank += CHECK_BONUS
                if weight & NEAR_KING:
                    rank += NEAR_BONUS
            ranks[place] = rank
        return ranks

    def learn(
        self, moves: vec[i64], weights: vec[i64], ranks: vec[i64], place: i64, side: i64, depth: i64, ply: i64
    ) -> None:
        """A quiet move caused a cutoff: remember it, and that those before it did not."""
        move = moves[place]
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        last = self.played[ply - 1] if ply else -1
        if last >= 0:
            self.counters[side + last] = move
        bonus = depth * depth * 16
        if bonus > LARGEST_BONUS:
            bonus = LARGEST_BONUS
        history = self.history
        for number in range(i64(len(moves))):
            if ranks[number] <= -2 and weights[number] < GAIN:
                slot = side + moves[number]
                change = bonus if number == place else -bonus
                history[slot] += change - history[slot] * bonus // MOST_HISTORY

    # -- the budget --------------------------------------------------------------------

    def pause(self) -> None:
        """Look at the clock.  Raises :class:`~boardgames.players.search.OutOfBudget`."""
        if self.nodes > self.most_nodes or self.budget.is_spent():
            raise OutOfBudget
        self.pause_at = self.nodes + PAUSE
        if self.pause_at > self.most_nodes:
            self.pause_at = self.most_nodes + 1


def reduction(depth: int, number: int, rate: float) -> int:
    """By how many plies a late move is searched less deep at first."""
    return int(0.6 + log(depth) * log(number) / rate) if depth and number else 0


def found_score(facts: i64, ply: i64) -> i64:
    """The score in an entry of the table; a win is as far from the root as the entry is met there."""
    score = (facts >> 18 & 65535) - UNBOUNDED
    return score - ply if score >= FAR else score + ply if score <= -FAR else score


def answers(facts: i64, ply: i64, alpha: i64, beta: i64) -> bool:
    """Does an entry of the table say all that a search between ``alpha`` and ``beta`` asks?"""
    bound, score = facts >> 16 & 3, found_score(facts, ply)
    return bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha)


def quiet_tries(depth: i64, improving: bool) -> i64:
    """The place in the order from which on a narrow search leaves out quiet moves."""
    tries = COUNT_LEAST + COUNT_STEP * depth * depth
    return tries if improving else tries // 2


def bounded(score: i64) -> i64:
    return LARGEST if score > LARGEST else -LARGEST if score < -LARGEST else score


def leave_out_quiet(ranks: vec[i64], weights: vec[i64]) -> None:
    """Keep of the moves that are not taken yet those that win something, give check, or end beside the king."""
    for place in range(i64(len(ranks))):
        if ranks[place] >= 0 and not weights[place]:
            ranks[place] = -1


def next_place(ranks: vec[i64]) -> i64:
    """Take the place with the largest rank of those that are left: its rank becomes ``-2 - rank``."""
    best: i64 = -1
    place: i64 = 0
    for number in range(i64(len(ranks))):
        if ranks[number] > best:
            best = ranks[number]
            place = number
    ranks[place] = -2 - best
    return place


def value_of(score: i64, scale: float) -> float:
    """What a score means, from -1 to 1; a decided game as :data:`~boardgames.players.search.DISCOUNT` has it."""
    if score >= FAR:
        return DISCOUNT ** int(WON - score)
    if score <= -FAR:
        return -(DISCOUNT ** int(WON + score))
    value = 1.0 - 2.0 / (exp(2.0 * float(int(score)) / scale) + 1.0)
    return max(-LARGEST_EVALUATION, min(LARGEST_EVALUATION, value))
