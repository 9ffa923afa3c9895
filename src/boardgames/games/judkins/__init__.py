"""Judkins Shogi: a minishogi with knights, on six by six squares.  This module has all that differs from shogi."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boardgames.core.exports import public_names
from boardgames.core.lookup.game_cache import make
from boardgames.core.model.game import Game
from boardgames.games.pages import rules_page
from boardgames.games.shogi import Action, State
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.pieces import BISHOP, GOLD, KING, KNIGHT, PAWN, ROOK, SILVER
from boardgames.games.shogi.variant import Variant

if TYPE_CHECKING:
    from typing import Unpack

    from boardgames.games.keywords import VariantKeywords

__all__ = ["JUDKINS", "SPEC", "State", "load"]
__dir__ = public_names(__name__)

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


def load(**options: Unpack[VariantKeywords]) -> Game[State, Action]:
    """The game with these options (:class:`~boardgames.games.shogi.options.VariantOptions`).

    >>> len(load().start().actions())
    20

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    return make(SPEC, options)
