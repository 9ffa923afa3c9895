"""EuroShogi: shogi on a chessboard, promoting is a must.  This module has all that differs from shogi."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boardgames.core.exports import public_names
from boardgames.core.lookup.game_cache import make
from boardgames.core.model.game import Game
from boardgames.games.pages import rules_page
from boardgames.games.shogi import Action, State
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.pieces import BISHOP, GOLD, KING, KNIGHT, PAWN, ROOK
from boardgames.games.shogi.variant import Variant

if TYPE_CHECKING:
    from typing import Unpack

    from boardgames.games.keywords import VariantKeywords

__all__ = ["EUROSHOGI", "SPEC", "State", "load"]
__dir__ = public_names(__name__)

KNIGHT_OF_EUROPE: Final = KNIGHT.evolve(steps="NNE NNW E W")  # it steps sideways too

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


def load(**options: Unpack[VariantKeywords]) -> Game[State, Action]:
    """The game with these options (:class:`~boardgames.games.shogi.options.VariantOptions`).

    >>> len(load().start().actions())
    25

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    return make(SPEC, options)
