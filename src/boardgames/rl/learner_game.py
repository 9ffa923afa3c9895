"""A game in which one seat is the learner's: the others play up to its turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NoReturn

from typing_extensions import override

from boardgames.contest import Conditions, Entrant, GameRecord, PlayerEntrant, names_of, set_up
from boardgames.core.model.game import CHANCE, Outcome, State
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Event, Resign
from boardgames.core.protocol.player import Player, Undo
from boardgames.core.record.verdict import PLY_LIMIT, RESIGNATION, Fault, Verdict
from boardgames.rl.checks import MOST_THROWS, outcome_of, stuck


class Learner(Player):
    """Takes the learner's seat; its actions come from :meth:`LearnerGame.act`."""

    @override
    def choose(self, state: State, clock: Clock) -> NoReturn:
        raise AssertionError("the learner acts through LearnerGame.act, and is not asked")


LEARNER: Final[Entrant] = PlayerEntrant(text="learner", name="learner", make=lambda spec, rng: Learner())


class LearnerGame:
    """One game under the rules of the referee, in which the learner's actions come from :meth:`act`.

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
        kept = [None if here == seat or not waiting else waiting.pop() for here in range(len(entrants))]
        self.names: Final = names_of(entrants)
        self.seat: Final = seat
        self.max_plies: Final = max_plies
        self.refereed: Final = set_up(start, entrants, seed=seed, names=self.names, conditions=conditions, staying=kept)
        self.referee: Final = self.refereed.referee
        self.others: Final = [each for here, each in enumerate(self.refereed.seats) if here != seat]

    @property
    def state(self) -> State:
        state: State = self.referee.playthrough.state
        return state

    @property
    def verdict(self) -> Verdict | None:
        """How the game ended, or ``None`` while it goes on."""
        return self.referee.verdict

    def record(self) -> GameRecord:
        """The game so far."""
        return self.refereed.record()

    def open(self) -> None:
        """Start the other players, and play up to the learner's first turn."""
        for seat, other in enumerate(self.refereed.seats):
            fault = other.open(self.referee.briefing, seat)
            if fault is not None:
                self._end(Verdict.forfeit(fault, len(self.names)))
                return
        self._play_on()

    def act(self, action: Any) -> None:
        """The learner takes a legal action, and the others play up to its next turn."""
        self._apply(action)
        self._play_on()

    def forfeit(self, detail: str) -> None:
        """The learner loses by an illegal action."""
        self._end(Verdict.forfeit(Fault(self.seat, "illegal", detail), len(self.names)))

    def leave(self) -> list[Any]:
        """Break off the game if it goes on, and return the programs that are still running.

        The caller hands them to the next game, or calls their ``leave``.
        """
        if self.verdict is None:
            self._dismiss(None)
        return [program for program in self.refereed.staying() if program is not None]

    def _play_on(self) -> None:
        """Throw the dice and ask the others until it is the learner's turn, or the game is over."""
        throws = 0
        while self.verdict is None:
            state = self.state
            throws = throws + 1 if state.turn == CHANCE else 0
            if throws > MOST_THROWS:
                raise stuck(state)
            if state.turn < CHANCE:
                self._end(Verdict(outcome_of(state, len(self.names))))
            elif self.max_plies is not None and self.referee.playthrough.plies >= self.max_plies:
                self._end(Verdict(Outcome((0.0,) * len(self.names), PLY_LIMIT)))
            elif state.turn == CHANCE:
                self._apply(*self.referee.dice.throw(state))
            elif state.turn == self.seat:
                return
            else:
                self._ask(state)

    def _ask(self, state: State) -> None:
        other = self.refereed.seats[state.turn]
        answer = other.choose(state, self._flush)
        if isinstance(answer, tuple):
            self._apply(answer.action, answer.words)
        elif isinstance(answer, Undo):
            other.tell("A learner is playing, and its moves cannot be taken back.")
        elif isinstance(answer, Resign):
            self._end(Verdict(Outcome.lost_by(state.turn, RESIGNATION, len(self.names))))
        else:
            self._end(Verdict.forfeit(answer, len(self.names)))

    def _apply(self, action: Any, words: str = "") -> None:
        playthrough = self.referee.playthrough
        before = playthrough.state
        event = Event(before, action, playthrough.apply(action), words)
        self.referee.times.append(0.0)
        for other in self.others:
            other.happened(event)

    def _flush(self) -> None:
        for other in self.others:
            other.flush()

    def _end(self, verdict: Verdict) -> None:
        self.referee.verdict = verdict
        self._dismiss(verdict)

    def _dismiss(self, verdict: Verdict | None) -> None:
        for other in self.others:
            other.dismiss(verdict)
        for other in self.others:
            other.close()
