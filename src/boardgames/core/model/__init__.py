"""What a game is: states, actions, options, and walks through the tree of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.core.model.base import BaseGame, BaseState, nearest
    from boardgames.core.model.dice import throw
    from boardgames.core.model.game import (
        CHANCE,
        OVER,
        Action,
        ActionT,
        Game,
        IllegalAction,
        Notation,
        Outcome,
        State,
        StateT,
        UnknownGame,
        UnreadablePosition,
    )
    from boardgames.core.model.options import BadOption, NoOptions, as_text, choose, describe, differences, option
    from boardgames.core.model.playthrough import Playthrough
    from boardgames.core.model.simple import SimpleAction, SimpleGame
    from boardgames.core.model.symmetry import Symmetry
    from boardgames.core.model.walk import divide, edges, perft, playout
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "base": "BaseGame BaseState nearest",
            "dice": "throw",
            "game": (
                "CHANCE OVER Action ActionT Game IllegalAction Notation Outcome State StateT "
                "UnknownGame UnreadablePosition"
            ),
            "options": "BadOption NoOptions as_text choose describe differences option",
            "playthrough": "Playthrough",
            "simple": "SimpleAction SimpleGame",
            "symmetry": "Symmetry",
            "walk": "divide edges perft playout",
        },
    )

__all__ = [
    "CHANCE",
    "OVER",
    "Action",
    "ActionT",
    "BadOption",
    "BaseGame",
    "BaseState",
    "Game",
    "IllegalAction",
    "NoOptions",
    "Notation",
    "Outcome",
    "Playthrough",
    "SimpleAction",
    "SimpleGame",
    "State",
    "StateT",
    "Symmetry",
    "UnknownGame",
    "UnreadablePosition",
    "as_text",
    "choose",
    "describe",
    "differences",
    "divide",
    "edges",
    "nearest",
    "option",
    "perft",
    "playout",
    "throw",
]
