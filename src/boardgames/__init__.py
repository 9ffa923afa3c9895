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
    from typing import Literal, overload

    from boardgames.core.lookup.installed_games import find
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
    from boardgames.core.text.said import Reason, Said

    class games(list[str]):  # noqa: N801 - the package of games, which can be called, as type checkers can see it
        """The names of all installed games, without importing them."""

        from boardgames.games import checkshogi as checkshogi
        from boardgames.games import dice_shogi as dice_shogi
        from boardgames.games import dobutsu as dobutsu
        from boardgames.games import euroshogi as euroshogi
        from boardgames.games import gorogoro as gorogoro
        from boardgames.games import judkins as judkins
        from boardgames.games import kyotoshogi as kyotoshogi
        from boardgames.games import microshogi as microshogi
        from boardgames.games import minishogi as minishogi
        from boardgames.games import morris as morris
        from boardgames.games import shogi as shogi
        from boardgames.games import torishogi as torishogi
        from boardgames.games import ur as ur

        def __init__(self) -> None: ...

    ShogiName = Literal[
        "checkshogi", "dobutsu", "euroshogi", "gorogoro", "judkins", "kyotoshogi", "microshogi", "minishogi", "shogi",
        "torishogi",
    ]  # fmt: skip

    @overload
    def load(name: ShogiName, **options: object) -> Game[games.shogi.State, games.shogi.Action]: ...
    @overload
    def load(
        name: Literal["dice-shogi"], **options: object
    ) -> Game[games.dice_shogi.State, games.shogi.Action, games.dice_shogi.Roll]: ...
    @overload
    def load(name: Literal["morris"], **options: object) -> Game[games.morris.State, games.morris.Action]: ...
    @overload
    def load(name: Literal["ur"], **options: object) -> Game[games.ur.State, games.ur.Move, games.ur.Throw]: ...
    @overload
    def load(name: str, **options: object) -> Game[State, Action, Action]: ...
    def load(name: str, **options: object) -> Game:
        """The game of a name, with its options: :func:`boardgames.core.lookup.load`."""

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
            "core.text.said": "Reason Said",
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
    "Reason",
    "Said",
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
