"""A round: one game at a table, refereed in a thread of its own.

The referee knows nothing of that.  What happens is handed to the event loop, where the
story is told; what people choose goes the other way through their queues.
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

from boardgames.contest import Conditions, new_seed, set_up
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State
from boardgames.core.protocol.dialogue import Briefing, Event, Resign
from boardgames.core.record.verdict import Verdict
from boardgames.referee import PlayerSeat, ProgramSeat, ScriptedDice
from boardgames.web.person import BrokenOff, Person
from boardgames.web.seats import Chair
from boardgames.web.story import Story, Trie, ways
from boardgames.web.talk import Overheard, Talk


@attrs.frozen(kw_only=True)
class Setting:
    """What is played at a table, and how."""

    spec: GameSpec
    start: State
    chairs: tuple[Chair, ...]
    """The players, in the order in which they sit in the first game."""
    conditions: Conditions = attrs.field(factory=Conditions)
    seed: int | None = None
    """Of the luck of the first game."""
    dice: Sequence[str] | None = None
    """The lines of a script of throws, if there is one."""
    pace: float = 0.0
    """The least number of seconds from event to event."""
    max_plies: int | None = None
    """After so many plies the game is a draw."""


@attrs.frozen(eq=False)
class Turn:
    """A person is asked for an action in this state, which is chosen along these ways."""

    seat: int
    state: State
    ways: Trie


class Round:
    """One game.  All but the referee's own work is done in the event loop's thread.

    ``on_news`` is called there when there is something new to tell.
    Raises :class:`~boardgames.contest.entrants.BadEntrant` and
    :class:`~boardgames.core.model.options.BadOption` for players that cannot play it.
    """

    def __init__(
        self,
        setting: Setting,
        chairs: Sequence[Chair],
        names: Sequence[str],
        seed: int | None,
        loop: asyncio.AbstractEventLoop,
        on_news: Callable[[], None],
    ) -> None:
        self.loop = loop
        self.on_news = on_news
        self.broken = False
        self.stirred = False
        self.talk = Talk(self._stir)
        self.turn: Turn | None = None
        """Who is asked now, if it is a person."""
        self.resigning: set[int] = set()
        """Seats that give up as soon as it is their turn."""
        self.asks_back: int | None = None
        """A seat that asks whether it may take moves back."""
        spec, seed = setting.spec, new_seed() if seed is None else seed
        self.game = set_up(
            setting.start,
            [each.who for each in chairs],
            spec=spec,
            seed=seed,
            names=names,
            conditions=attrs.evolve(setting.conditions, log=Overheard(self.talk), on_stderr=self.talk.error),
            dice=None if setting.dice is None else ScriptedDice(setting.dice, spec.read_throw),
            onlookers=[self],
            pace=setting.pace,
            max_plies=setting.max_plies,
        )
        self.people: dict[int, Person] = {}
        for seat, each in enumerate(self.game.seats):
            if isinstance(each, PlayerSeat):
                player = each.player
                if isinstance(player, Person):
                    self.people[seat] = player
                    player.on_turn = partial(self._post, self._ask, seat)
                    player.on_word = partial(self._post, self._word)
                else:
                    player.on_thought = partial(self.talk.thought, names[seat])
        self.story = Story(spec, setting.start, self.game.players, seed, self._left())
        self.thread = threading.Thread(target=self._play, name=f"referee of {spec.name}", daemon=True)

    def start(self) -> None:
        self.thread.start()

    def break_off(self) -> None:
        """End the game, if it is not over, and all that was started for it; do not wait for that."""
        self.broken = True
        self.turn = None
        for each in self.game.seats:
            each.clock.stopped = True
            if isinstance(each, ProgramSeat):
                each.halt()
        for person in self.people.values():
            person.leave()

    # -- what people say -----------------------------------------------------------------

    def choose(self, choice: Any) -> None:
        """The answer of the person who is asked now."""
        assert self.turn is not None
        person, self.turn = self.people[self.turn.seat], None
        self.asks_back = None
        person.say(choice)
        self.on_news()

    def give_up(self, seat: int) -> None:
        """Resign, now or when it is this seat's turn."""
        if self.turn is not None and self.turn.seat == seat:
            self.choose(Resign())
        else:
            self.resigning.add(seat)

    # -- in the referee's thread -----------------------------------------------------------

    def _play(self) -> None:
        try:
            self.game.referee.run()
        except BrokenOff:
            pass
        except Exception as error:  # of the machine, of a script of dice, of anybody's rules
            with suppress(BrokenOff):
                self._post(self._stop, f"the game cannot go on: {error or type(error).__name__}")

    def opening(self, briefing: Briefing) -> None:
        pass

    def happened(self, event: Event) -> None:
        self._post(self._happened, event, self.game.referee.times[-1], self._left())

    def undone(self, plies: int) -> None:
        self._post(self._undone, plies)

    def closing(self, verdict: Verdict | None) -> None:
        if verdict is not None:
            self._post(self._ended, verdict)

    def _left(self) -> list[float | None]:
        return [each.clock.remaining for each in self.game.seats]

    def _post(self, told: Callable[..., None], *facts: Any) -> None:
        """Have something done in the event loop.  Raises :class:`BrokenOff`."""
        if self.broken:
            raise BrokenOff
        try:
            self.loop.call_soon_threadsafe(self._told, told, facts)
        except RuntimeError:  # the loop has ended
            raise BrokenOff from None

    def _stir(self) -> None:
        """Somebody talks: tell it soon, and once for many lines."""
        if not self.stirred:
            self.stirred = True
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self._settle)

    # -- in the event loop again -----------------------------------------------------------

    def _settle(self) -> None:
        self.stirred = False
        self.on_news()

    def _told(self, told: Callable[..., None], facts: tuple[Any, ...]) -> None:
        if not self.broken:
            try:
                told(*facts)
            except Exception as error:  # what is told comes from anybody's code, and nobody else hears of it
                self._stop(f"the game cannot be shown: {type(error).__name__}: {error}")
            self.on_news()

    def _ask(self, seat: int, state: State) -> None:
        self.turn = Turn(seat, state, ways(self.story.spec, state))
        if seat in self.resigning:
            self.choose(Resign())

    def _word(self, message: str) -> None:
        self.story.tell("word", sentence=message)

    def _happened(self, event: Event, seconds: float, left: Sequence[float | None]) -> None:
        self.story.happened(event, seconds, left)

    def _undone(self, plies: int) -> None:
        self.story.undone(plies)

    def _ended(self, verdict: Verdict) -> None:
        self.turn = None
        self.story.ended(verdict)

    def _stop(self, why: str) -> None:
        self.turn = None
        self.story.stopped(why)

    def join(self, deadline: float) -> None:
        """Wait until the referee and all that it started have ended, but no longer."""
        if self.thread.ident is not None:
            self.thread.join(max(0.0, deadline - time.monotonic()))
