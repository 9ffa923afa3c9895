"""Minishogi."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.exports import public_names
from boardgames.core.lookup.deferred_field import deferred
from boardgames.core.lookup.game_cache import make
from boardgames.core.model.game import Game
from boardgames.games.minishogi.rules import MINISHOGI, REPETITIONS, MinishogiOptions
from boardgames.games.pages import rules_page
from boardgames.games.shogi import Action, State
from boardgames.games.shogi.family import spec_of

if TYPE_CHECKING:
    from typing import Unpack

    from boardgames.core.protocol.dialogue import LineProtocol
    from boardgames.games.keywords import MinishogiKeywords

__all__ = ["SPEC", "MinishogiOptions", "State", "load"]
__dir__ = public_names(__name__)


def _protocols() -> dict[str, LineProtocol]:
    from boardgames.games.minishogi.codingame import CODINGAME
    from boardgames.games.shogi.io.usi import USI

    return {CODINGAME.name: CODINGAME, USI.name: USI}


SPEC = spec_of(
    MINISHOGI,
    rules_page(__name__),
    sources=(
        "CodinGame, Minishogi, https://github.com/jdermont/MiniShogi",
        "Wikipedia, Minishogi, https://en.wikipedia.org/wiki/Minishogi",
    ),
    options=MinishogiOptions,
    repetitions=REPETITIONS,
    protocols=deferred(_protocols),
    record_options={"repetition": "fourfold", "max_plies": 0},  # as people play it
)


def load(**options: Unpack[MinishogiKeywords]) -> Game[State, Action]:
    """The game with these options (:class:`MinishogiOptions`), or with those of a ``preset``.

    >>> str(load(max_plies=100).start().actions()[0])
    '5e4d'

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    return make(SPEC, options)
