"""Evaluators: they give the leaves of a policy tree their priors and values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol

from boardgames.core.model.game import State
from boardgames.players.puct.policy_tree import PolicyTree

if TYPE_CHECKING:
    from boardgames.players.budget import Budget

Policy = Callable[[Any], tuple[Sequence[float], float]]
"""Gives a state with a seat to act a probability for each of ``state.actions()``, in their order, and the value for
that seat, from -1 to 1."""

UNBOUNDED: Final = 2**62


class Evaluator(Protocol):
    """Judges the leaves of trees."""

    @property
    def batch(self) -> int:
        """The number of leaves of one tree to judge at once."""

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
        pass

    def evaluate(self, trees: list[PolicyTree], each: int) -> None:
        """Let each of the trees grow by at most ``each`` simulations.

        Raises :class:`ValueError` for a policy that returns something else.
        """
        for tree in trees:
            priors: list[float] = []
            values: list[float] = []
            for leaf in tree.leaves(each):
                probabilities, value = self.judged(leaf.state, len(leaf.actions))
                priors += probabilities
                values.append(value)
            tree.back(priors, values)

    def judged(self, state: State, actions: int) -> tuple[list[float], float]:
        """The policy's priors and value of a state with this number of actions.  Raises :class:`ValueError`."""
        result = self.policy(state)
        pair = isinstance(result, tuple | list) and len(result) == 2
        priors: Any = result[0] if pair else result
        with suppress(TypeError, ValueError):
            if not isinstance(priors, Mapping | str | bytes) and pair and len(priors) == actions:
                return [*map(float, priors)], float(result[1])
        name = f"{getattr(self.policy, '__module__', '')}:{getattr(self.policy, '__qualname__', '<')}"
        number = f" of {len(priors)}" if pair and isinstance(priors, Sequence) else ""
        raise ValueError(
            f"{'the policy' if '<' in name else name} must return a probability for each action, a list of {actions}, "
            f"and a value behind it; it returned a {type(priors).__name__}{number}{'' if pair else ' alone'}"
        )


def grow(tree: PolicyTree, evaluator: Evaluator, budget: Budget) -> None:
    """Let a ``tree`` grow by as many simulations as the budget's ``nodes`` and time allow, at least one.

    ``evaluator`` judges its leaves; the root is judged first, which does not count as a simulation.
    """
    if not tree.is_known(tree.root):
        evaluator.evaluate([tree], 1)
    end = UNBOUNDED if budget.nodes is None else int(tree.simulations) + budget.nodes
    while tree.simulations < end:
        evaluator.evaluate([tree], min(evaluator.batch, end - int(tree.simulations)))
        if budget.is_spent():
            break
