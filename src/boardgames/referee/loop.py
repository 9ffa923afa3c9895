"""The loop of a game: throw, ask, apply, tell, until the game is over or somebody is at fault."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Protocol

from boardgames.core.model.game import CHANCE, Outcome
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.dialogue import Briefing, Event, Resign
from boardgames.core.protocol.player import Undo
from boardgames.core.record.verdict import PLY_LIMIT, RESIGNATION, Fault, Verdict
from boardgames.referee.dice import Dice
from boardgames.referee.participant import Participant


class Onlooker(Protocol):
    """Somebody who sees the game and takes no part in it."""

    def opening(self, briefing: Briefing) -> None: ...

    def happened(self, event: Event) -> None: ...

    def undone(self, plies: int) -> None: ...

    def closing(self, verdict: Verdict | None) -> None: ...


class Referee:
    """Walks a game: dice from their source, actions from the participants, a verdict at the end.

    A playthrough with plies in it goes on from there; programs are told that it starts there.

    ``pace`` is the least number of seconds from one event to the next.  After
    ``max_plies`` plies (dice count) the game is a draw.  ``times`` has the
    seconds that each ply took, 0.0 for dice.
    """

    def __init__(
        self,
        playthrough: Playthrough,
        names: Sequence[str],
        participants: Sequence[Participant],
        dice: Dice,
        *,
        seed: int | None = None,
        onlookers: Sequence[Onlooker] = (),
        pace: float = 0.0,
        max_plies: int | None = None,
        send_off: Callable[[Participant], object] | None = None,
    ) -> None:
        self.playthrough = playthrough
        self.briefing = Briefing(
            playthrough.state,
            names,
            clocks=[participant.clock for participant in participants],
            seed=seed,
            earlier=list(map(Event, playthrough.states, playthrough.actions, playthrough.states[1:])),
        )
        self.participants = participants
        self.dice = dice
        self.onlookers = onlookers
        self.pace = pace
        self.max_plies = max_plies
        self.send_off = send_off
        self.times: list[float] = [0.0] * playthrough.plies
        self.verdict: Verdict | None = None
        self.last_event = 0.0

    def run(self) -> Verdict:
        """Play the game.

        Raises what an onlooker or the dice raise, and :class:`KeyboardInterrupt`;
        the game, its times and the processes are in order all the same.
        """
        with ExitStack() as leaving:  # which runs all of these, last first, whatever one of them raises
            for participant in self.participants:
                leaving.callback(self.send_off or type(participant).close, participant)
            for participant in self.participants:
                leaving.callback(self._dismiss, participant)
            for onlooker in self.onlookers:
                leaving.callback(self._close_to, onlooker)
                onlooker.opening(self.briefing)
            self.verdict = self._open() or self._play()
        return self.verdict

    def _dismiss(self, participant: Participant) -> None:
        participant.dismiss(self.verdict)

    def _close_to(self, onlooker: Onlooker) -> None:
        onlooker.closing(self.verdict)

    def _open(self) -> Verdict | None:
        for seat, participant in enumerate(self.participants):
            fault = participant.open(self.briefing, seat)
            if fault is not None:
                return Verdict.forfeit(fault, len(self.participants))
        return None

    def _play(self) -> Verdict:
        playthrough, times = self.playthrough, self.times
        clock = time.monotonic
        while True:
            state = playthrough.state
            turn = state.turn
            if turn < CHANCE:
                outcome = state.outcome
                assert outcome is not None, f"{state!r} is over and has no outcome"
                return Verdict(outcome)
            if self.max_plies is not None and playthrough.plies >= self.max_plies:
                return Verdict(Outcome((0.0,) * len(self.participants), PLY_LIMIT))
            if turn == CHANCE:
                action, words = self.dice.throw(state)
                taken, thought = 0.0, None
            else:
                participant = self.participants[turn]
                asked = clock()
                answer = participant.choose(state, self._flush)
                taken = clock() - asked
                if isinstance(answer, tuple):
                    action, words, thought = answer
                elif isinstance(answer, Undo):
                    self._undo(turn)
                    continue
                elif isinstance(answer, Resign):
                    return Verdict(Outcome.lost_by(turn, RESIGNATION, len(self.participants)))
                else:
                    return Verdict.forfeit(self._placed(answer), len(self.participants))
            if self.pace:
                self._keep_pace()
            event = Event(state, action, playthrough.apply(action), words, thought)
            times.append(taken)
            for participant in self.participants:
                participant.happened(event)
            for onlooker in self.onlookers:
                onlooker.happened(event)

    def _flush(self) -> None:
        for participant in self.participants:
            participant.flush()

    def _placed(self, fault: Fault) -> Fault:
        """The fault with the ply at which it was made."""
        return Fault(fault.seat, fault.kind, f"ply {self.playthrough.plies + 1}: {fault.detail}")

    def _keep_pace(self) -> None:
        wait = self.last_event + self.pace - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        self.last_event = time.monotonic()

    def _undo(self, seat: int) -> None:
        """Go back to the last decision of a seat, if everybody can."""
        participant = self.participants[seat]
        earlier = [ply for ply in range(self.playthrough.plies) if self.playthrough.states[ply].turn == seat]
        if not all(other.can_undo for other in self.participants):
            participant.tell("A program is playing, and its moves cannot be taken back.")
        elif not earlier:
            participant.tell("There is nothing to take back.")
        else:
            plies = self.playthrough.plies - earlier[-1]
            for _ in range(plies):
                self.playthrough.undo()
                del self.times[-1:]
                if self.playthrough.state.turn == CHANCE:
                    self.dice.take_back(self.playthrough.state)
            for onlooker in self.onlookers:
                onlooker.undone(plies)
