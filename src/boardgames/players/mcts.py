"""The player ``mcts``: Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from random import Random
from typing import Any, ClassVar, Final

import attrs
from typing_extensions import override

from boardgames.core.lookup.object_reference import BadReference, imported
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Action, Game, State
from boardgames.core.model.options import BadOption, option
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.core.protocol.rated_actions import RatedActions
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.text.said import Said
from boardgames.learning.judgement_file import BadJudgementFile
from boardgames.learning.levels import Level
from boardgames.players.alphabeta import search_hints_of
from boardgames.players.budget import Budget, Effort, gc_paused
from boardgames.players.judgement import MATERIAL, MEANING, judgement_of, learned_hints
from boardgames.players.levels import carelessly, level_of, level_option, tree_levels
from boardgames.players.puct.evaluators import Evaluator, Policy, PolicyEvaluator, grow
from boardgames.players.puct.network_file import SUFFIX, NetworkFile
from boardgames.players.puct.policy_tree import PolicyTree
from boardgames.players.tree import Tree, UctTree

EXPLORATION: Final = 1.0
LONGEST_LINE: Final = 12
GROWING: Final = 0.75
"""The share of the time in which the tree grows; freeing its memory takes up to a quarter."""
FIRST_SLICE: Final = 256
"""Simulations before the first report of the search; each later one comes when the tree has doubled."""

NETWORK_BATCH: Final = 8
"""Positions that the tree gives to a network at once."""


@attrs.frozen
class MctsOptions:
    """The bounds of a tree, and the way it grows.  Without a bound it grows for one second."""

    LEFT: ClassVar[Mapping[str, str]] = {
        "priors": Said("without a policy the tree is as with priors=uct; leave it out, and in shogi take alphabeta"),
    }
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
    judgement: str | None = option(None, MEANING)
    policy: str | None = option(
        None, "FILE.onnx, or MODULE:FUNCTION that gives each action's prior and the state's value"
    )


class Mcts(Player):
    """Grows a tree until its budget ends, and plays the action with the most tries.

    ``policy`` is a callable.  For a state it returns a probability for each of ``state.actions()``, and the value for
    the side to act, from -1 to 1.  It may also be an :class:`~boardgames.players.puct.evaluators.Evaluator`, which
    judges many states at once, such as a network.

    ``judgement`` is as in :class:`~boardgames.players.alphabeta.Alphabeta`.
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
        judgement: str = MATERIAL,
    ) -> None:
        self.spec = spec
        self.hints = search_hints_of(spec)
        self.evaluate: Callable[[State, int], float] | None = self.hints.evaluate
        self.effort = effort
        self.rng = rng
        self.playout = 0 if playout is None and (spec.insight or spec.evaluate) else playout
        self.exploration = exploration
        self.evaluator = PolicyEvaluator(policy) if callable(policy) else policy
        self.judgement_name = judgement
        self.judgement = judgement_of(spec, judgement)  # None once it is read

    @override
    def prepare(self, start: State) -> None:
        """Raises :class:`~boardgames.core.model.options.BadOption` for a game that the network or the judgement was
        not made for."""
        if self.evaluator is not None:
            self.evaluator.prepare(start)
        self.read_judgement(start.game)

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        actions = state.actions()
        self.thought = None
        if len(actions) == 1 and not clock.until_stopped:
            return actions[0]
        budget = self.budget(clock)
        with gc_paused():
            rated = self.grow_tree(state, budget).rated()
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

    def read_judgement(self, game: Game) -> None:
        """Judge positions as the options say, from the first game on.

        Raises :class:`~boardgames.core.model.options.BadOption` as :meth:`prepare`.
        """
        if self.judgement is not None:
            try:
                self.evaluate = learned_hints(self.spec, game).evaluate(game, self.judgement)
            except BadJudgementFile as error:
                raise BadOption(f"judgement={self.judgement_name}: {error}") from None
            self.judgement = None

    @override
    def rate(self, state: State, clock: Clock) -> RatedActions:
        actions = state.actions()
        with gc_paused():
            rated = self.grow_tree(state, self.budget(clock)).rated()
        return RatedActions((actions[place], value) for place, _, value in rated)

    @override
    def compare(self, state: State, action: Action, clock: Clock) -> tuple[SearchInfo, float]:
        """Spend half of the budget on the position, and half on the state after the action, unless it is the best."""
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
                worth = next(mean for other, _, mean in tree.rated() if actions[other] == action)
                return best, min(value, worth)
            _, _, answer = self.grow_tree(after, _halved(self.budget(clock))).rated()[0]
        return best, min(value, answer if after.turn == state.turn else -answer)

    def grow_tree(self, state: State, budget: Budget) -> Tree[Any]:
        """A tree with as many simulations as the budget allows."""
        self.read_judgement(state.game)
        tree: Tree[Any]
        grow_more: Callable[[Budget], None]
        budget.seconds *= GROWING
        if self.evaluator is None:
            tree = plain = UctTree(state, self.rng, self.evaluate, self.playout, self.exploration)
            grow_more = plain.grow
        else:
            tree = guided = PolicyTree(state, self.rng, self.exploration)
            grow_more = partial(grow, guided, self.evaluator)
        left = inf if budget.nodes is None else budget.nodes
        part = FIRST_SLICE
        while left > 0 and not (tree.simulations and budget.is_spent()):
            nodes, before = int(min(part, left)), tree.simulations
            grow_more(Budget(max(0.0, budget.seconds - budget.passed()), nodes, stopped=budget.stopped))
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


def mcts_at(level: Level | None, spec: GameSpec, options: MctsOptions, rng: Random) -> Mcts:
    """The player of a level and these options.  Raises :class:`~boardgames.core.model.options.BadOption`."""
    policy = None if options.policy is None else find_policy(options.policy)
    if policy is not None and options.judgement is not None:
        raise BadOption("judgement and policy both say how good a position is: leave one of them out")
    return Mcts(
        spec,
        Effort.of(options, level),
        rng,
        playout=options.playout,
        exploration=options.exploration,
        policy=policy,
        judgement=options.judgement or MATERIAL,
    )


MCTS: Final = PlayerSpec(
    name="mcts",
    summary="grows a tree by trying what promises most, or by a policy of yours",
    options=MctsOptions,
    called_by="policy",
    player=lambda spec, options, rng: mcts_at(level_of(tree_levels, spec, options.level), spec, options, rng),
)
