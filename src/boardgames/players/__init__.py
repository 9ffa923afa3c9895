"""The players that come with the library.

They are found by name in :data:`boardgames.core.lookup.PLAYERS`, like those of any other distribution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.players.alphabeta import ALPHABETA, EXPECTATION, Alphabeta, ExpectationOptions, SearchOptions
    from boardgames.players.budget import Effort
    from boardgames.players.greedy import Greedy
    from boardgames.players.human import Human
    from boardgames.players.mates.mate_problem import MateSolution, NoMateProblems, SecondSolution, solve_mate
    from boardgames.players.mcts import MCTS, Mcts, MctsOptions
    from boardgames.players.perfect import Perfect
    from boardgames.players.uniform import Uniform
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "alphabeta": "ALPHABETA EXPECTATION Alphabeta ExpectationOptions SearchOptions",
            "greedy": "Greedy",
            "human": "Human",
            "budget": "Effort",
            "mates.mate_problem": "MateSolution NoMateProblems SecondSolution solve_mate",
            "mcts": "MCTS Mcts MctsOptions",
            "perfect": "Perfect",
            "uniform": "Uniform",
        },
    )

__all__ = [
    "ALPHABETA",
    "EXPECTATION",
    "MCTS",
    "Alphabeta",
    "Effort",
    "ExpectationOptions",
    "Greedy",
    "Human",
    "MateSolution",
    "Mcts",
    "MctsOptions",
    "NoMateProblems",
    "Perfect",
    "SearchOptions",
    "SecondSolution",
    "Uniform",
    "solve_mate",
]
