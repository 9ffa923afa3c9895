"""The search for a forced win by threats alone: in shogi, mate by giving check after check.

The attacker plays only forcing actions, the defender any.  Proof numbers lead
the way (df-pn, Nagai 2002): the line that seems to need the fewest further
proofs is searched first, and forgotten when another needs fewer.  The number of
plies is bounded, and the bound rises by two until a mate is found, so that the
first mate found is the shortest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.players.budget import Budget

PROVED: Final[i64] = 2**30  # a number that stands for: cannot be
HALF: Final[i64] = 2**31
PAUSE: Final[i64] = 32
PLY_KEY: Final[i64] = 0x1F3D5B79  # tells the same position with other plies left apart
KEYS: Final[i64] = 2**61


@final
class Undecided(Exception):
    """The budget ended before it was known whether there is a mate."""


@final
class MateSearch:
    """A search with its memory.  ``forcing(state)`` are the actions that the attacker may take.

    ``size`` is how many positions it remembers.
    """

    def __init__(self, forcing: Callable[[Any], Sequence[Any]], size: int = 2**16) -> None:
        self.forcing: Final = forcing
        self.size: Final[i64] = size
        self.keys: Final[vec[i64]] = vec[i64]([-1] * size)
        self.numbers: Final[vec[i64]] = vec[i64]([0] * size)
        self.attacker: i64 = 0
        self.nodes: i64 = 0
        self.most_nodes: i64 = 0
        self.pause_at: i64 = 0
        self.budget: Budget = Budget()

    def find(self, state: Any, most_plies: int, budget: Budget) -> list[Any] | None:
        """The shortest forced win for the side to act, of at most so many plies, against the longest defence.

        ``None``, if there is none.  Raises :class:`Undecided`.
        """
        self.attacker = i64(state.turn)
        self.budget = budget
        self.nodes = 0
        self.most_nodes = 2**62 if budget.nodes is None else budget.nodes
        self.pause_at = min(PAUSE, self.most_nodes)
        for plies in range(1, most_plies + 1, 2):
            if self.wins(state, plies):
                return self.line(state, plies)
        return None

    def wins(self, state: Any, plies: i64) -> bool:
        """Does the side to act win by force within so many plies?"""
        phi, _ = self.explore(state, plies, True, PROVED, PROVED)
        return phi == 0

    def line(self, state: Any, plies: i64) -> list[Any]:
        """A win that is known to take exactly so many plies."""
        found: list[Any] = []
        while plies > 0:
            for action in self.forcing(state):
                child = state.apply(action)
                if self.fails(child, plies - 1):
                    break
            found.append(action)
            state = child
            longest: i64 = -1
            after: Any = None
            answer: Any = None
            for action in state.actions():
                child = state.apply(action)
                needed: i64 = 1
                while needed < plies - 2 and not self.wins(child, needed):
                    needed += 2
                if needed > longest:
                    longest, after, answer = needed, child, action
            if after is None:
                break
            found.append(answer)
            state = after
            plies = longest
        return found

    def fails(self, state: Any, plies: i64) -> bool:
        """Can the defender, who is to act, not hold out?"""
        if not state.actions():
            return self.is_won(state)
        if plies <= 0:
            return False
        phi, _ = self.explore(state, plies, False, PROVED, PROVED)
        return phi >= PROVED

    def is_won(self, state: Any) -> bool:
        outcome = state.outcome
        return outcome is not None and float(outcome.returns[self.attacker]) > 0.0

    def explore(self, state: Any, plies: i64, attacks: bool, most_phi: i64, most_delta: i64) -> tuple[i64, i64]:
        """How far a position is from being decided, searched until one number reaches its limit.

        The first number counts what is still to be proved for the side to act
        to succeed (the attacker in winning, the defender in holding out), the
        second for it to fail; 0 is done, ``PROVED`` cannot be.
        """
        self.nodes += 1
        if self.nodes >= self.pause_at:
            self.pause()
        actions: Sequence[Any]
        actions = state.actions() if not attacks else self.forcing(state) if plies > 0 else ()
        count: i64 = len(actions)
        if count == 0:
            return PROVED, 0
        children: list[Any] = []
        keys = vec[i64]([0] * len(actions))
        phis = vec[i64]([1] * len(actions))
        deltas = vec[i64]([1] * len(actions))
        for number in range(count):
            child: Any = state.apply(actions[number])
            replies: i64 = len(child.actions())
            if replies == 0:
                children.append(None)
                if self.is_won(child) == attacks:
                    return self.keep(state, plies, 0, PROVED)
                phis[number], deltas[number] = 0, PROVED
            elif attacks:
                children.append(child)
                deltas[number] = replies
                phis[number] = 1
            else:
                if plies <= 1:
                    return self.keep(state, plies, 0, PROVED)
                children.append(child)
            key = self.key(child, plies - 1) if children[number] is not None else -1
            keys[number] = key
        while True:
            # what is known of the children, who are seen from the other side
            phi = PROVED
            delta: i64 = 0
            second = PROVED
            chosen: i64 = 0
            for number in range(count):
                key = keys[number]
                if key >= 0:
                    slot = key % self.size
                    if self.keys[slot] == key:
                        phis[number] = self.numbers[slot] // HALF
                        deltas[number] = self.numbers[slot] % HALF
                if deltas[number] < phi:
                    second = phi
                    phi = deltas[number]
                    chosen = number
                elif deltas[number] < second:
                    second = deltas[number]
                delta += phis[number]
            if delta > PROVED:
                delta = PROVED
            if phi >= most_phi or delta >= most_delta or phi == 0 or delta == 0:
                return self.keep(state, plies, phi, delta)
            child_phi = most_delta - delta + phis[chosen]
            if child_phi > PROVED:
                child_phi = PROVED
            child_delta = second + 1 if second + 1 < most_phi else most_phi
            phis[chosen], deltas[chosen] = self.explore(
                children[chosen], plies - 1, not attacks, child_phi, child_delta
            )

    def key(self, state: Any, plies: i64) -> i64:
        return (i64(hash(state.key)) ^ plies * PLY_KEY) % KEYS

    def keep(self, state: Any, plies: i64, phi: i64, delta: i64) -> tuple[i64, i64]:
        key = self.key(state, plies)
        slot = key % self.size
        self.keys[slot] = key
        self.numbers[slot] = phi * HALF + delta
        return phi, delta

    def pause(self) -> None:
        if self.nodes > self.most_nodes or self.budget.is_spent():
            raise Undecided
        self.pause_at = self.nodes + PAUSE
        if self.pause_at > self.most_nodes:
            self.pause_at = self.most_nodes + 1
