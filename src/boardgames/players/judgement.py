"""The judgement that a search uses: the game's own, the learned one that comes with it, or one from a file."""

from __future__ import annotations

from collections.abc import Callable
from math import tanh
from pathlib import Path
from typing import Final

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game, State
from boardgames.core.model.options import BadOption
from boardgames.learning.judgement_features import JudgementFeatures
from boardgames.learning.judgement_file import UNIT, BadJudgementFile, Judgement, read_judgement
from boardgames.learning.observation import Observation
from boardgames.learning.observed_games import observation_of
from boardgames.learning.search_hints import LearnedHints

MATERIAL: Final = "material"
LEARNED: Final = "learned"
MEANING: Final = f"how positions are judged: {MATERIAL}, {LEARNED}, or a file that 'boardgames fit' wrote"


def judgement_of(spec: GameSpec, name: str) -> Judgement | None:
    """The judgement ``material`` or ``learned``, or that of a file; ``None`` for the game's own.

    Raises :class:`~boardgames.core.model.options.BadOption` where there is none.
    """
    if name == MATERIAL:
        return None
    if name == "pairs":
        raise BadOption("judgement=pairs: the learned judgement weighs pairs, too; name 'learned', or leave it out")
    path = shipped_judgement(spec) if name == LEARNED else Path(name)
    if path is None:
        raise BadOption(
            f"judgement={name}: no learned judgement comes with {spec.title}; "
            f"'boardgames fit {spec.name} --out FILE' makes one, for judgement=FILE"
        )
    try:
        judgement = read_judgement(path)
    except BadJudgementFile as error:
        raise BadOption(f"judgement={name}: {error}") from None
    except OSError as error:
        raise BadOption(f"judgement={name}: the file cannot be read: {error.strerror or error}") from None
    if judgement.game != spec.name:
        raise BadOption(f"judgement={name}: the file is a judgement of {judgement.game}, not of {spec.name}")
    return judgement


def shipped_judgement(spec: GameSpec) -> Path | None:
    """The file of the judgement that comes with a game, if there is one."""
    learned = spec.insight.learned if spec.insight is not None else None
    return None if learned is None else learned.file(spec.name)


def best_judgement(spec: GameSpec) -> str:
    """The name of the best judgement that comes with a game."""
    return MATERIAL if shipped_judgement(spec) is None else LEARNED


def learned_hints(spec: GameSpec, game: Game) -> LearnedHints:
    """The hints of ``spec`` for a judgement by fitted weights; a game without its own is judged by its observation."""
    learned = spec.insight.learned if spec.insight is not None else None
    if learned is not None and learned.suits(game):
        return learned
    return LearnedHints(features=observed_features, evaluate=observed_evaluation)


# -- by what a learner observes --------------------------------------------------------------------


def observed_features(game: Game) -> JudgementFeatures:
    """The features of a game's observation, as the seat to act sees it: each number that is not 0 is one.

    So the features of a position all belong to one seat; the other seat has none.
    """
    observation = observation_of(game)

    def features(state: State) -> tuple[list[int], list[int]]:
        numbers = numbers_above_half(observation, state)
        return (numbers, []) if state.seat == 0 else ([], numbers)

    return JudgementFeatures(
        name=f"observation of {observation.size} numbers 1",
        count=observation.size,
        features=features,
        prior=[0.0] * observation.size,
    )


def numbers_above_half(observation: Observation, state: State) -> list[int]:
    """The places of an observation's numbers that are at least one half."""
    return [place for place, number in enumerate(observation.show(state)) if number >= 0.5]


def observed_evaluation(game: Game, judgement: Judgement) -> Callable[[State, int], float]:
    """A judgement by :func:`observed_features` as a function of a position and a seat."""
    observation = observation_of(game)
    expected = observed_features(game)
    if (judgement.features, len(judgement.weights)) != (expected.name, expected.count):
        raise BadJudgementFile(
            f"the judgement was fitted by features that {game.name} does not have with these options: fit one for them"
        )
    weights, scale = judgement.weights, judgement.scale

    def learned(state: State, seat: int) -> float:
        value = tanh(sum([weights[place] for place in numbers_above_half(observation, state)]) / UNIT / scale)
        return value if state.seat == seat else -value

    return learned
