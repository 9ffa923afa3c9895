"""The player ``mcts``: Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from random import Random
from typing import Any, Final

import attrs
from typing_extensions import override

from boardgames.core.lookup.object_reference import BadReference, imported
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Action, State
from boardgames.core.model.options import BadOption, option
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.core.protocol.rated_actions import RatedActions
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.learning.levels import Level
from boardgames.players.alphabeta import Alphabeta, offers_search, search_hints_of
from boardgames.players.budget import Budget, Effort, gc_paused
from boardgames.players.judgement import MATERIAL, MEANING, best_judgement
from boardgames.players.levels import carelessly, level_of, level_option, tree_levels
from boardgames.players.puct.evaluators import Evaluator, Policy, PolicyEvaluator, grow
from boardgames.players.puct.line_tree import LineTree
from boardgames.players.puct.network_file import SUFFIX, NetworkFile
from boardgames.players.puct.policy_tree import PolicyTree
from boardgames.players.search import Search
from boardgames.players.selective import SelectiveSearch
from boardgames.players.tree import Tree, UctTree

EXPLORATION: Final = 1.0
LONGEST_LINE: Final = 12
GROWING: Final = 0.75
"""The share of the time in which the tree grows; freeing its memory takes up to a fourth."""
FIRST_SLICE: Final = 256
"""Simulations before the first report of the search; each later one comes when the tree has doubled."""

NETWORK_BATCH: Final = 8
"""Positions that the tree gives to a network at once."""

UCT: Final = "uct"
LINE: Final = "line"
"""The values of the option ``priors``."""
POSITIONS: Final = 40
"""Positions that a short search looks at in a round, on average."""


@attrs.frozen
class MctsOptions:
    """How much the tree may grow, and how.  Without a bound it grows for one second.

    Where only time bounds it and nothing says what leads it, it is ``line`` in a game that offers a short search.
    """

    nodes: int | None = option(None, "rounds for an answer: each adds a node to the tree", least=1, most=10**12)
    time: float | None = option(None, "seconds for an answer", least=0.001, most=86_400.0)
    level: int | None = level_option()
    playout: int | None = option(
        None,
        "plies of random play before a position is judged; none: 0 where the game judges positions, else to its end",
        least=0,
        most=1_000_000,
    )
    exploration: float = option(EXPLORATION, "how much to try what looks worse", least=0.0, most=100.0)
    priors: str | None = option(
        None,
        "what leads it: uct, tries alone; line, short searches, deepest along the best line",
        choices=(UCT, LINE),
    )
    judgement: str | None = option(None, MEANING)
    policy: str | None = option(
        None, "FILE.onnx, or MODULE:FUNCTION that gives each action's prior and the state's value"
    )


class Mcts(Player):
    """Grows a tree until its budget ends, and plays the action with the most tries, or the best one of a line.

    ``policy`` is a callable.  For a state it returns a probability for each of
    ``state.actions()``, and the value for the side to act, from -1 to 1.  It may
    also be an :class:`~boardgames.players.puct.evaluators.Evaluator`, which judges
    many states at once, such as a network.

    Without one ``priors`` says what leads the tree: with ``line`` it is a
    :class:`~boardgames.players.puct.line_tree.LineTree`, in a game for two without dice
    that offers its :class:`~boardgames.learning.search_rules.SearchRules`.
    ``judgement`` and ``may_judge_plainly`` are as in :class:`~boardgames.players.alphabeta.Alphabeta`.
    ``may_try_plainly`` lets ``uct`` stand in where the game's options leave no short search.
    """

    def __init__(
        self,
        spec: GameSpec,
        effort: Effort,
        rng: Random,
        *,
        playout: int | None = None,
        exploration: float = EXPLORATION,
        policy: Policy | Evaluator | None = None,
        priors: str = UCT,
        judgement: str = MATERIAL,
        may_judge_plainly: bool = False,
        may_try_plainly: bool = False,
    ) -> None:
        self.spec = spec
        self.hints = search_hints_of(spec)
        self.evaluate: Callable[[State, int], float] | None = self.hints.evaluate
        self.effort = effort
        self.rng = rng
        self.playout = 0 if playout is None and (spec.insight or spec.evaluate) else playout
        self.exploration = exploration
        self.evaluator = PolicyEvaluator(policy) if callable(policy) else policy
        self.priors = priors
        self.may_try_plainly = may_try_plainly
        self.searcher: Alphabeta | None = None
        if priors == LINE or judgement != MATERIAL:
            self.searcher = Alphabeta(
                spec,
                effort,
                rng,
                judgement=judgement,
                selective=priors == LINE,
                may_judge_plainly=may_judge_plainly,
            )

    @override
    def prepare(self, start: State) -> None:
        """Raises :class:`~boardgames.core.model.options.BadOption` for a game that the network or the judgement was
        not made for, and for one without a short search where that is to lead the tree."""
        if self.evaluator is not None:
            self.evaluator.prepare(start)
        self.short_search(start)

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        actions = state.actions()
        self.thought = None
        if len(actions) == 1 and not clock.until_stopped:
            return actions[0]
        budget = self.budget(clock)
        with gc_paused():
            mate = None if self.effort.carelessness else self.quick_mate(state, budget)
            if mate:
                return mate[0]
            rated = self.grow_tree(state, budget, exact=self.effort.carelessness > 0.0).rated()
        if self.effort.carelessness:
            place, value = carelessly([(place, value) for place, _, value in rated], self.effort.carelessness, self.rng)
            if place != rated[0][0] and self.thought is not None:
                self.think(attrs.evolve(self.thought, value=value, line=(actions[place],)))
            return actions[place]
        place, _, _ = rated[0]
        return actions[place]

    def budget(self, clock: Clock) -> Budget:
        """The budget of one answer.  A clock that bounds the depth alone leaves the usual time."""
        return self.effort.budget(clock, has_depth=False)

    def quick_mate(self, state: State, budget: Budget) -> list[Action] | None:
        """A mate that a small share of the budget finds, where short searches lead the tree."""
        if self.searcher is None or self.short_search(state) is None:
            return None
        nodes = None if budget.nodes is None else POSITIONS * budget.nodes
        mate = self.searcher.quick_mate(state, Budget(budget.seconds, nodes, stopped=budget.stopped))
        if mate and self.searcher.thought is not None:
            self.think(self.searcher.thought)
        return mate

    def short_search(self, state: State) -> SelectiveSearch[State] | None:
        """The search that leads the tree, if one does.  The first state tells the game, so that its judgement is read.

        Raises :class:`~boardgames.core.model.options.BadOption` as :meth:`prepare`.
        """
        if self.searcher is None:
            return None
        search = self.searcher.searcher(state)
        if isinstance(search, SelectiveSearch):
            return search
        if self.priors != LINE:
            assert isinstance(search, Search), "a selective search was not asked for"
            self.evaluate = search.evaluate
        elif not self.may_try_plainly:
            raise no_short_search(self.spec)
        return None

    @override
    def rate(self, state: State, clock: Clock) -> RatedActions:
        actions = state.actions()
        with gc_paused():
            rated = self.grow_tree(state, self.budget(clock), exact=True).rated()
        return RatedActions((actions[place], value) for place, _, value in rated)

    @override
    def compare(self, state: State, action: Action, clock: Clock) -> tuple[SearchInfo, float]:
        """One half of the budget goes to the position, the other to what follows the action, unless it is the best."""
        actions = state.actions()
        with gc_paused():
            tree = self.grow_tree(state, _halved(self.budget(clock)))
            place, _, value = tree.rated()[0]
            best = self.search_info(tree, Budget())
            if actions[place] == action:
                return best, value
            after = state.apply(action)
            outcome = after.outcome
            if outcome is not None:
                return best, min(value, float(outcome.returns[state.turn]))
            if after.turn < 0 or len(after.actions()) == 1:
                worth = next(each for other, _, each in tree.rated() if actions[other] == action)
                return best, min(value, worth)
            _, _, answer = self.grow_tree(after, _halved(self.budget(clock))).rated()[0]
        return best, min(value, answer if after.turn == state.turn else -answer)

    def grow_tree(self, state: State, budget: Budget, exact: bool = False) -> Tree[Any]:
        """A tree of as many simulations as the budget allows.

        With ``exact`` a line's tree values all actions, else only the best one.
        """
        search = self.short_search(state)
        tree: Tree[Any]
        if search is not None:
            left_over = Budget(max(0.0, budget.seconds - budget.passed()), stopped=budget.stopped)
            search.begin(budget if budget.nodes is None else left_over)
            tree = line = LineTree(state, self.rng, self.exploration, search, budget, exact)
            more: Callable[[Budget], None] = line.grow
        else:
            budget.seconds *= GROWING
            if self.evaluator is None:
                tree = plain = UctTree(state, self.rng, self.evaluate, self.playout, self.exploration)
                more = plain.grow
            else:
                tree = guided = PolicyTree(state, self.rng, self.exploration)
                more = partial(grow, guided, self.evaluator)
        left = inf if budget.nodes is None else budget.nodes
        part = FIRST_SLICE
        while left > 0 and not tree.finished and not (tree.simulations and budget.is_spent()):
            nodes, before = int(min(part, left)), tree.simulations
            more(Budget(max(0.0, budget.seconds - budget.passed()), nodes, stopped=budget.stopped))
            left -= max(1, int(tree.simulations - before))
            part = max(part, int(tree.simulations))
            self.think(self.search_info(tree, budget))
        return tree

    def search_info(self, tree: Tree[Any], budget: Budget) -> SearchInfo:
        """The result of a search, for a spectator."""
        _, _, value = tree.rated()[0]
        return SearchInfo(
            depth=int(tree.deepest),
            nodes=int(tree.simulations),
            seconds=budget.passed(),
            value=value,
            line=tuple(tree.line(LONGEST_LINE)),
        )


def _halved(budget: Budget) -> Budget:
    nodes = None if budget.nodes is None else max(1, budget.nodes // 2)
    return Budget(budget.seconds / 2, nodes, budget.depth, budget.stopped)


def find_policy(text: str) -> Policy | Evaluator:
    """The network in ``FILE.onnx``, or the callable that ``MODULE:FUNCTION`` or ``FILE.py:FUNCTION`` names, in this
    folder first.

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    if text.endswith(SUFFIX):
        return NetworkFile(text, NETWORK_BATCH)
    module, colon, name = text.rpartition(":")
    if not colon or not module or not name:
        raise BadOption(f"mcts: policy is MODULE:FUNCTION, as in mynetwork:policy, or FILE{SUFFIX}, not {text!r}")
    try:
        policy: Policy | None = getattr(imported(module), name, None)
    except BadReference as error:
        raise BadOption(f"mcts: cannot find the policy {text!r}: {error}") from error
    if not callable(policy):
        raise BadOption(f"mcts: cannot find the policy {text!r}: {module} has no function {name!r}")
    return policy


