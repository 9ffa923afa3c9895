"""Evaluators: what gives the leaves of a policy tree their priors and values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from boardgames.core.model.game import State
from boardgames.players.puct.policy_tree import PolicyTree

if TYPE_CHECKING:
    from boardgames.players.budget import Budget

Policy = Callable[[Any], tuple[Sequence[float], float]]
"""For a state with a seat to act: a probability for each of ``state.actions()``, in their order, and the value
for that seat, from -1 to 1."""

UNBOUNDED: Final = 2**62


class Evaluator(Protocol):
    """Judges the leaves of trees."""

    @property
    def batch(self) -> int:
        """How many leaves of a tree it likes to judge at once."""

    def prepare(self, start: State) -> None:
        """Called before a game from this position.

        Raises :class:`~boardgames.core.model.options.BadOption` for a game that it cannot judge.
        """

    def evaluate(self, trees: list[PolicyTree], each: int) -> None:
        """Let each of the trees grow by at most ``each`` simulations."""


class PolicyEvaluator:
    """Asks a policy about one state after the other."""

    batch = 1

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def prepare(self, start: State) -> None:
        """A policy plays any game."""

    def evaluate(self, trees: list[PolicyTree], each: int) -> None:
        """Let each of the trees grow by at most ``each`` simulations.

        Raises :class:`ValueError` for a policy with another number of probabilities than there are actions.
        """
        for tree in trees:
            priors: list[float] = []
            values: list[float] = []
            for leaf in tree.leaves(each):
                given, value = self.policy(leaf.state)
                if len(given) != len(leaf.actions):
                    raise ValueError(f"the policy gave {len(given)} probabilities for {len(leaf.actions)} actions")
                priors += map(float, given)
                values.append(float(value))
            tree.back(priors, values)


def grow(tree: PolicyTree, evaluator: Evaluator, budget: Budget) -> None:
    """Run as many simulations as the budget allows, at least one; its ``nodes`` are simulations.

    ``evaluator`` judges the leaves of the ``tree``.

    The root is judged first, which is no simulation.
    """
    if not tree.is_known(tree.root):
        evaluator.evaluate([tree], 1)
    end = UNBOUNDED if budget.nodes is None else int(tree.simulations) + budget.nodes
    while tree.simulations < end:
        evaluator.evaluate([tree], min(evaluator.batch, end - int(tree.simulations)))
        if budget.is_spent():
            break
