"""The rules of the morris family, with CodinGame's memory of mills and its double mills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from boardgames.core.model.base import BaseGame, BaseState
from boardgames.core.model.game import OVER, Notation, Outcome
from boardgames.games.morris.actions import MOVING, PLACING, STOCK, Action, Family, catalogue
from boardgames.games.morris.board import BIT, BOARDS, POINTS, count, points_of
from boardgames.games.morris.options import MorrisOptions

SEATS: Final = 2
FEWEST: Final = 3  # men, without which a side has lost; with just so many it flies
NOTHING: Final[tuple[int, ...]] = ()

TWO_MEN: Final = (Outcome((1.0, -1.0), "two men"), Outcome((-1.0, 1.0), "two men"))
BLOCKED: Final = (Outcome((1.0, -1.0), "blocked"), Outcome((-1.0, 1.0), "blocked"))
MILL: Final = (Outcome((1.0, -1.0), "mill"), Outcome((-1.0, 1.0), "mill"))
MORE_MEN: Final = (Outcome((1.0, -1.0), "turn limit"), Outcome((-1.0, 1.0), "turn limit"))
TIE: Final = Outcome((0.0, 0.0), "turn limit")
REPETITION: Final = Outcome((0.0, 0.0), "repetition")
FULL_BOARD: Final = Outcome((0.0, 0.0), "full board")

REMOVALS_DUE: Final = (
    "removes nobody: it fills no new mill",
    "removes one of the opponent's men",
    "removes two of the opponent's men",
)

# A mill that was filled is remembered as one number: LINE times its line, plus a set with bit n - 1 for man n.
LINE: Final = 0x1000000
# The men's numbers are kept in two integers, each with five bits for every point: the points below 12, and the others.
HALF: Final = 12
WIDTH: Final = 5
DIGIT: Final = 31


@final
class Morris(BaseGame):
    """The game with its options chosen."""

    def __init__(self, options: MorrisOptions, notation: Notation) -> None:
        board = BOARDS[options.board]
        every = catalogue(board)
        possible = every.every if options.double_mill == 2 else every.every[: every.removing_at_most_one]
        super().__init__("morris", "Nine Men's Morris", options, possible)
        self.notation: Final = notation
        self.men: Final[i64] = options.men
        self.plies: Final[i64] = SEATS * options.turns
        self.mill_memory: Final[bool] = options.mill_memory
        self.double_mill: Final[i64] = options.double_mill
        self.flying: Final[bool] = options.flying
        self.repetition: Final[i64] = options.repetition
        self.early_moves: Final[bool] = options.early_moves
        self.mill_wins: Final[bool] = options.mill_wins
        self.full_board_draws: Final[bool] = options.full_board_draws
        self.board: Final = board
        self.catalogue: Final = every

    def start(self) -> State:
        return self.position(0, 0, 0, int(self.men), int(self.men))

    def position(
        self,
        seat: int,
        own: int,
        other: int,
        own_stock: int,
        other_stock: int,
        ply: int = 0,
        numbers: tuple[int, int] = (0, 0),
        filled: tuple[int, ...] = NOTHING,
    ) -> State:
        """A position without history, its outcome judged; the arguments are the fields of :class:`State`."""
        outcome = self.judge(seat, own, other, own_stock, other_stock, ply)
        low, high = numbers
        return State(self, seat, own, other, own_stock, other_stock, ply, low, high, filled, outcome, None)

    def judge(self, seat: i64, own: i64, other: i64, own_stock: i64, other_stock: i64, ply: i64) -> Outcome | None:
        """How a position with ``seat`` to act has ended, if it has, whatever came before."""
        if self.mill_wins and self.board.in_mills(other):
            return MILL[1 - seat]
        if not other_stock and count(other) < FEWEST:
            return TWO_MEN[seat]
        if not own_stock and count(own) < FEWEST:
            return TWO_MEN[1 - seat]
        if ply >= self.plies:
            ahead = count(own) + own_stock - count(other) - other_stock
            return TIE if not ahead else MORE_MEN[seat] if ahead > 0 else MORE_MEN[1 - seat]
        men = own | other
        if not own_stock and not self.board.beside(own) & ~men and not self.flies(own):
            return FULL_BOARD if self.full_board_draws and men == self.board.points else BLOCKED[1 - seat]
        return None

    def flies(self, men: i64) -> bool:
        """Whether the men of a side with none in stock may jump."""
        return self.flying and count(men) == FEWEST

    def parse(self, text: str) -> State:
        state: State = self.notation.parse(self, text)
        return state


@mypyc_attr(free_list_len=1)
@final
class State(BaseState):
    """A position, seen by the side that is to act.

    ``own`` and ``other`` are the points where the sides have men; ``own_stock``
    and ``other_stock`` how many they have yet to place; ``ply`` how many turns
    both have played.

    ``filled`` are the mills that have been filled, in that order, as far as
    their men are still on the board; without mill memory it is empty.

    ``low`` and ``high`` hold the men's numbers (:meth:`number`).  ``before`` is
    the state one ply earlier, if positions may repeat and the last action can be
    undone by others.
    """

    def __init__(
        self,
        game: Morris,
        seat: i64,
        own: i64,
        other: i64,
        own_stock: i64,
        other_stock: i64,
        ply: i64,
        low: i64,
        high: i64,
        filled: tuple[int, ...],
        outcome: Outcome | None,
        before: State | None,
    ) -> None:
        self.game: Final = game
        self.seat: Final = seat
        self.own: Final = own
        self.other: Final = other
        self.own_stock: Final = own_stock
        self.other_stock: Final = other_stock
        self.ply: Final = ply
        self.low: Final = low
        self.high: Final = high
        self.filled: Final = filled
        self.outcome: Final = outcome
        self.before: Final = before

    @property
    def turn(self) -> int:
        return int(self.seat) if self.outcome is None else OVER

    # -- what can be done ------------------------------------------------------

    def actions(self) -> list[Action]:
        vacant, closing = self.vacant(), self.closing()
        found: list[Action] = []
        families, places = self.families()
        place: i64 = 0
        while places:
            if places & 1:
                self.add(families[place], vacant, closing, found)
            places >>= 1
            place += 1
        return found

    def families(self) -> tuple[tuple[Family, ...], i64]:
        """All families of actions, and the places, as a set, of those of which one may be possible.

        While there are men in stock, one of them is placed.  Then a man goes to a
        free point next to his; the last three may jump to any.
        """
        game = self.game
        steps = game.catalogue.steps
        if self.outcome is not None:
            return steps, 0
        if self.own_stock and not game.early_moves:
            return steps, PLACING
        if not self.own_stock and game.flies(self.own):
            return game.catalogue.jumps, MOVING * self.own
        movable = self.own & game.board.beside(self.vacant())
        return steps, MOVING * movable + (PLACING if self.own_stock else 0)

    def vacant(self) -> i64:
        """The free points."""
        return self.game.board.points & ~(self.own | self.other)

    def closing(self) -> i64:
        """The free points where another man of one's own may close a mill."""
        return self.game.board.closing(self.own) & self.vacant()

    def add(self, family: Family, vacant: i64, closing: i64, found: list[Action]) -> None:
        """Adds what is possible of a family."""
        for move in family.moves:
            if vacant & move.enters:
                if closing & move.enters:
                    self.add_closing(move, found)
                else:
                    found.append(move)

    def add_closing(self, move: Action, found: list[Action]) -> None:
        """Adds a placement or move that may close mills, with each choice of the men it removes."""
        men = self.removes(move)
        if men == 0:
            found.append(move)
        elif men == 1:
            removable = self.removable()
            for action in self.game.catalogue.with_one[move.index]:
                if removable & action.removed:
                    found.append(action)
        else:
            removable = self.removable()
            for action in self.game.catalogue.with_two[move.index]:
                if removable & action.removed == action.removed:
                    found.append(action)

    def removes(self, move: Action) -> i64:
        """How many men a placement or move removes: one for a new mill, more for two, if there are so many."""
        if self.game.mill_wins:
            return 0
        mills = self.new_mills(move)
        if mills > self.game.double_mill:
            mills = self.game.double_mill
        if mills:
            men = count(self.removable())
            if mills > men:
                mills = men
        return mills

    def removable(self) -> i64:
        """The opponent's men outside mills, or all where all stand in mills.  Settled before the first is removed."""
        outside = self.other & ~self.game.board.in_mills(self.other)
        return outside if outside else self.other

    def new_mills(self, move: Action) -> i64:
        """The mills that a placement or move fills, but for those that the same three men have filled before."""
        others = self.own & ~move.leaves
        mills: i64 = 0
        for line in move.lines:
            if others & line.others == line.others and not (
                self.filled and self.was_filled(self.mill(line.number, move))
            ):
                mills += 1
        return mills

    # -- the same without a list: how many there are, and one of them ------------

    def count(self) -> int:
        vacant, closing = self.vacant(), self.closing()
        families, places = self.families()
        ways: i64 = 0
        place: i64 = 0
        while places:
            if places & 1:
                ways += self.ways(families[place], vacant, closing)
            places >>= 1
            place += 1
        return int(ways)

    def sample(self, lot: Callable[[], float]) -> Action | None:
        ways = self.count()
        if not ways:
            return None
        left = i64(lot() * ways)
        vacant, closing = self.vacant(), self.closing()
        families, places = self.families()
        place: i64 = 0
        while True:
            if places >> place & 1:
                these = self.ways(families[place], vacant, closing)
                if left < these:
                    return self.nth(left, families[place], vacant, closing)
                left -= these
            place += 1

    def ways(self, family: Family, vacant: i64, closing: i64) -> i64:
        """How many actions :meth:`add` adds."""
        targets = family.targets & vacant
        closing &= targets
        ways = count(targets & ~closing)
        if closing:
            for move in family.moves:
                if closing & move.enters:
                    ways += self.ways_closing(move)
        return ways

    def ways_closing(self, move: Action) -> i64:
        """How many actions :meth:`add_closing` adds."""
        men = self.removes(move)
        if men == 0:
            return 1
        removable = count(self.removable())
        return removable if men == 1 else removable * (removable - 1) // 2

    def nth(self, place: i64, family: Family, vacant: i64, closing: i64) -> Action:
        """What :meth:`add` adds at a place."""
        for move in family.moves:
            if vacant & move.enters:
                ways = self.ways_closing(move) if closing & move.enters else 1
                if place < ways:
                    found: list[Action] = []
                    self.add_closing(move, found)
                    return found[place]
                place -= ways
        raise AssertionError

    # -- what comes of it ------------------------------------------------------

    def apply(self, action: Action) -> State:
        game = self.game
        own = self.own & ~action.leaves | action.enters
        other = self.other & ~action.removed
        stock = self.own_stock
        if action.source == STOCK:
            stock -= 1
        low, high = self.low, self.high
        target = action.target
        change = self.number(target) ^ self.number_of(action)
        if target < HALF:
            low ^= change << WIDTH * target
        else:
            high ^= change << WIDTH * (target - HALF)
        filled = self.remember(own, action) if game.mill_memory else NOTHING
        seat = 1 - self.seat
        ply = self.ply + 1
        outcome = game.judge(seat, other, own, self.other_stock, stock, ply)
        before: State | None = None
        if game.repetition and action.leaves and not action.removed:
            before = self
            if outcome is None and self.repeats(other, own, mills_now(filled, own | other, low, high)):
                outcome = REPETITION
        return State(game, seat, other, own, self.other_stock, stock, ply, low, high, filled, outcome, before)

    # -- the memory of mills ---------------------------------------------------

    def remember(self, own: i64, action: Action) -> tuple[int, ...]:
        """The mills filled so far, after an action that leaves the men ``own``."""
        filled = self.filled
        if action.removed and filled:
            filled = self.forget(action.removed)
        for line in action.lines:
            if own & line.others == line.others:
                mill = self.mill(line.number, action)
                if not self.was_filled(mill):
                    filled = (*filled, mill)
        return filled

    def forget(self, removed: i64) -> tuple[int, ...]:
        """The mills without those of removed men, who never return."""
        gone: i64 = 0
        for point in range(i64(POINTS)):
            if removed >> point & 1:
                gone |= BIT[self.number(point) - 1]
        return tuple([mill for mill in self.filled if not mill & gone])

    def mill(self, line: i64, move: Action) -> i64:
        """The mill that a placement or move fills on a line."""
        men: i64 = BIT[self.number_of(move) - 1]
        for point in self.game.board.lines[line]:
            if point != move.target:
                men |= BIT[self.number(point) - 1]
        return line * LINE + men

    def was_filled(self, mill: i64) -> bool:
        earlier: i64
        for earlier in self.filled:  # noqa: SIM110 - compiled, any() would make a list first
            if earlier == mill:
                return True
        return False

    def mills_now(self) -> tuple[int, ...]:
        return mills_now(self.filled, self.own | self.other, self.low, self.high)

    # -- repetition ------------------------------------------------------------

    def repeats(self, own: i64, other: i64, mills: tuple[int, ...]) -> bool:
        """Whether the position after this one, seen by its side to act, has occurred often enough for a draw."""
        occurrences: i64 = 1
        earlier = self.before
        while earlier is not None:
            if earlier.own == own and earlier.other == other and earlier.mills_now() == mills:
                occurrences += 1
            link = earlier.before
            earlier = link.before if link is not None else None
        return occurrences >= self.game.repetition

    # -- who is who ------------------------------------------------------------

    def number(self, point: i64) -> i64:
        """The number of the man on a point: Black's are 1, 3, 5, ... in the order of placing, White's 2, 4, 6, ...

        What it says of a free point means nothing.
        """
        return number_on(point, self.low, self.high)

    def number_of(self, move: Action) -> i64:
        """The number of the man whom a placement or move concerns."""
        return self.next_number() if move.source == STOCK else self.number(move.source)

    def next_number(self) -> i64:
        """The number of the man who would be placed next."""
        return SEATS * (self.game.men - self.own_stock) + self.seat + 1

    def men(self, seat: int) -> int:
        """The points where a seat has men."""
        return int(self.own if seat == self.seat else self.other)

    def stock(self, seat: int) -> int:
        """How many men a seat has yet to place."""
        return int(self.own_stock if seat == self.seat else self.other_stock)

    # -- as a value ------------------------------------------------------------

    @property
    def key(self) -> int | tuple[int, ...]:
        """The men, stocks and side to act as one number; with mill memory a tuple of it and the mills filled.

        The mills are written by where their men stand now.  Who they are changes nothing.
        """
        men = self.own + self.other * LINE
        # in 64 bits: a product of larger numbers would end the process at Ctrl-C
        position = int(men + 2**48 * (self.own_stock + 16 * (self.other_stock + 16 * self.seat)))
        return (position, *self.mills_now()) if self.game.mill_memory else position

    def __hash__(self) -> int:
        return hash((self.key, int(self.ply)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.ply == other.ply
            and self.key == other.key
            and self.game.options == other.game.options
            and self.recurrences() == other.recurrences()
        )

    def recurrences(self) -> Counter[Any]:
        """How often each position that may come again has occurred."""
        return Counter([state.key for state in self.line()]) if self.before is not None else Counter()

    def line(self) -> list[State]:
        """The states that led here since the last placing or removal, if positions may repeat, and this one."""
        states = [self]
        earlier = self.before
        while earlier is not None:
            states.append(earlier)
            earlier = earlier.before
        states.reverse()
        return states

    def __str__(self) -> str:
        return self.game.notation.write(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return resumed, (self.game, [state.fields() for state in self.line()])

    def fields(self) -> tuple[Any, ...]:
        stocks = (self.own_stock, self.other_stock)
        return (self.seat, self.own, self.other, *stocks, self.ply, self.low, self.high, self.filled, self.outcome)

    # -- errors ----------------------------------------------------------------

    def read(self, text: str) -> Action:
        """The legal action that a text names, whichever of two removed men it names first."""
        way, *removed = text.split("x")
        if len(removed) == 2:
            canonical = "x".join([way, *sorted(removed)])
            if canonical in [str(action) for action in self.actions()]:
                text = canonical
        action: Action = super().read(text)
        return action

    def why_not(self, text: str) -> str:
        if self.outcome is not None:
            return "the game is over"
        way, *removed = text.split("x")
        source, dash, target = way.rpartition("-")
        points = [target, *removed] + ([source] if dash else [])
        for name in points:
            if name not in self.game.board.point:
                return f"{name!r} is not a point of the board: {self.example()}"
        return self.why_not_to(source, target) or self.why_not_removing(source, target, removed)

    def example(self) -> str:
        """How actions are written, with points of this board."""
        board = self.game.board
        there, then, taken = [board.names[point] for point in board.example]
        return f"expected {there}, {there}-{then} or, with removals, {there}x{taken}, {there}-{then}x{taken}"

    def why_not_to(self, source: str, target: str) -> str:
        """Why a man cannot go from ``source`` (or the stock, if empty) to ``target``; empty if it can."""
        point = self.game.board.point
        if self.own_stock and source and not self.game.early_moves:
            return f"men are placed while there are any in stock, here {self.own_stock}"
        if not self.own_stock and not source:
            return "no men are left in stock: move one, as in d6-d7"
        if source and not self.own & BIT[point[source]]:
            return f"there is no man of one's own on {source}"
        if (self.own | self.other) & BIT[point[target]]:
            return f"{target} is occupied"
        if (
            source
            and point[target] not in self.game.board.neighbours[point[source]]
            and (self.own_stock or not self.game.flies(self.own))
        ):
            return f"{target} is not next to {source}"
        return ""

    def why_not_removing(self, source: str, target: str, removed: list[str]) -> str:
        catalogue = self.game.catalogue
        board = self.game.board
        point = board.point
        family = catalogue.jumps[1 + point[source] if source else 0]
        for move in family.moves:
            if move.target == point[target] and len(removed) != self.removes(move):
                due = "removes nobody: a mill wins" if self.game.mill_wins else REMOVALS_DUE[self.removes(move)]
                return f"{move} {due}"
        for name in removed:
            if not self.other & BIT[point[name]]:
                return f"there is no man of the opponent's on {name}"
            if not self.removable() & BIT[point[name]]:
                outside = ", ".join([board.names[man] for man in points_of(self.removable())])
                return f"the man on {name} stands in a mill, and others do not: {outside}"
        return "two men must be removed, not one twice"


def number_on(point: i64, low: i64, high: i64) -> i64:
    """The number of the man on a point."""
    return low >> WIDTH * point & DIGIT if point < HALF else high >> WIDTH * (point - HALF) & DIGIT


def mills_now(filled: tuple[int, ...], men: i64, low: i64, high: i64) -> tuple[int, ...]:
    """Mills filled earlier, each as ``LINE`` times its line, plus the set of points where its men stand now."""
    if not filled:
        return NOTHING
    points = [0] * POINTS  # where each man stands
    for point in range(i64(POINTS)):
        if men >> point & 1:
            points[number_on(point, low, high) - 1] = BIT[point]
    mills: list[int] = []
    mill: i64
    for mill in filled:
        now = mill // LINE * LINE
        for man in range(i64(POINTS)):
            if mill >> man & 1:
                now += points[man]
        mills.append(now)
    mills.sort()
    return tuple(mills)


def resumed(game: Morris, line: Sequence[tuple[Any, ...]]) -> State:
    """The last state of a line, given by the fields of each."""
    state: State | None = None
    for fields in line:
        state = State(*(game, *fields, state))
    assert state is not None
    return state
