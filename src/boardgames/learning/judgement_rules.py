"""The rules for which a judgement was fitted: the name of its features tells them."""

from __future__ import annotations

from typing import Any

from boardgames.core.model.game import Game
from boardgames.core.model.options import differences, with_options
from boardgames.learning.judgement_file import BadJudgementFile, Judgement


def name_with_rules(name: str, options: Any) -> str:
    """The name of features that are weighed for these options of a game."""
    changed = differences(options)
    return f"{name}, {changed}" if changed else name


def check_rules(judgement: Judgement, name: str, count: int, game: Game) -> None:
    """Check that a judgement weighs the ``count`` features of this name, which are those of the game.

    Raises :class:`~boardgames.learning.judgement_file.BadJudgementFile` for one that was fitted for other rules.
    """
    if (judgement.features, len(judgement.weights)) != (name, count):
        raise BadJudgementFile(
            f"the judgement was fitted for {game.name} with other rules than these: "
            f"'boardgames fit {with_options(game.name, game.options)} --out FILE' makes one for them"
        )
