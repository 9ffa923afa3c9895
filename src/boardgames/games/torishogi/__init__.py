"""Tori Shogi: birds on seven by seven squares.  This module has all that differs from shogi."""

from __future__ import annotations

from typing import Final

import attrs

from boardgames.core.lookup.game_cache import loader
from boardgames.games.pages import rules_page
from boardgames.games.shogi import State
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.options import VariantOptions
from boardgames.games.shogi.pieces import DIAGONAL, KING, Piece
from boardgames.games.shogi.variant import Variant

__all__ = ["SPEC", "TORISHOGI", "State", "load"]

PHOENIX: Final = attrs.evolve(KING, name="phoenix", kanji=("鵬", ""), sign=("鵬", ""), csa=("XK", ""), spellings=())
SWALLOW: Final = Piece(
    "S", "swallow", steps="N", promoted_jumps="NE NW S", promoted_name="goose", worth=(1, 4), kanji=("燕", "鴈")
)
PHEASANT: Final = Piece("P", "pheasant", steps="SE SW", jumps="N", worth=(3, 3), kanji=("雉", ""))
LEFT_QUAIL: Final = Piece(
    "L", "left quail", steps="SW", slides="N SE", worth=(4, 4), kanji=("左鶉", ""), sign=("左", "")
)
RIGHT_QUAIL: Final = Piece(
    "R", "right quail", steps="SE", slides="N SW", worth=(4, 4), kanji=("右鶉", ""), sign=("右", "")
)
CRANE: Final = Piece("C", "crane", steps=f"N S {DIAGONAL}", worth=(5, 5), kanji=("鶴", ""))
FALCON: Final = Piece(
    "F", "falcon", steps=f"N E W {DIAGONAL}", promoted_steps="N E W", promoted_slides="NE NW S SE2 SW2",
    promoted_name="eagle", worth=(6, 11), kanji=("鷹", "鵰"),
)  # fmt: skip

TORISHOGI: Final = Variant(
    name="torishogi", title="Tori Shogi", files=7, ranks=7, zone=2,
    pieces=(PHOENIX, SWALLOW, PHEASANT, LEFT_QUAIL, RIGHT_QUAIL, CRANE, FALCON),
    start="rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b -",
    promotion="must", pawns_on_file=2,
)  # fmt: skip

SPEC = spec_of(
    TORISHOGI,
    rules_page(__name__),
    other_names=("bird shogi", "tori"),
    sources=(
        "Wikipedia, Tori shogi, https://en.wikipedia.org/wiki/Tori_shogi",
        "Fairy-Stockfish plays it as torishogi, https://github.com/fairy-stockfish/Fairy-Stockfish",
    ),
)

load = loader(SPEC, VariantOptions)
