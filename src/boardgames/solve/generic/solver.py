"""Solves a game for two: finds its positions, has their values computed, and tells them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, final

from boardgames.core.model.game import State
from boardgames.core.protocol.rated_actions import ActionChances
from boardgames.core.text.foreign_code import described
from boardgames.solve.generic.graph import Graph, key_of
from boardgames.solve.generic.retrograde import UNKNOWN, retrograde
from boardgames.solve.generic.value_iteration import value_iteration
from boardgames.solve.tablebase import NoTablebase, NotInTablebase
from boardgames.solve.viewer import viewer

MOST_POSITIONS: Final = 1_000_000
TOLERANCE: Final = 1e-13


@final
class Solution:
    """The exact value of every position that can be reached from where the solver began."""

    def __init__(self, graph: Graph, key: Callable[[State], Hashable], plies: Any) -> None:
        self.graph: Final = graph
        self._key_of: Final = key
        self.distances: Final = plies
        """The plies of each position, by number; -1 where play need not end; ``None`` for games with dice."""

    def __len__(self) -> int:
        return int(self.graph.number.size())

    def value(self, state: State) -> float:
        """The chance that the side to act, or to throw, wins under best play; a draw counts half.

        Raises :class:`~boardgames.solve.tablebase.NotInTablebase`.
        """
        return self.graph.values[self._find(state)]

    def plies(self, state: State) -> int | None:
        """The plies to the end, if the winner hurries and the loser delays; ``None`` for draws and games with dice."""
        plies = UNKNOWN if self.distances is None else int(self.distances[self._find(state)])
        return None if plies == UNKNOWN else plies

    def rate(self, state: State) -> dict[Any, float]:
        """The value of each legal action for the side to act, as a winning chance; the best first."""
        return rated(state, self.value)

    def _find(self, state: State) -> int:
        number = int(self.graph.number.find(self._key_of(state)))
        if number < 0:
            raise NotInTablebase(f"{state} cannot be reached from the positions that were solved")
        return number


def rated(state: State, value_of: Callable[[State], float]) -> dict[Any, float]:
    """The value of each legal action for the side to act, the best first, from the values of what follows."""
    seat = viewer(state)
    values = {}
    for action in state.actions():
        after = state.apply(action)
        value = value_of(after)
        values[action] = value if viewer(after) == seat else 1.0 - value
    return ActionChances(sorted(values.items(), key=lambda item: -item[1]))


def solve(
    start: State | Iterable[State],
    *,
    key: Callable[[State], Hashable] = key_of,
    most: int = MOST_POSITIONS,
    tolerance: float = TOLERANCE,
) -> Solution:
    """Solve all positions that can be reached from one state, or from several.

    ``tolerance`` is the largest change between two sweeps, as a winning chance, with which the values of a cycle
    count as exact.

    ``key`` gives equal results for positions with the same future; by default it is their ``key``.  It may leave out
    the side to act, if the rules are the same for both.  A ``key`` knows neither repetitions nor the number of plies,
    so draws by repetition or by a limit of plies are not found as such: a position from which neither side can force a
    win is a draw.

    Raises :class:`~boardgames.solve.tablebase.NoTablebase` for more than ``most`` positions, for a game
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
    collects = gc.isenabled()
    gc.disable()  # the collector would look at all waiting states again and again
    try:
        graph = Graph(starts, key, most)
    except (NoTablebase, MemoryError):
        raise
    except Exception as error:
        raise NoTablebase(
            f"{starts[0].game.name} cannot be solved, because the game's code raised {described(error)} "
            "('boardgames verify' tells more)"
        ) from error
    finally:
        if collects:
            gc.enable()
    if graph.has_dice():
        value_iteration(graph, tolerance)
        return Solution(graph, key, None)
    return Solution(graph, key, retrograde(graph))
