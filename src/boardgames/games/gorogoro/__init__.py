"""Goro Goro Shogi: a first shogi, in which nothing slides.  This module has all that differs from shogi."""

from __future__ import annotations

from typing import Final

from boardgames.core.lookup.game_cache import loader
from boardgames.games.pages import rules_page
from boardgames.games.shogi import State
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.options import VariantOptions
from boardgames.games.shogi.pieces import GOLD, KING, PAWN, SILVER
from boardgames.games.shogi.variant import Variant

__all__ = ["GOROGORO", "SPEC", "State", "load"]

GOROGORO: Final = Variant(
    name="gorogoro",
    title="Goro Goro Shogi",
    files=5,
    ranks=6,
    zone=2,
    pieces=(KING, PAWN, SILVER, GOLD),
    start="sgkgs/5/1ppp1/1PPP1/5/SGKGS b -",
)

SPEC = spec_of(
    GOROGORO,
    rules_page(__name__),
    sources=(
        "Wikipedia, Dobutsu shogi, section on Goro Goro, https://en.wikipedia.org/wiki/D%C5%8Dbutsu_sh%C5%8Dgi",
        "Fairy-Stockfish plays it as gorogoro, https://github.com/fairy-stockfish/Fairy-Stockfish",
    ),
)

load = loader(SPEC, VariantOptions)