def no_short_search(spec: GameSpec) -> BadOption:
    """The error that says that a game has no short search for ``priors=line``."""
    return BadOption(f"priors={LINE}: {spec.title} offers no short search: take priors={UCT}")


def mcts_at(level: Level | None, spec: GameSpec, options: MctsOptions, rng: Random) -> Mcts:
    """The player of a level and these options: led by short searches where only time bounds it, or the level says so.

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    policy = None if options.policy is None else find_policy(options.policy)
    priors, judgement = options.priors, options.judgement
    if policy is not None and (priors is not None or judgement is not None):
        given, what = (
            ("priors", "what leads the tree") if priors is not None else ("judgement", "how good a position is")
        )
        raise BadOption(f"{given} and policy both say {what}: leave one of them out")
    at_best = options.nodes is None if level is None else level.at_best
    if priors is None:
        usual = at_best and policy is None and options.playout is None and offers_search(spec)
        priors = LINE if usual else UCT
    elif priors == LINE and not offers_search(spec):
        raise no_short_search(spec)
    elif priors == LINE and options.playout is not None:
        raise BadOption(
            f"playout is for priors={UCT}: with priors={priors} a short search judges: leave one of them out"
        )
    if judgement is None and priors == LINE:
        judgement = best_judgement(spec)
    elif judgement is None:
        judgement = MATERIAL
    return Mcts(
        spec,
        Effort.of(options, level),
        rng,
        playout=options.playout,
        exploration=options.exploration,
        policy=policy,
        priors=priors,
        judgement=judgement,
        may_judge_plainly=options.judgement is None,
        may_try_plainly=options.priors is None,
    )


MCTS: Final = PlayerSpec(
    name="mcts",
    summary="grows a tree by trying what promises most, by short searches, or by a policy of yours",
    options=MctsOptions,
    called_by="policy",
    player=lambda spec, options, rng: mcts_at(level_of(tree_levels, spec, options.level), spec, options, rng),
)
