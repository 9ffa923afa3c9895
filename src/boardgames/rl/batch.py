"""Many games at once: each step takes one action in each game and gives legal actions, observations and rewards.

This module does not use numpy: it writes flat arrays, which numpy can view.  Each step overwrites the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, final

from mypy_extensions import i32, i64, u8

from boardgames.core.model.base import SHOWN, BaseState
from boardgames.core.model.dice import distribution_of
from boardgames.core.model.game import IllegalAction, Outcome
from boardgames.core.vectors import read_i64_le, vec
from boardgames.learning.floats import blank
from boardgames.learning.observation import Observation, bits_of
from boardgames.learning.state_writer import StateWriter
from boardgames.rl.checks import MOST_THROWS, outcome_of, stuck

FIRST_CAPACITY: Final = 32  # legal actions of each game that fit before the array must grow
MOST_LISTED_LOTS: Final = 4096  # a table of outcomes is made for dice with at most this common denominator
WIDTH: Final[i64] = 8  # bytes of the number of an action


class IllegalStep(IllegalAction):
    """One of the actions of a step is not legal in its game; the step was played in no game.

    ``game`` is the number of the game in the batch, ``index`` the index of the action.
    """

    def __init__(
        self, game: int, index: int, asked: str, why: str, nearest: Sequence[str] = (), legal: int = 0
    ) -> None:
        super().__init__(asked, why, nearest, legal)
        self.args = (game, index, asked, why, tuple(nearest), legal)
        self.game = game
        self.index = index

    def __str__(self) -> str:
        return f"game {self.game}: action {self.index}, {super().__str__()}"


@final
class Batch:
    """``count`` games, in each of which a player is to act; a game that ends starts again.

    ``observation`` defines what is observed; with ``None`` there are no observations.
    ``lister`` lists the legal actions.  Games are truncated after ``max_plies`` plies,
    throws included; 0 means never.
    """

    def __init__(
        self,
        game: Any,
        count: i64,
        observation: Observation | None,
        lister: StateWriter,
        max_plies: i64,
        with_mask: bool,
    ) -> None:
        self.game: Final[Any] = game
        self.count: Final[i64] = count
        self.seats: Final[i64] = game.seats
        self.max_plies: Final[i64] = max_plies
        self.actions: Final[i64] = game.action_count
        self.with_mask: Final[bool] = with_mask
        self.numbers: Final[i64] = observation.size if observation is not None else 0
        self.writer: Final[StateWriter | None] = None if observation is None else observation.writer
        self.lister: Final[StateWriter] = lister
        self.all_actions: Final[list[Any]] = [game.action_at(index) for index in range(int(game.action_count))]
        # The results of a step, with the games one after the other.
        self.floats: Final[vec[i32]] = blank(count * self.numbers)
        masked: i64 = self.actions if with_mask else 0
        self.mask: Final[vec[u8]] = vec[u8]([0] * (count * masked))
        self.legal: vec[i32] = blank(count * FIRST_CAPACITY)
        self.offsets: Final[vec[i32]] = blank(count + 1)
        self.turns: Final[vec[i32]] = blank(count)
        self.rewards: Final[vec[i32]] = blank(count * self.seats)
        self.terminated: Final[vec[u8]] = vec[u8]([0] * count)
        self.truncated: Final[vec[u8]] = vec[u8]([0] * count)
        self.outcomes: list[Outcome | None] = [None] * int(count)
        self.last_states: list[Any] = []
        """The last states of the games that ended or were truncated in this step; ``ended`` has their numbers."""
        self.ended: list[int] = []
        self.interrupted = False  # a step did not come to its end, because a game's code raised an exception
        self.states: Final[list[Any]] = []
        self.plies: vec[i64] = vec[i64]([0] * count)
        self.generators: list[Any] = []
        # The chances that were sampled last, with a table of their outcomes.
        self.chances: Sequence[tuple[Any, Fraction]] | None = None
        self.lots: list[Any] = []

    # -- beginning ---------------------------------------------------------------------

    def restart(self, generators: list[Any]) -> None:
        """Start all games; ``generators`` has, for each game, the ``random`` method of its generator."""
        self.generators = generators
        self.interrupted = True
        self.begin_step()
        self.states.clear()
        total: i64 = 0
        for place in range(self.count):
            self.states.append(None)
            total = self.publish(place, total, self.begin(place, total))
        self.offsets[self.count] = i32(total)
        self.interrupted = False

    def begin(self, place: i64, at: i64) -> i64:
        """Start a new game at ``place``; the number of actions of its first player, written from ``at`` on."""
        self.plies[place] = 0
        count = self.roll_to_decision(place, self.game.start(), at)
        if not count:
            raise ValueError(f"{self.game.name} has nothing to play: its start is its end")
        return count

    def roll_to_decision(self, place: i64, state: Any, at: i64) -> i64:
        """Set a game to ``state`` and throw dice until a player is to act, or the game is over.

        Writes the indices of the count actions from ``at`` on, and returns their number: 0 at the end.
        """
        count = self.list_legal(state, at)
        throws: i64 = 0
        while not count:
            chances = chances_of(state)
            if not chances:
                break
            throws += 1
            if throws > MOST_THROWS:
                raise stuck(state)
            state = apply_to(state, self.sample_chance(chances, place))
            self.plies[place] += 1
            count = self.list_legal(state, at)
        self.states[place] = state
        return count

    def list_legal(self, state: Any, at: i64) -> i64:
        """Write the indices of the count actions from ``at`` on; return their number."""
        count = self.lister.number(state, self.legal, at)
        if at + count > len(self.legal):
            more = blank(2 * (at + count))
            for entry in range(at):
                more[entry] = self.legal[entry]
            self.legal = more
            self.lister.number(state, more, at)
        return count

    def sample_chance(self, chances: Sequence[tuple[Any, Fraction]], place: i64) -> Any:
        """An outcome of the dice, the same as :func:`boardgames.core.model.dice.throw` gives for this generator."""
        draw: float = self.generators[place]()
        if chances is not self.chances:
            distribution = distribution_of(chances)
            if distribution.total > MOST_LISTED_LOTS:
                return distribution.outcome(int(draw * distribution.total))
            self.chances = chances
            self.lots = [distribution.outcome(lot) for lot in range(distribution.total)]
        return self.lots[i64(draw * float(len(self.lots)))]

    # -- steps -------------------------------------------------------------------------

    def first_illegal(self, chosen: bytes) -> i64:
        """The first game with an action that is not legal, or -1; ``chosen`` has the indices as for :meth:`play`."""
        legal, offsets = self.legal, self.offsets
        entry: i64 = 0
        for place in range(self.count):
            index = read_i64_le(chosen, WIDTH * place)
            behind = i64(offsets[place + 1])
            while entry < behind and i64(legal[entry]) != index:
                entry += 1
            if entry == behind:
                return place
            entry = behind
        return -1

    def play(self, chosen: bytes) -> None:
        """Take one action in each game; ``chosen`` has their indices, all legal, as numbers of 64 bits."""
        self.interrupted = True
        self.begin_step()
        total: i64 = 0
        for place in range(self.count):
            state = apply_to(self.states[place], self.all_actions[read_i64_le(chosen, WIDTH * place)])
            self.plies[place] += 1
            count = self.roll_to_decision(place, state, total)
            if not count:
                self.finish(place)
                count = self.start_again(place, total)
            elif self.max_plies and self.plies[place] >= self.max_plies:
                self.truncated[place] = 1
                count = self.start_again(place, total)
            total = self.publish(place, total, count)
        self.offsets[self.count] = i32(total)
        self.interrupted = False

    def begin_step(self) -> None:
        """Clear the mask of the step before, and the results of the games that ended in it."""
        if self.with_mask:
            mask, legal, offsets = self.mask, self.legal, self.offsets
            for place in range(self.count):
                for entry in range(i64(offsets[place]), i64(offsets[place + 1])):
                    mask[place * self.actions + i64(legal[entry])] = 0
        if self.ended:
            ended: i64
            for ended in self.ended:
                self.terminated[ended] = 0
                self.truncated[ended] = 0
                for seat in range(self.seats):
                    self.rewards[ended * self.seats + seat] = 0
            self.ended = []
            self.last_states = []
            self.outcomes = [None] * int(self.count)

    def finish(self, place: i64) -> None:
        """Write the outcome of a game that is over."""
        outcome = outcome_of(self.states[place], int(self.seats))
        self.terminated[place] = 1
        self.outcomes[place] = outcome
        for seat in range(self.seats):
            self.rewards[place * self.seats + seat] = i32(bits_of(outcome.returns[seat]))

    def start_again(self, place: i64, at: i64) -> i64:
        """Note that a game is over, and begin the next one in its place."""
        self.ended.append(int(place))
        self.last_states.append(self.states[place])
        return self.begin(place, at)

    # -- results -----------------------------------------------------------------------

    def publish(self, place: i64, at: i64, count: i64) -> i64:
        """Write turn, mask and observation of a game; its ``count`` legal actions are listed from ``at`` on.

        Returns where the legal actions of the next game begin.
        """
        state = self.states[place]
        self.offsets[place] = i32(at)
        seat: i64 = state.seat
        self.turns[place] = i32(seat)
        if self.with_mask:
            mask, legal, first = self.mask, self.legal, place * self.actions
            for entry in range(at, at + count):
                mask[first + i64(legal[entry])] = 1
        if self.writer is not None:
            self.writer.fill(state, self.floats, place * self.numbers)
        return at + count

    # -- illegal actions ---------------------------------------------------------------

    def illegal(self, place: int, index: int) -> IllegalStep:
        """The error for an action that is not legal."""
        state = self.states[place]
        if not 0 <= index < self.actions:
            last = int(self.actions) - 1
            shown = [str(action) for action in state.actions()[:SHOWN]]
            why = f"{self.game.name} has actions 0 to {last}"
            return IllegalStep(place, index, str(index), why, shown, len(state.actions()))
        text = str(self.all_actions[index])
        try:
            state.read(text)
        except IllegalAction as error:
            return IllegalStep(place, index, error.asked, error.why, error.nearest, error.legal)
        return IllegalStep(place, index, text, "another action of the same text is")


# Compiled code calls the methods of a BaseState directly; those of other states are looked up by name.


def chances_of(state: Any) -> Sequence[tuple[Any, Fraction]]:
    """The outcomes of a chance node with their probabilities; faster where the state inherits from ``BaseState``."""
    if isinstance(state, BaseState):
        return state.chances()
    chances: Sequence[tuple[Any, Fraction]] = state.chances()
    return chances


def apply_to(state: Any, action: Any) -> Any:
    """The state after an action; faster where the state inherits from ``BaseState``."""
    if isinstance(state, BaseState):
        return state.apply(action)
    return state.apply(action)
