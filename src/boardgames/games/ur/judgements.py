"""The learned judgement of Ur: its features, and the file that comes with the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from boardgames.games.ur.patterns import NAME, WEIGHTS, PatternJudgement, patterns_of
from boardgames.learning.judgement_features import JudgementFeatures
from boardgames.learning.judgement_file import Judgement
from boardgames.learning.judgement_rules import check_rules, name_with_rules
from boardgames.learning.search_hints import LearnedHints

PAWNS: Final = 1.0
"""The scale of a fit: this number of units of weight ahead mean a value of 0.76."""


def suits(game: Any) -> bool:
    """True if the track has the cells that the patterns are made of."""
    return bool(game.options.track == "bell")


def name_of(game: Any) -> str:
    """The patterns, with the rules for which they are weighed."""
    return name_with_rules(NAME, game.options)


def features(game: Any) -> JudgementFeatures:
    """The features by which Ur is judged: patterns of cells."""

    def of_seat(state: Any) -> tuple[list[int], list[int]]:
        numbers = patterns_of(state)
        return (numbers, []) if state.seat == 0 else ([], numbers)

    return JudgementFeatures(name=name_of(game), count=WEIGHTS, features=of_seat, prior=[0.0] * WEIGHTS, scale=PAWNS)


def evaluate(game: Any, judgement: Judgement) -> Callable[[Any, int], float]:
    """The judgement as a function of a position and a seat."""
    check_rules(judgement, name_of(game), WEIGHTS, game)
    return PatternJudgement(list(judgement.weights), judgement.scale).value


def file(name: str) -> Path | None:
    """The file of weights that comes with the game; ``None`` if it is not there."""
    path = Path(__file__).with_name("judgement.bin")
    return path if path.exists() else None


LEARNED: Final = LearnedHints(features=features, evaluate=evaluate, file=file, suits=suits)
