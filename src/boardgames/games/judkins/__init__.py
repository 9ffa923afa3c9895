"""Judkins Shogi: a minishogi with knights, on six by six squares.  This module has all that differs from shogi."""

from __future__ import annotations

from typing import Final

from boardgames.core.lookup.game_cache import loader
from boardgames.games.pages import rules_page
from boardgames.games.shogi import State
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.options import VariantOptions
from boardgames.games.shogi.pieces import BISHOP, GOLD, KING, KNIGHT, PAWN, ROOK, SILVER
from boardgames.games.shogi.variant import Variant

__all__ = ["JUDKINS", "SPEC", "State", "load"]

JUDKINS: Final = Variant(
    name="judkins",
    title="Judkins Shogi",
    files=6,
    ranks=6,
    zone=2,
    pieces=(KING, PAWN, KNIGHT, SILVER, GOLD, BISHOP, ROOK),
    start="rbnsgk/5p/6/6/P5/KGSNBR b -",
)

SPEC = spec_of(
    JUDKINS,
    rules_page(__name__),
    sources=(
        "Wikipedia, Judkins shogi, https://en.wikipedia.org/wiki/Judkins_shogi",
        "Fairy-Stockfish plays it as judkins, https://github.com/fairy-stockfish/Fairy-Stockfish",
    ),
)

load = loader(SPEC, VariantOptions)
