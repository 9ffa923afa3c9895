"""Player: somebody in this process who chooses actions; and how players are found by name.

A distribution registers a :class:`PlayerSpec` in the entry point group
``boardgames.players``; ours are found the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

import attrs

from boardgames.core.clock import Clock
from boardgames.core.dialogue import Briefing, Event, Resign
from boardgames.core.model import State
from boardgames.core.options import NoOptions
from boardgames.core.registry import Registry
from boardgames.core.spec import GameSpec
from boardgames.core.thought import Thought


@attrs.frozen
class Undo:
    """Said instead of an action: take back the moves since our last turn."""


class Player:
    """Chooses among the legal actions of a state.

    Only :meth:`choose` is needed.  A player may keep what it likes between
    turns; the referee tells it what happens.
    """

    thought: Thought | None = None
    """What it thought before its last choice, if it tells."""
    on_thought: Callable[[Thought], None] | None = None
    """Is handed each thought while the player thinks, if somebody listens."""

    def think(self, thought: Thought) -> None:
        """Keep a thought for those who ask, and tell it to whoever listens."""
        self.thought = thought
        if self.on_thought is not None:
            self.on_thought(thought)

    def choose(self, state: State, clock: Clock) -> Any:
        """One of ``state.actions()``, or :class:`~boardgames.core.dialogue.Resign`, or
        :class:`~boardgames.core.player.Undo`.

        ``clock.allowed`` is how many seconds there are for this answer,
        ``clock.remaining`` what is left for the game, if that is bounded.
        """
        raise NotImplementedError

    def rate(self, state: State, clock: Clock) -> Sequence[tuple[Any, float]]:
        """Each legal action with what the side to act can expect of it, from -1 to 1, the best first.

        Empty, if the player has no opinion.
        """
        return ()

    def mate(self, state: State, clock: Clock) -> Sequence[Any] | None:
        """A win that nobody can prevent, as the actions of both sides; empty, if there is none.

        ``None``, if it could not be found out in the time.  Raises
        :class:`NotImplementedError`, if the player does not look for such.
        """
        raise NotImplementedError

    def prepare(self, start: State) -> None:
        """A game from this position is about to begin.

        Raises :class:`~boardgames.core.options.BadOption` if the player cannot play it.
        """

    def begins(self, briefing: Briefing, seat: int) -> None:
        """A game begins, or goes on where it was broken off: who plays, from where, and our seat."""

    def happened(self, event: Event) -> None:
        """Dice were thrown or somebody moved, this player included."""

    def tell(self, message: str) -> None:
        """A word from the referee."""


class UnknownPlayer(LookupError):
    """No player of that name; the message lists those found and those that failed to import."""

    def __str__(self) -> str:
        return str(self.args[0])


@attrs.frozen(kw_only=True, eq=False)
class PlayerSpec:
    """A player that can be seated by its name, at any game."""

    name: str
    summary: str
    """What it does, in a few words."""
    player: Callable[[GameSpec, Any, Random], Player]
    """Makes the player for a game, from its options and the source of its luck.

    Raises :class:`~boardgames.core.options.BadOption` for options that do not
    go together, or a game that it cannot play.
    """
    options: type[Any] = NoOptions
    """An attrs frozen class of :func:`boardgames.core.options.option` fields."""
    at_terminal: bool = False
    """Whether it needs a person at this terminal, so that it cannot play in a program."""


PLAYERS: Final = Registry("boardgames.players", PlayerSpec, "player", UnknownPlayer)
"""The players that are installed, ours and anyone's."""


__all__ = ["PLAYERS", "Player", "PlayerSpec", "Resign", "Undo", "UnknownPlayer"]
