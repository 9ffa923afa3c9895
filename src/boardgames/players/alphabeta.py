"""The players that search: ``alphabeta``, and ``expectation``, which follows the plain definition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

import attrs
from typing_extensions import override

from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, Action, Game, State
from boardgames.core.model.options import BadOption, option
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.core.protocol.rated_actions import RatedActions
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.text.said import Said
from boardgames.learning.judgement_file import BadJudgementFile, Judgement
from boardgames.learning.levels import Level
from boardgames.learning.search_hints import SearchHints
from boardgames.learning.search_rules import ThrowRules
from boardgames.players.bounded_search import DECIDED, OutOfBudget, plies_to_end
from boardgames.players.budget import Budget, Effort, gc_paused
from boardgames.players.judgement import MEANING, best_judgement, judgement_of, learned_hints
from boardgames.players.levels import carelessly, level_of, level_option, search_levels
from boardgames.players.mates.mate_search import MateSearch
from boardgames.players.plain_rules import PlainRules
from boardgames.players.search import Search
from boardgames.players.throw_search import ThrowSearch
from boardgames.players.time_use import EASY, STARTED, TimeUse

MOST_DEPTH: Final = 60
BUCKETS: Final = 262_139
"""Buckets of the transposition table: 12 MB where compiled."""
VARIETY: Final = 0.01
"""The range of the random bonus that decides between actions of nearly equal value."""
BUCKET_SIZE: Final = 48
"""Bytes of a bucket where compiled."""
MATE_PLIES: Final = 9
MATE_SHARE: Final = 10
"""The search for a mate gets one node in this number, in games that name their forcing moves."""
MATE_NODES: Final = 10_000
"""The nodes that it shares in where the depth alone is bounded."""
MATE_TIME: Final = 0.08
"""The largest share of the time that the mate search takes."""
MATE_TABLE_SIZE: Final = 2**18
LONGEST_MATE: Final = 41
"""The plies of the longest mate that :meth:`Alphabeta.mate` looks for."""
CONSTANTS: Final = (
    "margin", "step", "margin_depth", "razor", "razor_depth", "null", "delta", "late", "late_depth", "reduction",
    "history", "quiet", "quiet_step", "quiet_depth", "window", "behind", "reach",
)  # fmt: skip
"""Options of earlier versions."""


@attrs.frozen
class SearchOptions:
    """The bounds of a search; without any it lasts one second."""

    LEFT: ClassVar[Mapping[str, str]] = {
        "search": Said("there is one search, which nodes, depth, time and level bound; leave it out"),
        **dict.fromkeys(
            CONSTANTS, Said("other values of this constant are no better, so it is no option; leave it out")
        ),
    }
    depth: int | None = option(None, "actions to look ahead", least=1, most=MOST_DEPTH)
    nodes: int | None = option(None, "positions to look at for an answer", least=1, most=10**12)
    time: float | None = option(None, "seconds for an answer", least=0.001, most=86_400.0)
    level: int | None = level_option()
    judgement: str | None = option(None, MEANING)
    lines: int = option(1, "the best actions to judge exactly and to tell", least=1, most=100)
    hash: int | None = option(None, "MiB of positions to remember; none: 12", least=1, most=4096)


@attrs.frozen
class ExpectationOptions:
    """The bounds of a search; without any it looks two actions ahead."""

    depth: int | None = option(None, "actions to look ahead", least=1, most=MOST_DEPTH)
    nodes: int | None = option(None, "positions to look at for an answer", least=1, most=10**12)
    time: float | None = option(None, "seconds for an answer", least=0.001, most=86_400.0)
    level: int | None = level_option()
    judgement: str | None = option(None, MEANING)


class Alphabeta(Player):
    """Searches deeper and deeper until its budget ends, and plays the best action found.

    With a bound on depth or nodes and none on time, the same seed gives the same choices.  ``full_width`` searches by
    the plain definition: no reductions, no extensions, and a random choice only between equal actions.

    ``judgement`` is ``material``, which is the game's own, ``learned``, or the name of a file; without one it is
    the best that comes with the game and suits its options.
    ``lines`` are the best actions that it tells, each with its line; ``megabytes`` are for its table.
    """

    def __init__(
        self,
        spec: GameSpec,
        effort: Effort,
        rng: Random,
        full_width: bool = False,
        judgement: str | None = None,
        lines: int = 1,
        megabytes: int | None = None,
    ) -> None:
        self.spec = spec
        self.hints = search_hints_of(spec)
        self.judgement_name = judgement
        self.judgement = judgement_of(spec, best_judgement(spec) if judgement is None else judgement)
        self.effort = effort
        self.rng = rng
        self.full_width = full_width
        self.lines = lines
        self.buckets = BUCKETS if megabytes is None else megabytes * 2**20 // BUCKET_SIZE
        self.search: Search[Any] | None = None

    @override
    def prepare(self, start: State) -> None:
        """Read the judgement as the game's options need it.

        Raises :class:`~boardgames.core.model.options.BadOption` for one that was fitted for other rules.
        """
        if self.judgement is not None:
            self.searcher(start)

    # -- choosing ----------------------------------------------------------------------

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        actions = state.actions()
        self.thought = None
        if len(actions) == 1 and not clock.until_stopped:
            return actions[0]
        budget = self.effort.budget(clock)
        with gc_paused():
            if self.effort.carelessness:
                return self.careless_choice(state, budget)
            mate = self.quick_mate(state, budget)
            if mate:
                return mate[0]
            rated = self.deepen(state, budget, exact=False)
        return rated[0][0] if rated else self.rng.choice(actions)

    def best_of(self, state: State, actions: Sequence[Action], clock: Clock) -> Action:
        """The best of these actions of a state."""
        with gc_paused():
            rated = self.deepen(state, self.effort.budget(clock), exact=False, actions=actions)
        return rated[0][0] if rated else actions[0]

    def careless_choice(self, state: State, budget: Budget) -> Any:
        """The best action after random noise was added to the value of each."""
        rated = self.deepen(state, budget, exact=True)
        if not rated:
            return self.rng.choice(state.actions())
        action, value = carelessly(rated, self.effort.carelessness, self.rng)
        if self.thought is not None and self.thought.line[0] != action:
            thought = attrs.evolve(self.thought, value=value, line=(action,), plies_to_end=plies_to_end(value))
            self.think(thought)
        return action

    @override
    def rate(self, state: State, clock: Clock) -> RatedActions:
        """Search actions that the budget does not reach one action deep, whatever that costs."""
        actions = state.actions()
        with gc_paused():
            rated = self.deepen(state, self.effort.budget(clock), exact=True)
            if len(rated) < len(actions):
                search, searched = self.searcher(state), {int(action.index) for action, _ in rated}
                search.begin(Budget())
                left = [action for action in actions if action.index not in searched]
                rated += [(action, search.value_after(state.apply(action), state.turn, 1)) for action in left]
                rated.sort(key=lambda pair: -pair[1])
        return RatedActions(rated)

    @override
    def value(self, state: State, clock: Clock) -> float:
        if state.outcome is not None or state.turn != CHANCE:
            return super().value(state, clock)
        search, budget = self.searcher(state), self.effort.budget(clock)
        value = 0.0
        with gc_paused():
            for depth in self.depths(search, budget):
                try:
                    value = search.value_before_throw(state, depth)
                except OutOfBudget:
                    break
        return value

    @override
    def compare(self, state: State, action: Action, clock: Clock) -> tuple[SearchInfo, float]:
        """Search both actions to the same depth, the last one that the budget allowed.

        The table keeps what earlier calls found.  No choice is random here, so the same budget gives the same values.
        """
        search, budget = self.searcher(state), self.effort.budget(clock)
        actions, seat = state.actions(), state.turn
        played = actions.index(action)
        order, flat = list(range(len(actions))), [0.0] * len(actions)
        with gc_paused():
            mate = self.quick_mate(state, budget)
            mated = self.thought if mate else None
            for depth in self.depths(search, budget):
                try:
                    rated = search.rated(state, actions, depth, flat, order, 1)
                    if len(rated) < len(actions):
                        break
                    value, place = rated[0]
                    worth = value
                    if place != played:
                        worth = search.value_after(state.apply(action), seat, depth)
                except OutOfBudget:
                    break
                end = plies_to_end(value)
                other = min(value, worth)
                best = search_info(search, state, actions[place], value, depth)
                if end is not None and end <= depth and (place == played or plies_to_end(worth) is not None):
                    break  # decided: a deeper search cannot change it
                order = [place for _, place in rated]
        if mated is not None and best.plies_to_end is None:
            same = mated.line[0] == action
            best, other = mated, mated.value if same else other
        self.thought = best
        return best, other

    def depths(self, search: Search[Any], budget: Budget) -> Iterator[int]:
        """Begin a search, and yield its depths: the first one whatever it costs, as it must end."""
        search.begin(Budget(depth=1))
        yield 1
        nodes = search.nodes
        search.begin(budget)
        search.nodes = nodes
        for depth in range(2, (budget.depth or MOST_DEPTH) + 1):
            if budget.is_spent() or (budget.depth is None and budget.has_passed(STARTED)):
                return
            yield depth

    def deepen(
        self, state: State, budget: Budget, exact: bool, actions: Sequence[Action] | None = None
    ) -> list[tuple[Action, float]]:
        """Actions and values, the best first, of the deepest search that the budget allows.

        Only the first value is exact, unless ``exact`` asks for all.  ``actions`` are those to search, usually all.
        """
        search = self.searcher(state)
        search.begin(budget)
        actions = state.actions() if actions is None else actions
        order = list(range(len(actions)))
        self.rng.shuffle(order)
        lines = len(actions) if exact else self.lines
        variety = 0.0 if self.full_width or exact else VARIETY
        bonus = [variety * self.rng.random() for _ in actions]
        best: list[tuple[float, int]] = []
        time_use = TimeUse(budget, flexible=not exact)
        for depth in range(1, (budget.depth or MOST_DEPTH) + 1):
            try:
                rated = search.rated(state, actions, depth, bonus, order, lines)
            except OutOfBudget:
                break
            finished = len(rated) == len(actions)
            if finished or not exact or not best:
                best = rated
            value, place = best[0]
            end = plies_to_end(value)
            thought, *others = (
                search_info(search, state, actions[place], value, depth, finished)
                for value, place in best[: self.lines]
            )
            self.think(attrs.evolve(thought, alternatives=tuple(others)))
            if not finished or (end is not None and end <= depth and not exact):
                break  # out of budget, or decided: a deeper search cannot change it
            order = [place for _, place in rated]
            if time_use.is_enough(depth, place, easy_by(search, state, actions, order, value)):
                break
        return [(actions[place], value) for value, place in best]

    def searcher(self, state: State) -> Search[Any]:
        """The search, made when the first game begins."""
        if self.search is None:
            self.search = self.new_search(state)
        return self.search

    def new_search(self, state: State) -> Search[Any]:
        """A search for games such as this state's.  Raises :class:`~boardgames.core.model.options.BadOption`."""
        try:
            return self.search_by(self.judgement, state.game)
        except BadJudgementFile as error:
            if self.judgement_name is not None:
                raise BadOption(f"judgement={self.judgement_name}: {error}") from None
            return self.search_by(None, state.game)

    def search_by(self, judgement: Judgement | None, game: Game) -> Search[Any]:
        """The search of a game by a judgement.  Raises :class:`BadJudgementFile` for one that is not for the game."""
        learned = learned_hints(self.spec, game)
        its_own = judgement is None or learned is self.hints.learned
        if self.hints.rules is not None and its_own and not self.full_width:
            rules = self.hints.rules(game, judgement)
            if isinstance(rules, ThrowRules):
                return ThrowSearch(rules, self.buckets)
            return Search(rules, self.buckets)
        evaluate = self.hints.evaluate if judgement is None else learned.evaluate(game, judgement)
        return Search(PlainRules(game, evaluate), self.buckets, self.full_width)

    # -- mates -------------------------------------------------------------------------

    def quick_mate(self, state: State, budget: Budget) -> list[Action] | None:
        """A mate that a small share of the budget finds within its depth; ``None`` where more lines are wanted."""
        if self.hints.forcing_moves is None or self.full_width or self.lines > 1:
            return None
        nodes = MATE_NODES if budget.nodes is None and budget.depth is not None else budget.nodes
        nodes = None if nodes is None else nodes // MATE_SHARE
        part = Budget(min(MATE_TIME * budget.seconds, 1.0), nodes, stopped=budget.stopped)
        plies = MATE_PLIES if budget.depth is None else min(budget.depth, MATE_PLIES)
        try:
            return self.find_mate(state, part, plies)
        except OutOfBudget:
            return None

    @override
    def mate(self, state: State, clock: Clock) -> Sequence[Action] | None:
        budget = Budget(clock.allowed, clock.nodes, stopped=lambda: clock.stopped)
        try:
            with gc_paused():
                return self.find_mate(state, budget, LONGEST_MATE) or ()
        except OutOfBudget:
            return None

    def find_mate(self, state: State, budget: Budget, plies: int) -> list[Action] | None:
        """The shortest mate by forcing moves alone, of at most ``plies`` plies; ``None`` if there is none.

        Raises :class:`~boardgames.players.bounded_search.OutOfBudget`, and
        :class:`NotImplementedError` for a game that names no forcing moves.
        """
        if self.hints.forcing_moves is None:
            raise NotImplementedError
        search = MateSearch(self.hints.forcing_moves, MATE_TABLE_SIZE)
        mate = search.find(state, plies, budget)
        if mate:
            self.think(
                SearchInfo(
                    value=1.0,
                    line=tuple(mate),
                    depth=len(mate),
                    nodes=int(search.nodes),
                    seconds=budget.passed(),
                    plies_to_end=len(mate),
                )
            )
        return mate


