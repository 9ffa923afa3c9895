"""A game that is played in a notebook: a person in some seats, players of this process in the others, dice thrown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from boardgames.contest import BadEntrant, CallerSeat, Entrant, PlayerEntrant, caller, entrant, set_up
from boardgames.core.lookup import PlayerSpec, spec_of
from boardgames.core.model import CHANCE, IllegalAction, Playthrough, State
from boardgames.core.protocol import Answer, PlayerLike
from boardgames.reasons import read_spelling
from boardgames.session import ClickPaths, PartialChoice, Pictures, click_paths, partial_choice

Opponent = str | PlayerLike | PlayerSpec
"""As on the command line: ``"greedy"``, ``"alphabeta:level=3"``; or a player itself."""


class NotebookTable:
    """The game and its players.

    ``opponents`` has the players of seats; a person has the others.
    Raises :class:`~boardgames.contest.BadEntrant` for an opponent that cannot play this game.
    """

    def __init__(self, start: State, opponents: Mapping[int, Opponent], seed: int) -> None:
        self.spec = spec_of(start.game)
        self.seed = seed
        for seat in sorted(opponents):
            if not 0 <= seat < start.game.seats:
                raise BadEntrant(f"{self.spec.name} has no seat {seat}: its seats are 0 to {start.game.seats - 1}")
        self.people = set(range(start.game.seats)) - set(opponents)
        self.entrants = [
            self._entrant(opponents[seat]) if seat in opponents else caller("person")
            for seat in range(start.game.seats)
        ]
        self.playthrough: Playthrough = Playthrough(start)
        self.pictures = Pictures(self.spec, self.playthrough)
        self._begin()

    def _entrant(self, player: Opponent) -> Entrant:
        who = entrant(player, self.spec)
        if not isinstance(who, PlayerEntrant) or who.at_terminal:
            raise BadEntrant(f"{player!r} cannot play in a notebook: give an installed player, as in 'greedy'")
        return who

    def _begin(self) -> None:
        """Have a referee go on from the position now."""
        refereed = set_up(self.playthrough, self.entrants, spec=self.spec, seed=self.seed)
        self.referee, self.seats = refereed.referee, refereed.seats
        self._steps = self.referee.steps()
        self.next = next(self._steps, None)
        """The seat that is next, or ``CHANCE``; ``None`` if the game does not go on."""

    def _go_on(self) -> None:
        """Let the referee throw the dice or ask the next seat, once."""
        try:
            self.next = next(self._steps, None)
        except BaseException:  # of the game's rules, or an interrupt; the game may go on from here
            self._begin()
            raise
        if self.stopped:
            self.pictures.end()

    @property
    def stopped(self) -> str:
        """The reason why the game cannot go on; empty if it can, or is over by its rules."""
        verdict = self.referee.verdict
        if verdict is None or (verdict.fault is None and self.state.outcome is not None):
            return ""
        fault = verdict.fault
        why = "it resigns" if fault is None else fault.detail
        return f"{self.spec.seat_names[self.state.turn if fault is None else fault.seat]} does not go on: {why}"

    @property
    def state(self) -> State:
        """The position on the board."""
        state: State = self.playthrough.state
        return state

    @property
    def asks_person(self) -> bool:
        """True if it is a person's turn."""
        return self.next in self.people

    def paths(self) -> ClickPaths:
        """The paths of clicks that a person may take now; empty if no person is asked."""
        return click_paths(self.spec, self.state) if self.asks_person else {}

    def choice(self, clicked: Sequence[str], seat: int) -> PartialChoice | None:
        """The action that these clicks choose, or what to click next; ``None`` if they choose nothing."""
        return partial_choice(self.spec, self.state, self.paths(), clicked, seat)

    def play(self, action: Any) -> None:
        """Play an action or its text.  Raises :class:`~boardgames.core.model.game.IllegalAction`."""
        legal = read_spelling(self.state, str(action), self.spec)
        if self.next is None or not self.asks_person:
            raise IllegalAction(str(action), self.stopped or "no person is to act")
        seat = self.seats[self.next]
        assert isinstance(seat, CallerSeat)
        seat.answer = Answer(legal)
        self._go_on()

    def step(self) -> bool:
        """Throw the dice or let an opponent act, once.  Returns whether there was anything to do."""
        if self.next is None or self.asks_person:
            return False
        self._go_on()
        return True

    @property
    def can_undo(self) -> bool:
        """True if a person has acted."""
        return self._last_own_ply() is not None

    def undo(self) -> None:
        """Take back what was played since a person's last action, with that action; dice will fall the same again."""
        ply = self._last_own_ply()
        if ply is None:
            return
        self._steps.close()
        self.playthrough.undo(self.playthrough.plies - ply)
        self.pictures.forget_after(ply)
        self.pictures.ended = False
        self._begin()

    def _last_own_ply(self) -> int | None:
        """The number of plies before a person's last action; ``None`` if there was none."""
        turns = [state.turn for state in self.playthrough.states[:-1]]
        return next((ply for ply in reversed(range(len(turns))) if turns[ply] in self.people), None)

    def status(self) -> str:
        """The status line: whose turn it is, or how the game ended."""
        state = self.state
        names = self.spec.seat_names
        if self.stopped:
            return self.stopped
        if state.outcome is not None:
            winner = state.outcome.winner
            why = self.spec.reasons.get(state.outcome.reason, state.outcome.reason)
            return f"{'Nobody' if winner is None else names[winner]} wins: {why}."
        if state.turn == CHANCE:
            return "The dice are thrown."
        last = self._last_words()
        return f"{last}{names[state.turn]} is to move."

    def _last_words(self) -> str:
        """The actions of opponents and dice since a person's last action, in words."""
        playthrough, sentences = self.playthrough, []
        for before, action, after in zip(
            playthrough.states[-2::-1], playthrough.actions[::-1], playthrough.states[:0:-1], strict=False
        ):
            if before.turn in self.people:
                break
            words = self.spec.describe(before, action, after)
            sentences.append(words if before.turn == CHANCE else f"{self.spec.seat_names[before.turn]} {words}")
        return "".join(f"{words[0].upper()}{words[1:]}. " for words in reversed(sentences[:6]) if words)


@attrs.frozen
class Shown:
    """A table as its page shows it."""

    svg: str
    paths: ClickPaths
    ply: int
    status: str
    can_undo: bool
    version: int
    """Counts the games: a click that belongs to another one is ignored."""
