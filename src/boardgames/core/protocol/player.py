"""Player: what chooses actions in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

import attrs

from boardgames.core.model.game import Action, StateT
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Briefing, Event, Resign
from boardgames.core.protocol.search_info import SearchInfo


@attrs.frozen
class Undo:
    """Said instead of an action: take back the moves since our last turn."""


class Player(Generic[StateT]):
    """Chooses among the legal actions of a state.

    Only :meth:`choose` is needed.  A player may keep what it likes between
    turns; the referee tells it what happens.
    """

    thought: SearchInfo | None = None
    """What it thought before its last choice, if it tells."""
    on_thought: Callable[[SearchInfo], None] | None = None
    """Is handed each thought while the player thinks, if somebody listens."""

    def think(self, thought: SearchInfo) -> None:
        """Keep a thought for those who ask, and tell it to whoever listens."""
        self.thought = thought
        if self.on_thought is not None:
            self.on_thought(thought)

    def choose(self, state: StateT, clock: Clock) -> Action | Resign | Undo:
        """One of ``state.actions()``, or :class:`~boardgames.core.protocol.dialogue.Resign`, or
        :class:`~boardgames.core.protocol.player.Undo`.

        ``clock.allowed`` is how many seconds there are for this answer,
        ``clock.remaining`` what is left for the game, if that is bounded.
        """
        raise NotImplementedError

    def rate(self, state: StateT, clock: Clock) -> Sequence[tuple[Any, float]]:
        """Each legal action with what the side to act can expect of it, from -1 to 1, the best first.

        Empty, if the player has no opinion.
        """
        return ()

    def mate(self, state: StateT, clock: Clock) -> Sequence[Any] | None:
        """A win that nobody can prevent, as the actions of both sides; empty, if there is none.

        ``None``, if it could not be found out in the time.  Raises
        :class:`NotImplementedError`, if the player does not look for such.
        """
        raise NotImplementedError

    def prepare(self, start: StateT) -> None:
        """A game from this position is about to begin.

        Raises :class:`~boardgames.core.model.options.BadOption` if the player cannot play it.
        """

    def begins(self, briefing: Briefing[StateT], seat: int) -> None:
        """A game begins, or goes on where it was broken off: who plays, from where, and our seat."""

    def happened(self, event: Event[StateT]) -> None:
        """Dice were thrown or somebody moved, this player included."""

    def tell(self, message: str) -> None:
        """A word from the referee."""


__all__ = ["Player", "Resign", "Undo"]
