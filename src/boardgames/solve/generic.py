"""Solves any game for two whose positions fit into memory.

Games without dice are solved by *retrograde analysis*: it goes backwards from the
ends and finds which positions are won and lost; all others are drawn.  Games with
dice are solved by *value iteration*: it takes means over throws and the best of
the actions, again and again until nothing changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, final

from mypy_extensions import i32, i64, u8

from boardgames.core.lookup.tablebase import NoTablebase, NotInTablebase
from boardgames.core.model.game import CHANCE, OVER, State
from boardgames.core.protocol.rated_actions import ActionChances
from boardgames.core.signals import check_signals
from boardgames.core.text.foreign_code import described
from boardgames.core.vectors import append, vec

MOST_POSITIONS: Final = 1_000_000
TOLERANCE: Final = 1e-13
PLAYER, DICE, END = 0, 1, 2
UNKNOWN: Final = -1


def key_of(state: State) -> Hashable:
    return state.key


def viewer(state: State) -> int:
    """The seat whose winning chance is the value of a position: the one that acts, throws, or would be next."""
    turn = state.turn
    if turn >= 0:
        return turn
    return int(state.seat)


def end_value(state: State, seat: int) -> float:
    """The value of a game that is over, for a seat.

    Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` for returns that cannot be those of a game for two.
    """
    outcome = state.outcome
    assert outcome is not None
    returns = outcome.returns
    if len(returns) != 2 or not -1.0 <= returns[0] <= 1.0 or returns[0] + returns[1] != 0.0:
        raise NoTablebase(
            f"{state.game.name} cannot be solved: in {str(state)!r} it returns {returns}, "
            "not two numbers from -1 to 1 of sum 0"
        )
    return (float(returns[seat]) + 1.0) / 2.0


@final
class Graph:
    """All positions that can be reached, with numbers, and the links between them.

    A *link* is ``2 * number`` of the position that it leads to, plus 1 if the value
    of that position is the winning chance of the other seat.
    """

    def __init__(self, starts: Iterable[State], key: Callable[[State], Hashable], most: int) -> None:
        self.number: Final[dict[Hashable, int]] = {}
        self.kind: vec[u8] = vec[u8]([])
        self.values: vec[float] = vec[float]([])
        """The value of each position; at first a half, except at the ends."""
        self.first: vec[i64] = vec[i64]([0])
        """The place of the first link of each position, and the end of the last one's."""
        self.links: vec[i32] = vec[i32]([])
        self.chances: vec[float] = vec[float]([])
        """The chance of each link, where dice are thrown."""
        self._key_of = key
        self._most = most
        self._waiting: deque[State] = deque()
        for start in starts:
            self._number_of(start)
        while self._waiting:
            check_signals()
            self._expand(self._waiting.popleft())

    def _number_of(self, state: State) -> i64:
        """The number of a position.  A new position gets the next number.

        Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` if there are too many.
        """
        key = self._key_of(state)
        number = self.number.get(key)
        if number is None:
            number = len(self.number)
            if number >= self._most:
                raise NoTablebase(
                    f"{state.game.name} has more than {self._most} positions, too many to keep in memory here: "
                    "begin nearer to the end (--position), choose a smaller game, or allow more (--positions)"
                )
            self.number[key] = number
            self._waiting.append(state)
        return number

    def _expand(self, state: State) -> None:
        seat = viewer(state)
        turn = state.turn
        value = 0.5
        kind = PLAYER
        if turn == OVER:
            kind = END
            value = end_value(state, seat)
        elif turn == CHANCE:
            kind = DICE
            for throw, chance in state.chances():
                self._link(seat, state.apply(throw))
                self.chances = append(self.chances, float(chance))
        else:
            for action in state.actions():
                self._link(seat, state.apply(action))
                self.chances = append(self.chances, 0.0)
            if i64(len(self.links)) == self.first[len(self.kind)]:
                raise NoTablebase(
                    f"{state.game.name} cannot be solved: seat {seat} is to act in {str(state)!r} and has no action"
                )
        self.kind = append(self.kind, u8(kind))
        self.values = append(self.values, value)
        self.first = append(self.first, i64(len(self.links)))

    def _link(self, seat: int, after: State) -> None:
        other: i64 = 1 if viewer(after) != seat else 0
        self.links = append(self.links, i32(2 * self._number_of(after) + other))

    def has_dice(self) -> bool:
        return any([kind == DICE for kind in self.kind])

    def value_iteration(self, tolerance: float) -> None:
        """Value iteration, from the last position to the first, until no value changes by more than ``tolerance``."""
        values, first, links, chances, kinds = self.values, self.first, self.links, self.chances, self.kind
        size: i64 = i64(len(kinds))
        link: i64
        change = 1.0
        while change > tolerance:
            check_signals()
            change = 0.0
            number = size
            while number > 0:
                number -= 1
                if kinds[number] == END:
                    continue
                best = 0.0
                mean = 0.0
                for link in range(first[number], first[number + 1]):
                    to: i64 = i64(links[link])
                    value = values[to >> 1]
                    if to & 1:
                        value = 1.0 - value
                    mean += chances[link] * value
                    if value > best:
                        best = value
                new = mean if kinds[number] == DICE else best
                moved = new - values[number]
                if moved > change or -moved > change:
                    change = moved if moved > 0.0 else -moved
                values[number] = new

    def retrograde(self) -> vec[i32]:
        """Retrograde analysis.  Returns the plies to the end under best play; -1 where play need not end."""
        values, first, links = self.values, self.first, self.links
        size: i64 = i64(len(values))
        number: i64
        link: i64
        # the reverse of the links: `leading` lists, for each position, those that lead to it
        ends = vec[i64]([0] * (int(size) + 1))
        for link in range(i64(len(links))):
            ends[i64(links[link]) >> 1] += 1
        for number in range(size):
            ends[number + 1] += ends[number]
        leading = vec[i32]([0] * len(links))
        open_links = vec[i32]([0] * int(size))  # links that are not known to lose
        for number in range(size):
            open_links[number] = i32(first[number + 1] - first[number])
            for link in range(first[number], first[number + 1]):
                to: i64 = i64(links[link])
                ends[to >> 1] -= 1
                leading[ends[to >> 1]] = i32(2 * number + (to & 1))
        plies = vec[i32]([UNKNOWN] * int(size))
        decided = vec[i32]([])
        for number in range(size):
            if self.kind[number] == END:
                if values[number] != 0.0 and values[number] != 0.5 and values[number] != 1.0:
                    raise NoTablebase("a game without dice can be solved if every end of it is won, lost or drawn")
                plies[number] = 0
                if values[number] != 0.5:
                    decided = append(decided, i32(number))
        at: i64 = 0
        while at < i64(len(decided)):
            here: i64 = i64(decided[at])
            at += 1
            link = ends[here]
            while link < ends[here + 1]:
                source: i64 = i64(leading[link]) >> 1
                value = values[here]
                if leading[link] & 1:
                    value = 1.0 - value
                link += 1
                if plies[source] != UNKNOWN:
                    continue
                open_links[source] -= 1
                if value == 1.0 or open_links[source] == 0:
                    values[source] = value
                    plies[source] = plies[here] + 1
                    decided = append(decided, i32(source))
        return plies


@final
class Solution:
    """The exact value of every position that can be reached from where the solver began."""

    def __init__(self, graph: Graph, key: Callable[[State], Hashable], plies: Any) -> None:
        self.graph: Final = graph
        self._key_of: Final = key
        self._plies: Final = plies

    def __len__(self) -> int:
        return len(self.graph.number)

    def value(self, state: State) -> float:
        """The chance that the side to act, or to throw, wins under best play; a draw counts half.

        Raises :class:`~boardgames.core.lookup.tablebase.NotInTablebase`.
        """
        return self.graph.values[self._find(state)]

    def plies(self, state: State) -> int | None:
        """The plies to the end, if the winner hurries and the loser delays; ``None`` for draws and games with dice."""
        plies = UNKNOWN if self._plies is None else int(self._plies[self._find(state)])
        return None if plies == UNKNOWN else plies

    def rate(self, state: State) -> dict[Any, float]:
        """The value of each legal action for the side to act, as a winning chance; the best first."""
        seat = viewer(state)
        values = {}
        for action in state.actions():
            after = state.apply(action)
            value = self.value(after)
            values[action] = value if viewer(after) == seat else 1.0 - value
        return ActionChances(sorted(values.items(), key=lambda item: -item[1]))

    def _find(self, state: State) -> int:
        number = self.graph.number.get(self._key_of(state))
        if number is None:
            raise NotInTablebase(f"{state} cannot be reached from the positions that were solved")
        return number


def solve(
    start: State | Iterable[State],
    *,
    key: Callable[[State], Hashable] = key_of,
    most: int = MOST_POSITIONS,
    tolerance: float = TOLERANCE,
) -> Solution:
    """Solve all positions that can be reached from one state, or from several.

    ``key`` gives equal results for positions with the same future; by default it is
    their ``key``.  It may leave out the side to act, if the rules are the same for both.
    A ``key`` knows neither repetitions nor the number of plies, so draws by repetition
    or by a limit of plies are not found as such: a position from which neither side
    can force a win is a draw.

    Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` for more than ``most`` positions, for a game
    that is not for two, and for one whose code raises or contradicts itself.

    >>> import boardgames as bg
    >>> game = bg.load("ur", tokens=1)
    >>> solution = solve(game.start())
    >>> round(solution.value(game.start()), 12)
    0.530049839525
    """
    starts: list[Any] = [start] if hasattr(start, "turn") else list(start)
    for state in starts:
        if state.game.seats != 2:
            raise NoTablebase(f"{state.game.name} is not for two players, and only such games can be solved")
    try:
        graph = Graph(starts, key, most)
    except (NoTablebase, MemoryError):
        raise
    except Exception as error:
        raise NoTablebase(
            f"{starts[0].game.name} cannot be solved, because the game's code raised {described(error)} "
            "('boardgames verify' tells more)"
        ) from error
    if graph.has_dice():
        graph.value_iteration(tolerance)
        return Solution(graph, key, None)
    return Solution(graph, key, graph.retrograde())
