from .alphabeta import (
    ALPHABETA as ALPHABETA,
    EXPECTATION as EXPECTATION,
    Alphabeta as Alphabeta,
    ExpectationOptions as ExpectationOptions,
    SearchOptions as SearchOptions,
    search_hints_of as search_hints_of,
)
from .bounded_search import DECIDED as DECIDED
from .budget import Budget as Budget, Effort as Effort
from .greedy import Greedy as Greedy
from .human import Human as Human
from .judgement import MATERIAL as MATERIAL, learned_hints as learned_hints
from .mates.mate_problem import (
    MateSolution as MateSolution,
    NoMateProblems as NoMateProblems,
    SecondSolution as SecondSolution,
    solve_mate as solve_mate,
)
from .mcts import MCTS as MCTS, Mcts as Mcts, MctsOptions as MctsOptions
from .perfect import Perfect as Perfect
from .puct.network_evaluator import Floats as Floats, Network as Network, NetworkEvaluator as NetworkEvaluator
from .puct.policy_tree import PolicyTree as PolicyTree
from .terminal import terminal_width as terminal_width
from .uniform import Uniform as Uniform
