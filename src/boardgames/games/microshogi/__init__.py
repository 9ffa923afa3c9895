"""Micro Shogi: five pieces a side, which turn over when they capture.  This module has all that differs from shogi."""

from __future__ import annotations

from typing import Final

from boardgames.core.lookup.game_cache import loader
from boardgames.games.pages import rules_page
from boardgames.games.shogi import State
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.options import VariantOptions
from boardgames.games.shogi.pieces import AS_GOLD, DIAGONAL, KING, ORTHOGONAL, Piece
from boardgames.games.shogi.variant import Variant

__all__ = ["MICROSHOGI", "SPEC", "State", "load"]

KNIGHT_BACK: Final = Piece(
    "P", "pawn", steps="N", promoted_steps="NNE NNW", promoted_name="knight", worth=(1, 3), kanji=("歩", "桂")
)
SILVER_BACK: Final = Piece(
    "L", "lance", slides="N", promoted_steps=f"N {DIAGONAL}", promoted_name="silver general", worth=(3, 5),
    kanji=("香", "銀"),
)  # fmt: skip
TOKIN_BACK: Final = Piece(
    "B", "bishop", slides=DIAGONAL, promoted_steps=AS_GOLD, promoted_name="tokin", worth=(7, 5), kanji=("角", "と")
)
GOLD_BACK: Final = Piece(
    "R", "rook", slides=ORTHOGONAL, promoted_steps=AS_GOLD, promoted_name="gold general", worth=(8, 6),
    kanji=("飛", "金"),
)  # fmt: skip

MICROSHOGI: Final = Variant(
    name="microshogi", title="Micro Shogi", files=4, ranks=5, zone=5,
    pieces=(KING, KNIGHT_BACK, SILVER_BACK, TOKIN_BACK, GOLD_BACK),
    start="kb+r+l/p3/4/3P/+L+RBK b -",
    promotion="each capture", pawns_on_file=0, pawn_mate=True, stuck=True,
)  # fmt: skip

SPEC = spec_of(
    MICROSHOGI,
    rules_page(__name__),
    other_names=("micro",),
    sources=(
        "Wikipedia, Micro shogi, https://en.wikipedia.org/wiki/Micro_shogi",
        "Fairy-Stockfish plays it as micro, https://github.com/fairy-stockfish/Fairy-Stockfish",
    ),
)

load = loader(SPEC, VariantOptions)
