"""Tree search that a policy leads: the tree, its leaves in batches, and what judges them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.players.puct.evaluators import Evaluator, Policy, PolicyEvaluator, grow
    from boardgames.players.puct.leaf_batch import LeafBatch
    from boardgames.players.puct.network_evaluator import BadNetwork, Network, NetworkEvaluator
    from boardgames.players.puct.policy_tree import PolicyTree
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "evaluators": "Evaluator Policy PolicyEvaluator grow",
            "leaf_batch": "LeafBatch",
            "network_evaluator": "BadNetwork Network NetworkEvaluator",
            "policy_tree": "PolicyTree",
        },
    )

__all__ = [
    "BadNetwork",
    "Evaluator",
    "LeafBatch",
    "Network",
    "NetworkEvaluator",
    "Policy",
    "PolicyEvaluator",
    "PolicyTree",
    "grow",
]
