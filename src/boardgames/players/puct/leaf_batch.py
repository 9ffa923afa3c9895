"""The leaves of one or more trees as a network reads them: their planes, and the numbers of their legal actions."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i32, i64

from boardgames.core.vectors import vec
from boardgames.learning.floats import blank
from boardgames.learning.observation import Observation
from boardgames.learning.state_writer import StateWriter
from boardgames.players.puct.policy_tree import PolicyTree

FIRST_CAPACITY: Final = 32  # legal actions of each leaf that fit before the array must grow


@final
class LeafBatch:
    """Flat arrays for at most ``capacity`` positions, written over again and again.

    ``floats`` holds the bits of the planes as float32, one position after the other.  ``indices`` holds the indices of
    the legal actions, turned to the side to act; those of position ``i`` go from ``offsets[i]`` to ``offsets[i + 1]``.
    """

    def __init__(self, observation: Observation, capacity: i64) -> None:
        self.capacity: Final[i64] = capacity
        self.size: Final[i64] = observation.size
        self.writer: Final[StateWriter] = observation.writer
        self.turns: Final[list[Any]] = list(observation.turns)
        self.floats: Final[vec[i32]] = blank(capacity * self.size)
        self.indices: vec[i32] = blank(capacity * FIRST_CAPACITY)
        self.offsets: Final[vec[i32]] = blank(capacity + 1)
        self.count: i64 = 0
        """The number of positions in it."""
        self.trees: list[PolicyTree] = []

    def clear(self) -> None:
        """Remove all positions."""
        self.count = 0
        self.trees = []

    def add(self, state: Any, actions: Any) -> None:
        """Write a state with a seat to act, and its legal actions.  Raises :class:`IndexError` if it is full."""
        place = self.count
        if place >= self.capacity:
            raise IndexError(f"the batch is full: it has room for {int(self.capacity)} positions")
        self.writer.fill(state, self.floats, place * self.size)
        first = i64(self.offsets[place])
        count: i64 = len(actions)
        if first + count > len(self.indices):
            self.grow(first + count)
        turn: Any = None
        seat: i64 = state.turn
        if seat < len(self.turns):
            turn = self.turns[seat]
        indices = self.indices
        at = first
        for action in actions:
            index: i64 = action.index
            if turn is not None:
                index = turn[index]
            indices[at] = i32(index)
            at += 1
        self.offsets[place + 1] = i32(at)
        self.count = place + 1

    def gather(self, trees: list[PolicyTree], each: int) -> None:
        """Fill the batch with the leaves of these trees, at most ``each`` of a tree."""
        self.clear()
        self.trees = trees
        for tree in trees:
            for leaf in tree.leaves(each):
                self.add(leaf.state, leaf.actions)

    def back(self, priors: list[float], values: list[float]) -> None:
        """Give the trees a network's output for the leaves that :meth:`gather` put here.

        Raises :class:`ValueError` for another number of probabilities or values.
        """
        if len(priors) != i64(self.offsets[self.count]) or len(values) != self.count:
            raise ValueError(
                f"the policy gave {len(priors)} probabilities for {int(self.offsets[self.count])} actions, "
                f"and {len(values)} values for {int(self.count)} positions"
            )
        prior: i64 = 0
        place: i64 = 0
        for tree in self.trees:
            waiting: i64 = len(tree.waiting)
            prior = tree.back_from(priors, values, prior, place)
            place += waiting
        self.trees = []

    def grow(self, entries: i64) -> None:
        """Make room for at least ``entries`` legal actions."""
        indices = blank(2 * entries)
        for place in range(i64(len(self.indices))):
            indices[place] = self.indices[place]
        self.indices = indices
