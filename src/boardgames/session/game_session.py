"""A game session: one game at a table.

The referee knows nothing of the page.  Its events are added to the event log; the choices of people go
the other way, through the queues of their players.  On a server the referee has a thread of its own
(:class:`ThreadedSession`), as programs let it wait.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import attrs
from typing_extensions import override

from boardgames.contest import Conditions, new_seed, set_up
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, State
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.dialogue import Briefing, Event, Resign
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.foreign_code import described
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said
from boardgames.referee import GameAborted, PlayerSeat, ScriptedDice
from boardgames.session.chances import in_words
from boardgames.session.click_paths import ClickPaths, click_paths
from boardgames.session.engine_output import EngineOutput, OutputLog
from boardgames.session.event_log import EventLog
from boardgames.session.person import Person
from boardgames.session.slots import Slot


@attrs.frozen(kw_only=True)
class GameSetup:
    """The game, players and conditions of a table."""

    spec: GameSpec
    start: State
    slots: tuple[Slot, ...]
    """The players, in the order of their seats in the first game."""
    conditions: Conditions = attrs.field(factory=Conditions)
    seed: int | None = None
    """The seed of the first game; each later game takes the next number."""
    dice: Sequence[str] | None = None
    """The lines of a dice script, if there is one."""
    pace: float = 0.0
    """The least number of seconds between two events."""
    max_plies: int | None = None
    """The ply after which the game is a draw."""
    earlier: Sequence[str] = ()
    """The actions that the next game begins with, if one is continued."""


@attrs.frozen(eq=False)
class Turn:
    """A person is asked for an action in this state."""

    seat: int
    state: State
    paths: ClickPaths
    since: float
    """The time when the person was asked, in monotonic seconds."""


class GameSession:
    """One game.  A subclass says how its referee runs.

    ``on_change`` is called after every change.
    Raises :class:`~boardgames.contest.BadEntrant` and
    :class:`~boardgames.core.model.options.BadOption` if a player cannot play the game.
    """

    def __init__(
        self,
        setup: GameSetup,
        slots: Sequence[Slot],
        names: Sequence[str],
        seed: int | None,
        on_change: Callable[[], None],
    ) -> None:
        self.on_change = on_change
        self.aborted = False
        self.output = EngineOutput(self._notify_soon)
        self.turn: Turn | None = None
        """The question to a person, if one is asked now."""
        self.resigning: set[int] = set()
        """Seats that resign as soon as it is their turn."""
        self.undo_request: int | None = None
        """The seat that asks whether it may take moves back."""
        self.choices = 0
        """How many choices people have made."""
        self.begun = asyncio.Event()
        """Set once a person is asked, a player has acted, or the game has ended."""
        spec, seed = setup.spec, new_seed() if seed is None else seed
        self.game = set_up(
            self.replayed(setup),
            [slot.entrant for slot in slots],
            spec=spec,
            seed=seed,
            names=names,
            conditions=attrs.evolve(setup.conditions, log=OutputLog(self.output), on_stderr=self.output.add_stderr),
            dice=None if setup.dice is None else ScriptedDice(setup.dice, spec.read_throw),
            onlookers=[self],
            pace=setup.pace,
            max_plies=setup.max_plies,
        )
        self.people: dict[int, Person] = {}
        for number, seat in enumerate(self.game.seats):
            if isinstance(seat, PlayerSeat):
                player = seat.player
                if isinstance(player, Person):
                    self.people[number] = player
                    player.on_turn = partial(self._on_turn, number)
                    player.on_message = partial(self._post, self._message)
                else:
                    player.on_thought = partial(self._thought, names[number])
                    player.on_words = partial(self.output.add, names[number])
        self.log = EventLog(spec, setup.start, self.game.players, seed)
        self.log.remarks = self.game.referee.remarks
        for event in self.game.referee.briefing.earlier:
            self.log.happened(event, 0.0)
        self.left = self._left()
        """The seconds left to each seat when the current turn began, or at the end; ``None`` without a clock."""
        self.byoyomi = max((seat.clock.byoyomi for seat in self.game.seats), default=0.0)
        """Seconds for each answer when those are used up."""

    def start(self) -> None:
        """Let the game begin."""
        raise NotImplementedError

    def replayed(self, setup: GameSetup) -> Playthrough:
        """The game that goes on: the start of a new one, or earlier actions too."""
        return Playthrough.replay(setup.start, setup.earlier)

    async def failure(self, seconds: float) -> str | None:
        """The fault of a player that ended the game before anybody acted; ``None`` if none did within ``seconds``."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.begun.wait(), seconds)
        verdict = self.log.verdict
        acted = any(state.turn != CHANCE for state in self.log.playthrough.states[:-1])
        if acted or verdict is None or verdict.fault is None:
            return None
        name, why = printable(self.log.names[verdict.fault.seat]), printable(verdict.fault.detail)
        return Said("{name} cannot play: {why}", name=name, why=why)

    def abort(self) -> None:
        """End the game, if it is not over, and every program that it started; do not wait for them."""
        self.aborted = True
        self.turn = None
        for seat in self.game.seats:
            seat.halt()
        for player in self.people.values():
            player.abort()

    def join(self, deadline: float) -> None:
        """Wait until the referee and all that it started have ended, but not after ``deadline`` (monotonic seconds)."""

    # -- choices of people ---------------------------------------------------------------

    def arrive(self, seat: int) -> None:
        """The person in this seat has opened the page: its clock may run."""
        person = self.people.get(seat)
        if person is None or person.arrived.is_set():
            return
        if self.turn is not None and self.turn.seat == seat:
            self.turn = attrs.evolve(self.turn, since=time.monotonic())
        person.arrived.set()
        self.on_change()

    @property
    def awaited(self) -> list[int]:
        """The seats whose persons have not opened the page yet."""
        return [seat for seat, person in self.people.items() if not person.arrived.is_set()]

    def choose(self, choice: object) -> None:
        """Answer for the person that is asked now."""
        assert self.turn is not None
        player, self.turn = self.people[self.turn.seat], None
        self.undo_request = None
        self.choices += 1
        player.answer(choice)
        self.on_change()

    def resign(self, seat: int) -> None:
        """Resign, now or when it is this seat's turn."""
        if self.turn is not None and self.turn.seat == seat:
            self.choose(Resign())
        else:
            self.resigning.add(seat)
            self.on_change()

    def request_undo(self, seat: int | None) -> None:
        """Ask the other people for a take-back; the next choice clears the request, as ``None`` does."""
        self.undo_request = seat
        self.on_change()

    # -- what the referee tells --------------------------------------------------------------

    def _on_turn(self, seat: int, state: State) -> None:
        self._post(self._ask, seat, state, time.monotonic(), self._left())

    def _thought(self, name: str, info: SearchInfo) -> None:
        state = self.game.referee.playthrough.state
        self.output.add_search_info(name, in_words(self.log.spec, state, info))

    def opening(self, briefing: Briefing) -> None:
        pass

    def happened(self, event: Event) -> None:
        self._post(self._happened, event, self.game.referee.times[-1], self._left())

    def undone(self, plies: int) -> None:
        self._post(self.log.undone, plies)

    def closing(self, verdict: Verdict | None) -> None:
        if verdict is not None:
            self._post(self._end, verdict, self._left())

    def _left(self) -> list[float | None]:
        return [seat.clock.remaining for seat in self.game.seats]

    def _post(self, change: Callable[..., None], *facts: object) -> None:
        """Make a change where the event log is used.  Raises :class:`GameAborted`."""
        raise NotImplementedError

    def _notify_soon(self) -> None:
        """Players wrote something."""
        raise NotImplementedError

    # -- changes -------------------------------------------------------------------------------

    def _apply(self, change: Callable[..., None], facts: tuple[object, ...]) -> None:
        if not self.aborted:
            try:
                change(*facts)
            except Exception as error:  # a game's words and clicks are foreign code, and nobody else sees the error
                self._failed(Said("the game cannot be shown: {error}", error=described(error)), error)
            self.on_change()

    def _ask(self, seat: int, state: State, since: float, left: list[float | None]) -> None:
        self.turn = Turn(seat, state, click_paths(self.log.spec, state), since)
        self.left = left
        self.begun.set()
        if seat in self.resigning:
            self.choose(Resign())

    def _happened(self, event: Event, seconds: float, left: list[float | None]) -> None:
        self.left = left
        self.log.happened(event, seconds)
        if event.before.turn != CHANCE:
            self.begun.set()

    def _message(self, sentence: str) -> None:
        self.log.message(sentence)

    def _end(self, verdict: Verdict, left: list[float | None]) -> None:
        self.turn = None
        if verdict.fault is not None and verdict.fault.kind == "timeout" and left[verdict.fault.seat] is not None:
            left[verdict.fault.seat] = 0.0
        self.left = left
        self.log.ended(verdict)
        self.begun.set()

    def _failed(self, reason: str, error: BaseException) -> None:
        """The game cannot go on because of an error, most often of its rules."""
        self.turn = None
        self.log.stopped(reason)
        self.begun.set()


