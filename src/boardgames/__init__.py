"""Abstract board games: one protocol for games, states and actions, and the games behind it.

>>> import boardgames as bg
>>> game = bg.load("ur")
>>> state = game.start()
>>> state = state.play("=2")
>>> [str(action) for action in state.actions()]
['0']
"""

from __future__ import annotations

import lazy_loader

from boardgames import (
    build as build,  # first: it decides which build of the modules is imported
    moved as moved,
)
from boardgames.foreign_names import answering

_find, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules={"games"},
    submod_attrs={
        "contest.game": ["play_game"],
        "contest.play": ["play_match"],
        "core.lookup.installed_games": ["find", "load"],
        "core.lookup.spec": ["GameSpec"],
        "core.model.base": ["BaseState"],
        "core.model.dice": ["throw"],
        "core.model.game": [
            "CHANCE",
            "OVER",
            "Action",
            "Game",
            "IllegalAction",
            "Outcome",
            "State",
            "UnknownGame",
            "UnreadablePosition",
        ],
        "core.model.options": ["BadOption"],
        "core.model.playthrough": ["Playthrough"],
        "core.model.simple": ["SimpleAction", "SimpleGame"],
        "core.model.walk": ["divide", "perft", "playout"],
        "core.text.said": ["Reason", "Said"],
        "reasons.explanation": ["explain"],
        "reasons.counterfactual": ["unless"],
    },
)


__getattr__ = answering(_find)

__version__ = "0.3.0.dev0"
