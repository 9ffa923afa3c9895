"""Alpha-beta search over the protocol alone, with expectation where dice are thrown.

The value of a position is what a seat can expect in the end: 1 is won, -1 lost.
Depth counts decisions.  A throw of dice costs no depth, unless it passes the
turn.  Deeper searches repeat the shallow ones, which costs little and tells
which action to try first.

The techniques: iterative deepening, principal variation search, a transposition
table, killer and history ordering, late move reductions, quiescence search, and
Star1 (Ballard 1983) at throws of dice.  A search of *full width* uses neither
reductions nor quiescence: its value is that of the plain definition, to the
depth asked for.  So Star2 changes nothing there but the nodes that it takes, and
is used unless nodes are bounded.  Other searches use it where only time bounds them:
with reductions, a value may depend on what was searched before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, final

from mypy_extensions import i64

from boardgames.core.model.dice import Distribution, distribution_of
from boardgames.core.model.game import Action, State
from boardgames.core.vectors import vec
from boardgames.players.bounded_search import (
    DECIDED,
    DISCOUNT,
    LARGEST_EVALUATION,
    BadEvaluation,
    RootSearch,
    StateT,
    next_place,
    taken_rank,
)
from boardgames.players.budget import Budget
from boardgames.players.throw_bounds import SLACK, ThrowBounds
from boardgames.players.transposition_table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_MOVE,
    NOT_FOUND,
    bound_of,
    from_parts,
    in_parts,
    is_enough,
    seen_by_other,
)

NULL_WINDOW: Final = 1e-9  # the width of a null window, which asks only whether a value is larger
INFINITY: Final = 1.5  # larger than any value
PROBED: Final[i64] = 2  # throws at this depth or deeper are probed: at less it saves no time
QUIESCENCE: Final[i64] = 8  # noisy actions in a row, at most
KILLERS: Final[i64] = 2  # for each ply
DEEPEST: Final[i64] = 120  # plies from the root, at most
LATE: Final[i64] = 4  # actions from this place in the order on are searched one ply less deep at first
VERY_LATE: Final[i64] = 14  # and from this one on, two plies less
PRIORITY_RANK: Final[i64] = 2**40  # ranks of actions: the game's priority, then killers, then history
KILLER_RANK: Final[i64] = 2**36
MOST_HISTORY: Final[i64] = 2**34


@final
class Search(RootSearch[StateT]):
    """A search with its memory, for one player.

    ``evaluate(state, seat)`` gives a position a value between -1 and 1; without
    it, only ends of games count.  ``move_priority(state, actions)`` has a byte
    for each action: 0 for a quiet one, and the larger the sooner a noisy one is
    searched.  ``buckets`` of the transposition table hold two entries each.
    """

    def __init__(
        self,
        evaluate: Callable[[StateT, int], float] | None,
        move_priority: Callable[[StateT, Sequence[Any]], bytes] | None,
        action_count: int,
        buckets: int,
        full_width: bool,
    ) -> None:
        super().__init__(INFINITY, DECIDED, NULL_WINDOW, buckets)
        self.evaluate: Final = evaluate
        self.move_priority: Final = move_priority
        self.full_width: Final = full_width
        self.history: Final[vec[i64]] = vec[i64]([0] * (2 * action_count))
        self.action_count: Final[i64] = action_count
        self.killers: Final[vec[i64]] = vec[i64]([-1] * int(KILLERS * (DEEPEST + QUIESCENCE + 2)))
        self.probes = False  # is one action after each throw searched first?

    # -- from the root -----------------------------------------------------------------

    def begin(self, budget: Budget) -> None:
        """Start a search within a budget.  The table keeps what earlier searches found."""
        super().begin(budget)
        self.probes = budget.nodes is None and (self.full_width or budget.depth is None)
        history = self.history
        for number in range(i64(len(history))):
            if history[number]:  # mostly not: games have thousands of actions
                history[number] = history[number] // 8
        for number in range(i64(len(self.killers))):
            self.killers[number] = -1

    def after_root(self, child: StateT, seat: i64, depth: i64, place: i64, alpha: float, beta: float) -> float:
        return self.after(child, seat, depth - 1, alpha, beta, 1)

    def value_after(self, child: StateT, seat: i64, depth: i64) -> float:
        return self.after(child, seat, depth - 1, -INFINITY, INFINITY, 1)

    def is_at_most(self, child: StateT, seat: i64, depth: i64, value: float) -> bool:
        return self.after(child, seat, depth - 1, value, value + NULL_WINDOW, 1) <= value

    def value_before_throw(self, state: StateT, depth: i64) -> float:
        return self.value(state, i64(state.seat), depth, -INFINITY, INFINITY, 0)

    def line(self, state: StateT, first: Action, most: int) -> list[Action]:
        """As :meth:`RootSearch.line`; it ends before a throw."""
        line = [first]
        state = state.apply(first)
        while len(line) < most:
            actions = state.actions()
            slot = self.table.find(i64(hash(state.key)))
            if not actions or slot == NOT_FOUND:
                break
            place = self.table.best(slot)
            if place >= len(actions):
                break
            line.append(actions[place])
            state = state.apply(actions[place])
        return line

    # -- values ------------------------------------------------------------------------

    def after(self, state: StateT, seat: i64, depth: i64, alpha: float, beta: float, ply: i64) -> float:
        """The value for ``seat`` of the action that led to ``state``; the window and the value are discounted."""
        return DISCOUNT * self.value(state, seat, depth, alpha / DISCOUNT, beta / DISCOUNT, ply)

    def value(self, state: StateT, seat: i64, depth: i64, alpha: float, beta: float, ply: i64) -> float:
        """The value of a state for ``seat``: exact between ``alpha`` and ``beta``, otherwise a bound.

        A value at or below ``alpha`` is an upper bound, one at or above ``beta`` a lower bound.
        """
        self.count_node()
        actions: Sequence[Action] = state.actions()
        if not actions:
            chances = state.chances()
            if not chances:
                return end_of(state, seat)
            if depth <= 0 or ply >= DEEPEST:
                return self.judge(state, seat)
            if seat == 0:
                return self.expected(state, chances, depth, alpha, beta, ply)
            return -self.expected(state, chances, depth, -beta, -alpha, ply)
        turn = i64(state.turn)
        if depth <= 0 or ply >= DEEPEST:
            if self.move_priority is None or self.full_width:
                return self.judge(state, seat)
            if turn == seat:
                return self.quiescence(state, actions, seat, alpha, beta, QUIESCENCE)
            return -self.quiescence(state, actions, turn, -beta, -alpha, QUIESCENCE)
        if turn == seat:
            return self.best(state, actions, seat, depth, alpha, beta, ply)
        return -self.best(state, actions, turn, depth, -beta, -alpha, ply)

    def best(
        self, state: StateT, actions: Sequence[Action], seat: i64, depth: i64, alpha: float, beta: float, ply: i64
    ) -> float:
        """The value of a state for ``seat``, which acts there."""
        key = i64(hash(state.key))
        first = NO_MOVE
        slot = self.table.find(key)
        if slot != NOT_FOUND:
            first = self.table.best(slot)
            if self.is_deep_enough(slot, depth):
                stored = self.table.value(slot)
                bound = self.table.bound(slot)
                if seat == 1:
                    stored = -stored
                    bound = seen_by_other(bound)
                if is_enough(stored, bound, in_parts(alpha), in_parts(beta)):
                    return from_parts(stored)
        count: i64 = len(actions)
        best = -INFINITY
        best_place = NO_MOVE
        low = alpha
        ranks: vec[i64] | None = None
        if first >= count:
            ranks = self.ranks(state, actions, seat, depth, ply)
        for number in range(count):
            if number == 0 and first < count:
                place = first
            else:
                if ranks is None:
                    ranks = self.ranks(state, actions, seat, depth, ply)
                    ranks[first] = -1
                place = next_place(ranks)
            child = state.apply(actions[place])
            if number == 0:
                value = self.after(child, seat, depth - 1, low, beta, ply + 1)
            else:
                reduction: i64 = 0
                late = number >= LATE and depth >= 3 and not self.full_width
                if late and ranks is not None and taken_rank(ranks, place) < KILLER_RANK:
                    reduction = 1 if number < VERY_LATE or depth < 4 else 2
                value = self.after(child, seat, depth - 1 - reduction, low, low + NULL_WINDOW, ply + 1)
                if reduction and value > low:
                    value = self.after(child, seat, depth - 1, low, low + NULL_WINDOW, ply + 1)
                if low < value < beta:
                    value = self.after(child, seat, depth - 1, low, beta, ply + 1)
            if value > best:
                best = value
                if value > low:
                    best_place = place
                    low = value
                    if value >= beta:
                        if depth >= 2:
                            self.update_history(actions[place], seat, depth, ply)
                        break
        stored = in_parts(best)
        bound = bound_of(stored, in_parts(alpha), in_parts(beta))
        if seat == 1:
            self.table.store(key, depth, -stored, seen_by_other(bound), best_place)
        else:
            self.table.store(key, depth, stored, bound, best_place)
        return best

    def is_deep_enough(self, slot: i64, depth: i64) -> bool:
        """May the table's value stand for a search of this depth?  At full width only one of the same depth may."""
        stored = self.table.depth(slot)
        return stored == depth or (stored > depth and not self.full_width)

    def expected(
        self, state: StateT, chances: Sequence[tuple[Action, Fraction]], depth: i64, alpha: float, beta: float, ply: i64
    ) -> float:
        """The value for seat 0 of a state in which dice are thrown.

        Star1: no outcome is worth more than 1 or less than -1.  So after some
        outcomes it may be certain that the sum stays outside the window.
        Star2, with ``probes``: bounds by one action after each throw make it certain sooner.
        """
        key = i64(hash(state.key))
        slot = self.table.find(key)
        if slot != NOT_FOUND:
            stored = self.table.value(slot)
            is_deep = self.is_deep_enough(slot, depth)
            if is_deep and is_enough(stored, self.table.bound(slot), in_parts(alpha), in_parts(beta)):
                return from_parts(stored)
        distribution = distribution_of(chances)
        total = float(distribution.total)
        bounds, outcomes = distribution.bounds, distribution.outcomes
        children: list[StateT] = []
        probed: ThrowBounds | None = None
        if self.probes and depth >= PROBED:
            children = [state.apply(outcome) for outcome in outcomes]
            probed = self.probed(children, distribution, depth, alpha, beta, ply)
            if probed.least(1.0) >= beta:
                self.table.store(key, depth, in_parts(probed.least(1.0)), AT_LEAST, NO_MOVE)
                return probed.least(1.0)
            if probed.most(1.0) <= alpha:
                self.table.store(key, depth, in_parts(probed.most(1.0)), AT_MOST, NO_MOVE)
                return probed.most(1.0)
        sum = 0.0  # of what is known, times its chance
        left = 1.0  # the chance of the outcomes that are not yet known
        before: int = 0
        for number in range(len(outcomes)):
            chance = float(bounds[number] - before) / total
            before = bounds[number]
            left -= chance
            if left < 1e-12:
                left = 0.0
            least, most = -left, left
            if probed is not None:
                probed.leave_out(number)
                least, most = probed.least(left), probed.most(left)
            child = state.apply(outcomes[number]) if probed is None else children[number]
            # a throw that passes the turn costs depth: otherwise the search might have no end
            child_depth = depth if child.actions() else depth - 1
            low = (alpha - sum - most) / chance
            high = (beta - sum - least) / chance
            value = self.value(child, 0, child_depth, max(low, -INFINITY), min(high, INFINITY), ply + 1)
            sum += chance * value
            if value <= low:
                self.table.store(key, depth, in_parts(sum + most), AT_MOST, NO_MOVE)
                return sum + most
            if value >= high:
                self.table.store(key, depth, in_parts(sum + least), AT_LEAST, NO_MOVE)
                return sum + least
        self.table.store(key, depth, in_parts(sum), EXACT, NO_MOVE)
        return sum

    def probed(
        self, children: list[StateT], distribution: Distribution, depth: i64, alpha: float, beta: float, ply: i64
    ) -> ThrowBounds:
        """Search the likely best action after each throw, until the bounds are outside the window."""
        probed = ThrowBounds(len(children))
        bounds = distribution.bounds
        total = float(distribution.total)
        before: int = 0
        for number in range(len(children)):
            chance = float(bounds[number] - before) / total
            before = bounds[number]
            child = children[number]
            actions: Sequence[Action] = child.actions()
            if not actions:
                continue
            turn = i64(child.turn)
            after = child.apply(actions[self.likely_best(child, actions, turn, depth, ply + 1)])
            if turn == 0:
                high = (beta + SLACK - probed.least(1.0)) / chance - 1.0  # here the bound reaches beta
                value = self.after(after, 0, depth - 1, -INFINITY, min(high, INFINITY), ply + 2)
                probed.add_lower(number, chance, value)
            else:
                low = (alpha - SLACK - probed.most(1.0)) / chance + 1.0
                value = self.after(after, 0, depth - 1, max(low, -INFINITY), INFINITY, ply + 2)
                probed.add_upper(number, chance, value)
            if probed.least(1.0) >= beta or probed.most(1.0) <= alpha:
                break
        return probed

    def likely_best(self, state: StateT, actions: Sequence[Action], seat: i64, depth: i64, ply: i64) -> i64:
        """The place of the action that a search would try first."""
        slot = self.table.find(i64(hash(state.key)))
        if slot != NOT_FOUND:
            place = self.table.best(slot)
            if place < i64(len(actions)):
                return place
        return next_place(self.ranks(state, actions, seat, depth, ply))

    def quiescence(
        self, state: StateT, actions: Sequence[Action], seat: i64, alpha: float, beta: float, left: i64
    ) -> float:
        """The value when only noisy actions are searched, at most ``left`` in a row, until the position is quiet.

        A seat with a quiet action need not play a noisy one.  So the evaluation of
        the position is a lower bound of its value (*stand pat*).  Where every
        action is noisy, as when a king is in check, there is no such bound.
        """
        if self.move_priority is None:
            return self.judge(state, seat)
        priorities: bytes = self.move_priority(state, actions)
        count: i64 = len(actions)
        ranks = vec[i64]([0] * len(actions))
        noisy: i64 = 0
        for place in range(count):
            priority: i64 = priorities[place]
            if priority:
                ranks[place] = priority
                noisy += 1
            else:
                ranks[place] = -1
        best = -INFINITY
        if noisy < count or left <= 0:
            best = self.judge(state, seat)
            if best >= beta or left <= 0:
                return best
        low = best if best > alpha else alpha
        for _ in range(noisy):
            child = state.apply(actions[next_place(ranks)])
            value = DISCOUNT * self.after_noisy(child, seat, low / DISCOUNT, beta / DISCOUNT, left - 1)
            if value > best:
                best = value
                if value > low:
                    low = value
                    if value >= beta:
                        break
        return best

    def after_noisy(self, state: StateT, seat: i64, alpha: float, beta: float, left: i64) -> float:
        """The value for ``seat`` of a state that a noisy action led to."""
        self.count_node()
        actions: Sequence[Action] = state.actions()
        if not actions:
            return self.judge(state, seat) if state.chances() else end_of(state, seat)
        turn = i64(state.turn)
        if turn == seat:
            return self.quiescence(state, actions, seat, alpha, beta, left)
        return -self.quiescence(state, actions, turn, -beta, -alpha, left)

    def judge(self, state: StateT, seat: i64) -> float:
        """The evaluation of a position in which the game goes on."""
        if self.evaluate is None:
            return 0.0
        value: float = self.evaluate(state, seat)
        if value > LARGEST_EVALUATION:
            return LARGEST_EVALUATION
        if value > -LARGEST_EVALUATION:
            return value
        if value != value:  # not a number
            raise BadEvaluation(value, state)
        return -LARGEST_EVALUATION

    # -- move ordering -----------------------------------------------------------------

    def ranks(self, state: StateT, actions: Sequence[Action], seat: i64, depth: i64, ply: i64) -> vec[i64]:
        """A number for each action: the larger, the sooner the action is searched."""
        count: i64 = len(actions)
        ranks = vec[i64]([0] * len(actions))
        if self.move_priority is not None:
            priorities: bytes = self.move_priority(state, actions)
            for place in range(count):
                priority: i64 = priorities[place]
                ranks[place] = priority * PRIORITY_RANK
        if depth >= 2:
            first = seat * self.action_count
            for place in range(count):
                index = i64(actions[place].index)
                if not ranks[place]:
                    killer = KILLERS * ply
                    if self.killers[killer] == index:
                        ranks[place] = KILLER_RANK + 2
                    elif self.killers[killer + 1] == index:
                        ranks[place] = KILLER_RANK + 1
                    elif self.history[first + index]:
                        ranks[place] = self.history[first + index]
        return ranks

    def update_history(self, action: Action, seat: i64, depth: i64, ply: i64) -> None:
        """Remember an action that caused a cutoff, as a killer of its ply and in the history of its seat."""
        index = i64(action.index)
        killer = KILLERS * ply
        if self.killers[killer] != index:
            self.killers[killer + 1] = self.killers[killer]
            self.killers[killer] = index
        score = self.history[seat * self.action_count + index] + depth * depth
        self.history[seat * self.action_count + index] = score if score < MOST_HISTORY else MOST_HISTORY


def end_of(state: State, seat: i64) -> float:
    """The return of a seat of a game that is over."""
    outcome = state.outcome
    assert outcome is not None
    return float(outcome.returns[seat])
