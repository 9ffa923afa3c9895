"""What a snapshot of Python's memory has imported, so that a page that begins with it need not."""

from __future__ import annotations

from boardgames.core.lookup.installed_games import find, games
from boardgames.core.lookup.players import PLAYERS
from boardgames.web.site import play, worker

__all__ = ["play", "prepare", "worker"]


def prepare() -> None:
    """Import the games and players too."""
    for name in games():
        find(name)
    for name in PLAYERS.names():
        PLAYERS.find(name)
