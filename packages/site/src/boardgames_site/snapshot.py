"""The modules in a snapshot of Python's memory, so that a page that begins with it need not import them."""

from __future__ import annotations

from contextlib import suppress

from boardgames.core.lookup import PLAYERS, UnknownPlayer, find, games
from boardgames.core.model import UnknownGame
from boardgames_site import play, worker

__all__ = ["play", "prepare", "worker"]


def prepare() -> None:
    """Import the games and players too, but for those that cannot be imported."""
    for name in games():
        with suppress(UnknownGame):
            find(name)
    for name in PLAYERS.names():
        with suppress(UnknownPlayer):
            PLAYERS.find(name)
