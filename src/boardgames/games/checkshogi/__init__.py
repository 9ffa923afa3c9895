"""Check Shogi: the first check wins.  This module has all that differs from shogi."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boardgames.core.exports import public_names
from boardgames.core.lookup.game_cache import make
from boardgames.core.model.game import Game
from boardgames.games.pages import rules_page
from boardgames.games.shogi import Action, State
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.variant import SHOGI

if TYPE_CHECKING:
    from typing import Unpack

    from boardgames.games.keywords import VariantKeywords

__all__ = ["CHECKSHOGI", "SPEC", "State", "load"]
__dir__ = public_names(__name__)

CHECKSHOGI: Final = SHOGI.evolve(
    name="checkshogi", title="Check Shogi", wins_by="check", even="王手将棋", shares_board=True
)

SPEC = spec_of(
    CHECKSHOGI,
    rules_page(__name__),
    sources=(
        "lishogi, Checkshogi, https://lishogi.org/variant/checkshogi; in its records 王手将棋",
        "Fairy-Stockfish plays it as checkshogi, https://github.com/fairy-stockfish/Fairy-Stockfish",
    ),
)


def load(**options: Unpack[VariantKeywords]) -> Game[State, Action]:
    """The game with these options (:class:`~boardgames.games.shogi.options.VariantOptions`).

    >>> len(load().start().actions())
    30

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    return make(SPEC, options)
