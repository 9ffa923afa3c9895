"""The search for a forced win by forcing moves alone: in shogi, mate by a series of checks.

The attacker plays only forcing moves, the defender any.  The search is df-pn (Nagai 2002): *proof numbers* estimate how
many positions are still to be proved, and the line with the smallest number is searched first, until another line has a
smaller one.  The number of plies is bounded, and the bound rises by two until a mate is found, so the first mate found
is the shortest.  Each result is remembered by position, for all bounds at once.

With the conventions of problems, an answer that only delays the mate is looked at
last, after all other answers are known to lose: it is futile if the attacker may take
what was offered, and the mate then takes no longer than after the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar, final

from mypy_extensions import i64, mypyc_attr

from boardgames.core.model.game import Action, State
from boardgames.core.vectors import vec
from boardgames.learning.search_hints import MateConventions
from boardgames.players.bounded_search import BoundedSearch
from boardgames.players.budget import Budget

StateT = TypeVar("StateT", bound=State)

IMPOSSIBLE: Final[i64] = 2**30  # the proof number of what cannot be proved
ENDLESS: Final[i64] = 10**6  # more plies than any mate has
MOST_EXPANDED: Final = 20_000  # positions of a problem whose successors are remembered
KEYS: Final[i64] = 2**61  # keys are smaller


@mypyc_attr(acyclic=True)
@final
class Result:
    """The result of a position so far.

    The attacker wins within ``won`` plies, but not within ``lost``.  At ``bound`` plies
    its proof numbers are ``phi`` and ``delta``.
    """

    def __init__(self) -> None:
        self.won: i64 = ENDLESS
        self.lost: i64 = -1
        self.bound: i64 = -1
        self.phi: i64 = 1
        self.delta: i64 = 1


@final
class Expansion(Generic[StateT]):
    """The actions from a position that are searched, and the positions after them as far as they were needed.

    ``delays`` are answers that may only delay the mate, as long as it is open which of them are futile.
    """

    def __init__(self, actions: Sequence[Action], delays: Sequence[Action]) -> None:
        self.delays = delays
        self.actions = [action for action in actions if action not in delays] if delays else actions
        self.children: list[StateT] = []
        self.keys = vec[i64]([KEYS] * len(actions))


@final
class MateSearch(BoundedSearch, Generic[StateT]):
    """A search with its memory.

    ``forcing(state)`` lists the attacker's moves that are searched; ``size`` is the number of positions that are
    remembered.  ``conventions`` are those of problems; without them every answer counts, and positions may have a past.
    """

    def __init__(
        self,
        forcing: Callable[[StateT], Sequence[Action]],
        size: int = 2**16,
        conventions: MateConventions[StateT, Action] | None = None,
        report: Callable[[int], None] | None = None,
    ) -> None:
        super().__init__()
        self.forcing: Final = forcing
        self.size: Final[i64] = size
        self.conventions: Final = conventions
        self.report: Final = report
        self.results: Final[dict[int, Result]] = {}
        self.expanded: Final[dict[int, Expansion[StateT]]] = {}
        self.attacker: i64 = 0

    def pause(self) -> None:
        """Look at the clock, and report the nodes so far."""
        super().pause()
        if self.report is not None:
            self.report(int(self.nodes))

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
        """True if the side to act wins by force within ``plies``."""
        phi, _ = self.explore(state, plies, True, IMPOSSIBLE, IMPOSSIBLE)
        return phi == 0

    def line(self, state: StateT, plies: i64) -> list[Action]:
        """A win that takes exactly ``plies``: any winning move, and the defence that lasts longest."""
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
        """True if the defender, who is to act, loses within ``plies``."""
        _, delta = self.explore(state, plies, False, IMPOSSIBLE, IMPOSSIBLE)
        return delta == 0

    def is_endless(self, state: StateT) -> bool:
        """True if the attacker is known not to win by force, however long."""
        result = self.results.get(self.key(state))
        return result is not None and result.lost >= ENDLESS

    def is_won(self, state: StateT) -> bool:
        outcome = state.outcome
        return outcome is not None and float(outcome.returns[self.attacker]) > 0.0

    def explore(self, state: StateT, plies: i64, attacks: bool, most_phi: i64, most_delta: i64) -> tuple[i64, i64]:
        """Search a position until one of its two proof numbers, phi and delta, reaches its limit; return both.

        phi estimates what is still to be proved for the side to act to succeed (for the attacker: to win; for the
        defender: to avoid that), delta what is to be proved for it to fail.  0 is proved, ``IMPOSSIBLE`` is refuted.
        """
        own_key = self.key(state)
        phi, delta = self.numbers(own_key, plies, attacks, 1)
        if phi == 0 or delta == 0:
            return phi, delta
        self.count_node()
        expansion = self.expand(state, own_key, attacks)
        children, keys = expansion.children, expansion.keys
        escapes = plies <= 1 if expansion.actions else len(keys) == 0 and not self.is_won(state)
        if escapes and not attacks:
            return self.store(own_key, plies, attacks, 0, IMPOSSIBLE, keys)
        phis = vec[i64]([0] * len(keys))
        deltas = vec[i64]([0] * len(keys))
        count: i64 = 0
        while True:
            while count < len(expansion.actions):
                if count == len(children):
                    children.append(state.apply(expansion.actions[count]))
                    keys[count] = self.key(children[count])
                # in problems most answers may only delay, so their number says little
                replies: i64 = len(children[count].actions()) if self.conventions is None else 1
                if replies:
                    phi, delta = self.numbers(keys[count], plies - 1, not attacks, replies if attacks else 1)
                elif self.is_won(children[count]) == attacks:
                    phi, delta = IMPOSSIBLE, 0
                else:
                    phi, delta = 0, IMPOSSIBLE
                if delta == 0:
                    return self.store(own_key, plies, attacks, 0, IMPOSSIBLE, keys)
                phis[count] = phi
                deltas[count] = delta
                count += 1
            phi = IMPOSSIBLE
            delta = 0
            second = IMPOSSIBLE
            place: i64 = 0
            for number in range(count):  # their numbers are those of the other side
                if deltas[number] < phi:
                    second = phi
                    phi = deltas[number]
                    place = number
                elif deltas[number] < second:
                    second = deltas[number]
                delta += phis[number]
            if delta > IMPOSSIBLE:
                delta = IMPOSSIBLE
            if delta == 0 and expansion.delays:
                expansion.actions, expansion.delays = self.answers(state), ()
            elif phi >= most_phi or delta >= most_delta or phi == 0 or delta == 0:
                return self.store(own_key, plies, attacks, phi, delta, keys)
            else:
                child_phi = most_delta - delta + phis[place]
                if child_phi > IMPOSSIBLE:
                    child_phi = IMPOSSIBLE
                child_delta = second + 1 if second + 1 < most_phi else most_phi
                phis[place], deltas[place] = self.explore(
                    children[place], plies - 1, not attacks, child_phi, child_delta
                )

    def expand(self, state: StateT, key: i64, attacks: bool) -> Expansion[StateT]:
        """The expansion of a position; that of a problem is remembered, as its positions have no past."""
        conventions = self.conventions
        if conventions is None:
            return Expansion(self.forcing(state) if attacks else state.actions(), ())
        expansion = self.expanded.get(key)
        if expansion is None:
            if len(self.expanded) >= MOST_EXPANDED:
                self.expanded.clear()
            expansion = self.expanded[key] = (
                Expansion(self.forcing(state), ()) if attacks else Expansion(state.actions(), conventions.delays(state))
            )
        return expansion

    def answers(self, state: StateT) -> Sequence[Action]:
        """The answers to a forcing move that are not futile; those that do more than delay are known to lose."""
        expansion = self.expand(state, self.key(state), False)
        plain, delays = expansion.actions, expansion.delays
        if not delays or self.conventions is None:
            return plain
        base: i64 = 0
        for action in plain:
            child = state.apply(action)
            needed: i64 = 1
            while not self.wins(child, needed):
                needed += 2
            if needed >= base:
                base = needed + 1
        live = [
            action
            for action in delays
            if not any(self.fails(after, base) for after in self.conventions.taken(state, action))
        ]
        expansion.actions, expansion.delays = [*plain, *live], ()
        return expansion.actions

    # -- memory -----------------------------------------------------------------------------

    def key(self, state: StateT) -> i64:
        return i64(hash(state.key)) % KEYS

    def numbers(self, key: i64, plies: i64, attacks: bool, initial: i64) -> tuple[i64, i64]:
        """The proof numbers of a position at a bound; delta is ``initial`` where nothing is known."""
        if plies <= 0 and attacks:
            return IMPOSSIBLE, 0
        result = self.results.get(key)
        if result is not None:
            if plies >= result.won:
                return (0, IMPOSSIBLE) if attacks else (IMPOSSIBLE, 0)
            if plies <= result.lost:
                return (IMPOSSIBLE, 0) if attacks else (0, IMPOSSIBLE)
            if plies == result.bound:
                return result.phi, result.delta
        return 1, initial

    def store(self, key: i64, plies: i64, attacks: bool, phi: i64, delta: i64, children: vec[i64]) -> tuple[i64, i64]:
        """Keep the proof numbers of a position, whose children have these keys, and return them."""
        result = self.results.get(key)
        if result is None:
            if len(self.results) >= self.size:
                self.results.clear()
            result = self.results[key] = Result()
        if (phi if attacks else delta) == 0:
            result.won = plies
        elif (delta if attacks else phi) == 0:
            lost = plies if self.conventions is None else self.escape(children, attacks)
            result.lost = lost if lost > plies else plies
        else:
            result.bound = plies
            result.phi = phi
            result.delta = delta
        return phi, delta

    def escape(self, keys: vec[i64], attacks: bool) -> i64:
        """The largest number of plies that the results of its children show to be too few from a position."""
        longest: i64 = ENDLESS if attacks else -1
        for number in range(i64(len(keys))):
            result = self.results.get(keys[number])
            lost: i64 = -1 if result is None else result.lost
            if (lost < longest) == attacks:
                longest = lost
        return longest + 1
