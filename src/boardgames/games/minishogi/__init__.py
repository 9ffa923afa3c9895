"""Minishogi."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game
from boardgames.games.minishogi.codingame import CODINGAME
from boardgames.games.minishogi.rules import MINISHOGI, REPETITIONS, MinishogiOptions
from boardgames.games.shogi import BY_HISTORY, CLAIMS, REASONS, SEAT_NAMES, Shogi, State, observation, symmetries
from boardgames.games.shogi.family import INSIGHT
from boardgames.games.shogi.io import picture, scene, sfen
from boardgames.games.shogi.io.usi import USI
from boardgames.games.shogi.records.formats import formats
from boardgames.games.shogi.values import greedy_eval as evaluation

__all__ = ["SPEC", "MinishogiOptions", "State", "load"]


def _minishogi(options: Any) -> Shogi:
    return Shogi(MINISHOGI, options, sfen, REPETITIONS[options.repetition], max_plies=options.max_plies)


SPEC = GameSpec(
    name="minishogi",
    title=MINISHOGI.title,
    game=_minishogi,
    options=MinishogiOptions,
    reasons=REASONS,
    claims=CLAIMS,
    by_history=BY_HISTORY,
    protocols={"codingame": CODINGAME, "usi": USI},
    formats=formats(MINISHOGI, {"repetition": "fourfold", "max_plies": 0}),  # as people play it
    picture=picture.draw,
    table=picture.table,
    legend=picture.legend(MINISHOGI),
    describe=picture.describe,
    action_group=picture.group,
    scene=scene.scene,
    clicks=scene.clicks,
    evaluate=evaluation.evaluate,
    insight=INSIGHT,
    seat_names=SEAT_NAMES,
    max_plies=lambda options: int(options.max_plies) or None,
    observation=observation.observation,
    symmetries=symmetries.symmetries,
    rules=files(__name__).joinpath("rules.md").read_text(encoding="utf-8"),
    sources=(
        "CodinGame, Minishogi, https://github.com/jdermont/MiniShogi",
        "Wikipedia, Minishogi, https://en.wikipedia.org/wiki/Minishogi",
    ),
)


def load(**options: Any) -> Game[State]:
    """The game with these options (:class:`MinishogiOptions`, or ``preset``), typed.

    >>> str(load(max_plies=100).start().actions()[0])
    '5e4d'

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    return make(SPEC, options)
