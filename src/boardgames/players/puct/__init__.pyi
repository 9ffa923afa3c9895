from .evaluators import Evaluator as Evaluator, Policy as Policy, PolicyEvaluator as PolicyEvaluator, grow as grow
from .leaf_batch import LeafBatch as LeafBatch
from .network_evaluator import BadNetwork as BadNetwork, Network as Network, NetworkEvaluator as NetworkEvaluator
from .policy_tree import PolicyTree as PolicyTree
