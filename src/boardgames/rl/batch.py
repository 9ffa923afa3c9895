"""Many games at once: each step takes one action in each game and gives legal actions, observations and rewards.

This module does not use numpy: it writes flat arrays, which numpy can view.  There
are two :class:`StepBuffer` objects, used in turn.  So a step overwrites what the
step before the last wrote.  There the same side was often to act, and only what
differs must be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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

BUFFERS: Final = 2
FIRST_CAPACITY: Final = 32  # legal actions of each game that fit before a buffer must grow
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
class StepBuffer:
    """The results of a step, in flat arrays with the games one after the other."""

    def __init__(self, count: i64, seats: i64, numbers: i64, actions: i64) -> None:
        self.shown: list[Any] = [None] * int(count)
        """The state that the observation of each game shows, or what its writer keeps; ``None`` while all are 0."""
        self.floats: Final[vec[i32]] = blank(count * numbers)
        self.floats_shared: Final[Any] = self.floats  # the same array as an object, for functions that write into it
        self.mask: vec[u8] = vec[u8]([0] * (count * actions))
        self.legal: vec[i32] = blank(count * FIRST_CAPACITY)
        self.legal_shared: Any = self.legal  # the same array as an object, for games that write into it
        self.offsets: vec[i32] = blank(count + 1)
        # The legal actions of the step before the last, which this buffer held: the mask bits to clear.
        self.old_legal: vec[i32] = blank(count * FIRST_CAPACITY)
        self.old_offsets: vec[i32] = blank(count + 1)
        self.turns: vec[i32] = blank(count)
        self.rewards: vec[i32] = blank(count * seats)
        self.terminated: vec[u8] = vec[u8]([0] * count)
        self.truncated: vec[u8] = vec[u8]([0] * count)
        self.outcomes: list[Outcome | None] = [None] * int(count)
        self.last_states: list[Any] = []
        """The last states of the games that ended or were truncated in this step; ``ended`` has their numbers."""
        self.ended: list[int] = []

    def begin_step(self) -> None:
        """Swap the lists of legal actions, and clear rewards and outcomes; masks are cleared in ``Batch.publish``."""
        self.legal, self.old_legal = self.old_legal, self.legal
        self.offsets, self.old_offsets = self.old_offsets, self.offsets
        self.legal_shared = self.legal
        if self.ended:
            seats: i64 = len(self.rewards) // len(self.shown)
            place: i64
            for place in self.ended:
                for seat in range(seats):
                    self.rewards[place * seats + seat] = 0
            self.ended = []
            self.last_states = []
            self.outcomes = [None] * len(self.shown)

    def grow(self, entries: i64) -> None:
        """Make room for at least ``entries`` legal actions."""
        more = blank(2 * entries)
        for place in range(i64(len(self.legal))):
            more[place] = self.legal[place]
        self.legal = more
        self.legal_shared = more


@final
class Batch:
    """``count`` games, in each of which a player is to act; a game that ends starts again.

    ``observation`` defines what is observed; with ``None`` there are no observations.
    ``number`` writes the indices of the legal actions of a state into an array, where
    a game has such a function.  Games are truncated after ``max_plies`` plies, throws
    included; 0 means never.
    """

    def __init__(
        self,
        game: Any,
        count: i64,
        observation: Observation | None,
        number: Callable[[Any, Any, int], int] | None,
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
        self.write: Final[Any] = None if observation is None else observation.fill or observation.write
        self.number: Final[Any] = number
        owner: Any = getattr(number, "__self__", None)
        self.writer: Final[StateWriter | None] = owner if isinstance(owner, StateWriter) else None
        # Whether this writer also writes the observations; those of other functions are called as Python does.
        self.writer_fills: Final[bool] = self.writer is not None and getattr(self.write, "__self__", None) is owner
        self.all_actions: Final[list[Any]] = [game.action_at(index) for index in range(int(game.action_count))]
        self.buffers: Final[list[StepBuffer]] = [
            StepBuffer(count, game.seats, self.numbers, game.action_count if with_mask else 0) for _ in range(BUFFERS)
        ]
        self.current: i64 = 0
        self.interrupted = False  # a step did not come to its end, because a game's code raised an exception
        self.states: Final[list[Any]] = []
        self.plies: vec[i64] = vec[i64]([0] * count)
        self.generators: list[Any] = []
        # The chances that were sampled last, with a table of their outcomes.
        self.chances: Sequence[tuple[Any, Fraction]] | None = None
        self.lots: list[Any] = []
        self.returns: Final[dict[float, int]] = {}

    def buffer(self) -> StepBuffer:
        """The buffer that the present step writes."""
        return self.buffers[self.current]

    # -- beginning ---------------------------------------------------------------------

    def restart(self, generators: list[Any]) -> None:
        """Start all games; ``generators`` has, for each game, the ``random`` method of its generator."""
        self.generators = generators
        self.interrupted = True
        buffer = self.swap_buffers()
        self.states.clear()
        total: i64 = 0
        for place in range(self.count):
            self.states.append(None)
            buffer.terminated[place] = 0
            buffer.truncated[place] = 0
            total = self.publish(place, total, self.begin(place, total, buffer), buffer)
        buffer.offsets[self.count] = i32(total)
        self.interrupted = False

    def begin(self, place: i64, at: i64, buffer: StepBuffer) -> i64:
        """Start a new game at ``place``; the number of actions of its first player, written from ``at`` on."""
        self.plies[place] = 0
        count = self.roll_to_decision(place, self.game.start(), at, buffer)
        if not count:
            raise ValueError(f"{self.game.name} has nothing to play: its start is its end")
        return count

    def roll_to_decision(self, place: i64, state: Any, at: i64, buffer: StepBuffer) -> i64:
        """Set a game to ``state`` and throw dice until a player is to act, or the game is over.

        Writes the indices of the count actions from ``at`` on, and returns their number: 0 at the end.
        """
        count = self.list_legal(state, at, buffer)
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
            count = self.list_legal(state, at, buffer)
        self.states[place] = state
        return count

    def list_legal(self, state: Any, at: i64, buffer: StepBuffer) -> i64:
        """Write the indices of the count actions from ``at`` on; return their number."""
        count: i64
        writer = self.writer
        if writer is not None:
            count = writer.number(state, buffer.legal, at)
            if at + count > len(buffer.legal):
                buffer.grow(at + count)
                writer.number(state, buffer.legal, at)
        elif self.number is None:
            actions = actions_of(state)
            count = len(actions)
            if at + count > len(buffer.legal):
                buffer.grow(at + count)
            write_indices(actions, buffer.legal, at)
        else:
            count = self.number(state, buffer.legal_shared, at)
            if at + count > len(buffer.legal):
                buffer.grow(at + count)
                self.number(state, buffer.legal_shared, at)
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
        last = self.buffer()
        legal, offsets = last.legal, last.offsets
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
        buffer = self.swap_buffers()
        total: i64 = 0
        for place in range(self.count):
            state = apply_to(self.states[place], self.all_actions[read_i64_le(chosen, WIDTH * place)])
            self.plies[place] += 1
            count = self.roll_to_decision(place, state, total, buffer)
            buffer.terminated[place] = 0
            buffer.truncated[place] = 0
            if not count:
                self.finish(place, buffer)
                count = self.start_again(place, total, buffer)
            elif self.max_plies and self.plies[place] >= self.max_plies:
                buffer.truncated[place] = 1
                count = self.start_again(place, total, buffer)
            total = self.publish(place, total, count, buffer)
        buffer.offsets[self.count] = i32(total)
        self.interrupted = False

    def swap_buffers(self) -> StepBuffer:
        """Make the other buffer the current one, ready for a step."""
        self.current = (self.current + 1) % BUFFERS
        buffer = self.buffer()
        buffer.begin_step()
        return buffer

    def finish(self, place: i64, buffer: StepBuffer) -> None:
        """Write the outcome of a game that is over."""
        outcome = outcome_of(self.states[place], int(self.seats))
        buffer.terminated[place] = 1
        buffer.outcomes[place] = outcome
        for seat in range(self.seats):
            buffer.rewards[place * self.seats + seat] = i32(self.return_bits(outcome.returns[seat]))

    def start_again(self, place: i64, at: i64, buffer: StepBuffer) -> i64:
        """Note that a game is over, and begin the next one in its place."""
        buffer.ended.append(int(place))
        buffer.last_states.append(self.states[place])
        return self.begin(place, at, buffer)

    def return_bits(self, share: float) -> int:
        """A return as the bits of a float32."""
        bits = self.returns.get(share)
        if bits is None:
            bits = self.returns[share] = bits_of(share)
        return bits

    # -- results -----------------------------------------------------------------------

    def publish(self, place: i64, at: i64, count: i64, buffer: StepBuffer) -> i64:
        """Write turn, mask and observation of a game; its ``count`` legal actions are in the buffer from ``at`` on.

        Returns where the legal actions of the next game begin.
        """
        state, writer = self.states[place], self.writer
        buffer.offsets[place] = i32(at)
        buffer.turns[place] = i32(seat_of(state) if writer is None else writer.seat(state))
        if self.with_mask:
            mask, shown, legal = buffer.mask, buffer.old_legal, buffer.legal
            first = place * self.actions
            for entry in range(i64(buffer.old_offsets[place]), i64(buffer.old_offsets[place + 1])):
                mask[first + i64(shown[entry])] = 0
            for entry in range(at, at + count):
                mask[first + i64(legal[entry])] = 1
        at_floats = place * self.numbers
        if writer is not None and self.writer_fills:
            buffer.shown[place] = writer.redraw(buffer.shown[place], state, buffer.floats, at_floats)
        elif self.write is not None:
            self.write(buffer.shown[place], state, buffer.floats_shared, at_floats)
            buffer.shown[place] = state
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


def actions_of(state: Any) -> Sequence[Any]:
    """The legal actions of a state; faster where it inherits from ``BaseState``."""
    if isinstance(state, BaseState):
        return state.actions()
    legal: Sequence[Any] = state.actions()
    return legal


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


def seat_of(state: Any) -> i64:
    """The seat of a state as a native number."""
    seat: i64 = state.seat
    return seat


def write_indices(actions: Sequence[Any], numbers: vec[i32], at: i64) -> None:
    """Write the indices of actions from ``at`` on."""
    for action in actions:
        index: i64 = action.index
        numbers[at] = i32(index)
        at += 1
