"""A game that is played in a notebook: a person in some seats, players of this process in the others, dice thrown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from boardgames.contest import BadEntrant, Conditions, PlayerEntrant, entrant
from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.model.game import CHANCE, OVER, Game, State
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.dialogue import Answer, Briefing, Event
from boardgames.core.protocol.player import Player
from boardgames.core.record.verdict import Fault
from boardgames.referee import PlayerSeat, SeededDice
from boardgames.session.click_paths import ClickPaths, click_paths
from boardgames.session.partial_choice import PartialChoice, partial_choice
from boardgames.session.pictures import Pictures

Opponent = str | Player | PlayerSpec
"""As on the command line: ``"greedy"``, ``"alphabeta:level=3"``; or a player itself."""


class NotebookTable:
    """The game and its players.

    ``opponents`` has the players of seats; a person has the others.
    Raises :class:`~boardgames.contest.BadEntrant` for an opponent that cannot play this game.
    """

    def __init__(self, start: State, opponents: Mapping[int, Opponent], seed: int) -> None:
        self.spec = spec_of(start.game)
        self.seed = seed
        self.dice = SeededDice(seed)
        self.playthrough: Playthrough = Playthrough(start)
        self.pictures = Pictures(self.spec, self.playthrough)
        self.stopped = ""
        """Why the game cannot go on; empty if it can."""
        self.opponents = {seat: self._seated(seat, player) for seat, player in sorted(opponents.items())}

    def _seated(self, seat: int, player: Opponent) -> PlayerSeat:
        game: Game = self.playthrough.start.game
        if not 0 <= seat < game.seats:
            raise BadEntrant(f"{self.spec.name} has no seat {seat}: its seats are 0 to {game.seats - 1}")
        entered = entrant(player, self.spec)
        if not isinstance(entered, PlayerEntrant) or entered.at_terminal:
            raise BadEntrant(f"{player!r} cannot play in a notebook: give an installed player, as in 'greedy'")
        taken = entered.take_seat(self.spec, seat, self.seed, entered.name, Conditions())
        assert isinstance(taken, PlayerSeat)
        taken.player.prepare(self.playthrough.start)
        taken.open(Briefing(self.playthrough.start, self.spec.seat_names, seed=self.seed), seat)
        return taken

    @property
    def state(self) -> State:
        state: State = self.playthrough.state
        return state

    @property
    def asks_person(self) -> bool:
        return self._is_person(self.state.turn) and not self.stopped

    def paths(self) -> ClickPaths:
        """The paths of clicks that a person may take now; empty if nobody is asked."""
        return click_paths(self.spec, self.state) if self.asks_person else {}

    def choice(self, clicked: Sequence[str], seat: int) -> PartialChoice | None:
        return partial_choice(self.spec, self.state, self.paths(), clicked, seat)

    def play(self, action: Any) -> None:
        """Play an action or its text.  Raises :class:`~boardgames.core.model.game.IllegalAction`."""
        self._apply(self.state.read(str(action)))

    def step(self) -> bool:
        """Throw the dice or let an opponent act, once.  Returns whether there was anything to do."""
        turn = self.state.turn
        if turn == OVER or self.stopped:
            return False
        if turn == CHANCE:
            self._apply(self.dice.throw(self.state)[0])
            return True
        if turn not in self.opponents:
            return False
        answer = self.opponents[turn].choose(self.state, lambda: None)
        if isinstance(answer, Answer):
            self._apply(answer.action)
        else:
            why = answer.detail if isinstance(answer, Fault) else "it resigns"
            self.stopped = f"{self.spec.seat_names[turn]} does not go on: {why}"
            self.pictures.end()
        return True

    @property
    def can_undo(self) -> bool:
        """Whether a person has acted."""
        return self._last_own_ply() is not None

    def undo(self) -> None:
        """Take back what was played since a person's last action, with that action; dice will fall the same again."""
        ply = self._last_own_ply()
        if ply is None:
            return
        for state in self.playthrough.states[ply:-1]:
            if state.turn == CHANCE:
                self.dice.take_back(state)
        self.playthrough.undo(self.playthrough.plies - ply)
        self.pictures.forget_after(ply)
        self.pictures.ended = False
        self.stopped = ""

    def _last_own_ply(self) -> int | None:
        """The number of plies before a person's last action; ``None`` if there was none."""
        turns = [state.turn for state in self.playthrough.states[:-1]]
        return next((ply for ply in reversed(range(len(turns))) if self._is_person(turns[ply])), None)

    def _is_person(self, turn: int) -> bool:
        return turn >= 0 and turn not in self.opponents

    def status(self) -> str:
        """What is the case, in a sentence."""
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
        """What the opponents and dice did since a person's last action."""
        playthrough, said = self.playthrough, []
        for before, action, after in zip(
            playthrough.states[-2::-1], playthrough.actions[::-1], playthrough.states[:0:-1], strict=False
        ):
            if self._is_person(before.turn):
                break
            words = self.spec.describe(before, action, after)
            said.append(words if before.turn == CHANCE else f"{self.spec.seat_names[before.turn]} {words}")
        return "".join(f"{words[0].upper()}{words[1:]}. " for words in reversed(said[:6]) if words)

    def _apply(self, action: Any) -> None:
        before = self.state
        after = self.playthrough.apply(action)
        event: Event = Event(before, action, after)
        for seated in self.opponents.values():
            seated.happened(event)


@attrs.frozen
class Shown:
    """What a page needs to show a table."""

    svg: str
    paths: ClickPaths
    ply: int
    status: str
    can_undo: bool
    version: int
    """Counts the games: a click that belongs to another one is ignored."""
