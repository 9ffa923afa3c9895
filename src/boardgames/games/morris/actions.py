"""The actions of nine men's morris: a whole turn each, with the men it removes."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final, final

from mypy_extensions import i64

from boardgames.games.morris.board import BIT, LINE_SETS, LINES_THROUGH, NAMES, NEIGHBOURS, POINTS, points_of

STOCK: Final = -1  # the source of a man who is placed


@final
class Action:
    """A man goes from ``source`` (or the stock) to ``target``; the men of ``removed`` leave the board.

    ``leaves`` and ``enters`` are source and target as sets of points.
    ``first_line`` and ``second_line`` are the lines through the target, and
    ``first`` and ``second`` the other two points of each.
    """

    def __init__(self, index: i64, source: i64, target: i64, removed: i64) -> None:
        enters = BIT[target]
        first, second = LINES_THROUGH[target]
        self.index: Final = index
        self.source: Final = source
        self.target: Final = target
        self.removed: Final = removed
        self.leaves: Final[i64] = BIT[source] if source != STOCK else 0
        self.enters: Final[i64] = enters
        self.first_line: Final[i64] = first
        self.second_line: Final[i64] = second
        self.first: Final[i64] = LINE_SETS[first] - enters
        self.second: Final[i64] = LINE_SETS[second] - enters

    def __str__(self) -> str:
        way = NAMES[self.target] if self.source == STOCK else f"{NAMES[self.source]}-{NAMES[self.target]}"
        return "x".join([way, *sorted([NAMES[point] for point in points_of(self.removed)])])

    def __repr__(self) -> str:
        return f"<Action {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return numbered, (int(self.index),)


def removals(source: int, target: int) -> tuple[list[int], list[int]]:
    """The men, one or two at a time, whom a man going from ``source`` to ``target`` may ever remove.

    A mill through the target holds neither the source nor a removed man.  Two
    mills at once need five men, who can neither jump nor step into both: all
    ways to a point lie on its lines.  So only a placed man removes two.
    """
    away = 0 if source == STOCK else BIT[source]
    first, second = [LINE_SETS[line] for line in LINES_THROUGH[target]]
    others = [man for man in BIT if not man & (away | BIT[target])]
    one = [man for man in others if not first & (away | man) or not second & (away | man)]
    if source != STOCK:
        return one, []
    off_lines = [man for man in others if not man & (first | second)]
    return one, [man + other for man, other in combinations(off_lines, 2)]


@final
class Catalogue:
    """Every action once, numbered: first those that remove nobody, then one man, then two."""

    def __init__(self) -> None:
        ways = [(STOCK, target) for target in range(POINTS)]
        ways += [(source, target) for source in range(POINTS) for target in range(POINTS) if source != target]
        every: list[Action] = [Action(index, source, target, 0) for index, (source, target) in enumerate(ways)]
        quiet = tuple(every)
        one_each: list[tuple[Action, ...]] = []
        for source, target in ways:
            ones = removals(source, target)[0]
            one_each.append(tuple([Action(len(every) + i, source, target, man) for i, man in enumerate(ones)]))
            every += one_each[-1]
        self.removing_at_most_one: Final = len(every)
        two_each: list[tuple[Action, ...]] = []
        for target in range(POINTS):
            twos = removals(STOCK, target)[1]
            two_each.append(tuple([Action(len(every) + i, STOCK, target, men) for i, men in enumerate(twos)]))
            every += two_each[-1]
        self.every: Final = tuple(every)
        self.placements: Final = quiet[:POINTS]
        """Placing a man on each point."""
        self.jumps: Final = tuple(
            [tuple([move for move in quiet[POINTS:] if move.source == source]) for source in range(POINTS)]
        )
        """The moves from each point to any other."""
        self.steps: Final = tuple(
            [tuple([move for move in moves if move.target in NEIGHBOURS[move.source]]) for moves in self.jumps]
        )
        """The moves from each point to the points next to it."""
        self.with_one: Final = tuple(one_each)
        """For the index of a placement or move: the same with each man whom it may remove."""
        self.with_two: Final = tuple(two_each)
        """For the index of a placement: the same with each two men whom it may remove."""


_made: Final[list[Catalogue]] = []


def catalogue() -> Catalogue:
    """The one catalogue, made when it is first asked for."""
    if not _made:
        _made.append(Catalogue())
    return _made[0]


def numbered(index: int) -> Action:
    return catalogue().every[index]
