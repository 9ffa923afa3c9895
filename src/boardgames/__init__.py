"""Abstract board games: one protocol for games, states and actions, and the games behind it.

>>> import boardgames as bg
>>> game = bg.load("ur")
>>> state = game.start()
>>> state = state.play("=2")
>>> [str(action) for action in state.actions()]
['0']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames import build as build  # first: it decides which build of the modules is imported
from boardgames.core.model.hooks import hooks

if TYPE_CHECKING:
    from boardgames.core.lookup.installed_games import find, load
    from boardgames.core.lookup.spec import GameSpec
    from boardgames.core.model.base import BaseState
    from boardgames.core.model.dice import throw
    from boardgames.core.model.game import (
        CHANCE,
        OVER,
        Action,
        Game,
        IllegalAction,
        Outcome,
        State,
        UnknownGame,
        UnreadablePosition,
    )
    from boardgames.core.model.options import BadOption
    from boardgames.core.model.playthrough import Playthrough
    from boardgames.core.model.simple import SimpleAction, SimpleGame
    from boardgames.core.model.walk import divide, perft, playout

    class games(list[str]):  # noqa: N801 - the package of games, which can be called, as type checkers can see it
        """The names of all installed games, without importing them."""

        from boardgames.games import dice_shogi as dice_shogi
        from boardgames.games import minishogi as minishogi
        from boardgames.games import morris as morris
        from boardgames.games import shogi as shogi
        from boardgames.games import ur as ur

        def __init__(self) -> None: ...

else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "core.lookup.installed_games": "find load",
            "core.lookup.spec": "GameSpec",
            "core.model.base": "BaseState",
            "core.model.dice": "throw",
            "core.model.game": "CHANCE OVER Action Game IllegalAction Outcome State UnknownGame UnreadablePosition",
            "core.model.options": "BadOption",
            "core.model.playthrough": "Playthrough",
            "core.model.simple": "SimpleAction SimpleGame",
            "core.model.walk": "divide perft playout",
            "games": "games",
        },
    )


def _connect() -> None:
    import boardgames.core.lookup  # noqa: F401 - it sets the hooks


hooks.connect = _connect

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "Action",
    "BadOption",
    "BaseState",
    "Game",
    "GameSpec",
    "IllegalAction",
    "Outcome",
    "Playthrough",
    "SimpleAction",
    "SimpleGame",
    "State",
    "UnknownGame",
    "UnreadablePosition",
    "divide",
    "find",
    "games",
    "load",
    "perft",
    "playout",
    "throw",
]
