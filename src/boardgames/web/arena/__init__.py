"""An arena on the page: the ladder, live boards and finished games, and the WebSocket by which bots come."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.web.arena.site import ArenaSite
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(__name__, {"site": "ArenaSite"})

__all__ = ["ArenaSite"]
