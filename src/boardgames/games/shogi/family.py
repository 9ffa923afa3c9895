"""What the games of the family share, and how a variant of known rules becomes a game."""

from __future__ import annotations

from typing import Any

from boardgames.core.lookup.spec import GameSpec, SearchHints
from boardgames.core.model.game import PLY_LIMIT
from boardgames.games.shogi import impasse, observation, repetition, symmetries
from boardgames.games.shogi.io import picture, scene, sfen
from boardgames.games.shogi.io.usi import USI
from boardgames.games.shogi.options import VariantOptions
from boardgames.games.shogi.records.formats import formats
from boardgames.games.shogi.rules import Shogi
from boardgames.games.shogi.values import search_eval as judgement
from boardgames.games.shogi.values import tactics
from boardgames.games.shogi.values.greedy_eval import evaluate
from boardgames.games.shogi.variant import Variant

CLAIMS = frozenset({repetition.REPETITION, impasse.IMPASSE, impasse.DECLARATION})
"""Endings that records tell of where the rules as chosen do not judge them."""

BY_HISTORY = frozenset({repetition.REPETITION, repetition.PERPETUAL_CHECK, impasse.IMPASSE})
"""Endings that look back: at earlier positions, or at plies without a capture."""

SEAT_NAMES = ("Black", "White")

REASONS = {
    "checkmate": "the side to move is in check and cannot parry it: it loses",
    "stalemate": "the side to move is not in check and has no legal move: it loses",
    repetition.REPETITION: "a position has occurred too often",
    repetition.PERPETUAL_CHECK: "a position has occurred too often and one side gave check all the time: it loses",
    PLY_LIMIT: "as many plies as agreed have been played: a draw",
}
"""How games of the family end."""

INSIGHT = SearchHints(evaluate=judgement.judge, move_priority=tactics.move_priority, forcing_moves=tactics.checks)
"""What searches may know of the games of the family that have no dice."""


def spec_of(variant: Variant, rules: str, sources: tuple[str, ...]) -> GameSpec:
    """The game of a variant that is played by shogi's rules on another board, with its page and its sources."""

    def game(options: Any) -> Shogi:
        repeats = repetition.FOURFOLD if options.repetition == "fourfold" else None
        return Shogi(variant, options, sfen, repeats, max_plies=options.max_plies)

    return GameSpec(
        name=variant.name,
        title=variant.title,
        game=game,
        options=VariantOptions,
        reasons=REASONS,
        claims=CLAIMS,
        by_history=BY_HISTORY,
        protocols={"usi": USI},
        formats=formats(variant, {}),
        picture=picture.draw,
        table=picture.table,
        legend=picture.legend(variant),
        describe=picture.describe,
        action_group=picture.group,
        scene=scene.scene,
        clicks=scene.clicks,
        evaluate=evaluate,
        insight=INSIGHT,
        seat_names=SEAT_NAMES,
        observation=observation.observation,
        symmetries=symmetries.symmetries,
        rules=rules,
        sources=sources,
    )
