"""Our games in Gymnasium's registry: ``gymnasium.make("boardgames/Ur-v0")``."""

from __future__ import annotations

import re

import gymnasium

from boardgames.core.lookup.installed_games import games

NAMESPACE = "boardgames"


def environment_id(name: str) -> str:
    """The name of a game in Gymnasium's registry.

    >>> environment_id("ur"), environment_id("dice-shogi")
    ('boardgames/Ur-v0', 'boardgames/DiceShogi-v0')
    """
    words = re.findall(r"[^\W_]+", name)
    return f"{NAMESPACE}/{''.join(word[0].upper() + word[1:] for word in words)}-v0"


def register() -> None:
    """Register each installed game that is not registered yet, as :func:`~boardgames.rl.gym_env.versus` makes it.

    No game is imported.
    """
    for name in games():
        if environment_id(name) not in gymnasium.registry:
            gymnasium.register(environment_id(name), "boardgames.rl.gym_env:versus", kwargs={"game": name})
