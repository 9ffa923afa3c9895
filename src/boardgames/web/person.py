"""A person at the page, as a player."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from random import Random
from typing import Any, Final

from typing_extensions import override

from boardgames.contest import PlayerEntrant
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player

HUMAN: Final = "human"
GUEST: Final = "guest"


class BrokenOff(BaseException):
    """The game is broken off.  It ends the referee's work in its thread, as Ctrl-C would at a terminal."""


class Person(Player):
    """Waits for what the page says.  The referee's thread asks; the page's thread answers with :meth:`say`."""

    def __init__(self) -> None:
        self.said: SimpleQueue[Any] = SimpleQueue()
        self.on_turn: Callable[[State], None] = lambda state: None
        """Is told, in the referee's thread, when it is this person's turn."""
        self.on_word: Callable[[str], None] = lambda message: None
        """Is handed the referee's words."""

    def say(self, choice: Any) -> None:
        """One of the state's actions, or whatever else a player may choose."""
        self.said.put(choice)

    def leave(self) -> None:
        """Break the game off."""
        self.said.put(BrokenOff())

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        self.on_turn(state)
        choice = self.said.get()
        if isinstance(choice, BrokenOff):
            raise choice
        return choice

    @override
    def tell(self, message: str) -> None:
        self.on_word(message)


def _made(spec: GameSpec, rng: Random) -> Player:
    return Person()


def person(text: str) -> PlayerEntrant:
    """A person as an entrant: :data:`HUMAN` is the host, a :data:`GUEST` comes by a link."""
    return PlayerEntrant(text=text, name=text, make=_made, at_terminal=True)
