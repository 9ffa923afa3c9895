"""Alpha-beta search over a game's :class:`~boardgames.learning.search_rules.SearchRules`.

Depth counts decisions.  A throw of dice costs no depth, unless it passes the turn.  Deeper searches repeat the shallow
ones, which costs little and tells which move to try first.  A leaf is judged before its moves are listed.

The techniques, each measured in ``docs/notes/judgement.md``: iterative deepening, principal variation search, a
transposition table, killer, counter and history order, late move reductions by history, check extension, and
quiescence; Star1 (Ballard 1983) at throws; where the judgement has a scale also null move, futility, reverse futility,
razoring, internal iterative reductions, and larger reductions where a cutoff is expected.  A narrow search, which a
game's rules may ask for, leaves late quiet moves out near the leaves, and reduces them more elsewhere, also at the
root.  A search of *full width* reduces nothing: its value is that of the plain definition, to the depth asked for.

:mod:`.scores` tells what scores mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log
from typing import Any, Final, Generic

from mypy_extensions import i64

from boardgames.core.model.dice import distribution_of
from boardgames.core.model.game import Action, State, StateT
from boardgames.core.vectors import append, vec
from boardgames.learning.search_rules import CHECK, GAIN, NEAR_KING, SearchRules
from boardgames.players.bounded_search import BoundedSearch, OutOfBudget, next_place
from boardgames.players.budget import Budget
from boardgames.players.scores import FAR, SOON, UNBOUNDED, WON, bounded, farther, nearer, score_of, value_of
from boardgames.players.transposition_table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    MOVE_BITS,
    NO_MOVE,
    NOT_FOUND,
    TranspositionTable,
    bound_of,
    is_enough,
)

DEEPEST: Final[i64] = 100  # plies from the root
# ranks of moves
WINNING: Final[i64] = 2**30
KILLER: Final[i64] = 2**28
MOST_HISTORY: Final[i64] = 16_384

# what is left out; scores are hundredths of a pawn
MARGIN: Final[i64] = 100  # reverse futility: a judgement this far above the window is a cutoff
MARGIN_STEP: Final[i64] = 120  # and this much more for each ply of depth
MARGIN_DEPTH: Final[i64] = 4  # the largest depth of reverse futility
RAZOR: Final[i64] = 160  # razoring: this far below the window, and twice as much more for each ply, quiescence decides
RAZOR_DEPTH: Final[i64] = 2  # the largest depth of razoring
NULL: Final[i64] = 3  # plies that a search after a pass is less deep, and one more for each four
FUTILE: Final[i64] = 150  # futility: this far below the window, quiet moves after the first are left out
FUTILE_STEP: Final[i64] = 120  # and this much more for each ply of depth
FUTILE_DEPTH: Final[i64] = 4  # the largest depth of futility
DELTA: Final[i64] = 300  # how near to the window a capture must come in quiescence
PLAIN_LATE: Final[i64] = 4  # without a scale, moves from this place in the order on are reduced
LATE: Final[i64] = 2  # moves from this place in the order on are reduced
LATE_DEPTH: Final[i64] = 3  # the least depth at which they are
LATE_RATE: Final = 5.0  # they are reduced by ln(depth) ln(place) divided by this
NARROW_LATE_RATE: Final = 1.8
UNKNOWN_DEPTH: Final[i64] = 3  # the least depth at which a position without a move from the table is searched less deep
HISTORY_STEP: Final[i64] = 6_000  # of history for each ply less or more of reduction
QUIET: Final[i64] = 8  # a narrow search leaves out quiet moves from this place in the order on
QUIET_STEP: Final[i64] = 2  # plus this times the depth squared
QUIET_DEPTH: Final[i64] = 8  # the largest depth at which it does
WINDOW: Final[i64] = 60  # a narrow search first asks for a score this near to the last one
WIDER: Final[i64] = 3  # and then for one this many times less near
WIDEST: Final[i64] = 2_000  # from here on for any
ASPIRATION_DEPTH: Final[i64] = 4  # from this depth on a narrow search asks for a score near the last one
LONGEST_NOISE: Final[i64] = 10  # noisy moves in a row
LONGEST_CHECKS: Final[i64] = 8
LARGEST_BONUS: Final[i64] = 2_000
CHECK_BONUS: Final[i64] = 4_000
NEAR_BONUS: Final[i64] = 3_000


class Search(BoundedSearch, Generic[StateT]):
    """A search with its memory, for one player.  Each of the table's ``buckets`` holds two entries."""

    def __init__(self, rules: SearchRules[StateT], buckets: int, full_width: bool = False) -> None:
        super().__init__()
        self.table: Final = TranspositionTable(buckets)
        self.rules: Final = rules
        self.full_width: Final[bool] = full_width
        self.alternates: Final[bool] = rules.alternates
        self.has_margins: Final[bool] = rules.scale > 0.0
        self.narrow: Final[bool] = rules.narrow
        self.late: Final[i64] = LATE if rules.scale > 0.0 else PLAIN_LATE
        self.history: Final[vec[i64]] = vec[i64]([0] * (2 * int(rules.numbers)))
        self.killers: Final[vec[i64]] = vec[i64]([-1] * int(2 * (DEEPEST + 2)))
        self.counters: Final[vec[i64]] = vec[i64]([-1] * (2 * int(rules.numbers)))
        self.played: Final[vec[i64]] = vec[i64]([-1] * int(DEEPEST + 3))
        self.statics: Final[vec[i64]] = vec[i64]([0] * int(DEEPEST + 3))
        self.expects_cut: Final[vec[i64]] = vec[i64]([0] * int(DEEPEST + 3))  # by ply: 1 where a cutoff is expected
        rate = NARROW_LATE_RATE if rules.narrow else LATE_RATE
        self.reductions: Final[vec[i64]] = vec[i64](
            [reduction(place // 64, place % 64, rate) for place in range(64 * 64)]
        )
        self.guess: i64 = UNBOUNDED  # the root's score at the last depth, if there is one
        self.is_guessed: bool = False
        self.root_reductions: list[int] = []  # by place: plies that a root action is searched less deep at first

    # -- from the root -----------------------------------------------------------------

    def begin(self, budget: Budget) -> None:
        """Start a search within a budget.  The table keeps what earlier searches found."""
        super().begin(budget)
        self.table.begin_search()
        self.guess = UNBOUNDED
        history = self.history
        for number in range(i64(len(history))):
            if history[number]:  # mostly not: games have thousands of actions
                history[number] = history[number] // 4
        for number in range(i64(len(self.killers))):
            self.killers[number] = -1

    def rated(
        self,
        state: State,
        actions: Sequence[Action],
        depth: int,
        bonus: Sequence[float],
        order: Sequence[int],
        lines: int,
    ) -> list[tuple[float, int]]:
        """The actions' values and places in the list, the best first, after a search of ``depth`` decisions.

        ``order`` gives the places in the order in which they are searched; a narrow search orders the actions itself.
        The values of the best ``lines`` actions are exact; the others are upper bounds.
        ``bonus`` is added to the values of actions that decide nothing.

        Raises :class:`~boardgames.players.bounded_search.OutOfBudget` if the budget ends before the first action is
        searched.  If it ends later, the list is shorter.
        """
        rules = self.rules
        scale = rules.scale if self.has_margins else float(int(WON))
        self.root_reductions = [0] * len(actions)
        self.is_guessed = self.narrow and lines == 1
        if self.is_guessed:
            weights, order = self.narrow_order(rules.position(state), depth, order)
            for number, place in enumerate(order):
                self.root_reductions[place] = int(self.less_at_root(depth, number, weights[place]))
        rated: list[tuple[int, int]] = []
        alpha = -UNBOUNDED
        seat = 0 if self.alternates else rules.seat(rules.position(state))
        for place in order:
            extra = i64(bonus[place] * scale)
            child = rules.position(state.apply(actions[place]))
            try:
                if len(rated) < lines:
                    score = self.after_root(child, seat, depth, place, -UNBOUNDED, UNBOUNDED)
                else:
                    low = alpha - extra
                    score = self.after_root(child, seat, depth, place, low, low + 1)
                    if score > low:
                        score = self.after_root(child, seat, depth, place, low, UNBOUNDED)
            except OutOfBudget:
                if not rated:
                    raise
                break
            if -FAR < score < FAR:
                score += extra
            if score > alpha:
                rated = sorted([*rated[:lines], (int(score), place)], key=best_first) + rated[lines:]
                alpha = rated[lines - 1][0] if len(rated) >= lines else -UNBOUNDED
            else:
                rated.append((int(score), place))
        return [(value_of(score, rules.scale), place) for score, place in rated]

    def after_root(self, child: StateT, seat: i64, depth: i64, place: i64, alpha: i64, beta: i64) -> i64:
        """The score for ``seat`` of the action at ``place``, which led to ``child``."""
        self.expects_cut[1] = 1 if beta < UNBOUNDED else 0
        if beta < UNBOUNDED:
            late: i64 = self.root_reductions[place]
            score = self.after(child, seat, depth - 1 - late, alpha, beta, 1)
            if late and score > alpha:
                score = self.after(child, seat, depth - 1, alpha, beta, 1)
            return score
        if alpha <= -UNBOUNDED and self.is_guessed:
            score = self.near_guess(child, seat, depth)
        else:
            score = self.after(child, seat, depth - 1, alpha, beta, 1)
        if score > alpha:
            self.guess = score
        return score

    def near_guess(self, child: StateT, seat: i64, depth: i64) -> i64:
        """The score of the root's first move, sought near the last depth's first, and then less near."""
        guess, width = self.guess, WINDOW
        low, high = -UNBOUNDED, UNBOUNDED
        if depth >= ASPIRATION_DEPTH and -FAR < guess < FAR:
            low, high = guess - width, guess + width
        while True:
            score = self.after(child, seat, depth - 1, low, high, 1)
            width *= WIDER
            if score <= low:
                low = guess - width if width < WIDEST else -UNBOUNDED
            elif score >= high:
                high = guess + width if width < WIDEST else UNBOUNDED
            else:
                return score

    def narrow_order(self, state: StateT, depth: int, order: Sequence[int]) -> tuple[vec[i64], list[int]]:
        """The weights of a state's actions, and their order by rank; the best of the last depth stays the first."""
        moves = self.rules.moves(state)
        weights = self.rules.weights(state, moves)
        ranks = self.ranks(moves, weights, NO_MOVE, 0, 0)
        for _ in range(len(moves), len(order)):  # an action that is no move ends the game, and costs nothing
            weights = append(weights, GAIN)
            ranks = append(ranks, WINNING)
        first = list(order[:1]) if depth > 1 else []
        rest = sorted(order[len(first) :], key=lambda place: -ranks[place])
        return weights, first + rest

    def less_at_root(self, depth: i64, number: i64, weight: i64) -> i64:
        """The plies that a move at the root is searched less deep at first."""
        if weight >= GAIN or depth < LATE_DEPTH or number <= LATE:
            return 0
        late = self.reductions[(depth if depth < 64 else 63) * 64 + (number if number < 64 else 63)]
        if weight:
            late -= 1
        return 0 if late < 0 else depth - 2 if late > depth - 2 else late

    def value_after(self, child: State, seat: i64, depth: i64) -> float:
        """The value for ``seat`` of its action that led to a state, in a search of ``depth`` decisions."""
        score = self.after(self.rules.position(child), seat, depth - 1, -UNBOUNDED, UNBOUNDED, 1)
        return value_of(score, self.rules.scale)

    def is_at_most(self, child: State, seat: i64, depth: i64, value: float) -> bool:
        """True if the action of ``seat`` that led to a state is worth no more than ``value``."""
        low = score_of(value, self.rules.scale)
        return self.after(self.rules.position(child), seat, depth - 1, low, low + 1, 1) <= low

    def value_before_throw(self, state: State, depth: i64) -> float:
        """The value for ``state.seat`` where dice are thrown, in a search of ``depth`` decisions."""
        score = self.search(self.rules.position(state), depth, -UNBOUNDED, UNBOUNDED, 0, False)
        return value_of(score, self.rules.scale)

    def line(self, state: State, first: Action, most: int) -> list[Action]:
        """The expected line: ``first``, then the best actions as far as they are stored, at most ``most``.

        It ends before a throw.
        """
        line = [first]
        state = state.apply(first)
        while len(line) < most:
            actions = state.actions()
            if not actions:
                break
            position = self.rules.position(state)
            move = self.best_move(position)
            action = None if move == NO_MOVE else self.rules.action(position, move)
            if action is None or action not in actions:
                break
            line.append(action)
            state = state.apply(action)
        return line

    # -- the table -----------------------------------------------------------------------

    def best_move(self, state: StateT) -> i64:
        slot = self.table.find(self.rules.key(state))
        return self.table.best(slot) if slot != NOT_FOUND else NO_MOVE

    def answer(self, slot: i64, alpha: i64, beta: i64) -> i64:
        """The score in an entry if it answers a search between ``alpha`` and ``beta``, else ``UNBOUNDED``."""
        score = self.table.value(slot)
        return score if is_enough(score, self.table.bound(slot), alpha, beta) else UNBOUNDED

    def answers(self, slot: i64, depth: i64, alpha: i64, beta: i64) -> bool:
        """True if an entry may stand for a search of this depth: at full width only one of the same depth may.

        A line that is told is searched, so with a judgement in pawns entries answer for null windows alone.
        """
        stored = self.table.depth(slot)
        if self.full_width:
            return stored == depth
        return stored >= depth and (beta - alpha <= 1 or not self.has_margins)

    # -- values ------------------------------------------------------------------------

    def after(self, child: StateT, seat: i64, depth: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        """The score for ``seat`` of its move that led to ``child``."""
        if self.alternates or self.rules.seat(child) != seat:
            return nearer(-self.search(child, depth, -farther(beta), -farther(alpha), ply, True))
        return nearer(self.search(child, depth, farther(alpha), farther(beta), ply, True))

    def search(self, state: StateT, depth: i64, alpha: i64, beta: i64, ply: i64, may_pass: bool) -> i64:
        """The score of a state for the seat to move: exact inside the window, otherwise a bound."""
        self.count_node()
        rules = self.rules
        if rules.is_over(state):
            return result(rules.result(state))
        if not self.has_margins and (depth <= 0 or ply >= DEEPEST):
            return bounded(rules.score(state))
        if not self.alternates:
            chances: Sequence[tuple[Action, Fraction]] = rules.chances(state)
            if chances:
                return self.expected(state, chances, depth, alpha, beta, ply)
        check = rules.in_check(state)
        if check:
            depth += 1
        if depth <= 0 or ply >= DEEPEST:
            return self.quiescence(state, alpha, beta, ply, 0, check)
        if beta > SOON:  # a win next move is the most there is
            beta = SOON
            if alpha >= beta:
                return beta
        key = rules.key(state)
        first = NO_MOVE
        slot = self.table.find(key)
        if slot != NOT_FOUND:
            first = self.table.best(slot)
            if self.answers(slot, depth, alpha, beta):
                score = self.answer(slot, alpha, beta)
                if score != UNBOUNDED:
                    return score
        improving = False
        if check:
            self.statics[ply] = self.statics[ply - 2] if ply >= 2 else 0
        elif self.has_margins:
            static = bounded(rules.score(state))
            self.statics[ply] = static
            improving = ply >= 2 and static > self.statics[ply - 2]
            if beta - alpha <= 1:
                if self.narrow and slot != NOT_FOUND:
                    score = self.answer(slot, static, static)
                    if -FAR < score < FAR:
                        static = score
                score = self.without_moves(state, depth, beta, ply, static, improving, may_pass)
                if score != UNBOUNDED:
                    return score
        return self.best_of_moves(state, key, depth, alpha, beta, ply, first, check, improving)

    def expected(
        self, state: StateT, chances: Sequence[tuple[Action, Fraction]], depth: i64, alpha: i64, beta: i64, ply: i64
    ) -> i64:
        """The score of a state in which dice are thrown, for the seat that throws.

        Star1: no outcome is worth more than a win or less than a loss.  So after some outcomes it may be certain that
        the sum stays outside the window.
        """
        rules = self.rules
        key = rules.key(state)
        slot = self.table.find(key)
        if slot != NOT_FOUND and self.answers(slot, depth, alpha, beta):
            score = self.answer(slot, alpha, beta)
            if score != UNBOUNDED:
                return score
        seat = rules.seat(state)
        thrower: Any = state
        distribution = distribution_of(chances)
        total = float(distribution.total)
        bounds, outcomes = distribution.bounds, distribution.outcomes
        low, high, most = float(int(alpha)), float(int(beta)), float(int(WON))
        sum = 0.0  # of what is known, times its chance
        left = 1.0  # the chance of the outcomes that are not yet known
        before: int = 0
        for number in range(len(outcomes)):
            chance = float(bounds[number] - before) / total
            before = bounds[number]
            left = max(0.0, left - chance)
            unknown = most * left
            child: StateT = thrower.apply(outcomes[number])
            # a throw that passes the turn costs depth: otherwise the search might have no end
            child_depth = depth - 1 if rules.chances(child) else depth
            # a part more on both sides, for what is lost in rounding
            least = i64(max((low - sum - unknown) / chance, -2.0 * most)) - 2
            limit = i64(min((high - sum + unknown) / chance, 2.0 * most)) + 2
            if rules.seat(child) == seat:
                score = self.search(child, child_depth, least, limit, ply + 1, True)
            else:
                score = -self.search(child, child_depth, -limit, -least, ply + 1, True)
            sum += chance * float(int(score))
            if score <= least:
                score = i64(sum + unknown) + 1
                self.table.store(key, depth, score, AT_MOST, NO_MOVE)
                return score
            if score >= limit:
                score = i64(sum - unknown) - 1
                self.table.store(key, depth, score, AT_LEAST, NO_MOVE)
                return score
        score = i64(sum)
        self.table.store(key, depth, score, EXACT, NO_MOVE)
        return score

    def without_moves(
        self, state: StateT, depth: i64, beta: i64, ply: i64, static: i64, improving: bool, may_pass: bool
    ) -> i64:
        """A bound in the null window below ``beta`` without a search of the moves; ``UNBOUNDED`` if there is none.

        That is reverse futility, razoring, or null move.
        """
        margin = MARGIN + MARGIN_STEP * (depth - 1 if improving else depth)
        if depth <= MARGIN_DEPTH and static - margin >= beta and beta > -FAR:
            return static
        if depth <= RAZOR_DEPTH and static + RAZOR * (2 * depth + 1) < beta:
            score = self.quiescence(state, beta - 1, beta, ply, 0, False)
            if score < beta:
                return score
        if may_pass and depth >= 2 and static >= beta and beta > -FAR:
            score = self.after_pass(state, depth, beta, ply)
            if score >= beta:
                return score
        return UNBOUNDED

    def best_of_moves(
        self,
        state: StateT,
        key: i64,
        depth: i64,
        alpha: i64,
        beta: i64,
        ply: i64,
        first: i64,
        check: bool,
        improving: bool,
    ) -> i64:
        """The score by a search of the moves, which is stored."""
        rules = self.rules
        moves = rules.moves(state)
        count: i64 = len(moves)
        if not count:
            return result(rules.result(state))
        weights = rules.weights(state, moves)
        seat = ply & 1 if self.alternates else rules.seat(state)
        side = seat * rules.numbers
        ranks = self.ranks(moves, weights, first, side, ply)
        if self.has_margins and first == NO_MOVE and depth >= UNKNOWN_DEPTH and not check:
            depth -= 1
        expects_cut = self.expects_cut[ply]
        best = -UNBOUNDED
        best_move = NO_MOVE
        low = alpha
        most = count
        if self.has_margins and not check and beta - alpha <= 1:
            if depth <= FUTILE_DEPTH and self.statics[ply] + FUTILE + FUTILE_STEP * depth <= alpha:
                most = 1
            elif self.narrow and depth <= QUIET_DEPTH:
                most = QUIET + QUIET_STEP * depth * depth
                most = most if improving else most // 2
        for number in range(count):
            if number == most and best > -FAR:  # there is a move that is not mated
                leave_out_quiet(ranks, weights)
            place = next_place(ranks)
            if ranks[place] > -2:
                break  # all that is left is left out
            move = moves[place]
            late: i64 = 0
            if (
                weights[place] < GAIN
                and depth >= LATE_DEPTH
                and number >= self.late
                and not check
                and not self.full_width
            ):
                late = self.reductions[(depth if depth < 64 else 63) * 64 + (number if number < 64 else 63)]
                if weights[place]:
                    late -= 1
                if beta - alpha > 1:
                    late -= 1
                if self.has_margins:
                    late += expects_cut if improving else expects_cut + 1
                late -= self.history[side + move] // HISTORY_STEP
                late = 0 if late < 0 else depth - 2 if late > depth - 2 else late
            child = rules.play(state, move)
            self.played[ply] = move
            self.expects_cut[ply + 1] = 1 - expects_cut if number or beta - alpha <= 1 else 0
            if number:
                score = self.after(child, seat, depth - 1 - late, low, low + 1, ply + 1)
                if late and score > low:
                    score = self.after(child, seat, depth - 1, low, low + 1, ply + 1)
                if low < score < beta:
                    self.expects_cut[ply + 1] = 0
                    score = self.after(child, seat, depth - 1, low, beta, ply + 1)
            else:
                score = self.after(child, seat, depth - 1, low, beta, ply + 1)
            if score > best:
                best = score
                if score > low:
                    best_move = move
                    low = score
                    if score >= beta:
                        if weights[place] < GAIN:
                            self.learn(moves, weights, ranks, place, side, depth, ply)
                        break
        self.table.store(key, depth, best, bound_of(best, alpha, beta), best_move)
        return best

    def after_pass(self, state: StateT, depth: i64, beta: i64, ply: i64) -> i64:
        """The score if the seat passes; from ``beta`` on it is a bound, since a move is hardly worse than none."""
        passed = self.rules.passed(state)
        if passed is None:
            return -UNBOUNDED
        self.played[ply] = -1
        self.expects_cut[ply + 1] = 1 - self.expects_cut[ply]
        score = -self.search(passed, depth - NULL - depth // 4, -beta, 1 - beta, ply + 1, False)
        return beta if score >= FAR else score

    def quiescence(self, state: StateT, alpha: i64, beta: i64, ply: i64, below: i64, check: bool) -> i64:
        """The score if only noisy moves are searched, or all moves in check.

        It is stored where quiescence begins, if it took moves to find and the seat is not in check.
        """
        rules = self.rules
        best = -UNBOUNDED
        static: i64 = 0
        stores = not below and not check
        key: i64 = 0  # until the first move is searched
        if check:
            if ply >= DEEPEST or below > LONGEST_CHECKS:
                return bounded(rules.score(state))
            moves = rules.moves(state)
            if not len(moves):
                return result(rules.result(state))
        else:
            static = bounded(rules.score(state))
            best = static
            if best >= beta or ply >= DEEPEST or below > LONGEST_NOISE:
                return best
            moves = rules.noisy_moves(state)
            if not len(moves):
                return best
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
            if stores and not number:
                key = rules.key(state)
                slot = self.table.find(key)
                if slot != NOT_FOUND and beta - alpha <= 1:
                    score = self.answer(slot, alpha, beta)
                    if score != UNBOUNDED:
                        return score
            child = rules.play(state, moves[place])
            self.count_node()
            if rules.is_over(child):
                score = -result(rules.result(child))
            else:
                score = -self.quiescence(
                    child, -farther(beta), -farther(low), ply + 1, below + 1, rules.in_check(child)
                )
            score = nearer(score)
            if score > best:
                best = score
                if score > low:
                    low = score
                    if score >= beta:
                        break
        if key:
            self.table.store(key, 0, best, bound_of(best, alpha, beta), NO_MOVE)
        return best

    # -- move ordering -----------------------------------------------------------------

    def ranks(self, moves: vec[i64], weights: vec[i64], first: i64, side: i64, ply: i64) -> vec[i64]:
        """The rank of each move: the larger, the sooner it is searched."""
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
            if move & MOVE_BITS == first:
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
        """Remember that a quiet move caused a cutoff, and that those before it did not."""
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


def reduction(depth: int, number: int, rate: float) -> int:
    """The plies that a late move is searched less deep at first."""
    return int(0.6 + log(depth) * log(number) / rate) if depth and number else 0


def leave_out_quiet(ranks: vec[i64], weights: vec[i64]) -> None:
    """Drop the moves not yet taken that win nothing, give no check, and do not end beside the king."""
    for place in range(i64(len(ranks))):
        if ranks[place] >= 0 and not weights[place]:
            ranks[place] = -1


def result(returned: float) -> i64:
    """The score of a game that is over."""
    return i64(returned * float(int(WON)))


def best_first(rated: tuple[int, int]) -> int:
    """The key that sorts actions with the best score first."""
    return -rated[0]
