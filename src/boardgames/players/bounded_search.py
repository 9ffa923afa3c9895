"""The parts that all searches share: nodes counted against a budget, the actions of a root, the order of moves.

Values are from -1 to 1: 1 is a win.  Each decision multiplies a value by ``DISCOUNT``, so that of two wins
the nearer is better, and of two losses the farther.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final, Generic, TypeVar, final

from mypy_extensions import i64

from boardgames.core.model.game import Action, State
from boardgames.core.vectors import vec
from boardgames.players.budget import Budget
from boardgames.players.transposition_table import TranspositionTable

StateT = TypeVar("StateT", bound=State)

DISCOUNT: Final = 1.0 - 1e-6
LARGEST_EVALUATION: Final = 0.97  # evaluations of positions that go on are cut off here
DECIDED: Final = 0.98  # a value beyond it says that the game is decided
PAUSE: Final[i64] = 32  # nodes between two looks at the clock


@final
class OutOfBudget(Exception):
    """The budget is spent: the search stops where it is."""


class BadEvaluation(ValueError):
    """A game's evaluation, or a policy, gave something that cannot be compared."""

    def __init__(self, value: object, state: object) -> None:
        super().__init__(f"the evaluation of {str(state)!r} is {value!r}: expected a number from -1 to 1")


class BoundedSearch:
    """A search that counts its nodes and ends with its budget."""

    def __init__(self) -> None:
        self.nodes: i64 = 0
        self.most_nodes: i64 = 0
        self.pause_at: i64 = 0
        self.budget: Budget = Budget()

    def begin(self, budget: Budget) -> None:
        """Start a search within a budget."""
        self.budget = budget
        self.nodes = 0
        self.most_nodes = 2**62 if budget.nodes is None else budget.nodes
        self.pause_at = min(PAUSE, self.most_nodes)

    def count_node(self) -> None:
        """Count a node, and look at the clock now and then.  Raises :class:`OutOfBudget`."""
        self.nodes += 1
        if self.nodes >= self.pause_at:
            self.pause()

    def pause(self) -> None:
        """Look at the clock.  The budget is not compiled, so other threads run and signals arrive meanwhile.

        Raises :class:`OutOfBudget`.
        """
        if self.nodes > self.most_nodes or self.budget.is_spent():
            raise OutOfBudget
        self.pause_at = self.nodes + PAUSE
        if self.pause_at > self.most_nodes:
            self.pause_at = self.most_nodes + 1


class RootSearch(BoundedSearch, Generic[StateT]):
    """A search that values the actions of a position, the root.

    It may count in units of its own: ``infinity`` is larger than any of its values, ``decided`` the smallest value of a
    game that is decided, and ``step`` the width of a null window, which asks only whether a value is larger.
    ``buckets`` of the transposition table hold two entries each.
    """

    def __init__(self, infinity: float, decided: float, step: float, buckets: int) -> None:
        super().__init__()
        self.table: Final = TranspositionTable(buckets)
        self.infinity: Final[float] = infinity
        self.decided: Final[float] = decided
        self.step: Final[float] = step

    def begin(self, budget: Budget) -> None:
        """Start a search within a budget.  The table keeps what earlier searches found."""
        super().begin(budget)
        self.table.begin_search()

    def rated(
        self,
        state: StateT,
        actions: Sequence[Action],
        depth: int,
        bonus: Sequence[float],
        order: Sequence[int],
        lines: int,
    ) -> list[tuple[float, int]]:
        """The actions' values and places in the list, the best first, after a search of ``depth`` decisions.

        ``order`` gives the places in the order in which they are searched.  The
        values of the best ``lines`` actions are exact; the others are upper bounds.
        ``bonus`` is added to the values of actions that decide nothing.

        Raises :class:`OutOfBudget` if the budget ends before the first action is
        searched.  If it ends later, the list is shorter.
        """
        rated: list[tuple[float, int]] = []
        alpha = -self.infinity
        seat = state.turn
        for place in order:
            extra = bonus[place]
            child = state.apply(actions[place])
            try:
                if len(rated) < lines:
                    value = self.after_root(child, seat, depth, place, -self.infinity, self.infinity)
                else:
                    low = alpha - extra
                    value = self.after_root(child, seat, depth, place, low, low + self.step)
                    if value > low:
                        value = self.after_root(child, seat, depth, place, low, self.infinity)
            except OutOfBudget:
                if not rated:
                    raise
                break
            if -self.decided < value < self.decided:
                value += extra
            if value > alpha:
                rated = sorted([*rated[:lines], (value, place)], key=by_value) + rated[lines:]
                alpha = rated[lines - 1][0] if len(rated) >= lines else -self.infinity
            else:
                rated.append((value, place))
        return rated

    def after_root(self, child: StateT, seat: i64, depth: i64, place: i64, alpha: float, beta: float) -> float:
        """The value for ``seat``, in the search's own units, of the action at ``place``, which led to ``child``."""
        raise NotImplementedError

    def value_after(self, child: StateT, seat: i64, depth: i64) -> float:
        """The value for ``seat`` of its action that led to a state, in a search of ``depth`` decisions."""
        raise NotImplementedError

    def is_at_most(self, child: StateT, seat: i64, depth: i64, value: float) -> bool:
        """True if the action of ``seat`` that led to a state is worth no more than ``value``."""
        raise NotImplementedError

    def value_before_throw(self, state: StateT, depth: i64) -> float:
        """The value for ``state.seat`` where dice are thrown, in a search of ``depth`` decisions."""
        raise NotImplementedError

    def line(self, state: StateT, first: Action, most: int) -> list[Action]:
        """The expected line: ``first``, then the best actions as far as they are stored, at most ``most``."""
        raise NotImplementedError


def by_value(rated: tuple[float, int]) -> float:
    """Sorts actions with the best value first."""
    return -rated[0]


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


def taken_rank(ranks: vec[i64], place: i64) -> i64:
    """The rank that a place had before :func:`next_place` took it."""
    return -2 - ranks[place]


def plies_to_end(value: float) -> int | None:
    """In how many decisions the game ends under best play; ``None`` unless the value says that it is decided.

    >>> plies_to_end(DISCOUNT**3), plies_to_end(-(DISCOUNT**2)), plies_to_end(0.5)
    (3, 2, None)
    """
    size = abs(value)
    return round(log(size) / log(DISCOUNT)) if size > DECIDED else None
