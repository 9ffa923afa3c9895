"""Players, and line protocols that serve every game, by name.

A distribution offers a :class:`PlayerSpec` in the entry point group ``boardgames.players``, and a
:class:`~boardgames.core.protocol.dialogue.LineProtocol` in ``boardgames.protocols``; those of this library are found
the same way.  A game's own protocols are in its :class:`~boardgames.core.lookup.spec.GameSpec`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

import attrs

from boardgames.core.lookup.registry import Registry
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import NoOptions
from boardgames.core.protocol.dialogue import LineProtocol
from boardgames.core.protocol.player import Player


class UnknownPlayer(LookupError):
    """There is no player of that name; the message lists the players found and those that failed to import."""


@attrs.frozen(kw_only=True, eq=False)
class PlayerSpec:
    """A player that is chosen by its name, for any game."""

    name: str
    summary: str
    """Its purpose, in a few words."""
    player: Callable[[GameSpec, Any, Random], Player]
    """Makes the player for a game, from its options and its random generator.

    Raises :class:`~boardgames.core.model.options.BadOption` for options that contradict
    each other, or a game that it cannot play.
    """
    options: type[Any] = NoOptions
    """A frozen class, of attrs or a dataclass, of :func:`boardgames.core.model.options.option` fields."""
    called_by: str = ""
    """The option whose file gives a player its name in tables, if there is one: ``small.onnx``."""
    called: Callable[[Any], str] | None = None
    """Its name in tables, from its options; without it the name tells the options that differ."""
    stop: Callable[[Any, Iterable[str]], str] | None = None
    """``stop(options, notes)``: the reason why a contest begins no more games, as a sentence; ``""`` if it may.

    ``notes`` are the player's (``Player.note``), of all its games so far."""
    writes: Callable[[Any], Iterable[str]] | None = None
    """``writes(options)``: files that the player writes, which no program in a sandbox can read."""
    bookkeeping: frozenset[str] = frozenset()
    """Options that change no game, such as a spending limit: a contest that goes on may have others."""
    at_terminal: bool = False
    """True if it needs a person at this terminal, so that it cannot be run as a program."""


LEVELS: Final = (
    "beginner", "easy", "gentle", "casual", "medium", "challenging", "hard", "very hard", "expert", "merciless",
)  # fmt: skip
"""Names of the levels 1 to 10 of players that have levels."""

PLAYERS: Final = Registry("boardgames.players", PlayerSpec, "player", UnknownPlayer)
"""All installed players."""


class UnknownProtocol(KeyError):
    """There is no line protocol of that name; the message lists those found and those that failed to import."""

    def __str__(self) -> str:
        return str(self.args[0])


PROTOCOLS: Final = Registry("boardgames.protocols", LineProtocol, "protocol", UnknownProtocol)
"""The protocols that serve every game.

>>> PROTOCOLS.names()
['plain']
"""
