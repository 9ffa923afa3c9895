"""The CSA server protocol of shogi: bots of this computer at others' servers, and others' clients here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.arena.csa.client import connect
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(__name__, {"client": "connect"})

__all__ = ["connect"]
