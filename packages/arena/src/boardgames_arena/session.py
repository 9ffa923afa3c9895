"""A bot's session: the state of a bot that plays, from its login until it leaves.

It outlives its connection: a bot whose connection breaks goes on with its games when it comes back in time.
A session does not know how its connection works; that is a :class:`Link`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from secrets import token_urlsafe
from statistics import median
from typing import Final, Protocol

import attrs

from boardgames.core.lookup import ChosenGame
from boardgames.core.protocol import LineProtocol
from boardgames.referee import ProgramFault
from boardgames_arena.csa.time_control import TimeControl
from boardgames_arena.remote_program import RemoteProgram
from boardgames_arena.store import Account

KEPT_ENDINGS: Final = 16
KEPT_ROUND_TRIPS: Final = 9


@attrs.frozen(eq=False)
class Seated:
    """A bot's part in a game that is played now."""

    number: int
    """The game's."""
    seat: int
    names: Sequence[str]
    program: RemoteProgram


@attrs.frozen
class Ending:
    """How a game of a bot ended; a game that was broken off has no returns."""

    number: int
    names: Sequence[str]
    seat: int
    returns: tuple[float, ...] | None
    sentence: str


class Link(Protocol):
    """A connection to a bot, whatever it speaks.  Only the event loop's thread calls it; nothing here waits.

    The bytes of a game are not here: a link takes them from the game's program (``next_bytes``) when it is
    woken, and feeds the program what the bot answers.
    """

    def begin(self, game: Seated) -> None:
        """A game begins: the bot is to start its program."""

    def wake(self) -> None:
        """A program of the bot has something to send."""

    def over(self, ending: Ending) -> None:
        """A game is over."""

    def notice(self, sentence: str) -> None:
        """Something that the people at the bot should know."""

    def close(self, code: int, sentence: str) -> None:
        """End the connection."""


class JoiningLink(Link, Protocol):
    """A connection over which a bot has just come."""

    @property
    def address(self) -> str:
        """The address that it comes from."""

    def welcome(self, **facts: object) -> None:
        """The bot has logged in: say so, before all else."""

    def resume(self, game: Seated) -> None:
        """A game goes on over this connection."""


@attrs.define(kw_only=True, eq=False)
class BotSession:
    """Only the event loop's thread uses it."""

    account: Account
    game: ChosenGame
    protocol: LineProtocol
    at_a_time: int = 1
    wanted: int | None = None
    """The number of games that it still wants, those that are played now included; ``None``: any number."""
    time_control: TimeControl | None = None
    """The time control that it asked for by the name of its game; it meets bots that ask for the same.
    ``None``: the arena's."""
    most_credit: float = 0.0
    """The seconds of each answer that are forgiven as network delay, at most."""
    number: str = attrs.field(factory=lambda: token_urlsafe(12))
    """Its name, which only the bot knows."""
    link: Link | None = None
    since: float = attrs.field(factory=time.monotonic)
    """The time at which it began to wait for a game, or to be away."""
    seated: dict[int, Seated] = attrs.field(factory=dict)
    endings: deque[Ending] = attrs.field(factory=lambda: deque(maxlen=KEPT_ENDINGS))
    round_trips: deque[float] = attrs.field(factory=lambda: deque(maxlen=KEPT_ROUND_TRIPS))
    forfeits: int = 0
    """Games in a row that it forfeited."""
    sent_away: bool = False
    """It begins no more games over this connection."""

    @property
    def free(self) -> bool:
        """True if it can begin another game now."""
        enough = self.wanted is not None and len(self.seated) >= self.wanted
        here = self.link is not None and not self.sent_away
        return here and len(self.seated) < self.at_a_time and not enough

    @property
    def round_trip(self) -> float | None:
        """The median of the last round trips, in seconds; ``None`` before the first."""
        return median(self.round_trips) if self.round_trips else None

    @property
    def credit(self) -> float:
        """The seconds of each answer that are forgiven as network delay."""
        return min(self.most_credit, self.round_trip or 0.0)

    def add_round_trip(self, seconds: float) -> None:
        """Note how many seconds a ping took; what its answers are credited follows from the latest."""
        self.round_trips.append(seconds)
        for game in self.seated.values():
            game.program.credit = self.credit

    def connect(self, link: Link) -> None:
        """Go on over a connection."""
        self.link = link
        self.sent_away = False
        for game in self.seated.values():
            game.program.away = False

    def disconnect(self) -> None:
        """The connection broke.  The bot's clocks run on."""
        self.link = None
        self.since = time.monotonic()
        for game in self.seated.values():
            game.program.away = True

    def quit(self, why: str) -> None:
        """The bot does not come back: it forfeits its games as soon as it is asked."""
        for game in self.seated.values():
            game.program.ended(ProgramFault("crash", why))

    def begin(self, game: Seated) -> None:
        self.seated[game.number] = game
        game.program.credit = self.credit
        if self.link is not None:
            self.link.begin(game)
        else:
            game.program.away = True

    def wake(self) -> None:
        if self.link is not None:
            self.link.wake()

    def over(self, ending: Ending, at_fault: bool = False) -> None:
        """A game of the bot has ended; ``at_fault`` if the bot forfeited it.  A game without returns is not counted."""
        self.forfeits = self.forfeits + 1 if at_fault else 0
        self.endings.append(ending)
        if self.link is not None:
            self.link.over(ending)
        self.seated.pop(ending.number, None)
        if self.wanted is not None and ending.returns is not None:
            self.wanted -= 1
        self.since = time.monotonic()
