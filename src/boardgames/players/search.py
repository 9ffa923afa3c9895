"""Alpha-beta search over the protocol alone, with expectation where dice are thrown.

The value of a position is what a seat can expect in the end: 1 is won, -1 lost.
It is searched to a depth of so many decisions; throws of dice do not count, but
for those that pass a turn.  Deeper searches repeat the shallow ones, which cost
little and tell which action to try first.

What is known and used here: iterative deepening, principal variation search, a
transposition table, killer and history ordering, late move reductions,
quiescence search; Star1 (Ballard 1983) at throws of dice.  A search of *full
width* does without reductions and quiescence: then the value is that of the
plain definition, to the depth asked for.

A win loses ``FADING`` of its worth with each decision that it takes, so that of
two wins the nearer is better, and of two losses the farther.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from typing import Any, Final, final

from mypy_extensions import i64

from boardgames.core.model.dice import lots
from boardgames.core.vectors import vec
from boardgames.players.budget import Budget
from boardgames.players.table import AT_LEAST, AT_MOST, EXACT, NO_PLACE, NOTHING, Table

FADING: Final = 1.0 - 1e-6
JUDGED: Final = 0.97  # no judgement of a position that goes on may be more certain than this
WON: Final = 0.98  # a value beyond it is a game decided
NULL: Final = 1e-9  # the width of a window that only asks whether a value is larger
EDGE: Final = 1.5  # beyond any value
QUIESCENCE: Final[i64] = 8  # noisy actions in a row, at most
KILLERS: Final[i64] = 2
PAUSE: Final[i64] = 32  # nodes between two looks at the clock
DEEPEST: Final[i64] = 120
LATE: Final[i64] = 4  # an action that comes later in its list is searched less deep at first
VERY_LATE: Final[i64] = 14
URGENT: Final[i64] = 2**40  # ranks: urgency before killers before history
KILLER: Final[i64] = 2**36
MOST_HISTORY: Final[i64] = 2**34


@final
class OutOfBudget(Exception):
    """The search must stop where it is."""


@final
class Search:
    """A search with its memory, for one player.

    ``evaluate(state, seat)`` judges a position between -1 and 1; without one,
    only ends of games count.  ``noisy(state, actions)`` has a byte for each
    action: 0 for a quiet one, and the larger the more urgent it is to look at.
    """

    def __init__(
        self,
        evaluate: Callable[[Any, int], float] | None,
        noisy: Callable[[Any, Sequence[Any]], bytes] | None,
        action_count: int,
        size: int,
        full_width: bool,
    ) -> None:
        self.evaluate: Final = evaluate
        self.noisy: Final = noisy
        self.full_width: Final = full_width
        self.table: Final = Table(size)
        self.history: Final[vec[i64]] = vec[i64]([0] * (2 * action_count))
        self.action_count: Final[i64] = action_count
        self.killers: Final[vec[i64]] = vec[i64]([-1] * int(KILLERS * (DEEPEST + QUIESCENCE + 2)))
        self.nodes: i64 = 0
        self.most_nodes: i64 = 0
        self.pause_at: i64 = 0
        self.budget: Budget = Budget()

    # -- from the root -----------------------------------------------------------------

    def begin(self, budget: Budget) -> None:
        """Start anew within a budget; what the table knows stays."""
        self.budget = budget
        self.nodes = 0
        self.most_nodes = 2**62 if budget.nodes is None else budget.nodes
        self.pause_at = min(PAUSE, self.most_nodes)
        self.table.grow_old()
        for number in range(i64(len(self.history))):
            self.history[number] = self.history[number] // 8
        for number in range(i64(len(self.killers))):
            self.killers[number] = -1

    def rated(
        self, state: Any, actions: Sequence[Any], depth: int, bonus: list[float], order: list[int], exact: bool
    ) -> list[tuple[float, int]]:
        """The actions' values and places, the best first, after a search of ``depth`` decisions.

        They are looked at in the given order of places.  Only the first value
        is exact, unless all are asked to be; the others are no better than it.
        ``bonus`` is added to the values of actions that decide nothing.

        Raises :class:`OutOfBudget`, when the budget ends before the first
        action is searched; later, the list is shorter.
        """
        seat = i64(state.turn)
        found: list[tuple[float, int]] = []
        alpha = -EDGE
        for number, place in enumerate(order):
            extra = bonus[place]
            child = state.apply(actions[place])
            try:
                if number == 0 or exact:
                    value = self.after(child, seat, depth - 1, -EDGE, EDGE, 1) + extra
                else:
                    floor = alpha - extra
                    value = self.after(child, seat, depth - 1, floor, floor + NULL, 1) + extra
                    if value > alpha:
                        value = self.after(child, seat, depth - 1, floor, EDGE, 1) + extra
            except OutOfBudget:
                if not found:
                    raise
                break
            if value - extra > WON or value - extra < -WON:
                value -= extra
            if value > alpha:
                alpha = value
                found.insert(0, (value, place))
            else:
                found.append((value, place))
        return sorted(found, key=by_value) if exact else found

    def line(self, state: Any, first: Any, most: int) -> list[Any]:
        """The actions that the table expects from here, the first given; it ends before dice are thrown."""
        found = [first]
        state = state.apply(first)
        while len(found) < most:
            actions = state.actions()
            slot = self.table.find(i64(hash(state.key)))
            if not actions or slot == NOTHING:
                break
            place = self.table.place(slot)
            if place >= len(actions):
                break
            found.append(actions[place])
            state = state.apply(actions[place])
        return found

    # -- values ------------------------------------------------------------------------

    def after(self, state: Any, seat: i64, depth: i64, alpha: float, beta: float, ply: i64) -> float:
        """The value for ``seat`` of an action that led to a state, seen from before that action."""
        return FADING * self.value(state, seat, depth, alpha / FADING, beta / FADING, ply)

    def value(self, state: Any, seat: i64, depth: i64, alpha: float, beta: float, ply: i64) -> float:
        """The value of a state for ``seat``, exact between ``alpha`` and ``beta``, else a bound beyond them."""
        self.nodes += 1
        if self.nodes >= self.pause_at:
            self.pause()
        actions: Sequence[Any] = state.actions()
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
            if self.noisy is None or self.full_width:
                return self.judge(state, seat)
            if turn == seat:
                return self.settled(state, actions, seat, alpha, beta, QUIESCENCE)
            return -self.settled(state, actions, turn, -beta, -alpha, QUIESCENCE)
        if turn == seat:
            return self.best(state, actions, seat, depth, alpha, beta, ply)
        return -self.best(state, actions, turn, depth, -beta, -alpha, ply)

    def best(
        self, state: Any, actions: Sequence[Any], seat: i64, depth: i64, alpha: float, beta: float, ply: i64
    ) -> float:
        """The value of a state for the seat that acts there."""
        key = i64(hash(state.key))
        first = NO_PLACE
        slot = self.table.find(key)
        if slot != NOTHING:
            first = self.table.place(slot)
            known = self.table.depth(slot)
            if known == depth or (known > depth and not self.full_width):
                value = self.table.value(slot)
                bound = self.table.bound(slot)
                if seat == 1:
                    value = -value
                    bound = AT_MOST if bound == AT_LEAST else AT_LEAST if bound == AT_MOST else EXACT
                if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                    return value
        count: i64 = len(actions)
        best = -EDGE
        best_place = NO_PLACE
        floor = alpha
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
                value = self.after(child, seat, depth - 1, floor, beta, ply + 1)
            else:
                less: i64 = 0
                late = number >= LATE and depth >= 3 and not self.full_width
                if late and ranks is not None and taken_rank(ranks, place) < KILLER:
                    less = 1 if number < VERY_LATE or depth < 4 else 2
                value = self.after(child, seat, depth - 1 - less, floor, floor + NULL, ply + 1)
                if less and value > floor:
                    value = self.after(child, seat, depth - 1, floor, floor + NULL, ply + 1)
                if floor < value < beta:
                    value = self.after(child, seat, depth - 1, floor, beta, ply + 1)
            if value > best:
                best = value
                if value > floor:
                    best_place = place
                    floor = value
                    if value >= beta:
                        if depth >= 2:
                            self.praise(actions[place], seat, depth, ply)
                        break
        bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
        if seat == 1:
            self.table.keep(
                key, depth, -best, AT_MOST if bound == AT_LEAST else AT_LEAST if bound == AT_MOST else EXACT, best_place
            )
        else:
            self.table.keep(key, depth, best, bound, best_place)
        return best

    def expected(self, state: Any, chances: Sequence[Any], depth: i64, alpha: float, beta: float, ply: i64) -> float:
        """The value for seat 0 of a state in which dice are thrown.

        Star1: no outcome is worth more than 1 or less than -1, so that after
        some outcomes the others cannot bring the sum back into the window.
        """
        key = i64(hash(state.key))
        slot = self.table.find(key)
        if slot != NOTHING:
            known = self.table.depth(slot)
            if known == depth or (known > depth and not self.full_width):
                value = self.table.value(slot)
                bound = self.table.bound(slot)
                if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                    return value
        cup = lots(chances)
        total = float(cup.total)
        bounds, outcomes = cup.bounds, cup.outcomes
        sum = 0.0  # of what is known, times its chance
        left = 1.0  # the chance of the outcomes that are not yet known
        before: int = 0
        for number in range(len(outcomes)):
            chance = float(bounds[number] - before) / total
            before = bounds[number]
            left -= chance
            if left < 1e-12:
                left = 0.0
            child = state.apply(outcomes[number])
            # a throw that passes the turn would otherwise cost no depth, and the search would have no end
            deep = depth if child.actions() else depth - 1
            low = (alpha - sum - left) / chance
            high = (beta - sum + left) / chance
            value = self.value(child, 0, deep, low if low > -EDGE else -EDGE, high if high < EDGE else EDGE, ply + 1)
            sum += chance * value
            if value <= low:
                self.table.keep(key, depth, sum + left, AT_MOST, NO_PLACE)
                return sum + left
            if value >= high:
                self.table.keep(key, depth, sum - left, AT_LEAST, NO_PLACE)
                return sum - left
        self.table.keep(key, depth, sum, EXACT, NO_PLACE)
        return sum

    def settled(self, state: Any, actions: Sequence[Any], seat: i64, alpha: float, beta: float, left: i64) -> float:
        """The value when only noisy actions are looked at, until the position is quiet.

        A seat that has a quiet action need not take part in the noise: it can
        expect what the position is judged to be worth.
        """
        if self.noisy is None:
            return self.judge(state, seat)
        move_priority: bytes = self.noisy(state, actions)
        count: i64 = len(actions)
        ranks = vec[i64]([0] * len(actions))
        noisy: i64 = 0
        for place in range(count):
            urgent: i64 = move_priority[place]
            if urgent:
                ranks[place] = urgent
                noisy += 1
            else:
                ranks[place] = -1
        best = -EDGE
        if noisy < count or left <= 0:
            best = self.judge(state, seat)
            if best >= beta or left <= 0:
                return best
        floor = best if best > alpha else alpha
        for _ in range(noisy):
            child = state.apply(actions[next_place(ranks)])
            value = FADING * self.unsettled(child, seat, floor / FADING, beta / FADING, left - 1)
            if value > best:
                best = value
                if value > floor:
                    floor = value
                    if value >= beta:
                        break
        return best

    def unsettled(self, state: Any, seat: i64, alpha: float, beta: float, left: i64) -> float:
        """The value after a noisy action."""
        self.nodes += 1
        if self.nodes >= self.pause_at:
            self.pause()
        actions: Sequence[Any] = state.actions()
        if not actions:
            return self.judge(state, seat) if state.chances() else end_of(state, seat)
        turn = i64(state.turn)
        if turn == seat:
            return self.settled(state, actions, seat, alpha, beta, left)
        return -self.settled(state, actions, turn, -beta, -alpha, left)

    def judge(self, state: Any, seat: i64) -> float:
        """What a position that goes on looks like."""
        if self.evaluate is None:
            return 0.0
        value: float = self.evaluate(state, seat)
        return JUDGED if value > JUDGED else -JUDGED if value < -JUDGED else value

    # -- which action first ------------------------------------------------------------

    def ranks(self, state: Any, actions: Sequence[Any], seat: i64, depth: i64, ply: i64) -> vec[i64]:
        """For each action a number, the larger the sooner it is to be searched."""
        count: i64 = len(actions)
        ranks = vec[i64]([0] * len(actions))
        if self.noisy is not None:
            move_priority: bytes = self.noisy(state, actions)
            for place in range(count):
                urgent: i64 = move_priority[place]
                ranks[place] = urgent * URGENT
        if depth >= 2:
            first = seat * self.action_count
            for place in range(count):
                index = i64(actions[place].index)
                if not ranks[place]:
                    killer = KILLERS * ply
                    if self.killers[killer] == index:
                        ranks[place] = KILLER + 2
                    elif self.killers[killer + 1] == index:
                        ranks[place] = KILLER + 1
                    elif self.history[first + index]:
                        ranks[place] = self.history[first + index]
        return ranks

    def praise(self, action: Any, seat: i64, depth: i64, ply: i64) -> None:
        """An action was too good for the other side: it may be so elsewhere."""
        index = i64(action.index)
        killer = KILLERS * ply
        if self.killers[killer] != index:
            self.killers[killer + 1] = self.killers[killer]
            self.killers[killer] = index
        praised = self.history[seat * self.action_count + index] + depth * depth
        self.history[seat * self.action_count + index] = praised if praised < MOST_HISTORY else MOST_HISTORY

    # -- the budget --------------------------------------------------------------------

    def pause(self) -> None:
        """Look at the clock, and let other threads and signals have their turn.

        Raises :class:`OutOfBudget`.
        """
        if self.nodes > self.most_nodes or self.budget.is_spent():
            raise OutOfBudget
        self.pause_at = self.nodes + PAUSE
        if self.pause_at > self.most_nodes:
            self.pause_at = self.most_nodes + 1


def by_value(rated: tuple[float, int]) -> float:
    return -rated[0]


def end_of(state: Any, seat: i64) -> float:
    """What a seat has from a game that is over."""
    worth: float = float(state.outcome.returns[seat])
    return worth


def next_place(ranks: vec[i64]) -> i64:
    """The place with the largest rank of those that are left, which is taken: its rank becomes ``-2 - rank``."""
    best: i64 = -1
    place: i64 = 0
    for number in range(i64(len(ranks))):
        if ranks[number] > best:
            best = ranks[number]
            place = number
    ranks[place] = -2 - best
    return place


def taken_rank(ranks: vec[i64], place: i64) -> i64:
    """The rank that a place had before it was taken."""
    return -2 - ranks[place]


def plies_to_end(value: float) -> int | None:
    """In how many decisions the game ends with best play, if a value says that it is decided.

    >>> plies_to_end(FADING**3), plies_to_end(-(FADING**2)), plies_to_end(0.5)
    (3, 2, None)
    """
    size = abs(value)
    return round(log(size) / log(FADING)) if size > WON else None
