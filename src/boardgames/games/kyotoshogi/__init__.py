"""Kyoto Shogi: a piece turns over each time it moves.  This module has all that differs from shogi."""

from __future__ import annotations

from typing import Final

from boardgames.core.lookup.game_cache import loader
from boardgames.games.pages import rules_page
from boardgames.games.shogi import State
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.options import VariantOptions
from boardgames.games.shogi.pieces import AS_GOLD, DIAGONAL, KING, ORTHOGONAL, Piece
from boardgames.games.shogi.variant import Variant

__all__ = ["KYOTOSHOGI", "SPEC", "State", "load"]

ROOK_BACK: Final = Piece(
    "P", "pawn", steps="N", promoted_slides=ORTHOGONAL, promoted_name="rook", worth=(3, 5), kanji=("歩", "飛")
)
TOKIN_BACK: Final = Piece(
    "L", "lance", slides="N", promoted_steps=AS_GOLD, promoted_name="tokin", worth=(4, 5), kanji=("香", "と")
)
GOLD_BACK: Final = Piece(
    "N", "knight", steps="NNE NNW", promoted_steps=AS_GOLD, promoted_name="gold general", worth=(4, 5),
    kanji=("桂", "金"),
)  # fmt: skip
BISHOP_BACK: Final = Piece(
    "S", "silver general", steps=f"N {DIAGONAL}", promoted_slides=DIAGONAL, promoted_name="bishop", worth=(5, 5),
    kanji=("銀", "角"),
)  # fmt: skip

KYOTOSHOGI: Final = Variant(
    name="kyotoshogi", title="Kyoto Shogi", files=5, ranks=5, zone=5,
    pieces=(KING, ROOK_BACK, TOKIN_BACK, GOLD_BACK, BISHOP_BACK),
    start="p+nks+l/5/5/5/+LSK+NP b -",
    promotion="each move", pawns_on_file=0, pawn_mate=True, stuck=True, shares_board=True,
)  # fmt: skip

SPEC = spec_of(
    KYOTOSHOGI,
    rules_page(__name__),
    other_names=("kyoto",),
    sources=(
        "Wikipedia, Kyoto shogi, https://en.wikipedia.org/wiki/Kyoto_shogi",
        "Fairy-Stockfish plays it as kyotoshogi, https://github.com/fairy-stockfish/Fairy-Stockfish",
    ),
)

load = loader(SPEC, VariantOptions)
