"""Why a bot of this computer cannot play elsewhere."""

from __future__ import annotations


class CannotConnect(OSError):
    """A server that does not answer; the message says what to try."""


class TurnedAway(ValueError):
    """The server does not want this bot; the message is the server's."""