def search_info(
    search: Search[Any], state: State, action: Action, value: float, depth: int, finished: bool = True
) -> SearchInfo:
    """The result of a search of ``depth``, ``finished`` or not, about an action."""
    return SearchInfo(
        value=value,
        line=tuple(search.line(state, action, depth)),
        depth=depth if finished else depth - 1,
        nodes=int(search.nodes),
        seconds=search.budget.passed(),
        plies_to_end=plies_to_end(value),
        fullness=search.table.fullness(),
    )


def easy_by(
    search: Search[Any],
    state: State,
    actions: Sequence[Action],
    order: Sequence[int],
    value: float,
) -> Callable[[int], bool]:
    """A function that is true for a depth if a search to it finds every other action far worse than the first.

    ``value`` is that of the first action in ``order``.  The function is false where the budget ends the search.
    """

    def is_easy(depth: int) -> bool:
        children = [state.apply(actions[place]) for place in order[1:]]
        try:
            return abs(value) <= DECIDED and all(
                search.is_at_most(child, state.turn, depth, value - EASY) for child in children
            )
        except OutOfBudget:
            return False

    return is_easy


def search_hints_of(spec: GameSpec) -> SearchHints:
    """The knowledge of the game of ``spec`` for searches; for a game without any, its evaluation alone."""
    return spec.insight or SearchHints(evaluate=spec.evaluate or _no_evaluation)


