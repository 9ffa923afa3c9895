"""Many games at once: what is legal in each, how each looks, and one action in each.

No numpy here: flat arrays that it can look at.  All is written into a
:class:`Sheet`, of which there are two, used in turn: one step fills what the step
before the last had filled, where the same side was often to act, and changes only
what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, final

from mypy_extensions import i32, i64, u8

from boardgames.core.learning.floats import blank
from boardgames.core.learning.observation import Observation, bits_of
from boardgames.core.model.base import SHOWN, BaseState
from boardgames.core.model.dice import lots
from boardgames.core.model.game import IllegalAction, Outcome
from boardgames.core.vectors import read_i64_le, vec

SHEETS: Final = 2
ROOM: Final = 32  # actions of a game for which there is room at first
MOST_LOTS: Final = 4096  # of dice whose every lot is written down
WIDTH: Final[i64] = 8  # bytes of the number of an action


class IllegalStep(IllegalAction):
    """One of the actions of a step is not legal in its game; nothing was played in any.

    ``game`` is the number of the game in the batch, ``index`` the action's.
    """

    def __init__(self, game: int, index: int, asked: str, why: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(asked, why, nearest)
        self.args = (game, index, asked, why, tuple(nearest))
        self.game = game
        self.index = index

    def __str__(self) -> str:
        return f"game {self.game}: action {self.index}, {super().__str__()}"


@final
class Sheet:
    """What a step tells, in flat arrays with the games one after the other."""

    def __init__(self, count: i64, seats: i64, numbers: i64, actions: i64) -> None:
        self.shown: list[Any] = [None] * int(count)
        """The state that the observation of each game shows; ``None`` for zeros."""
        self.floats: Final[Any] = blank(count * numbers)
        self.mask: vec[u8] = vec[u8]([0] * (count * actions))
        self.legal: vec[i32] = blank(count * ROOM)
        self.legal_shared: Any = self.legal  # the same as an object that games write into
        self.offsets: vec[i32] = blank(count + 1)
        # The same of when the sheet was written before: what the mask still shows.
        self.old_legal: vec[i32] = blank(count * ROOM)
        self.old_offsets: vec[i32] = blank(count + 1)
        self.turns: vec[i32] = blank(count)
        self.rewards: vec[i32] = blank(count * seats)
        self.terminated: vec[u8] = vec[u8]([0] * count)
        self.truncated: vec[u8] = vec[u8]([0] * count)
        self.outcomes: list[Outcome | None] = [None] * int(count)
        self.last_states: list[Any] = []
        """The states in which games ended or were cut short, and in `ended` their numbers."""
        self.ended: list[int] = []

    def wipe(self) -> None:
        """Ready for other games, but for what is changed game by game."""
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

    def make_room(self, entries: i64) -> None:
        """For so many legal actions at least."""
        more = blank(2 * entries)
        for place in range(i64(len(self.legal))):
            more[place] = self.legal[place]
        self.legal = more
        self.legal_shared = more


@final
class Batch:
    """``count`` games, each at a player's node; a game that ends begins anew.

    ``observation`` says how they look, ``None`` for not at all.  ``max_plies``
    cuts games short, throws included; 0 never does.
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
        self.table: Final[list[Any]] = [game.action_at(index) for index in range(int(game.action_count))]
        self.sheets: Final[list[Sheet]] = [
            Sheet(count, game.seats, self.numbers, game.action_count if with_mask else 0) for _ in range(SHEETS)
        ]
        self.current: i64 = 0
        self.torn = False  # a step was left before its end: a game's code raised something
        self.states: Final[list[Any]] = []
        self.plies: vec[i64] = vec[i64]([0] * count)
        self.generators: list[Any] = []
        # The dice thrown last, and what each of their lots stands for.
        self.chances: Sequence[tuple[Any, Fraction]] | None = None
        self.lots: list[Any] = []
        self.returns: Final[dict[float, int]] = {}

    def sheet(self) -> Sheet:
        return self.sheets[self.current]

    # -- beginning ---------------------------------------------------------------------

    def restart(self, generators: list[Any]) -> None:
        """All games from the start; ``generators`` are the ``random`` of a generator for each."""
        self.generators = generators
        self.torn = True
        sheet = self.turn_over()
        self.states.clear()
        total: i64 = 0
        for place in range(self.count):
            self.states.append(None)
            sheet.terminated[place] = 0
            sheet.truncated[place] = 0
            total = self.publish(place, total, self.begin(place, total, sheet), sheet)
        sheet.offsets[self.count] = i32(total)
        self.torn = False

    def begin(self, place: i64, at: i64, sheet: Sheet) -> i64:
        self.plies[place] = 0
        found = self.settle(place, self.game.start(), at, sheet)
        if not found:
            raise ValueError(f"{self.game.name} has nothing to play: its start is its end")
        return found

    def settle(self, place: i64, state: Any, at: i64, sheet: Sheet) -> i64:
        """The game stands at ``state``, or, where dice come first, behind the throws.

        How many legal actions there are; their indices stand from ``at`` on.
        """
        found = self.listed(state, at, sheet)
        while not found:
            chances = chances_of(state)
            if not chances:
                break
            state = apply_to(state, self.thrown(chances, place))
            self.plies[place] += 1
            found = self.listed(state, at, sheet)
        self.states[place] = state
        return found

    def listed(self, state: Any, at: i64, sheet: Sheet) -> i64:
        """How many legal actions there are; their indices from ``at`` on."""
        found: i64
        if self.number is None:
            actions = actions_of(state)
            found = len(actions)
            if at + found > len(sheet.legal):
                sheet.make_room(at + found)
            ask_each(actions, sheet.legal, at)
        else:
            found = self.number(state, sheet.legal_shared, at)
            if at + found > len(sheet.legal):
                sheet.make_room(at + found)
                self.number(state, sheet.legal_shared, at)
        return found

    def thrown(self, chances: Sequence[tuple[Any, Fraction]], place: i64) -> Any:
        """One outcome of the dice, as :func:`boardgames.core.model.dice.throw` gives it."""
        draw: float = self.generators[place]()
        if chances is not self.chances:
            cup = lots(chances)
            if cup.total > MOST_LOTS:
                return cup.outcome(int(draw * cup.total))
            self.chances = chances
            self.lots = [cup.outcome(lot) for lot in range(cup.total)]
        return self.lots[i64(draw * float(len(self.lots)))]

    # -- going on ----------------------------------------------------------------------

    def step(self, chosen: bytes) -> None:
        """One action in each game, as numbers of 64 bits.

        Raises :class:`IllegalStep`, and then has played none.
        """
        told = self.sheet()
        for place in range(self.count):
            if not self.is_legal(place, read_i64_le(chosen, WIDTH * place), told):
                raise self.illegal(int(place), int(read_i64_le(chosen, WIDTH * place)))
        self.torn = True
        sheet = self.turn_over()
        total: i64 = 0
        for place in range(self.count):
            state = apply_to(self.states[place], self.table[read_i64_le(chosen, WIDTH * place)])
            self.plies[place] += 1
            found = self.settle(place, state, total, sheet)
            sheet.terminated[place] = 0
            sheet.truncated[place] = 0
            if not found:
                self.pay(place, sheet)
                found = self.begin_anew(place, total, sheet)
            elif self.max_plies and self.plies[place] >= self.max_plies:
                sheet.truncated[place] = 1
                found = self.begin_anew(place, total, sheet)
            total = self.publish(place, total, found, sheet)
        sheet.offsets[self.count] = i32(total)
        self.torn = False

    def turn_over(self) -> Sheet:
        """The other sheet, wiped."""
        self.current = (self.current + 1) % SHEETS
        sheet = self.sheet()
        sheet.wipe()
        return sheet

    def pay(self, place: i64, sheet: Sheet) -> None:
        """The game is over."""
        outcome: Outcome = self.states[place].outcome
        sheet.terminated[place] = 1
        sheet.outcomes[place] = outcome
        for seat in range(self.seats):
            sheet.rewards[place * self.seats + seat] = i32(self.paid(outcome.returns[seat]))

    def begin_anew(self, place: i64, at: i64, sheet: Sheet) -> i64:
        sheet.ended.append(int(place))
        sheet.last_states.append(self.states[place])
        return self.begin(place, at, sheet)

    def paid(self, share: float) -> int:
        """A return as bits."""
        bits = self.returns.get(share)
        if bits is None:
            bits = self.returns[share] = bits_of(share)
        return bits

    # -- telling -----------------------------------------------------------------------

    def publish(self, place: i64, at: i64, found: i64, sheet: Sheet) -> i64:
        """One game on the sheet, where its legal actions stand already; where the next game's begin."""
        state = self.states[place]
        sheet.offsets[place] = i32(at)
        sheet.turns[place] = i32(seat_of(state))
        if self.with_mask:
            mask, first, shown, legal = sheet.mask, place * self.actions, sheet.old_legal, sheet.legal
            for entry in range(i64(sheet.old_offsets[place]), i64(sheet.old_offsets[place + 1])):
                mask[first + i64(shown[entry])] = 0
            for entry in range(at, at + found):
                mask[first + i64(legal[entry])] = 1
        if self.write is not None:
            self.write(sheet.shown[place], state, sheet.floats, place * self.numbers)
            sheet.shown[place] = state
        return at + found

    # -- mistakes ----------------------------------------------------------------------

    def is_legal(self, place: i64, index: i64, told: Sheet) -> bool:
        if not 0 <= index < self.actions:
            return False
        if self.with_mask:
            return told.mask[place * self.actions + index] != 0
        for entry in range(i64(told.offsets[place]), i64(told.offsets[place + 1])):
            if i64(told.legal[entry]) == index:
                return True
        return False

    def illegal(self, place: int, index: int) -> IllegalStep:
        """What to say of an action that is not legal."""
        state = self.states[place]
        if not 0 <= index < self.actions:
            last = int(self.actions) - 1
            shown = [str(action) for action in state.actions()[:SHOWN]]
            return IllegalStep(place, index, str(index), f"{self.game.name} has actions 0 to {last}", shown)
        text = str(self.table[index])
        try:
            state.read(text)
        except IllegalAction as error:
            return IllegalStep(place, index, error.asked, error.why, error.nearest)
        return IllegalStep(place, index, text, "another action of the same text is")


# Our own states are called directly, those of strangers by name.


def actions_of(state: Any) -> Sequence[Any]:
    if isinstance(state, BaseState):
        return state.actions()
    legal: Sequence[Any] = state.actions()
    return legal


def chances_of(state: Any) -> Sequence[tuple[Any, Fraction]]:
    if isinstance(state, BaseState):
        return state.chances()
    chances: Sequence[tuple[Any, Fraction]] = state.chances()
    return chances


def apply_to(state: Any, action: Any) -> Any:
    if isinstance(state, BaseState):
        return state.apply(action)
    return state.apply(action)


def seat_of(state: Any) -> i64:
    seat: i64 = state.seat
    return seat


def ask_each(actions: Sequence[Any], numbers: vec[i32], at: i64) -> None:
    """The numbers of some actions, from ``at`` on."""
    for action in actions:
        index: i64 = action.index
        numbers[at] = i32(index)
        at += 1
