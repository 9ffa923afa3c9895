"""What Python has imported when its memory is kept for the next visit."""

from __future__ import annotations

import boardgames.web.site.play  # noqa: F401 - nearly every page needs it
from boardgames.core.lookup.installed_games import find, games
from boardgames.core.lookup.players import PLAYERS


def prepare() -> None:
    """Find all games and players, so that a snapshot of Python's memory has them."""
    for name in games():
        find(name)
    for name in PLAYERS.names():
        PLAYERS.find(name)
