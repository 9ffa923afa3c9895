"""The actions of the morris family: a whole turn each, with the men it removes."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final, final

from mypy_extensions import i64

from boardgames.core.model.sealed import seal
from boardgames.core.vectors import vec
from boardgames.games.morris.board import BIT, BOARDS, SLOTS, Board, Line, points_of, set_of, slot_of

STOCK: Final = -1  # the source of a man that is placed
PLACING: Final = 1  # a set of families: the placements, at place 0
MOVING: Final = 2  # times a set of points: the moves from each of them


@final
class Action:
    """A man goes from ``source`` (or the stock) to ``target``; the men of ``removed`` leave the board.

    With ``twice`` one man leaves it who counts for two, which no rules but those of CodinGame's referee have.

    ``leaves`` and ``enters`` are source and target as sets of points; ``lines``
    are the lines through the target.
    """

    def __init__(self, board: Board, index: i64, source: i64, target: i64, removed: i64, twice: bool = False) -> None:
        self.board: Final = board
        self.index: Final = index
        self.source: Final = source
        self.target: Final = target
        self.removed: Final = removed
        self.twice: Final = twice
        self.leaves: Final[i64] = BIT[source] if source != STOCK else 0
        self.enters: Final[i64] = BIT[target]
        self.lines: Final[tuple[Line, ...]] = board.lines_to[target]
        # For a quick look: a step or not; the other points of its two lines, or -1; 0 where there are more.
        self.steps: Final[bool] = source == STOCK or target in board.neighbours[source]
        few = len(self.lines) <= 2
        self.one: Final[i64] = self.lines[0].others if few and self.lines else -1 if few else 0
        self.another: Final[i64] = self.lines[1].others if few and len(self.lines) == 2 else -1 if few else 0

    def __str__(self) -> str:
        names = self.board.names
        way = names[self.target] if self.source == STOCK else f"{names[self.source]}-{names[self.target]}"
        return "x".join([way, *sorted([names[point] for point in self.removals()])])

    def removals(self) -> list[int]:
        """The points of the men removed, one for each man that they count for."""
        return points_of(self.removed) * (2 if self.twice else 1)

    def signed_removal(self) -> int:
        """The men removed as one number, negative if they count twice."""
        return -int(self.removed) if self.twice else int(self.removed)

    def __repr__(self) -> str:
        return f"<Action {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return numbered, (self.board.name, int(self.index))


seal(Action)


def removals(board: Board, source: int, target: int) -> tuple[list[int], list[int], list[int]]:
    """The sets of one man, of two, and of one for two mills that a man going from ``source`` to ``target`` can remove.

    A mill through the target holds neither the source nor a removed man.  Two
    mills at once need five men, and five do not jump.
    """
    away = 0 if source == STOCK else BIT[source]
    others = [BIT[man] for man in range(board.size) if man not in (source, target)]
    lines = [int(line.others) for line in board.lines_to[target] if not line.others & away]
    one = [man for man in others if any([not line & man for line in lines])]
    if source != STOCK and source not in board.neighbours[target]:
        return one, [], []
    doubles = [line | other for line, other in combinations(lines, 2)]
    pairs = [man | other for man, other in combinations(others, 2)]
    two = [pair for pair in pairs if any([not double & pair for double in doubles])] if doubles else []
    return one, two, [man for man in others if any([not double & man for double in doubles])]


@final
class Family:
    """The placements, or the moves from one point, ascending by target; and the targets as a set.

    ``by_slot`` has the same by :func:`~.board.slot_of` of their target.
    """

    def __init__(self, moves: tuple[Action, ...]) -> None:
        self.moves: Final = moves
        self.targets: Final[i64] = set_of([int(move.target) for move in moves])
        self.by_slot: Final = vec[Action]([moves[0]] * SLOTS)
        for move in moves:
            self.by_slot[slot_of(move.enters)] = move


def by_slot(families: tuple[Family, ...]) -> vec[Family]:
    """The families by :func:`~.board.slot_of` of their places."""
    slots = [families[0]] * SLOTS
    for place, family in enumerate(families):
        slots[slot_of(i64(2**place))] = family
    return vec[Family](slots)


@final
class Catalogue:
    """Every action on a board once, numbered: those that remove no man, then one, two, and one who counts twice."""

    def __init__(self, board: Board) -> None:
        points = range(board.size)
        ways = [(STOCK, target) for target in points]
        ways += [(source, target) for source in points for target in points if source != target]
        every: list[Action] = [Action(board, index, source, target, 0) for index, (source, target) in enumerate(ways)]
        quiet = tuple(every)
        fewer = [removals(board, source, target) for source, target in ways]
        ends: list[int] = []
        removing: list[tuple[tuple[Action, ...], ...]] = []
        for kind in range(3):
            groups: list[tuple[Action, ...]] = []
            for (source, target), sets in zip(ways, fewer, strict=True):
                start, men = len(every), sets[kind]
                groups.append(
                    tuple([Action(board, start + i, source, target, m, kind == 2) for i, m in enumerate(men)])
                )
                every += groups[-1]
            ends.append(len(every))
            removing.append(tuple(groups))
        self.removing_at_most_one: Final = ends[0]
        self.removing_at_most_two: Final = ends[1]
        self.every: Final = tuple(every)
        placements = Family(quiet[: board.size])
        leaps = [[move for move in quiet[board.size :] if move.source == source] for source in points]
        walks = [[move for move in moves if move.target in board.neighbours[move.source]] for moves in leaps]
        self.jumps: Final = (placements, *[Family(tuple(moves)) for moves in leaps])
        """Placing a man, then the moves from each point to any other."""
        self.steps: Final = (placements, *[Family(tuple(moves)) for moves in walks])
        """Placing a man, then the moves from each point to the points next to it."""
        self.jumps_by_slot: Final = by_slot(self.jumps)
        self.steps_by_slot: Final = by_slot(self.steps)
        self.with_one: Final = removing[0]
        """By index of a placement or move: the same action with each man that it may remove."""
        self.with_two: Final = removing[1]
        """By index: the same action with each pair of men that it may remove."""
        self.with_twice: Final = removing[2]
        """By index: the same action with each man that it may remove for two mills."""


_made: Final[dict[str, Catalogue]] = {}


def catalogue(board: Board) -> Catalogue:
    """The one catalogue of a board, made when it is first asked for."""
    if board.name not in _made:
        _made[board.name] = Catalogue(board)
    return _made[board.name]


def numbered(board: str, index: int) -> Action:
    """The action with this index on a board."""
    return catalogue(BOARDS[board]).every[index]
