"""Dobutsu Shogi, the animals' shogi on three by four squares.  This package has all that differs from shogi."""

from __future__ import annotations

from boardgames.core.lookup.deferred_field import deferred
from boardgames.core.lookup.game_cache import loader
from boardgames.games.dobutsu.rules import DOBUTSU, REPETITIONS, DobutsuOptions
from boardgames.games.pages import rules_page
from boardgames.games.shogi import State
from boardgames.games.shogi.family import spec_of

__all__ = ["DOBUTSU", "SPEC", "DobutsuOptions", "State", "load"]

SPEC = spec_of(
    DOBUTSU,
    rules_page(__name__),
    other_names=("Doubutsu Shogi", "animal shogi", "Let's Catch the Lion"),
    sources=(
        "Japan Women's Professional Shogi Association, Dobutsu Shogi, by M. Kitao and M. Fujita (2008), "
        "https://joshi-shogi.com/doubutsushogi/",
        'T. Tanaka, An analysis of a board game "Doubutsu Shogi" (in Japanese), IPSJ SIG 2009-GI-22, 2009',
        "Wikipedia, Dobutsu shogi, https://en.wikipedia.org/wiki/D%C5%8Dbutsu_sh%C5%8Dgi",
    ),
    options=DobutsuOptions,
    repetitions=REPETITIONS,
    scene=deferred("boardgames.games.dobutsu.scene:scene"),
    levels=deferred(f"{__name__}.levels:LEVELS"),
)

load = loader(SPEC, DobutsuOptions)
