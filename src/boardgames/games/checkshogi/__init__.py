"""Check Shogi: the first check wins.  This module has all that differs from shogi."""

from __future__ import annotations

from typing import Final

import attrs

from boardgames.core.lookup.game_cache import loader
from boardgames.games.pages import rules_page
from boardgames.games.shogi import State
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.options import VariantOptions
from boardgames.games.shogi.variant import SHOGI

__all__ = ["CHECKSHOGI", "SPEC", "State", "load"]

CHECKSHOGI: Final = attrs.evolve(
    SHOGI, name="checkshogi", title="Check Shogi", wins_by="check", even="王手将棋", shares_board=True
)

SPEC = spec_of(
    CHECKSHOGI,
    rules_page(__name__),
    other_names=("ote shogi",),
    sources=(
        "lishogi, Checkshogi, https://lishogi.org/variant/checkshogi; in its records 王手将棋",
        "Fairy-Stockfish plays it as checkshogi, https://github.com/fairy-stockfish/Fairy-Stockfish",
    ),
)

load = loader(SPEC, VariantOptions)
