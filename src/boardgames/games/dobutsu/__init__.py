"""Dobutsu Shogi, the animals' shogi on three by four squares.  This package has all that differs from shogi."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.exports import public_names
from boardgames.core.lookup.game_cache import make
from boardgames.core.model.game import Game
from boardgames.games.dobutsu.rules import DOBUTSU, REPETITIONS, DobutsuOptions
from boardgames.games.pages import rules_page
from boardgames.games.shogi import Action, State
from boardgames.games.shogi.family import spec_of

if TYPE_CHECKING:
    from typing import Unpack

    from boardgames.games.keywords import DobutsuKeywords

__all__ = ["DOBUTSU", "SPEC", "DobutsuOptions", "State", "load"]
__dir__ = public_names(__name__)

SPEC = spec_of(
    DOBUTSU,
    rules_page(__name__),
    sources=(
        "Japan Women's Professional Shogi Association, Dobutsu Shogi, by M. Kitao and M. Fujita (2008), "
        "https://joshi-shogi.com/doubutsushogi/",
        'T. Tanaka, An analysis of a board game "Doubutsu Shogi" (in Japanese), IPSJ SIG 2009-GI-22, 2009',
        "Wikipedia, Dobutsu shogi, https://en.wikipedia.org/wiki/D%C5%8Dbutsu_sh%C5%8Dgi",
    ),
    options=DobutsuOptions,
    repetitions=REPETITIONS,
)


def load(**options: Unpack[DobutsuKeywords]) -> Game[State, Action]:
    """The game with these options (:class:`DobutsuOptions`).

    >>> [str(action) for action in load().start().actions()]
    ['2c2b', '1d1c', '2d1c', '2d3c']

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    return make(SPEC, options)
