"""A person at the page, as a player."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from random import Random
from threading import TIMEOUT_MAX, Event
from time import monotonic
from typing import Any, Final

from typing_extensions import override

from boardgames.contest import Conditions, PlayerEntrant
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Resign
from boardgames.core.protocol.player import OutOfTime, Player, Undo
from boardgames.core.text.said import Said
from boardgames.referee import GameAborted, PlayerSeat

HUMAN: Final = "human"
GUEST: Final = "guest"


class Person(Player):
    """Waits for the page.  The referee's thread asks; the event loop's thread answers with :meth:`answer`.

    If its clock has a time for the whole game, it loses when that is used up.  The clock stands still until the
    person has arrived.
    """

    def __init__(self) -> None:
        self.answers: SimpleQueue[object] = SimpleQueue()
        self.on_turn: Callable[[State], None] = lambda state: None
        """Called in the referee's thread when this player is to choose."""
        self.on_message: Callable[[str], None] = lambda message: None
        """Called in the referee's thread with each message for this player."""
        self.arrived = Event()
        """Set as soon as the person has opened the page."""

    def answer(self, choice: object) -> None:
        """Answer with one of the state's actions, or anything else that :meth:`choose` may return."""
        self.answers.put(choice)

    def abort(self) -> None:
        """Make the referee's thread end, now if it waits for this player, else when it next asks."""
        self.answers.put(GameAborted())
        self.arrived.set()

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        asked = monotonic()
        self.on_turn(state)
        if clock.remaining is not None and not self.arrived.is_set():
            self.arrived.wait()
            clock.remaining += monotonic() - asked  # the referee counts all the time since it asked
        left = clock.remaining
        wait = None if left is None else max(0.0, min(asked + clock.allowed - monotonic(), TIMEOUT_MAX))
        try:
            choice = self.answers.get(timeout=wait)
        except Empty:
            clock.remaining = 0.0
            raise OutOfTime(Said("{seconds:.3g} s were left", seconds=left)) from None
        if isinstance(choice, GameAborted):
            raise choice
        if left is not None and isinstance(choice, (Resign, Undo)):  # the referee counts only actions
            clock.remaining = max(0.0, left - (monotonic() - asked))
        return choice

    @override
    def tell(self, message: str) -> None:
        self.on_message(message)


class PersonEntrant(PlayerEntrant):
    """A person at a page, for whom only a time for the whole game counts."""

    @override
    def take_seat(self, spec: GameSpec, seat: int, seed: int, name: str, conditions: Conditions) -> PlayerSeat:
        return PlayerSeat(self.make(spec, Random(0)), conditions.limits.person_clock(spec))


def person_entrant(text: str) -> PlayerEntrant:
    """A person as an entrant: :data:`HUMAN` is the host, a :data:`GUEST` gets a link."""
    return PersonEntrant(text=text, name=text, make=lambda spec, rng: Person(), at_terminal=True)
