"""The line protocols that serve every game: ``plain``, and those of other distributions.

A distribution offers a :class:`~boardgames.core.protocol.dialogue.LineProtocol` in the entry point group
``boardgames.protocols``.  A game's own protocols are in its :class:`~boardgames.core.lookup.spec.GameSpec`.
"""

from __future__ import annotations

from typing import Final

from boardgames.core.lookup.registry import Registry
from boardgames.core.protocol.dialogue import LineProtocol

USUAL: Final = "plain"
"""The protocol of a game that has none of its own."""


class UnknownProtocol(KeyError):
    """There is no line protocol of that name; the message lists those found and those that failed to import."""

    def __str__(self) -> str:
        return str(self.args[0])


PROTOCOLS: Final = Registry("boardgames.protocols", LineProtocol, "protocol", UnknownProtocol)
"""The protocols that serve every game.

>>> PROTOCOLS.names()
['plain']
"""
