"""Shogi, and the rules that its family shares."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import attrs

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game
from boardgames.games.shogi import impasse, observation, repetition, symmetries
from boardgames.games.shogi.family import BY_HISTORY, CLAIMS, INSIGHT, REASONS, SEAT_NAMES
from boardgames.games.shogi.io import picture, scene, sfen
from boardgames.games.shogi.io.usi import USI
from boardgames.games.shogi.moves.tables import Action
from boardgames.games.shogi.options import ShogiOptions
from boardgames.games.shogi.records.formats import formats
from boardgames.games.shogi.rules import Shogi, State
from boardgames.games.shogi.values.greedy_eval import evaluate
from boardgames.games.shogi.variant import SHOGI, Variant

__all__ = [
    "BY_HISTORY",
    "CLAIMS",
    "REASONS",
    "SEAT_NAMES",
    "SPEC",
    "Action",
    "Shogi",
    "ShogiOptions",
    "State",
    "Variant",
    "load",
]


def _shogi(options: Any) -> Shogi:
    way = attrs.evolve(impasse.IMPASSES[options.impasse], missing_to_white=options.missing_points == "white")
    return Shogi(
        SHOGI,
        options,
        sfen,
        repetition.FOURFOLD if options.repetition == "fourfold" else None,
        way,
        options.impasse_quiet_plies,
        options.max_plies,
    )


SPEC = GameSpec(
    name="shogi",
    title=SHOGI.title,
    game=_shogi,
    options=ShogiOptions,
    reasons={
        **REASONS,
        impasse.IMPASSE: "both kings have entered and points decide, or a declared king has points for a draw",
        impasse.DECLARATION: "the side to move declared its entered king with enough points: it wins",
        impasse.FALSE_DECLARATION: "the side to move declared without the right to: it loses",
    },
    claims=CLAIMS,
    by_history=BY_HISTORY,
    protocols={"usi": USI},
    formats=formats(SHOGI, {"impasse": "none"}),  # the players agreed on it, or did not
    picture=picture.draw,
    table=picture.table,
    legend=picture.legend(SHOGI),
    describe=picture.describe,
    action_group=picture.group,
    scene=scene.scene,
    clicks=scene.clicks,
    evaluate=evaluate,
    insight=INSIGHT,
    seat_names=SEAT_NAMES,
    max_plies=lambda options: int(options.max_plies) or None,
    observation=observation.observation,
    symmetries=symmetries.symmetries,
    rules=files(__name__).joinpath("rules.md").read_text(encoding="utf-8"),
    sources=(
        "Japan Shogi Association, rules of play, https://www.shogi.or.jp/knowledge/shogi/",
        "A one-page summary of the rules: board, set-up, moves, drops, repetition, and impasse by 24 points",
        "Computer Shogi Association, rules of the World Computer Shogi Championship (declaration by 27 points)",
        "Japan Shogi Association, declaration of an entered king (2013, 2019): 31 points win, 24 are a draw",
    ),
)


def load(**options: Any) -> Game[State]:
    """The game with these options (:class:`ShogiOptions`, or ``preset``), typed.

    >>> load(max_plies=100).start().in_check()
    False

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    return make(SPEC, options)
