"""The line protocols that serve every game: ``plain``, and anyone's.

A distribution registers a :class:`~boardgames.core.protocol.dialogue.LineProtocol` in
the entry point group ``boardgames.protocols``.  A game's own protocols stand in
its :class:`~boardgames.core.lookup.spec.GameSpec`.
"""

from __future__ import annotations

from typing import Final

from boardgames.core.lookup.registry import Registry
from boardgames.core.protocol.dialogue import LineProtocol

USUAL: Final = "plain"
"""What a game without a protocol of its own is played in."""


class UnknownProtocol(KeyError):
    """No line protocol of that name; the message lists those found and those that failed to import."""

    def __str__(self) -> str:
        return str(self.args[0])


PROTOCOLS: Final = Registry("boardgames.protocols", LineProtocol, "protocol", UnknownProtocol)


def names() -> list[str]:
    """The names of the protocols that serve every game.

    >>> names()
    ['plain']
    """
    return PROTOCOLS.names()


def find(name: str) -> LineProtocol:
    """The protocol of that name.  Raises :class:`UnknownProtocol`."""
    return PROTOCOLS.find(name)
