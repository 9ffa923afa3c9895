"""A game in which one seat is the learner's: the others play up to its turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs
from gymnasium.error import ResetNeeded

from boardgames.contest import Conditions, Entrant, GameRecord, names_of, set_up
from boardgames.contest.caller_seat import CallerSeat, caller
from boardgames.core.model.game import CHANCE, State
from boardgames.core.protocol.dialogue import Answer
from boardgames.core.protocol.verdict import Fault, Verdict
from boardgames.rl.checks import MOST_THROWS, outcome_of, stuck

LEARNER: Final = caller("learner")


class LearnerGame:
    """One game under the referee, in which the learner's actions come from :meth:`act`.

    ``staying`` are programs that an earlier game with the same opponent left running (:meth:`leave`).
    Raises :class:`~boardgames.contest.entrants.BadEntrant` for an opponent that cannot play this game.
    """

    def __init__(
        self,
        start: State,
        seat: int,
        opponent: Entrant,
        *,
        seed: int,
        max_plies: int | None = None,
        conditions: Conditions | None = None,
        staying: Sequence[Any] = (),
    ) -> None:
        entrants = [LEARNER if here == seat else opponent for here in range(start.game.seats)]
        waiting = list(staying)
        programs = [None if here == seat or not waiting else waiting.pop() for here in range(len(entrants))]
        self.names: Final = names_of(entrants)
        self.seat: Final = seat
        self.refereed: Final = set_up(
            start, entrants, seed=seed, names=self.names, conditions=conditions, staying=programs, max_plies=max_plies
        )
        self.referee: Final = self.refereed.referee
        self._steps: Final = self.referee.steps()

    @property
    def state(self) -> State:
        """The position in which the learner is asked, or the last one."""
        state: State = self.referee.playthrough.state
        return state

    @property
    def verdict(self) -> Verdict | None:
        """How the game ended, or ``None`` while it goes on."""
        return self.referee.verdict

    def record(self) -> GameRecord:
        """The game so far, without times: the same seed and actions give an equal record."""
        record = self.refereed.record()
        return attrs.evolve(record, times=(0.0,) * len(record.times))

    def open(self) -> None:
        """Start the other players, and play up to the learner's first turn."""
        self._play_on()

    def _play_on(self) -> None:
        """Let the referee go on until the learner is to act or the game is over."""
        throws = 0
        for turn in self._steps:
            throws = throws + 1 if turn == CHANCE else 0
            if throws > MOST_THROWS:
                raise stuck(self.state)
            if turn == self.seat:
                for seat in self.refereed.seats:  # which leave the processor to the learner
                    seat.flush()
                    seat.pause()
                return
        if self.verdict is None:
            raise ResetNeeded("the game was broken off by an error: call reset() for the next one")
        if self.verdict.fault is None and self.state.turn < CHANCE:
            outcome_of(self.state, len(self.names))

    def act(self, action: Any) -> None:
        """The learner takes a legal action, and the others play up to its next turn."""
        self._answer(Answer(action))

    def forfeit(self, detail: str) -> None:
        """The learner loses by an illegal action."""
        self._answer(Fault(self.seat, "illegal", detail))

    def _answer(self, answer: Answer | Fault) -> None:
        seat = self.refereed.seats[self.seat]
        assert isinstance(seat, CallerSeat)
        seat.answer = answer
        self._play_on()

    def leave(self) -> list[Any]:
        """Break off the game if it goes on, and return the programs that are still running.

        The caller hands them to the next game, or calls their ``leave``.
        """
        self._steps.close()
        return [program for program in self.refereed.staying() if program is not None]
