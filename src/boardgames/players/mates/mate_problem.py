"""Mate problems, shogi's tsume: the shortest mate, the longest defence, and whether the solution is the only one.

The search is that of :mod:`boardgames.players.mates.mate_search`, with the conventions of problems
(:class:`~boardgames.learning.search_hints.MateConventions`):

- **A futile interposition counts as no answer.**  It is futile if the checking man may take the interposed piece at
  once and, if the piece is given back, the mate takes no longer than without any interposition.
- **Of the longest defences** the solution shows one after which the attacker has fewest pieces left in hand.
- **A second solution** is another forcing move on the way that mates too: the problem is *cooked*.  Another last move,
  or the same move with the other choice of promotion, is a minor flaw.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

import attrs

from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.model.game import Action, Game, Outcome, State
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.verdict import RESIGNATION, Verdict
from boardgames.core.text.result import CommandResult
from boardgames.learning.search_hints import MateConventions
from boardgames.players.bounded_search import OutOfBudget
from boardgames.players.budget import Budget, gc_paused
from boardgames.players.mates.mate_search import MateSearch
from boardgames.records.game_record import GameRecord, Variation

MOST_PLIES: Final = 31
MOST_RESULTS: Final = 1_000_000
"""Positions whose results are remembered."""
MOST_LINES: Final = 300
"""Positions at which equally long defences are compared by what they leave in hand."""

Report = Callable[[int, int], None]
"""Called with the plies that are searched, and the nodes so far."""


class NoMateProblems(ValueError):
    """The game has no mate problems: it names no forcing moves, or no conventions."""


@attrs.frozen(kw_only=True)
class SecondSolution:
    """Another move of the attacker that mates too."""

    ply: int
    """The number of the move in the solution, from 1."""
    action: Action
    plies: int
    """The plies to this mate, counted from this move."""
    minor: str = ""
    """The reason why it is not a cook: ``last move`` or ``promotion``; else empty."""


@attrs.frozen(kw_only=True)
class MateSolution(CommandResult):
    """The solution of a mate problem, as far as the search came."""

    start: State
    """The problem, in a game that only mate ends."""
    line: tuple[Action, ...] = ()
    """The solution; empty if none was found."""
    refuted: int = 0
    """The number of plies within which there is no mate."""
    never: bool = False
    """True if checks run out: there is no mate by forcing moves, however long."""
    decided: bool = True
    """True if the budget lasted until it was known whether there is a mate within the bound."""
    second: tuple[SecondSolution, ...] = ()
    """The second solutions, in the order of the line."""
    second_within: int = 0
    """The plies that a second solution may take beyond the solution; longer ones were not looked for."""
    searched_second: bool = True
    """True if second solutions were to be looked for."""
    second_decided: bool = False
    """True if the budget lasted until all second solutions were found."""
    left_over: int = 0
    """The number of pieces that the attacker has in hand at the end."""
    nodes: int = 0
    seconds: float = 0.0

    @property
    def plies(self) -> int | None:
        """The length of the solution; ``None`` if there is none, or it is not known."""
        return len(self.line) or None

    @property
    def cooks(self) -> tuple[SecondSolution, ...]:
        """The second solutions that are not minor flaws."""
        return tuple(solution for solution in self.second if not solution.minor)

    @property
    def is_unique(self) -> bool | None:
        """The absence of cooks; ``None`` if it is undecided, or there is no solution."""
        if self.cooks:
            return False
        return True if self.line and self.second_decided else None

    def sentences(self) -> list[str]:
        """The solution in words, a sentence a line."""
        if not self.line:
            within = f"no mate within {in_plies(self.refuted)}" if self.refuted else "no ply was searched to its end"
            if self.never:
                return ["no mate by checks, however long"]
            return [within if self.decided else f"undecided: {within}; more nodes or time decide more"]
        lines = [f"mate in {in_plies(len(self.line))}: {' '.join(map(str, self.line))}"]
        for other in self.second:
            what = f"minor flaw ({other.minor})" if other.minor else "cooked"
            lines.append(f"{what}: at ply {other.ply}, {other.action} mates too, in {in_plies(other.plies)}")
        if self.is_unique:
            lines.append(f"no other solution of up to {in_plies(len(self.line) + self.second_within)}")
        elif not self.second_decided and self.searched_second:
            lines.append("whether there are more solutions is undecided; more nodes or time decide more")
        if self.left_over:
            lines.append(f"{self.left_over} piece{'s' * (self.left_over > 1)} left over in the attacker's hand")
        return lines

    def fields(self) -> dict[str, object]:
        """The solution as ``--json`` prints it."""
        return {
            "game": self.start.game.name,
            "position": str(self.start),
            "plies": self.plies,
            "line": [str(action) for action in self.line],
            "unique": self.is_unique,
            "second": [
                {"ply": other.ply, "action": str(other.action), "plies": other.plies, "minor": other.minor}
                for other in self.second
            ],
            "left_over": self.left_over,
            "refuted": self.refuted,
            "never": self.never,
            "decided": self.decided,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }

    def record(self, game: Game[Any], with_line: bool = True) -> GameRecord:
        """The problem as a record of a game, with the solution and the second solutions, or without.

        ``game`` is the one that the problem is of.

        Raises :class:`~boardgames.core.model.game.IllegalAction` where a rule of it
        ends the game before the mate.
        """
        playthrough = Playthrough.replay(composed(game, str(self.start)), map(str, self.line) if with_line else ())
        if not with_line:
            return GameRecord.of(playthrough)
        # where only futile interpositions are left the game is not over, and the defender resigns
        resigned = Outcome.lost_by(1 - self.start.seat, RESIGNATION)
        return GameRecord.of(
            playthrough,
            verdict=Verdict(playthrough.state.outcome or resigned) if self.line else None,
            comments={0: "\n".join(self.sentences())},
            variations=tuple(Variation(ply=other.ply - 1, actions=(str(other.action),)) for other in self.second),
        )


def composed(game: Game[Any], text: str) -> Any:
    """The position of a problem, whose sides may have men that no game leads to.

    ``text`` is the position, of ``game``.
    """
    return getattr(game, "parse_composed", game.parse)(text)


def in_plies(count: int) -> str:
    """A number of plies in words."""
    return f"{count} {'ply' if count == 1 else 'plies'}"


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


class ProblemSearch:
    """A search for one attacker, with its memory."""

    def __init__(
        self,
        forcing: Callable[[State], Sequence[Action]],
        conventions: MateConventions,
        attacker: int,
        budget: Budget,
        report: Report | None = None,
    ) -> None:
        self.conventions = conventions
        self.budget = budget
        self.plies = 0
        self.search = MateSearch(
            forcing, MOST_RESULTS, conventions, None if report is None else lambda nodes: report(self.plies, nodes)
        )
        self.search.attacker = attacker
        self.search.begin(budget)
        self.lines: dict[Hashable, tuple[int, list[Action]]] = {}

    # -- the problem ---------------------------------------------------------------------

    def solve(self, start: State, most_plies: int, second_within: int | None) -> MateSolution:
        """The solution of a problem, as far as the budget lasts."""
        searched = second_within is not None
        solution = MateSolution(start=start, second_within=second_within or 0, searched_second=searched)
        second: list[SecondSolution] = []
        try:
            for plies in range(1, most_plies + 1, 2):
                self.plies = plies
                if self.search.wins(start, plies):
                    left, line = self.line(start, plies)
                    solution = attrs.evolve(solution, line=tuple(line), left_over=left)
                    break
                solution = attrs.evolve(solution, refuted=plies)
                if self.search.is_endless(start):
                    solution = attrs.evolve(solution, never=True)
                    break
            if solution.line and second_within is not None:
                self.find_second(start, solution.line, second_within, second)
                solution = attrs.evolve(solution, second_decided=True)
        except OutOfBudget:
            solution = attrs.evolve(solution, decided=bool(solution.line))
        except KeyboardInterrupt as interrupt:
            partial = self.finished(attrs.evolve(solution, decided=bool(solution.line)), second)
            setattr(interrupt, "solution", partial)  # noqa: B010
            raise
        return self.finished(solution, second)

    def finished(self, solution: MateSolution, second: list[SecondSolution]) -> MateSolution:
        """The solution with its second solutions, and what the search took."""
        return attrs.evolve(solution, second=tuple(second), nodes=int(self.search.nodes), seconds=self.budget.passed())

    def find_second(self, start: State, line: Sequence[Action], within: int, solutions: list[SecondSolution]) -> None:
        """Add the second solutions to ``solutions``, as far as the budget lasts."""
        state = start
        for place, played in enumerate(line):
            if place % 2 == 0:
                left = len(line) - place
                for action in self.search.forcing(state):
                    if action is played:
                        continue
                    child = state.apply(action)
                    plies = next((most for most in range(0, left + within, 2) if self.loses(child, most)), None)
                    if plies is not None:
                        minor = "last move" if left == 1 else "promotion" if is_same_move(action, played) else ""
                        solutions.append(SecondSolution(ply=place + 1, action=action, plies=plies + 1, minor=minor))
            state = state.apply(played)

    def line(self, state: State, plies: int) -> tuple[int, list[Action]]:
        """The number of pieces left over, and the line, of a mate that takes exactly ``plies``.

        Where a man may promote or not, it does.
        """
        if state.key in self.lines:
            return self.lines[state.key]
        action, after = next(
            (action, child)
            for action in sorted(self.search.forcing(state), key=lambda action: not str(action).endswith("+"))
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
        left, rest = best or (self.conventions.left_over(after, int(self.search.attacker)), [])
        self.lines[state.key] = left, [action, *rest]
        return self.lines[state.key]

    def loses(self, state: State, plies: int) -> bool:
        return self.search.fails(state, plies)

    def longest(self, state: State, plies: int) -> list[tuple[Action, State]]:
        """The answers after which a mate within ``plies`` takes longest, each with its position."""
        live = set(self.search.answers(state))
        children = [(action, state.apply(action)) for action in state.actions() if action in live]
        return [(action, child) for action, child in children if not self.search.wins(child, plies - 3)]


def is_same_move(action: Action, other: Action) -> bool:
    """True if the texts of two actions differ in their promotion alone."""
    return str(action).rstrip("+") == str(other).rstrip("+")
