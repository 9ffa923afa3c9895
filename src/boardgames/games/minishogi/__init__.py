"""Minishogi."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.lookup.deferred_field import deferred
from boardgames.core.lookup.game_cache import loader
from boardgames.games.minishogi.rules import MINISHOGI, REPETITIONS, MinishogiOptions
from boardgames.games.pages import rules_page
from boardgames.games.shogi import State
from boardgames.games.shogi.family import spec_of

if TYPE_CHECKING:
    from boardgames.core.protocol.dialogue import LineProtocol

__all__ = ["SPEC", "MinishogiOptions", "State", "load"]


def _protocols() -> dict[str, LineProtocol]:
    from boardgames.games.minishogi.codingame import PROTOCOLS
    from boardgames.games.shogi.io.usi import USI

    return {**PROTOCOLS, USI.name: USI}


SPEC = spec_of(
    MINISHOGI,
    rules_page(__name__),
    other_names=("5x5 shogi",),
    sources=(
        "CodinGame, Minishogi, https://github.com/jdermont/MiniShogi",
        "Wikipedia, Minishogi, https://en.wikipedia.org/wiki/Minishogi",
    ),
    options=MinishogiOptions,
    repetitions=REPETITIONS,
    protocols=deferred(_protocols),
    record_options={"repetition": "fourfold", "max_plies": 0},  # as people play it
    levels=deferred(f"{__name__}.levels:LEVELS"),
)

load = loader(SPEC, MinishogiOptions)
