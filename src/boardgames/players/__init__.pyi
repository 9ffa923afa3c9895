from .alphabeta import (
    ALPHABETA as ALPHABETA,
    EXPECTATION as EXPECTATION,
    Alphabeta as Alphabeta,
    ExpectationOptions as ExpectationOptions,
    SearchOptions as SearchOptions,
)
from .budget import Effort as Effort
from .greedy import Greedy as Greedy
from .human import Human as Human
from .mates.mate_problem import (
    MateSolution as MateSolution,
    NoMateProblems as NoMateProblems,
    SecondSolution as SecondSolution,
    solve_mate as solve_mate,
)
from .mcts import MCTS as MCTS, Mcts as Mcts, MctsOptions as MctsOptions
from .perfect import Perfect as Perfect
from .uniform import Uniform as Uniform
