"""The loop of a match: throw, ask, apply, tell, until the game is over or somebody is at fault."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Protocol

from boardgames.core.dialogue import Event, Resign, Table
from boardgames.core.match import Match
from boardgames.core.model import CHANCE, Outcome
from boardgames.core.player import Undo
from boardgames.core.verdict import PLY_LIMIT, RESIGNATION, Fault, Verdict
from boardgames.referee.chair import Chair
from boardgames.referee.dice import Dice


class Onlooker(Protocol):
    """Somebody who sees the match and takes no part in it."""

    def opening(self, table: Table) -> None: ...

    def happened(self, event: Event) -> None: ...

    def undone(self, plies: int) -> None: ...

    def closing(self, verdict: Verdict | None) -> None: ...


class Referee:
    """Walks a match: dice from their source, actions from the chairs, a verdict at the end.

    ``pace`` is the least number of seconds from one event to the next.  After
    ``max_plies`` plies (dice count) the match is a draw.  ``times`` has the
    seconds that each ply took, 0.0 for dice.
    """

    def __init__(
        self,
        match: Match,
        names: Sequence[str],
        chairs: Sequence[Chair],
        dice: Dice,
        *,
        onlookers: Sequence[Onlooker] = (),
        pace: float = 0.0,
        max_plies: int | None = None,
    ) -> None:
        self.match = match
        self.table = Table(match.state, names, clocks=[chair.clock for chair in chairs])
        self.chairs = chairs
        self.dice = dice
        self.onlookers = onlookers
        self.pace = pace
        self.max_plies = max_plies
        self.times: list[float] = []
        self.verdict: Verdict | None = None
        self.last_event = 0.0

    def run(self) -> Verdict:
        """Play the match.

        Raises what an onlooker or the dice raise, and :class:`KeyboardInterrupt`;
        the match, its times and the processes are in order all the same.
        """
        with ExitStack() as leaving:  # which runs all of these, last first, whatever one of them raises
            for chair in self.chairs:
                leaving.callback(chair.close)
            for chair in self.chairs:
                leaving.callback(self._dismiss, chair)
            for onlooker in self.onlookers:
                leaving.callback(self._close_to, onlooker)
                onlooker.opening(self.table)
            self.verdict = self._open() or self._play()
        return self.verdict

    def _dismiss(self, chair: Chair) -> None:
        chair.dismiss(self.verdict)

    def _close_to(self, onlooker: Onlooker) -> None:
        onlooker.closing(self.verdict)

    def _open(self) -> Verdict | None:
        for seat, chair in enumerate(self.chairs):
            fault = chair.open(self.table, seat)
            if fault is not None:
                return Verdict.forfeit(fault)
        return None

    def _play(self) -> Verdict:
        match, times = self.match, self.times
        clock = time.monotonic
        while True:
            state = match.state
            turn = state.turn
            if turn < CHANCE:
                outcome = state.outcome
                assert outcome is not None, f"{state!r} is over and has no outcome"
                return Verdict(outcome)
            if self.max_plies is not None and match.plies >= self.max_plies:
                return Verdict(Outcome((0.0,) * len(self.chairs), PLY_LIMIT))
            if turn == CHANCE:
                action, words = self.dice.throw(state)
                taken = 0.0
            else:
                chair = self.chairs[turn]
                asked = clock()
                answer = chair.choose(state, self._flush)
                taken = clock() - asked
                if isinstance(answer, tuple):
                    action, words = answer
                elif isinstance(answer, Undo):
                    self._undo(turn)
                    continue
                elif isinstance(answer, Resign):
                    return Verdict(Outcome.lost_by(turn, RESIGNATION))
                else:
                    return Verdict.forfeit(self._placed(answer))
            if self.pace:
                self._keep_pace()
            event = Event(state, action, match.apply(action), words)
            times.append(taken)
            for chair in self.chairs:
                chair.happened(event)
            for onlooker in self.onlookers:
                onlooker.happened(event)

    def _flush(self) -> None:
        for chair in self.chairs:
            chair.flush()

    def _placed(self, fault: Fault) -> Fault:
        """The fault with the ply at which it was made."""
        return Fault(fault.seat, fault.kind, f"ply {self.match.plies + 1}: {fault.detail}")

    def _keep_pace(self) -> None:
        wait = self.last_event + self.pace - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        self.last_event = time.monotonic()

    def _undo(self, seat: int) -> None:
        """Go back to the last decision of a seat, if everybody can."""
        chair = self.chairs[seat]
        earlier = [ply for ply in range(self.match.plies) if self.match.states[ply].turn == seat]
        if not all(other.can_undo for other in self.chairs):
            chair.tell("A program is playing, and its moves cannot be taken back.")
        elif not earlier:
            chair.tell("There is nothing to take back.")
        else:
            plies = self.match.plies - earlier[-1]
            for _ in range(plies):
                self.match.undo()
                del self.times[-1:]
                if self.match.state.turn == CHANCE:
                    self.dice.take_back(self.match.state)
            for onlooker in self.onlookers:
                onlooker.undone(plies)
