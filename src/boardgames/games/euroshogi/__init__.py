"""EuroShogi: shogi on a chessboard, promoting is a must.  This module has all that differs from shogi."""

from __future__ import annotations

from typing import Final

import attrs

from boardgames.core.lookup.game_cache import loader
from boardgames.games.pages import rules_page
from boardgames.games.shogi import State
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.options import VariantOptions
from boardgames.games.shogi.pieces import BISHOP, GOLD, KING, KNIGHT, PAWN, ROOK
from boardgames.games.shogi.variant import Variant

__all__ = ["EUROSHOGI", "SPEC", "State", "load"]

KNIGHT_OF_EUROPE: Final = attrs.evolve(KNIGHT, steps="NNE NNW E W")  # it steps sideways too

EUROSHOGI: Final = Variant(
    name="euroshogi",
    title="EuroShogi",
    files=8,
    ranks=8,
    zone=3,
    pieces=(KING, PAWN, KNIGHT_OF_EUROPE, GOLD, BISHOP, ROOK),
    start="1nbgkgn1/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/1NGKGBN1 b -",
    promotion="must",
)

SPEC = spec_of(
    EUROSHOGI,
    rules_page(__name__),
    sources=(
        "V. Pribylinec, EuroShogi (2000), in D. Pritchard, The Classified Encyclopedia of Chess Variants",
        "Fairy-Stockfish plays it as euroshogi, https://github.com/fairy-stockfish/Fairy-Stockfish",
    ),
)

load = loader(SPEC, VariantOptions)
