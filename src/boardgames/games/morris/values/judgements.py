"""The learned judgement of morris: its features, and the file that comes with the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames.games.morris.board import NINE
from boardgames.games.morris.rules import Morris, State
from boardgames.games.morris.values.patterns import (
    PHASES,
    SIZES,
    TABLE,
    WEIGHTS,
    PatternJudgement,
    Patterns,
    patterns_of,
)
from boardgames.learning.judgement_features import JudgementFeatures
from boardgames.learning.judgement_file import Judgement
from boardgames.learning.judgement_rules import check_rules, name_with_rules
from boardgames.learning.search_hints import LearnedHints

NAME: Final = "counts and shapes of men 1"
PRIOR: Final[tuple[tuple[int, int, float], ...]] = (
    (0, 13, 1.0),  # men
    (2, 16, 0.09),  # free points beside them
    (3, 4, 0.3),  # ready points
    (4, 4, 0.08),  # far ones
    (5, 4, 0.08),  # spent ones
    (7, 10, 0.06),  # men in mills
)
"""Where a fit begins, as the plain judgement: the kind of patterns, how many counts it tells apart, and what one more
of the own side is worth, in men."""
TURN: Final = 0.15
"""To be the side to act."""

DECAY: Final = 1e-4
"""Weights are kept small: most shapes are rare in games, but not at the leaves of a search."""


def suits(game: Morris) -> bool:
    """True if the patterns are those of the board."""
    return game.board is NINE


def name_of(game: Morris) -> str:
    """The patterns, with the rules for which they are weighed.

    They are the same for the arena's game and the classic one: weights of the first are as good in the second.
    """
    return name_with_rules(NAME, attrs.evolve(game.options, mill_memory=True, double_mill=2, turns=200, repetition=0))


def prior() -> list[float]:
    """The weights of the plain judgement."""
    table = [0.0] * TABLE
    for kind, counts, worth in PRIOR:
        first = sum(SIZES[:kind])
        for number in range(counts * counts):
            table[first + number] = worth * (number // counts - number % counts)
    first = sum(SIZES[:1])
    table[first : first + SIZES[1]] = [TURN] * SIZES[1]
    return table * PHASES


def features(game: Morris) -> JudgementFeatures:
    """The features by which morris is judged: patterns of men for each phase."""
    patterns = Patterns()

    def of_seat(state: State) -> tuple[list[int], list[int]]:
        numbers = patterns_of(patterns, state)
        return (numbers, []) if state.seat == 0 else ([], numbers)

    whatever_the_phase = [*range(TABLE)] * PHASES
    return JudgementFeatures(
        name=name_of(game), count=WEIGHTS, features=of_seat, prior=prior(), groups=[whatever_the_phase], decay=DECAY
    )


def evaluate(game: Any, judgement: Judgement) -> Callable[[State, int], float]:
    """The judgement as a function of a position and a seat."""
    check_rules(judgement, name_of(game), WEIGHTS, game)
    return PatternJudgement(list(judgement.weights), judgement.scale).value


def file(name: str) -> Path | None:
    """The file of weights that comes with the game; ``None`` if it is not there."""
    path = Path(__file__).parents[1] / "judgement.bin"
    return path if path.exists() else None


LEARNED: Final = LearnedHints(features=features, evaluate=evaluate, file=file, suits=suits)
