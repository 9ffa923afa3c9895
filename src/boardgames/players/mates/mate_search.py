"""The search for a forced win by forcing moves alone: in shogi, mate by a series of checks.

The attacker plays only forcing moves, the defender any.  The search is df-pn
(Nagai 2002): *proof numbers* estimate how many positions are still to be proved,
and the line with the smallest number is searched first, until another line has a
smaller one.  The number of plies is bounded, and the bound rises by two until a
mate is found, so the first mate found is the shortest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, final

from mypy_extensions import i64

from boardgames.core.model.game import Action
from boardgames.core.vectors import vec
from boardgames.players.bounded_search import BoundedSearch, StateT
from boardgames.players.budget import Budget

IMPOSSIBLE: Final[i64] = 2**30  # the proof number of what cannot be proved
HALF: Final[i64] = 2**31  # two proof numbers are stored in one integer
PLY_KEY: Final[i64] = 0x1F3D5B79  # gives the same position with other plies left another key
KEYS: Final[i64] = 2**61  # keys are smaller


@final
class MateSearch(BoundedSearch, Generic[StateT]):
    """A search with its memory.

    ``forcing(state)`` lists the attacker's moves that are searched; ``size`` is the
    number of positions that are remembered.
    """

    def __init__(self, forcing: Callable[[StateT], Sequence[Action]], size: int = 2**16) -> None:
        super().__init__()
        self.forcing: Final = forcing
        self.size: Final[i64] = size
        self.keys: Final[vec[i64]] = vec[i64]([-1] * size)
        self.numbers: Final[vec[i64]] = vec[i64]([0] * size)
        self.attacker: i64 = 0

    def find(self, state: StateT, most_plies: int, budget: Budget) -> list[Action] | None:
        """The shortest forced win for the side to act, of at most ``most_plies``, against the longest defence.

        ``None`` if there is none.  Raises :class:`~boardgames.players.bounded_search.OutOfBudget`
        where it is not known in time.
        """
        self.attacker = i64(state.turn)
        self.begin(budget)
        for plies in range(1, most_plies + 1, 2):
            if self.wins(state, plies):
                return self.line(state, plies)
        return None

    def wins(self, state: StateT, plies: i64) -> bool:
        """Does the side to act win by force within ``plies``?"""
        phi, _ = self.explore(state, plies, True, IMPOSSIBLE, IMPOSSIBLE)
        return phi == 0

    def line(self, state: StateT, plies: i64) -> list[Action]:
        """A win that is known to take exactly ``plies``: any winning move, and the defence that lasts longest."""
        line: list[Action] = []
        while plies > 0:
            for action in self.forcing(state):
                child = state.apply(action)
                if self.fails(child, plies - 1):
                    break
            line.append(action)
            state = child
            longest: i64 = -1
            after: StateT | None = None
            answer: Action | None = None
            for action in state.actions():
                child = state.apply(action)
                needed: i64 = 1
                while needed < plies - 2 and not self.wins(child, needed):
                    needed += 2
                if needed > longest:
                    longest, after, answer = needed, child, action
            if after is None or answer is None:
                break
            line.append(answer)
            state = after
            plies = longest
        return line

    def fails(self, state: StateT, plies: i64) -> bool:
        """Does the defender, who is to act, lose within ``plies``?"""
        if not state.actions():
            return self.is_won(state)
        if plies <= 0:
            return False
        phi, _ = self.explore(state, plies, False, IMPOSSIBLE, IMPOSSIBLE)
        return phi >= IMPOSSIBLE

    def is_won(self, state: StateT) -> bool:
        """Has the attacker won?"""
        outcome = state.outcome
        return outcome is not None and float(outcome.returns[self.attacker]) > 0.0

    def explore(self, state: StateT, plies: i64, attacks: bool, most_phi: i64, most_delta: i64) -> tuple[i64, i64]:
        """Search a position until one of its two proof numbers, phi and delta, reaches its limit; return both.

        phi estimates what is still to be proved for the side to act to succeed (for
        the attacker: to win; for the defender: to avoid that), delta what is to be
        proved for it to fail.  0 is proved, ``IMPOSSIBLE`` is refuted.
        """
        self.count_node()
        actions: Sequence[Action]
        actions = state.actions() if not attacks else self.forcing(state) if plies > 0 else ()
        count: i64 = len(actions)
        if count == 0:
            return IMPOSSIBLE, 0
        children: list[StateT] = []
        keys = vec[i64]([0] * len(actions))
        phis = vec[i64]([1] * len(actions))
        deltas = vec[i64]([1] * len(actions))
        for number in range(count):
            child = state.apply(actions[number])
            replies: i64 = len(child.actions())
            if replies == 0:
                children.append(child)
                if self.is_won(child) == attacks:
                    return self.store(state, plies, 0, IMPOSSIBLE)
                phis[number], deltas[number] = 0, IMPOSSIBLE
            elif attacks:
                children.append(child)
                deltas[number] = replies
                phis[number] = 1
            else:
                if plies <= 1:
                    return self.store(state, plies, 0, IMPOSSIBLE)
                children.append(child)
            keys[number] = self.key(child, plies - 1) if replies else -1
        while True:
            # collect what is known of the children; their numbers are those of the other side
            phi = IMPOSSIBLE
            delta: i64 = 0
            second = IMPOSSIBLE
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
            if delta > IMPOSSIBLE:
                delta = IMPOSSIBLE
            if phi >= most_phi or delta >= most_delta or phi == 0 or delta == 0:
                return self.store(state, plies, phi, delta)
            child_phi = most_delta - delta + phis[chosen]
            if child_phi > IMPOSSIBLE:
                child_phi = IMPOSSIBLE
            child_delta = second + 1 if second + 1 < most_phi else most_phi
            phis[chosen], deltas[chosen] = self.explore(
                children[chosen], plies - 1, not attacks, child_phi, child_delta
            )

    def key(self, state: StateT, plies: i64) -> i64:
        return (i64(hash(state.key)) ^ plies * PLY_KEY) % KEYS

    def store(self, state: StateT, plies: i64, phi: i64, delta: i64) -> tuple[i64, i64]:
        """Keep the proof numbers of a state, and return them."""
        key = self.key(state, plies)
        slot = key % self.size
        self.keys[slot] = key
        self.numbers[slot] = phi * HALF + delta
        return phi, delta
