"""Player: somebody in this process who chooses actions."""

from __future__ import annotations

from typing import Any

import attrs

from boardgames.core.dialogue import Event, Resign
from boardgames.core.model import State


@attrs.frozen
class Undo:
    """Said instead of an action: take back the moves since our last turn."""


class Player:
    """Chooses among the legal actions of a state.

    Only :meth:`choose` is needed.  A player may keep what it likes between
    turns; the referee tells it what happens.
    """

    def choose(self, state: State) -> Any:
        """One of ``state.actions()``, or :class:`~boardgames.core.dialogue.Resign`,
        or :class:`~boardgames.core.player.Undo`.
        """
        raise NotImplementedError

    def happened(self, event: Event) -> None:
        """Dice were thrown or somebody moved, this player included."""

    def tell(self, message: str) -> None:
        """A word from the referee."""


__all__ = ["Player", "Resign", "Undo"]
