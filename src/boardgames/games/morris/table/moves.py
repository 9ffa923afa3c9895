"""The moves of morris on sets of points, as solving needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.games.morris.table.numbering import Points

FEWEST: Final = 3  # men, without which a side has lost; with just these it flies


@final
class Moves:
    """The lines and steps of a board and the options that solving needs, as the rules have them."""

    def __init__(
        self,
        points: Points,
        lines: Sequence[int],
        neighbours: Sequence[Sequence[int]],
        *,
        flying: bool,
        early_moves: bool,
        mill_wins: bool,
        full_board_draws: bool,
    ) -> None:
        self.points: Final = points
        self.size: Final[i64] = points.size
        self.lines: Final = vec[i64](lines)
        through = [[line - 2**point for line in lines if line // 2**point % 2] for point in range(points.size)]
        self.through: Final = vec[i64]([pair for pairs in through for pair in (pairs + [-1] * 4)[:4]])
        """For each point four lines through it without the point itself, as sets; -1 where there are fewer."""
        self.beside: Final = vec[i64]([sum([2**point for point in near]) for near in neighbours])
        self.flying: Final[bool] = flying
        self.early_moves: Final[bool] = early_moves
        self.mill_wins: Final[bool] = mill_wins
        self.full_board_draws: Final[bool] = full_board_draws

    def closes(self, men: i64, point: i64) -> bool:
        """True if a man on a point would fill a line with two of ``men``."""
        through = self.through
        line: i64
        at: i64
        for at in range(4 * point, 4 * point + 4):
            line = through[at]
            if line < 0:
                return False
            if men & line == line:
                return True
        return False

    def in_mills(self, men: i64) -> i64:
        """The men of a set that stand in a mill."""
        standing: i64 = 0
        lines = self.lines
        at: i64
        for at in range(i64(len(lines))):
            line = lines[at]
            if men & line == line:
                standing |= line
        return standing

    def targets(self, men: i64, stock: i64, source: i64, vacant: i64) -> i64:
        """The points to which a man of a side may go."""
        if self.flying and not stock and self.points.count(men) == FEWEST:
            return vacant
        return self.beside[source] & vacant


def point_of(bit: i64) -> i64:
    """The point of a set of one."""
    point: i64 = 0
    if bit & 0xFFF000:
        point = 12
        bit >>= 12
    if bit & 0xFC0:
        point += 6
        bit >>= 6
    if bit & 0x38:
        point += 3
        bit >>= 3
    return point + (bit >> 1)
