"""Player: an object in this process that chooses actions."""

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
    """An answer in place of an action: take back the actions since the player's last turn."""


class OutOfTime(Exception):
    """Raised by :meth:`Player.choose`: the player's clock ran out, and it loses by timeout.

    A player in this process is never stopped from outside; a person at a clock is one that must lose by it.
    """


class Player(Generic[StateT]):
    """Chooses among the legal actions of a state.

    Only :meth:`choose` must be defined.  A player may keep what it likes between turns;
    the referee tells it what happens.  For type checkers ``Player[ur.State]`` is a player
    of one game; a plain ``Player`` takes states of any type.
    """

    thought: SearchInfo | None = None
    """What it found before its last choice; ``None`` if it does not say."""
    on_thought: Callable[[SearchInfo], None] | None = None
    """Called with what the player has found so far, while it thinks."""

    def think(self, thought: SearchInfo) -> None:
        """Set ``thought`` and call ``on_thought``."""
        self.thought = thought
        if self.on_thought is not None:
            self.on_thought(thought)

    def choose(self, state: StateT, clock: Clock) -> Action | Resign | Undo:
        """One of ``state.actions()``, or :class:`~boardgames.core.protocol.dialogue.Resign`, or
        :class:`~boardgames.core.protocol.player.Undo`.

        ``clock.allowed`` is the time for this answer in seconds, ``clock.remaining`` the time
        left for the game, ``None`` without such a limit.
        """
        raise NotImplementedError

    def rate(self, state: StateT, clock: Clock) -> Sequence[tuple[Any, float]]:
        """Each legal action with the result that the side to act can expect, from -1 to 1, the best first.

        Empty if the player does not rate actions.
        """
        return ()

    def mate(self, state: StateT, clock: Clock) -> Sequence[Any] | None:
        """A forced win, as the actions of both sides; empty if there is none.

        ``None`` if the time was too short to know.  Raises :class:`NotImplementedError` if
        the player does not search for forced wins.
        """
        raise NotImplementedError

    def prepare(self, start: StateT) -> None:
        """Called before a game from this position.

        Raises :class:`~boardgames.core.model.options.BadOption` if the player cannot play it.
        """

    def begins(self, briefing: Briefing[StateT], seat: int) -> None:
        """Called when a game begins, or continues after it was broken off; ``seat`` is the player's own."""

    def happened(self, event: Event[StateT]) -> None:
        """Called after each throw of dice and each action, the player's own included."""

    def tell(self, message: str) -> None:
        """Called with a message from the referee."""


__all__ = ["Player", "Resign", "Undo"]
