"""The parts that all searches share: the count of nodes within a budget, and the order of moves.

Values are from -1 to 1: 1 is a win.  Each decision multiplies a value by ``DISCOUNT``, so that of two wins
the nearer is better, and of two losses the farther.
"""

from __future__ import annotations

from math import log
from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.players.budget import Budget

DISCOUNT: Final = 1.0 - 2.0**-20
LARGEST_EVALUATION: Final = 0.97  # evaluations of positions that go on are cut off here
DECIDED: Final = 0.98  # a value beyond it says that the game is decided
PAUSE: Final[i64] = 64  # nodes between two looks at the clock


@final
class OutOfBudget(Exception):
    """The budget is spent: the search stops where it is."""


class BadEvaluation(ValueError):
    """The evaluation of a game, or a policy, returned something that is not a number from -1 to 1."""

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
        """Look at the clock, in code that is not compiled, so that other threads run and signals arrive.

        Raises :class:`OutOfBudget`.
        """
        if self.nodes > self.most_nodes or self.budget.is_spent():
            raise OutOfBudget
        self.pause_at = self.nodes + PAUSE
        if self.pause_at > self.most_nodes:
            self.pause_at = self.most_nodes + 1


def next_place(ranks: vec[i64]) -> i64:
    """Take the place with the largest rank that is left: its rank becomes ``-2 - rank``."""
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
    """The number of decisions to the end under best play; ``None`` unless the value says that the game is decided.

    >>> plies_to_end(DISCOUNT**3), plies_to_end(-(DISCOUNT**2)), plies_to_end(0.5)
    (3, 2, None)
    """
    size = abs(value)
    return round(log(size) / log(DISCOUNT)) if size > DECIDED else None
