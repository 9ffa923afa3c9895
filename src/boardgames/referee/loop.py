"""The loop of a game: throw dice, ask, apply, notify, until the game is over or a player is at fault."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from math import inf
from typing import Final, Protocol

from boardgames.core.model.game import CHANCE, Outcome
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.dialogue import Briefing, Event, Resign
from boardgames.core.protocol.player import Undo
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.protocol.verdict import PLY_LIMIT, RESIGNATION, Fault, Verdict
from boardgames.core.text.foreign_code import confined
from boardgames.core.text.said import Said
from boardgames.referee.dice import Dice
from boardgames.referee.seat import PlayerSeat, Seat
from boardgames.referee.shortage import Shortage

STARVED: Final = ("not started", "crash", "timeout")  # faults that a rival may cause which takes all there is
NOTICING: Final = 0.06  # seconds until a broken limit is surely noticed
Adjudicate = Callable[[Playthrough, dict[int, SearchInfo]], Outcome | None]


class GameAborted(BaseException):
    """A game was broken off.  A seat raises it, which ends the referee's work in its thread, as Ctrl-C does."""


class Onlooker(Protocol):
    """Sees the game and takes no part in it."""

    def opening(self, briefing: Briefing) -> None:
        """The game begins."""

    def happened(self, event: Event) -> None:
        """A throw or an action has happened."""

    def undone(self, plies: int) -> None:
        """The last ``plies`` actions and throws were taken back."""

    def closing(self, verdict: Verdict | None) -> None:
        """The game is over; ``None``: it was broken off."""