class ThreadedSession(GameSession):
    """A session whose referee has a thread of its own; all else is done in the event loop's thread."""

    def __init__(self, *parts: Any, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._notification_due = False
        super().__init__(*parts)
        self.thread = threading.Thread(target=self._referee, name=f"referee of {self.log.spec.name}", daemon=True)

    @override
    def start(self) -> None:
        self.thread.start()

    @override
    def join(self, deadline: float) -> None:
        if self.thread.ident is not None:
            self.thread.join(max(0.0, deadline - time.monotonic()))

    # -- in the referee's thread -----------------------------------------------------------

    def _referee(self) -> None:
        try:
            self.game.referee.run()
        except GameAborted:
            pass
        except BaseException as error:  # of this machine, a dice script, or a game's rules, which may raise anything
            with suppress(GameAborted):
                self._post(self._failed, cannot_go_on(error), error)

    @override
    def _post(self, change: Callable[..., None], *facts: object) -> None:
        if self.aborted:
            raise GameAborted
        try:
            self.loop.call_soon_threadsafe(self._apply, change, facts)
        except RuntimeError:  # the loop has ended
            raise GameAborted from None

    @override
    def _notify_soon(self) -> None:
        """Notify once for many lines (debounce)."""
        if not self._notification_due:
            self._notification_due = True
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self._notify)

    # -- in the event loop again -----------------------------------------------------------

    def _notify(self) -> None:
        self._notification_due = False
        self.on_change()


def cannot_go_on(error: BaseException) -> str:
    """The reason why a game ends without a result."""
    return Said("the game cannot go on: {error}", error=str(error) or type(error).__name__)
