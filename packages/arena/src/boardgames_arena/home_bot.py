"""A bot of this computer that plays at a server elsewhere, whatever that speaks; and why it cannot."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import attrs

from boardgames.contest import BadEntrant, Conditions, Entrant, entrant
from boardgames.core.lookup import ChosenGame
from boardgames.core.text import printable
from boardgames_arena.session import Ending

LONGEST_PAUSE: Final = 10.0  # seconds; an arena waits 15 for a program to be started
RECONNECTING: Final = 600.0  # seconds after which a server that has gone is given up


class CannotConnect(OSError):
    """A server that does not answer; the message says what to try."""


class TurnedAway(ValueError):
    """The server does not want this bot; the message is the server's."""


def no_message(sentence: str) -> None:
    """Say nothing."""


@attrs.define(kw_only=True)
class HomeBot:
    """One bot at one server."""

    game: ChosenGame
    name: str
    games: int | None = None
    """The number of games after which it leaves; ``None``: it stays."""
    pause: float = 0.0
    """Seconds from the end of a game to the start of the next, ten at most."""
    rested_at: float = attrs.field(default=0.0, init=False)
    """The end of the pause after the last game, in seconds of the monotonic clock."""
    conditions: Conditions = attrs.field(factory=Conditions)
    on_message: Callable[[str], None] = no_message
    """Is called with what the user should know; :meth:`say` does that."""
    on_game: Callable[[Ending], None] = lambda ending: None
    """Is called with each game that is over."""
    endings: list[Ending] = attrs.field(factory=list, init=False)
    """The games that were played to their ends."""

    @property
    def finished(self) -> bool:
        """True if it has played as many games as it was asked for."""
        return self.games is not None and len(self.endings) >= self.games

    @property
    def to_rest(self) -> float:
        """Seconds until the next game may start."""
        return max(0.0, self.rested_at - time.monotonic())

    def say(self, sentence: str) -> None:
        """Tell the user something, in which a server's words may be."""
        self.on_message(printable(sentence))

    def take(self, ending: Ending) -> None:
        """A game is over, or was broken off."""
        self.rested_at = time.monotonic() + min(self.pause, LONGEST_PAUSE)
        ending = attrs.evolve(ending, names=tuple(map(printable, ending.names)), sentence=printable(ending.sentence))
        if ending.returns is not None:
            self.endings.append(ending)
        self.on_game(ending)


def home_entrant(bot: str, game: ChosenGame) -> Entrant:
    """The bot that a text names.  Raises :class:`~boardgames.contest.BadEntrant`, also for a person."""
    who = entrant(bot, game.spec)
    if who.at_terminal:
        raise BadEntrant(f"{bot} plays at a terminal, and nobody at one is asked here")
    return who