def _no_evaluation(state: State, seat: int) -> float:
    return 0.0


def _for_two(spec: GameSpec, name: str) -> GameSpec:
    """The spec itself.  Raises :class:`~boardgames.core.model.options.BadOption` for a game that is not for two."""
    if len(spec.seat_names) != 2:
        raise BadOption(f"{name} plays games for two players only; use mcts for {spec.title}")
    return spec


def alphabeta_at(level: Level | None, spec: GameSpec, options: SearchOptions, rng: Random) -> Alphabeta:
    """The player of a level and these options.  Raises :class:`~boardgames.core.model.options.BadOption`."""
    return Alphabeta(
        _for_two(spec, "alphabeta"),
        Effort.of(options, level),
        rng,
        judgement=options.judgement,
        lines=options.lines,
        megabytes=options.hash,
    )


def expectation_at(level: Level | None, spec: GameSpec, options: ExpectationOptions, rng: Random) -> Alphabeta:
    """The player of a level and these options.  Raises :class:`~boardgames.core.model.options.BadOption`."""
    return Alphabeta(
        _for_two(spec, "expectation"),
        Effort.of(options, level, usual_depth=2),
        rng,
        full_width=True,
        judgement=options.judgement,
    )


ALPHABETA: Final = PlayerSpec(
    name="alphabeta",
    summary="searches ahead as deep as time, nodes or depth allow",
    options=SearchOptions,
    player=lambda spec, options, rng: alphabeta_at(level_of(search_levels, spec, options.level), spec, options, rng),
)

EXPECTATION: Final = PlayerSpec(
    name="expectation",
    summary="searches ahead by the plain definition, every throw of dice by its chance",
    options=ExpectationOptions,
    player=lambda spec, options, rng: expectation_at(level_of(search_levels, spec, options.level), spec, options, rng),
)
