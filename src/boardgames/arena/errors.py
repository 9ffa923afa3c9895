"""Why a bot of this computer cannot play elsewhere."""

from __future__ import annotations


class CannotConnect(OSError):
    """There is no server at that address, or it has gone; the message says what to try."""


class TurnedAway(ValueError):
    """The server does not want this bot; the message is the server's."""
