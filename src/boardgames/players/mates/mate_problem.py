"""Mate problems, shogi's tsume: the shortest mate, the longest defence, and whether the solution is the only one.

The search is df-pn with a bound on plies, as in :mod:`boardgames.players.mates.mate_search`: the bound rises by two
until there is a mate, so the first one found is the shortest.  Besides it follows the conventions of problems
(:class:`~boardgames.learning.search_hints.MateConventions`):

- **A futile interposition counts as no answer.**  It is futile if the checking man may take the interposed piece at
  once and, if the piece is given back, the mate takes no longer than without any interposition.
- **Of the longest defences** the solution shows one after which the attacker has fewest pieces left in hand.
- **A second solution** is another forcing move on the way that mates too: the problem is *cooked*.  Another last move,
  or the same move with the other choice of promotion, is a minor flaw.

Interpositions are searched last, after all other answers are known to lose: most of them are futile, and whether one
is depends on how long the others take.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final

import attrs

from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.model.game import Action, State
from boardgames.learning.search_hints import MateConventions
from boardgames.players.bounded_search import OutOfBudget
from boardgames.players.budget import Budget, gc_paused

IMPOSSIBLE: Final = 10**9
"""The proof number of what cannot be proved."""
ENDLESS: Final = 10**6
"""More plies than any mate has."""
MOST_PLIES: Final = 31
MOST_RESULTS: Final = 1_000_000
"""Positions whose results are remembered."""
MOST_EXPANDED: Final = 20_000
"""Positions whose successors are remembered."""
MOST_LINES: Final = 300
"""Positions at which equally long defences are compared by what they leave in hand."""
PAUSE: Final = 64
"""Nodes between two looks at the clock."""

Report = Callable[[int, int], None]
"""Is told the plies that are searched, and the nodes so far."""


class NoMateProblems(ValueError):
    """The game has no mate problems: it names no forcing moves, or no conventions."""


@attrs.frozen(kw_only=True)
class SecondSolution:
    """Another move of the attacker that mates too."""

    ply: int
    """The number of the move in the solution, from 1."""
    action: Action
    plies: int
    """How many plies this mate takes, counted from this move."""
    minor: str = ""
    """Why it is no cook: ``last move`` or ``promotion``; else empty."""


@attrs.frozen(kw_only=True)
class MateSolution:
    """The solution of a mate problem, as far as the search came."""

    start: State
    """The problem, in a game that only mate ends."""
    line: tuple[Action, ...] = ()
    """The solution; empty if none was found."""
    refuted: int = 0
    """There is no mate within this number of plies."""
    never: bool = False
    """Checks run out: there is no mate by forcing moves, however long."""
    decided: bool = True
    """True if the budget lasted until it was known whether there is a mate within the bound."""
    second: tuple[SecondSolution, ...] = ()
    """The second solutions, in the order of the line."""
    second_within: int = 0
    """Second solutions may take this many plies more than the solution; longer ones were not looked for."""
    searched_second: bool = True
    """True if second solutions were to be looked for."""
    second_decided: bool = False
    """True if the budget lasted until all second solutions were found."""
    left_over: int = 0
    """How many pieces the attacker has in hand at the end."""
    nodes: int = 0
    seconds: float = 0.0

    @property
    def plies(self) -> int | None:
        """The length of the solution; ``None`` if there is none, or it is not known."""
        return len(self.line) or None

    @property
    def cooks(self) -> tuple[SecondSolution, ...]:
        """The second solutions that are no minor flaws."""
        return tuple(solution for solution in self.second if not solution.minor)

    @property
    def is_unique(self) -> bool | None:
        """True if there is no cook; ``None`` if that is not known, or there is no solution."""
        if self.cooks:
            return False
        return True if self.line and self.second_decided else None


def solve_mate(
    state: State,
    most_plies: int = MOST_PLIES,
    *,
    second_within: int | None = 2,
    rest: bool = False,
    budget: Budget | None = None,
    report: Report | None = None,
) -> MateSolution:
    """Solve a mate problem: the side to act mates by forcing moves alone.

    ``state`` is the problem, ``most_plies`` the longest mate that is looked for.  ``report`` is called with the
    progress.

    ``second_within`` says how many plies more a second solution may take; ``None`` looks
    for none.  ``rest`` gives the defender all pieces that are not in the position, as
    problems in print have it.  Where the ``budget`` ends, the solution says what is known.
    Raises :class:`NoMateProblems`; a :class:`KeyboardInterrupt` leaves it as its attribute ``solution``.

    >>> import boardgames as bg
    >>> solution = solve_mate(bg.load("shogi").parse("8k/9/6R2/9/9/9/9/9/9 b G 1"), rest=True)
    >>> [str(action) for action in solution.line], solution.is_unique
    (['3c1c+', '1a2a', 'G*2b'], True)
    """
    spec = spec_of(state.game)
    hints = spec.insight
    if hints is None or hints.forcing_moves is None or hints.problems is None:
        raise NoMateProblems(f"{spec.name} has no mate problems: mates without dice are solved, by checks alone")
    start = hints.problems.problem(state, rest)
    search = ProblemSearch(hints.forcing_moves, hints.problems, int(state.seat), budget or Budget(), report)
    with gc_paused():
        return search.solve(start, most_plies, second_within)


class Result:
    """The result of a position so far: the plies that are enough, those that are not, and its numbers at a bound."""

    __slots__ = ("bound", "disproof", "lost", "proof", "won")

    def __init__(self) -> None:
        self.won: int = ENDLESS
        """The attacker mates within this number of plies."""
        self.lost: int = -1
        """It does not within this number."""
        self.bound: int = -1
        """The bound to which the two numbers belong."""
        self.proof: int = 1
        self.disproof: int = 1


@attrs.define(slots=True)
class Answers:
    """The answers of a defender."""

    plain: list[State]
    """The positions after them; without the answers that may only delay."""
    delays: Sequence[Action]
    """The answers that may only delay."""
    live: list[State] | None = None
    """The positions after those that are not futile; ``None`` until that is known."""


class ProblemSearch:
    """A search with its memory, for one attacker."""

    def __init__(
        self,
        forcing: Callable[[State], Sequence[Action]],
        conventions: MateConventions,
        attacker: int,
        budget: Budget,
        report: Report | None = None,
    ) -> None:
        self.forcing = forcing
        self.conventions = conventions
        self.attacker = attacker
        self.budget = budget
        self.report = report
        self.plies = 0
        self.nodes = 0
        self.results: dict[Hashable, Result] = {}
        self.attacks: dict[Hashable, list[State]] = {}
        self.answers: dict[Hashable, Answers] = {}
        self.lines: dict[Hashable, tuple[int, list[Action]]] = {}

    # -- the problem ---------------------------------------------------------------------

    def solve(self, start: State, most_plies: int, second_within: int | None) -> MateSolution:
        """The solution of a problem, as far as the budget lasts."""
        searched = second_within is not None
        found = MateSolution(start=start, second_within=second_within or 0, searched_second=searched)
        second: list[SecondSolution] = []
        try:
            for plies in range(1, most_plies + 1, 2):
                self.plies = plies
                if self.wins(start, plies):
                    left, line = self.line(start, plies)
                    found = attrs.evolve(found, line=tuple(line), left_over=left)
                    break
                found = attrs.evolve(found, refuted=plies)
                if self.recall(start).lost >= ENDLESS:
                    found = attrs.evolve(found, never=True)
                    break
            if found.line and second_within is not None:
                self.find_second(start, found.line, second_within, second)
                found = attrs.evolve(found, second_decided=True)
        except OutOfBudget:
            found = attrs.evolve(found, decided=bool(found.line))
        except KeyboardInterrupt as interrupt:
            solution = self.finished(attrs.evolve(found, decided=bool(found.line)), second)
            setattr(interrupt, "solution", solution)  # noqa: B010
            raise
        return self.finished(found, second)

    def finished(self, found: MateSolution, second: list[SecondSolution]) -> MateSolution:
        """The solution with its second solutions, and what the search took."""
        return attrs.evolve(found, second=tuple(second), nodes=self.nodes, seconds=self.budget.passed())

    def find_second(self, start: State, line: Sequence[Action], within: int, found: list[SecondSolution]) -> None:
        """Add the second solutions to ``found``, as far as the budget lasts."""
        state = start
        for place, played in enumerate(line):
            if place % 2 == 0:
                left = len(line) - place
                for action in self.forcing(state):
                    if action is played:
                        continue
                    child = state.apply(action)
                    plies = next((most for most in range(0, left + within, 2) if self.loses(child, most)), None)
                    if plies is not None:
                        minor = "last move" if left == 1 else "promotion" if is_same_move(action, played) else ""
                        found.append(SecondSolution(ply=place + 1, action=action, plies=plies + 1, minor=minor))
            state = state.apply(played)

    def line(self, state: State, plies: int) -> tuple[int, list[Action]]:
        """How many pieces are left over, and the line, of a mate that is known to take exactly ``plies``.

        Where a man may promote or not, it does.
        """
        if state.key in self.lines:
            return self.lines[state.key]
        action, after = next(
            (action, child)
            for action in sorted(self.forcing(state), key=lambda action: not str(action).endswith("+"))
            for child in [state.apply(action)]
            if self.loses(child, plies - 1)
        )
        best: tuple[int, list[Action]] | None = None
        if plies > 1:
            for answer, child in self.longest(after, plies - 1):
                left, rest = self.line(child, plies - 2)
                if best is None or left < best[0]:
                    best = left, [answer, *rest]
                if best[0] == 0 or len(self.lines) > MOST_LINES:
                    break
        left, rest = best or (self.conventions.left_over(after, self.attacker), [])
        self.lines[state.key] = left, [action, *rest]
        return self.lines[state.key]

    def longest(self, state: State, plies: int) -> list[tuple[Action, State]]:
        """The answers after which a mate within ``plies`` takes longest, each with its position."""
        answers = self.answers_of(state)
        live = {child.key for child in (*answers.plain, *self.live(state, answers))}
        children = [(action, state.apply(action)) for action in state.actions()]
        return [(action, child) for action, child in children if child.key in live and not self.wins(child, plies - 3)]

    # -- proofs -----------------------------------------------------------------------------

    def wins(self, state: State, plies: int) -> bool:
        """True if the attacker, who is to act, mates within ``plies``."""
        return self.attack(state, plies, IMPOSSIBLE, IMPOSSIBLE)[0] == 0

    def loses(self, state: State, plies: int) -> bool:
        """True if the defender, who is to act, is mated within ``plies``."""
        return self.defend(state, plies, IMPOSSIBLE, IMPOSSIBLE)[0] == 0

    def attack(self, state: State, plies: int, most_proof: int, most_disproof: int) -> tuple[int, int]:
        """Search a position of the attacker until one of its numbers, proof and disproof, reaches its limit.

        Both are returned: the proof number estimates what is still to be done to prove a mate within
        ``plies``, the disproof number what to refute it.  0 is done, ``IMPOSSIBLE`` cannot be.
        """
        result = self.recall(state)
        if plies >= result.won:
            return 0, IMPOSSIBLE
        if plies <= result.lost:
            return IMPOSSIBLE, 0
        if plies <= 0:
            return IMPOSSIBLE, 0
        self.count()
        children = self.attacks_of(state)
        if not children:
            result.lost = ENDLESS
            return IMPOSSIBLE, 0
        while True:
            proof, second, disproof, chosen = IMPOSSIBLE, IMPOSSIBLE, 0, children[0]
            chosen_disproof = 0
            for child in children:
                own_proof, own_disproof = self.numbers(child, plies - 1)
                disproof += own_disproof
                if own_proof < proof:
                    proof, second, chosen, chosen_disproof = own_proof, proof, child, own_disproof
                elif own_proof < second:
                    second = own_proof
            if proof == 0:
                result.won = plies
                return 0, IMPOSSIBLE
            if disproof == 0:
                result.lost = max(plies, 1 + min(self.recall(child).lost for child in children))
                return IMPOSSIBLE, 0
            disproof = min(disproof, IMPOSSIBLE - 1)
            if proof >= most_proof or disproof >= most_disproof:
                result.bound, result.proof, result.disproof = plies, proof, disproof
                return proof, disproof
            self.defend(
                chosen, plies - 1, min(most_proof, second + 1),
                min(IMPOSSIBLE, most_disproof - disproof + chosen_disproof),
            )  # fmt: skip

    def defend(self, state: State, plies: int, most_proof: int, most_disproof: int) -> tuple[int, int]:
        """The same for a position of the defender."""
        result = self.recall(state)
        if plies >= result.won:
            return 0, IMPOSSIBLE
        if plies <= result.lost:
            return IMPOSSIBLE, 0
        self.count()
        if plies == 0 and 0 < len(state.actions()) != len(self.conventions.delays(state)):
            result.lost = 0
            return IMPOSSIBLE, 0
        answers = self.answers_of(state)
        if not answers.plain and not answers.delays:
            outcome = state.outcome
            if outcome is not None and outcome.returns[self.attacker] > 0:
                result.won = 0
                return 0, IMPOSSIBLE
            result.lost = ENDLESS
            return IMPOSSIBLE, 0
        proof, disproof = self.defend_all(answers.plain, plies, most_proof, most_disproof)
        if proof == 0 and answers.delays:
            proof, disproof = self.defend_all(self.live(state, answers), plies, most_proof, most_disproof)
        if proof == 0:
            result.won = plies
        elif disproof == 0:
            result.lost = max(plies, self.longest_escape(answers))
        else:
            result.bound, result.proof, result.disproof = plies, proof, disproof
        return proof, disproof

    def defend_all(self, children: list[State], plies: int, most_proof: int, most_disproof: int) -> tuple[int, int]:
        """The numbers of a defender with these positions to choose from."""
        while children:
            proof, second, disproof, chosen = 0, IMPOSSIBLE, IMPOSSIBLE, children[0]
            chosen_proof = 0
            for child in children:
                own_proof, own_disproof = self.numbers(child, plies - 1)
                proof += own_proof
                if own_disproof < disproof:
                    disproof, second, chosen, chosen_proof = own_disproof, disproof, child, own_proof
                elif own_disproof < second:
                    second = own_disproof
            if proof == 0:
                break
            if disproof == 0:
                return IMPOSSIBLE, 0
            proof = min(proof, IMPOSSIBLE - 1)
            if proof >= most_proof or disproof >= most_disproof:
                return proof, disproof
            self.attack(
                chosen, plies - 1, min(IMPOSSIBLE, most_proof - proof + chosen_proof),
                min(most_disproof, second + 1),
            )  # fmt: skip
        return 0, IMPOSSIBLE

    def longest_escape(self, answers: Answers) -> int:
        """How many plies are known not to be enough for a mate, after the best answer."""
        return 1 + max(self.recall(child).lost for child in (*answers.plain, *(answers.live or ())))

    def live(self, state: State, answers: Answers) -> list[State]:
        """The positions after interpositions that are not futile; all other answers are known to lose."""
        if answers.live is None:
            base = 0
            for child in answers.plain:
                needed = 1
                while not self.wins(child, needed):
                    needed += 2
                base = max(base, needed + 1)
            answers.live = [
                state.apply(action)
                for action in answers.delays
                if not any(self.loses(after, base) for after in self.conventions.taken(state, action))
            ]
        return answers.live

    # -- memory -----------------------------------------------------------------------------

    def numbers(self, state: State, plies: int) -> tuple[int, int]:
        """Numbers of a position at a bound: its proof and disproof number."""
        result = self.results.get(state.key)
        if result is not None:
            if plies >= result.won:
                return 0, IMPOSSIBLE
            if plies <= result.lost:
                return IMPOSSIBLE, 0
            if plies == result.bound:
                return result.proof, result.disproof
        if plies <= 0 and state.seat == self.attacker:
            return IMPOSSIBLE, 0
        return 1, 1

    def recall(self, state: State) -> Result:
        """The entry of a state among the results, new if there was none."""
        result = self.results.get(state.key)
        if result is None:
            if len(self.results) >= MOST_RESULTS:
                self.results.clear()
            result = self.results[state.key] = Result()
        return result

    def attacks_of(self, state: State) -> list[State]:
        """The positions after the forcing moves."""
        children = self.attacks.get(state.key)
        if children is None:
            if len(self.attacks) >= MOST_EXPANDED:
                self.attacks.clear()
            children = self.attacks[state.key] = [state.apply(action) for action in self.forcing(state)]
        return children

    def answers_of(self, state: State) -> Answers:
        """The states after each answer to a check, and the answers that only delay the mate."""
        answers = self.answers.get(state.key)
        if answers is None:
            if len(self.answers) >= MOST_EXPANDED:
                self.answers.clear()
            delays = self.conventions.delays(state)
            plain = [state.apply(action) for action in state.actions() if action not in delays]
            answers = self.answers[state.key] = Answers(plain, delays)
        return answers

    def count(self) -> None:
        """Count a node.  Raises :class:`OutOfBudget` when the budget is spent."""
        self.nodes += 1
        if self.budget.nodes is not None and self.nodes > self.budget.nodes:
            raise OutOfBudget
        if self.nodes % PAUSE == 0:
            if self.budget.is_spent():
                raise OutOfBudget
            if self.report is not None:
                self.report(self.plies, self.nodes)


def is_same_move(action: Action, other: Action) -> bool:
    """True if two actions differ in their promotion alone, by their texts."""
    return str(action).rstrip("+") == str(other).rstrip("+")
