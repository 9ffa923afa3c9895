"""Solves any game for two whose positions fit in memory.

Without dice, by *retrograde analysis*: from the ends backwards, each position
is won, lost, or, if neither is ever found, drawn.  With dice, by *value
iteration*: mean over throws, best over actions, again and again until nothing
changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, final

from mypy_extensions import i32, i64, u8

from boardgames.core.lookup.tablebase import NoTablebase, NotInTablebase
from boardgames.core.model.game import CHANCE, OVER, State
from boardgames.core.signals import check_signals
from boardgames.core.vectors import append, vec

MOST_POSITIONS: Final = 1_000_000
TOLERANCE: Final = 1e-13
PLAYER, DICE, END = 0, 1, 2
UNKNOWN: Final = -1


def key_of(state: State) -> Hashable:
    return state.key


def viewer(state: State) -> int:
    """For whom a position's value is told: who acts, or throws, or would be next."""
    turn = state.turn
    if turn >= 0:
        return turn
    return int(state.seat)


@final
class Graph:
    """All positions that can be reached, numbered, and where each can lead.

    A *link* is ``2 * number`` of the position reached, plus 1 if its value is
    told for the other seat.
    """

    def __init__(self, starts: Iterable[State], same: Callable[[State], Hashable], most: int) -> None:
        self.number: Final[dict[Hashable, int]] = {}
        self.kind: vec[u8] = vec[u8]([])
        self.values: vec[float] = vec[float]([])
        """Those of the ends; a half elsewhere."""
        self.first: vec[i64] = vec[i64]([0])
        """Where the links of each position begin, and the end of the last."""
        self.links: vec[i32] = vec[i32]([])
        self.chances: vec[float] = vec[float]([])
        """Of each link, where there are dice."""
        self._same = same
        self._most = most
        self._waiting: deque[State] = deque()
        for start in starts:
            self._meet(start)
        while self._waiting:
            check_signals()
            self._expand(self._waiting.popleft())

    def _meet(self, state: State) -> i64:
        """The number of a position, which may be new."""
        key = self._same(state)
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
            outcome = state.outcome
            assert outcome is not None
            kind = END
            value = (outcome.returns[seat] + 1.0) / 2.0
        elif turn == CHANCE:
            kind = DICE
            for throw, chance in state.chances():
                self._link(seat, state.apply(throw))
                self.chances = append(self.chances, float(chance))
        else:
            for action in state.actions():
                self._link(seat, state.apply(action))
                self.chances = append(self.chances, 0.0)
        self.kind = append(self.kind, u8(kind))
        self.values = append(self.values, value)
        self.first = append(self.first, i64(len(self.links)))

    def _link(self, seat: int, after: State) -> None:
        other: i64 = 1 if viewer(after) != seat else 0
        self.links = append(self.links, i32(2 * self._meet(after) + other))

    def has_dice(self) -> bool:
        return any([kind == DICE for kind in self.kind])

    def iterate(self, tolerance: float) -> None:
        """Value iteration, from the last found to the first, until nothing changes by more."""
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

    def retrace(self) -> vec[i32]:
        """Retrograde analysis; returns the plies to the end under best play, -1 where there is none."""
        values, first, links = self.values, self.first, self.links
        size: i64 = i64(len(values))
        number: i64
        link: i64
        # the links turned round: who leads here
        ends = vec[i64]([0] * (int(size) + 1))
        for link in range(i64(len(links))):
            ends[i64(links[link]) >> 1] += 1
        for number in range(size):
            ends[number + 1] += ends[number]
        leading = vec[i32]([0] * len(links))
        hopes = vec[i32]([0] * int(size))  # links that have not been found to lose
        for number in range(size):
            hopes[number] = i32(first[number + 1] - first[number])
            for link in range(first[number], first[number + 1]):
                to: i64 = i64(links[link])
                ends[to >> 1] -= 1
                leading[ends[to >> 1]] = i32(2 * number + (to & 1))
        plies = vec[i32]([UNKNOWN] * int(size))
        settled = vec[i32]([])
        for number in range(size):
            if self.kind[number] == END:
                plies[number] = 0
                if values[number] != 0.5:
                    settled = append(settled, i32(number))
        at: i64 = 0
        while at < i64(len(settled)):
            here: i64 = i64(settled[at])
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
                hopes[source] -= 1
                if value == 1.0 or hopes[source] == 0:
                    values[source] = value
                    plies[source] = plies[here] + 1
                    settled = append(settled, i32(source))
        return plies


@final
class Solution:
    """The exact value of every position that can be reached from where the solver began."""

    def __init__(self, graph: Graph, same: Callable[[State], Hashable], plies: Any) -> None:
        self.graph: Final = graph
        self._same: Final = same
        self._plies: Final = plies

    def __len__(self) -> int:
        return len(self.graph.number)

    def value(self, state: State) -> float:
        """The chance that the side to act, or to throw, wins if both play their best; a draw counts half."""
        return self.graph.values[self._find(state)]

    def plies(self, state: State) -> int | None:
        """The plies to the end, if the winner hurries and the loser delays; ``None`` in draws and games of dice."""
        plies = UNKNOWN if self._plies is None else int(self._plies[self._find(state)])
        return None if plies == UNKNOWN else plies

    def rate(self, state: State) -> dict[Any, float]:
        """What each legal action is worth to the side to act, as a winning chance, the best first."""
        seat = viewer(state)
        worth = {}
        for action in state.actions():
            after = state.apply(action)
            value = self.value(after)
            worth[action] = value if viewer(after) == seat else 1.0 - value
        return dict(sorted(worth.items(), key=lambda item: -item[1]))

    def _find(self, state: State) -> int:
        number = self.graph.number.get(self._same(state))
        if number is None:
            raise NotInTablebase(f"{state} cannot be reached from the positions that were solved")
        return number


def solve(
    start: State | Iterable[State],
    *,
    same: Callable[[State], Hashable] = key_of,
    most: int = MOST_POSITIONS,
    tolerance: float = TOLERANCE,
) -> Solution:
    """Solve all positions that can be reached from one, or from several.

    ``same`` gives equal things for positions with the same future, by default
    their ``key``; it may leave out whose turn it is if the game does not care.
    Draws by repetition and by counting plies are not seen, because a ``key``
    knows neither: who cannot be forced, draws.

    Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` for more than ``most`` positions.

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
    graph = Graph(starts, same, most)
    if graph.has_dice():
        graph.iterate(tolerance)
        return Solution(graph, same, None)
    return Solution(graph, same, graph.retrace())
