"""What a game tells searches, as an evaluator: priors from its move priorities, values from its judgement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, final

from boardgames.players.puct.policy_tree import PolicyTree

WEIGHT: Final = 0.1
"""How much a step of priority counts: an action of priority 100 gets eleven times the prior of a quiet one."""


@final
class PriorityEvaluator:
    """Judges leaves by a game's :class:`~boardgames.core.lookup.search_hints.SearchHints`.

    The more urgent the game calls an action, the larger its prior; all are alike where it does not say.
    """

    def __init__(
        self,
        evaluate: Callable[[Any, int], float],
        move_priority: Callable[[Any, Sequence[Any]], bytes] | None,
    ) -> None:
        self.judge: Final = evaluate
        self.move_priority: Final = move_priority
        self.batch: Final[int] = 1

    def prepare(self, start: Any) -> None:
        """It plays any game."""

    def evaluate(self, trees: list[PolicyTree], each: int) -> None:
        """Let each of the trees grow by at most ``each`` simulations.

        Raises :class:`~boardgames.players.evaluation.BadEvaluation` for a judgement that is not a number.
        """
        for tree in trees:
            priors: list[float] = []
            values: list[float] = []
            for leaf in tree.leaves(each):
                value = self.judge(leaf.state, int(leaf.turn))
                values.append(-1.0 if value < -1.0 else 1.0 if value > 1.0 else value)
                first = len(priors)
                total = 0.0
                if self.move_priority is None:
                    priors += [1.0] * int(leaf.count)
                    total = float(int(leaf.count))
                else:
                    for priority in self.move_priority(leaf.state, leaf.actions):
                        weight = 1.0 + WEIGHT * float(priority)
                        priors.append(weight)
                        total += weight
                for place in range(first, len(priors)):
                    priors[place] /= total
            tree.back(priors, values)
