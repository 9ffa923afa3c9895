"""The board of a variant and the men on it as numbers, and how a man moves on an empty board.

Squares are numbered rank by rank from the top, each rank from file 1 at Black's
right.  A man on the board is a *code*: its side, whether it is promoted, and its
kind, which is its place among the pieces of the variant.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.games.shogi.pieces import COMPASS, Piece
from boardgames.games.shogi.variant import Variant

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2
PROMOTED: Final = 8
KING: Final = 0
PAWN: Final = 1
KINDS: Final = 8
CODES: Final = 48  # codes are side * 16 + PROMOTED or 0 + kind

DIRECTIONS: Final = tuple(COMPASS)
STEPS: Final = tuple(COMPASS.values())
LINES: Final = 8  # the first directions; the others are jumps


def man_of(side: i64, kind: i64) -> i64:
    """The code of an unpromoted man."""
    return side * 16 + kind


def side_of(code: i64) -> i64:
    """``EMPTY``, ``BLACK`` or ``WHITE``."""
    return code >> 4


def kind_of(code: i64) -> i64:
    return code & 7


def opposite(direction: int) -> int:
    file, rank = STEPS[direction]
    return STEPS.index((-file, -rank))


def square_name(variant: Variant, square: int) -> str:
    """``7g`` for the square of file 7 and rank g; ``""`` for none.

    >>> from boardgames.games.shogi.variant import SHOGI
    >>> square_name(SHOGI, 0), square_name(SHOGI, 60)
    ('1a', '7g')
    """
    if square < 0:
        return ""
    return f"{square % variant.files + 1}{chr(ord('a') + square // variant.files)}"


def square_number(variant: Variant, name: str) -> int:
    """The number of the square of that name.

    Raises :class:`ValueError` if the board has no such square.

    >>> from boardgames.games.shogi.variant import SHOGI
    >>> square_number(SHOGI, "7g")
    60
    """
    file, rank = name[:-1], name[-1:]
    if file.isascii() and file.isdecimal() and "a" <= rank <= "z":
        column, row = int(file) - 1, ord(rank) - ord("a")
        if 0 <= column < variant.files and row < variant.ranks:
            return row * variant.files + column
    raise ValueError(f"there is no square {name!r}")


@final
class Board:
    """The empty board of a variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant: Final = variant
        self.rays: Final = [
            [self._ray(square, direction) for direction in range(len(STEPS))] for square in range(variant.squares)
        ]
        """By square and direction: the squares from there to the edge of the board, nearest first."""
        self._moves: Final = [self._moves_of(code) for code in range(CODES)]
        self._can_move: Final = [
            [any([self.rays[square][direction] for direction, _ in moves]) for square in range(variant.squares)]
            for moves in self._moves
        ]

    # -- where the squares are -----------------------------------------------------

    def _ray(self, square: int, direction: int) -> list[int]:
        file, rank = square % self.variant.files, square // self.variant.files
        file_step, rank_step = STEPS[direction]
        squares: list[int] = []
        while True:
            file, rank = file + file_step, rank + rank_step
            if not (0 <= file < self.variant.files and 0 <= rank < self.variant.ranks):
                return squares
            squares.append(rank * self.variant.files + file)
            if direction >= LINES:
                return squares

    def in_zone(self, side: int, square: int) -> bool:
        """Whether a square is on the ranks where the side's pieces promote."""
        rank = square // self.variant.files
        return rank < self.variant.zone if side == BLACK else rank >= self.variant.ranks - self.variant.zone

    def pawns_on_file(self, position: bytes | bytearray, side: int, square: int) -> int:
        """How many unpromoted pawns a side has on the file of a square."""
        file = position[square % self.variant.files : self.variant.squares : self.variant.files]
        return file.count(int(man_of(side, PAWN)))

    # -- what a man may do -----------------------------------------------------------

    def piece(self, code: int) -> Piece:
        return self.variant.pieces[kind_of(code)]

    def moves(self, code: int) -> list[tuple[int, bool]]:
        """(direction, does it slide?) for each direction in which a man moves."""
        return self._moves[code]

    def _moves_of(self, code: int) -> list[tuple[int, bool]]:
        side, kind = side_of(code), kind_of(code)
        if side == EMPTY or kind >= len(self.variant.pieces):
            return []
        seen = [(DIRECTIONS.index(name), slides) for name, slides in self.piece(code).moves(bool(code & PROMOTED))]
        return [(direction if side == BLACK else opposite(direction), slides) for direction, slides in seen]

    def can_move_from(self, code: int, square: int) -> bool:
        """Whether a man could move from this square on an empty board.  If not, it must not go or be dropped there."""
        return self._can_move[code][square]

    def can_promote(self, code: int) -> bool:
        """Whether a man promotes and has not done so yet."""
        return not code & PROMOTED and self.piece(code).promotes

    def may_promote(self, code: int, source: int, target: int) -> bool:
        """Whether the move may promote: a piece may when it moves into, within or out of its promotion zone."""
        side = int(side_of(code))
        return self.can_promote(code) and (self.in_zone(side, source) or self.in_zone(side, target))

    def must_promote(self, code: int, target: int) -> bool:
        """Whether the move must promote: a piece must where it could never move again as it is."""
        return not self.can_move_from(code, target)
