"""A standing arena: bots play from home, are paired, refereed and rated; needs the extra `web`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.arena.accounts import Refused
    from boardgames.arena.arena import ArenaSettings
    from boardgames.arena.client import connect
    from boardgames.arena.errors import CannotConnect, TurnedAway
    from boardgames.arena.export import as_csv, as_html, as_json, as_text
    from boardgames.arena.ladder import Ladder, Standing, read_ladder
    from boardgames.arena.server import Server
    from boardgames.arena.session import Ending
    from boardgames.arena.store import ArenaStore
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "accounts": "Refused",
            "arena": "ArenaSettings",
            "client": "connect",
            "errors": "CannotConnect TurnedAway",
            "export": "as_csv as_html as_json as_text",
            "ladder": "Ladder Standing read_ladder",
            "server": "Server",
            "session": "Ending",
            "store": "ArenaStore",
        },
    )

__all__ = [
    "ArenaSettings",
    "ArenaStore",
    "CannotConnect",
    "Ending",
    "Ladder",
    "Refused",
    "Server",
    "Standing",
    "TurnedAway",
    "as_csv",
    "as_html",
    "as_json",
    "as_text",
    "connect",
    "read_ladder",
]
