"""The morris family once more, as slow and as plain as the statement tells it, to check the rules against.

Men are written down one by one with their numbers, mills are remembered as
sets of numbers, and a turn is tried out move by move.  Nothing is shared with
the rules under test, not even the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

LINES = [
    line.split()
    for line in (
        "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1",
        "a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1",
    )
]  # fmt: skip
DIAGONALS = [line.split() for line in ("a7 b6 c5", "g7 f6 e5", "e3 f2 g1", "c3 b2 a1")]
CENTRE_LINES = [
    line.split()
    for line in ("d6 d5 d4", "d5 d4 d3", "d4 d3 d2", "b4 c4 d4", "c4 d4 e4", "d4 e4 f4")
]  # fmt: skip
SIX_LINES = [
    line.split()
    for line in (
        "a5 c5 e5", "b4 c4 d4", "b2 c2 d2", "a1 c1 e1", "a5 a3 a1", "b4 b3 b2", "d4 d3 d2", "e5 e3 e1",
    )
]  # fmt: skip
THREE_LINES = [
    line.split()
    for line in (
        "a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "a3 a2 a1", "b3 b2 b1", "c3 c2 c1", "a3 b2 c1", "c3 b2 a1",
    )
]  # fmt: skip


def ways(lines: list[list[str]], *others: str) -> set[frozenset[str]]:
    """The ways along lines, and some that belong to none."""
    along = {frozenset(pair) for line in lines for pair in (line[:2], line[1:])}
    return along | {frozenset(pair.split()) for pair in others}


BOARDS = {
    "nine": (LINES, ways(LINES)),
    "three": (THREE_LINES, ways(THREE_LINES)),
    "referee": ([line for line in LINES if not line[0][0] == line[2][0] <= "c"], ways(LINES)),
    "six": (SIX_LINES, ways(SIX_LINES, "c5 c4", "a3 b3", "d3 e3", "c2 c1")),
    "twelve": (LINES + DIAGONALS, ways(LINES + DIAGONALS)),
    "sesotho": (LINES + CENTRE_LINES, ways(LINES + CENTRE_LINES, "a7 b6", "g7 f6", "f2 g1", "b2 a1")),
}
"""The lines of each board, and the ways along which men move."""
EDGES = BOARDS["nine"][1]


def reading(lines: list[list[str]]) -> list[str]:
    """The points as one reads, from above and from the left."""
    return sorted({point for line in lines for point in line}, key=lambda point: (-int(point[1]), point[0]))


READING = [
    point
    for row in ("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4 e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1")
    for point in row.split()
]


class Model:
    def __init__(
        self,
        *,
        board: str = "nine",
        men: int = 9,
        memory: bool = True,
        double: int = 2,
        flying: bool = True,
        turns: int = 200,
        early: bool = False,
        mill_wins: bool = False,
        full_draw: bool = False,
    ) -> None:
        self.lines, self.edges = BOARDS[board]
        self.reading = reading(self.lines)
        self.early, self.mill_wins, self.full_draw = early, mill_wins, full_draw
        self.memory, self.double, self.flying, self.turns = memory, double, flying, turns
        self.men: dict[str, int] = {}  # the number of the man on each point; odd is Black's, even White's
        self.stock = [men, men]
        self.placed = [0, 0]
        self.plies = 0
        self.filled: set[tuple[str, frozenset[int]]] = set()

    @property
    def seat(self) -> int:
        return self.plies % 2

    def of(self, seat: int) -> list[str]:
        return [point for point in self.reading if point in self.men and self.men[point] % 2 == 1 - seat]

    def mills(self, seat: int, men: dict[str, int]) -> list[list[str]]:
        return [line for line in self.lines if all(point in men and men[point] % 2 == 1 - seat for point in line)]

    def result(self) -> tuple[str, int | None] | None:
        """The reason and the winner, once the game is over."""
        for seat in (0, 1):
            if self.mill_wins and self.mills(seat, self.men):
                return "mill", seat
        for seat in (0, 1):
            if not self.stock[seat] and len(self.of(seat)) < 3:
                return "two men", 1 - seat
        if self.plies == 2 * self.turns:
            worth = [len(self.of(seat)) + self.stock[seat] for seat in (0, 1)]
            return "turn limit", None if worth[0] == worth[1] else worth.index(max(worth))
        if not any(True for _ in self.ways()):
            if self.full_draw and len(self.men) == len(self.reading):
                return "full board", None
            return "blocked", 1 - self.seat
        return None

    def ways(self) -> Iterator[tuple[str, str]]:
        free = [point for point in self.reading if point not in self.men]
        if self.stock[self.seat]:
            yield from (("", point) for point in free)
            if not self.early:
                return
        own = self.of(self.seat)
        jump = self.flying and len(own) == 3 and not self.stock[self.seat]
        for source in own:
            yield from ((source, point) for point in free if jump or {source, point} in self.edges)

    def after(self, source: str, target: str) -> dict[str, int]:
        men = dict(self.men)
        men[target] = men.pop(source) if source else 2 * self.placed[self.seat] + self.seat + 1
        return men

    def new_mills(self, target: str, men: dict[str, int]) -> list[tuple[str, frozenset[int]]]:
        return [
            entry
            for line in self.mills(self.seat, men)
            if target in line
            for entry in [(f"{line[0]}-{line[2]}", frozenset(men[point] for point in line))]
            if not (self.memory and entry in self.filled)
        ]

    def actions(self) -> set[str]:
        if self.result() is not None:
            return set()
        texts = set()
        other = 1 - self.seat
        for source, target in self.ways():
            way = f"{source}-{target}" if source else target
            due = 0 if self.mill_wins else min(self.double, len(self.new_mills(target, self.after(source, target))))
            safe = {point for line in self.mills(other, self.men) for point in line}
            removable = [point for point in self.of(other) if point not in safe] or self.of(other)
            for removed in combinations(sorted(removable), min(due, len(removable))):
                texts.add("x".join([way, *removed]))
        return texts

    def play(self, text: str) -> None:
        way, *removed = text.split("x")
        source, _, target = way.rpartition("-")
        men = self.after(source, target)
        self.filled.update(self.new_mills(target, men))
        if not source:
            self.stock[self.seat] -= 1
            self.placed[self.seat] += 1
        for point in removed:
            del men[point]
        self.men = men
        self.plies += 1

    def text(self) -> str:
        """The canonical text, mills of men who have left the board left out."""
        board = "".join("." if point not in self.men else "WB"[self.men[point] % 2] for point in self.reading)
        fields = [board, "bw"[self.seat], *map(str, self.stock), str(self.plies + 1)]
        if self.memory:
            numbers = [self.men[point] for point in self.reading if point in self.men]
            plain = {number: rank for seat in (0, 1) for rank, number in self.ranks(seat)}
            fields.append("-" if all(plain[n] == n for n in numbers) else ",".join(map(str, numbers)))
            there = set(numbers)
            paid = sorted((sorted(three), line) for line, three in self.filled if three <= there)
            fields.append(",".join(".".join(map(str, three)) + "@" + line for three, line in paid) or "-")
        return " ".join(fields)

    def ranks(self, seat: int) -> list[tuple[int, int]]:
        return [(2 * rank + seat + 1, self.men[point]) for rank, point in enumerate(self.of(seat))]