class Referee:
    """Plays a game: dice from their source, actions from the seats, a verdict at the end.

    A playthrough that has plies already goes on from there; programs are told that it starts there.

    ``pace`` is the least number of seconds from one event to the next.  After
    ``max_plies`` plies (dice count) the game is a draw.  ``reap`` is called with
    each seat after the game, instead of its ``close``.  ``adjudicate`` is asked at each position
    that is not the end, with the ``thoughts`` so far, for a result.  ``times`` has the
    seconds that each ply took, 0.0 for dice; ``thoughts`` what players found before they
    acted, by the number of plies before, of those that say it; ``remarks`` what they said besides, by that after it.
    """

    def __init__(
        self,
        playthrough: Playthrough,
        names: Sequence[str],
        seats: Sequence[Seat],
        dice: Dice,
        *,
        seed: int | None = None,
        onlookers: Sequence[Onlooker] = (),
        pace: float = 0.0,
        max_plies: int | None = None,
        adjudicate: Adjudicate | None = None,
        reap: Callable[[Seat], object] | None = None,
    ) -> None:
        self.playthrough = playthrough
        self.briefing = Briefing(
            playthrough.state,
            names,
            clocks=[seat.clock for seat in seats],
            seed=seed,
            earlier=list(map(Event, playthrough.states, playthrough.actions, playthrough.states[1:])),
        )
        self.seats = seats
        for seat in seats:
            seat.rivals = [other for other in seats if other is not seat]
        self.dice = dice
        self.onlookers = onlookers
        self.pace = pace
        self.max_plies = max_plies
        self.adjudicate = adjudicate
        self.reap = reap
        self.times: list[float] = [0.0] * playthrough.plies
        self.thoughts: dict[int, SearchInfo] = {}
        self.remarks: dict[int, str] = {}
        self.verdict: Verdict | None = None
        self.last_event = 0.0
        self.asked = 0  # the seat that is asked
        self.waited = False  # whether it has been thinking for a while

    def run(self) -> Verdict:
        """Play the game.

        Raises what an onlooker or the dice raise, and :class:`KeyboardInterrupt`;
        the game, its times and the processes are in order all the same.
        """
        with confined(), closing(self.steps()) as steps:  # an interrupt between two steps ends the game too
            for _ in steps:
                pass
        assert self.verdict is not None
        return self.verdict

    def steps(self) -> Generator[int, None, None]:
        """Play the game step by step: before each throw and each question, the seat that is next, or ``CHANCE``.

        So players that wait for a page can take their time without a thread.  If you close the
        generator, the game is broken off.  Raises the same as :meth:`run`.
        """
        with ExitStack() as stack:  # which calls all of these, last first, whatever one of them raises
            for seat in self.seats:
                stack.callback(self.reap or type(seat).close, seat)
            for seat in self.seats:
                stack.callback(self._dismiss, seat)
            for onlooker in self.onlookers:
                stack.callback(self._close_onlooker, onlooker)
                onlooker.opening(self.briefing)
            self.verdict = self._open()
            if self.verdict is None:
                self.verdict = yield from self._play()

    def _dismiss(self, seat: Seat) -> None:
        seat.dismiss(self.verdict)

    def _close_onlooker(self, onlooker: Onlooker) -> None:
        onlooker.closing(self.verdict)

    def _open(self) -> Verdict | None:
        for number, seat in enumerate(self.seats):
            if number:
                self.seats[number - 1].pause()
            try:
                fault = seat.open(self.briefing, number)
            except Shortage:
                culprit = self._exceeded(number)
                if culprit is None:
                    raise
                return Verdict.forfeit(culprit, len(self.seats))
            if fault is not None:
                return Verdict.forfeit(self._exceeded(number, fault) or fault, len(self.seats))
        for seat in self.seats:
            seat.started()
        return None

    def _exceeded(self, number: int, fault: Fault | None = None) -> Fault | None:
        """The fault of another seat that has broken a limit, where a shortage may have caused this seat's fault.

        A program that cannot start a process or loses its memory crashes, at once; what has taken these is
        noticed at its supervisor's next look.
        """
        if fault is not None and fault.kind not in STARVED:
            return None
        others = [seat for place, seat in enumerate(self.seats) if place != number and not isinstance(seat, PlayerSeat)]
        deadline = time.monotonic() + NOTICING
        while others:
            for other in others:
                if (culprit := other.exceeded()) is not None:
                    return culprit
            if time.monotonic() > deadline:
                break
            time.sleep(NOTICING / 20)
        return None

    def _play(self) -> Generator[int, None, Verdict]:
        playthrough, seats, onlookers, times = self.playthrough, self.seats, self.onlookers, self.times
        states, most = playthrough.states, inf if self.max_plies is None else self.max_plies
        clock = time.monotonic
        while True:
            state = states[-1]
            turn = state.turn
            if turn < CHANCE:
                outcome = state.outcome
                assert outcome is not None, f"{state!r} is over and has no outcome"
                return Verdict(outcome)
            if self.adjudicate is not None and (early := self.adjudicate(playthrough, self.thoughts)) is not None:
                return Verdict(early)
            if len(states) > most:
                return Verdict(Outcome((0.0,) * len(seats), PLY_LIMIT))
            yield turn
            if turn == CHANCE:
                action, words = self.dice.throw(state)
                taken, thought = 0.0, None
            else:
                asked = clock()
                self.asked, self.waited = turn, False
                answer = seats[turn].choose(state, self._meanwhile)
                taken = clock() - asked
                if isinstance(answer, tuple):
                    action, words, thought, remark = answer
                    if remark:
                        self.remarks[playthrough.plies + 1] = remark
                elif isinstance(answer, Undo):
                    self._undo(turn)
                    continue
                elif isinstance(answer, Resign):
                    return Verdict(Outcome.lost_by(turn, RESIGNATION, len(seats)))
                else:
                    fault = self._exceeded(turn, answer) or answer
                    return Verdict.forfeit(self._with_ply(fault), len(self.seats))
            if self.pace:
                self._keep_pace()
            if thought is not None:
                self.thoughts[playthrough.plies] = thought
            event = Event(state, action, playthrough.apply(action), words, thought)
            times.append(taken)
            for seat in seats:
                seat.happened(event)
            for onlooker in onlookers:
                onlooker.happened(event)

    def _meanwhile(self) -> None:
        """A seat thinks: first the others get what waits for them, and if it thinks on, they leave it the processor."""
        if not self.waited:
            self.waited = True
            for seat in self.seats:
                seat.flush()
            return
        for number, seat in enumerate(self.seats):
            if number != self.asked:
                seat.pause()

    def _with_ply(self, fault: Fault) -> Fault:
        return Fault(
            fault.seat, fault.kind, Said("ply {number}: {why}", number=self.playthrough.plies + 1, why=fault.detail)
        )

    def _keep_pace(self) -> None:
        wait = self.last_event + self.pace - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        self.last_event = time.monotonic()

    def _undo(self, number: int) -> None:
        """Go back to the last decision of a seat, if every seat can."""
        seat = self.seats[number]
        earlier = [ply for ply in range(self.playthrough.plies) if self.playthrough.states[ply].turn == number]
        if not all(other.can_undo for other in self.seats):
            seat.tell(Said("A program is playing, and its moves cannot be taken back."))
        elif not earlier:
            seat.tell(Said("There is nothing to take back."))
        else:
            plies = self.playthrough.plies - earlier[-1]
            for _ in range(plies):
                self.playthrough.undo()
                del self.times[-1:]
                self.thoughts.pop(self.playthrough.plies, None)
                self.remarks.pop(self.playthrough.plies + 1, None)
                if self.playthrough.state.turn == CHANCE:
                    self.dice.take_back(self.playthrough.state)
            for onlooker in self.onlookers:
                onlooker.undone(plies)
