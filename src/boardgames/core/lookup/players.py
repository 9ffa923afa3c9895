"""How players are found by name.

A distribution registers a :class:`PlayerSpec` in the entry point group
``boardgames.players``; ours are found the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import attrs

from boardgames.core.lookup.registry import Registry
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import NoOptions
from boardgames.core.protocol.player import Player


class UnknownPlayer(LookupError):
    """No player of that name; the message lists those found and those that failed to import."""

    def __str__(self) -> str:
        return str(self.args[0])


@attrs.frozen(kw_only=True, eq=False)
class PlayerSpec:
    """A player that can be seated by its name, at any game."""

    name: str
    summary: str
    """What it does, in a few words."""
    player: Callable[[GameSpec, Any, Random], Player]
    """Makes the player for a game, from its options and the source of its luck.

    Raises :class:`~boardgames.core.model.options.BadOption` for options that do not
    go together, or a game that it cannot play.
    """
    options: type[Any] = NoOptions
    """An attrs frozen class of :func:`boardgames.core.model.options.option` fields."""
    at_terminal: bool = False
    """Whether it needs a person at this terminal, so that it cannot play in a program."""


PLAYERS: Final = Registry("boardgames.players", PlayerSpec, "player", UnknownPlayer)
"""The players that are installed, ours and anyone's."""
