"""An arena on the page: the ladder, live boards and finished games, and the WebSocket by which bots come."""

from __future__ import annotations

from boardgames.core.exports import public_names
from boardgames.web.arena.site import ArenaSite

__all__ = ["ArenaSite"]
__dir__ = public_names(__name__)
