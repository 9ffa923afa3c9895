"""Shogi, and the rules that its family shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

from boardgames.core.lookup.deferred_field import deferred
from boardgames.core.lookup.game_cache import loader
from boardgames.games.pages import rules_page
from boardgames.games.shogi import impasse
from boardgames.games.shogi.family import BY_HISTORY, CLAIMS, REASONS, SEAT_NAMES, spec_of
from boardgames.games.shogi.io import sfen
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.options import ShogiOptions, VariantOptions
from boardgames.games.shogi.pieces import BISHOP, GOLD, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER, Piece
from boardgames.games.shogi.repetition import FOURFOLD, REPETITIONS, Repetition
from boardgames.games.shogi.rules import Shogi, State
from boardgames.games.shogi.variant import SHOGI, Variant

if TYPE_CHECKING:
    from boardgames.games.shogi.io.picture import draw

__getattr__ = lazy_loader.attach(__name__, submod_attrs={"io.picture": ["draw"]})[0]

__all__ = [
    "BISHOP",
    "BY_HISTORY",
    "CLAIMS",
    "FOURFOLD",
    "GOLD",
    "KING",
    "KNIGHT",
    "LANCE",
    "PAWN",
    "REASONS",
    "ROOK",
    "SEAT_NAMES",
    "SILVER",
    "SPEC",
    "Action",
    "Piece",
    "Repetition",
    "Shogi",
    "ShogiOptions",
    "State",
    "Variant",
    "VariantOptions",
    "draw",
    "load",
    "sfen",
    "spec_of",
]


def _shogi(options: ShogiOptions) -> Shogi:
    way = impasse.IMPASSES[options.impasse].with_missing_to_white(options.missing_points == "white")
    repeats, quiet_plies = REPETITIONS[options.repetition], options.impasse_quiet_plies
    return Shogi(SHOGI, options, sfen, repeats, way, quiet_plies, options.max_plies)


SPEC = spec_of(
    SHOGI,
    rules_page(__name__),
    other_names=("Japanese chess",),
    sources=(
        "Japan Shogi Association, rules of play, https://www.shogi.or.jp/knowledge/shogi/",
        "A one-page summary of the rules: board, set-up, moves, drops, repetition, and impasse by 24 points",
        "Computer Shogi Association, rules of the World Computer Shogi Championship (declaration by 27 points)",
        "Japan Shogi Association, declaration of an entered king (2013, 2019): 31 points win, 24 are a draw",
    ),
    options=ShogiOptions,
    game=_shogi,
    protocols=deferred("boardgames.games.shogi.io.csa:PROTOCOLS"),
    reasons={
        **REASONS,
        impasse.IMPASSE: "both kings have entered and points decide, or a declared king has points for a draw",
        impasse.DECLARATION: "the side to move declared its entered king with enough points: it wins",
        impasse.FALSE_DECLARATION: "the side to move declared without the right to: it loses",
    },
    record_options={"impasse": "none"},  # the players agreed on it, or did not
)

load = loader(SPEC, ShogiOptions)
