"""The board of a variant and the men on it as numbers, and how a man moves on an empty board.

Squares are numbered rank by rank from the top, each rank from file 1 at Black's
right.  A man on the board is a *code*: its side, whether it is promoted, and its
kind, which is its place among the pieces of the variant.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.text.said import Said
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
OPPOSITES: Final = tuple([STEPS.index((-file, -rank)) for file, rank in STEPS])


def man_of(side: i64, kind: i64) -> i64:
    """The code of an unpromoted man."""
    return side * 16 + kind


def side_of(code: i64) -> i64:
    """``EMPTY``, ``BLACK`` or ``WHITE``."""
    return code >> 4


def kind_of(code: i64) -> i64:
    """The kind of a man, the same for both sides."""
    return code & 7


def opposite(direction: int) -> int:
    """The direction that leads back."""
    return OPPOSITES[direction]


def square_name(variant: Variant, square: int) -> str:
    """``7g`` for the square of file 7 and rank g; ``""`` for none.

    >>> from boardgames.games.shogi.variant import SHOGI
    >>> square_name(SHOGI, 0), square_name(SHOGI, 60)
    ('1a', '7g')
    """
    if square < 0:
        return ""
    return square_at(square % variant.files + 1, square // variant.files + 1)


def square_at(file: int, rank: int) -> str:
    """The name of the square of a file and a rank, both counted from 1.

    >>> square_at(7, 6)
    '7f'
    """
    return f"{file}{rank_letter(rank)}"


def rank_letter(rank: int) -> str:
    """The letter of a rank, counted from 1."""
    return chr(ord("a") + rank - 1)


def file_and_rank(name: str) -> tuple[int, int]:
    """The file and the rank of a square of that name.

    >>> file_and_rank("7f")
    (7, 6)
    """
    return int(name[:-1]), ord(name[-1]) - ord("a") + 1


def square_number(variant: Variant, name: str) -> int:
    """The number of the square of that name.

    Raises :class:`ValueError` if the board has no such square.

    >>> from boardgames.games.shogi.variant import SHOGI
    >>> square_number(SHOGI, "7g")
    60
    """
    file, rank = name[:-1], name[-1:]
    if file.isascii() and file.isdecimal() and "a" <= rank <= "z":
        column, row = file_and_rank(name)
        if 1 <= column <= variant.files and row <= variant.ranks:
            return (row - 1) * variant.files + column - 1
    raise ValueError(Said("there is no square {name!r}", name=name))


@final
class Board:
    """The empty board of a variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant: Final = variant
        self.files: Final[i64] = variant.files
        self.ranks: Final[i64] = variant.ranks
        self.zone: Final[i64] = variant.zone
        self.most_pawns_on_file: Final[i64] = variant.pawns_on_file
        squares = range(variant.squares)
        self.rays: Final = [[self._ray(square, direction) for direction in range(len(STEPS))] for square in squares]
        """By square and direction: the squares from there to the edge of the board, nearest first."""
        self._moves: Final = [self._moves_of(code) for code in range(CODES)]
        self._must_promote: Final = variant.promotion in ("must", "each move")
        back = variant.turns_over  # a promoted piece turns back
        self._can_promote: Final = [
            bool(moves) and (back or not code & PROMOTED) and self.piece(code).promotes
            for code, moves in enumerate(self._moves)
        ]
        of_moves: dict[tuple[tuple[int, int, int], ...], list[bool]] = {}
        for moves in self._moves:
            if tuple(moves) not in of_moves:
                of_moves[tuple(moves)] = self._squares_to_move_from(moves)
        self._can_move: Final = [of_moves[tuple(moves)] for moves in self._moves]

    # -- where the squares are -----------------------------------------------------

    def _ray(self, square: i64, direction: int) -> list[int]:
        file_step, rank_step = STEPS[direction]
        onward = i64(file_step)
        step = i64(rank_step) * self.files + onward
        file = square % self.files + onward
        square += step
        squares: list[int] = []
        while 0 <= file < self.files and 0 <= square < self.ranks * self.files:
            squares.append(int(square))
            if direction >= LINES:
                break
            file += onward
            square += step
        return squares

    def in_zone(self, side: i64, square: i64) -> bool:
        """True if a square is on the ranks where the side's pieces promote."""
        rank = square // self.files
        return rank < self.zone if side == BLACK else rank >= self.ranks - self.zone

    def pawns_on_file(self, position: bytes | bytearray, side: int, square: int) -> int:
        """The number of unpromoted pawns that a side has on the file of a square."""
        files = int(self.files)
        file = position[square % files : files * int(self.ranks) : files]
        return file.count(int(man_of(side, PAWN)))

    # -- what a man may do -----------------------------------------------------------

    def piece(self, code: int) -> Piece:
        """The piece of the variant that a man is."""
        return self.variant.pieces[kind_of(code)]

    def moves(self, code: int) -> list[tuple[int, int, int]]:
        """(direction, nearest square, furthest square) for each direction in which a man moves."""
        return self._moves[code]

    def _moves_of(self, code: int) -> list[tuple[int, int, int]]:
        side, kind = side_of(code), kind_of(code)
        if side == EMPTY or kind >= len(self.variant.pieces):
            return []
        squares = []
        for move in self.piece(code).moves(bool(code & PROMOTED)):
            direction = DIRECTIONS.index(move.direction)
            squares.append((direction if side == BLACK else opposite(direction), move.nearest, move.furthest))
        return squares

    def _squares_to_move_from(self, moves: list[tuple[int, int, int]]) -> list[bool]:
        """By square: whether one of these moves leads from there to another square."""
        ways = [(direction, nearest) for direction, nearest, _ in moves]
        return [
            self.variant.stuck or any([len(rays[direction]) >= nearest for direction, nearest in ways])
            for rays in self.rays
        ]

    def can_move_from(self, code: i64, square: i64) -> bool:
        """True if a man could move from this square on an empty board.  If not, it must not go or be dropped there.

        In variants where men may be stuck it is always true.
        """
        return self._can_move[code][square]

    def can_promote(self, code: i64) -> bool:
        """True if a man promotes and has not done so yet, or turns back."""
        return self._can_promote[code]

    def may_promote(self, code: i64, source: i64, target: i64) -> bool:
        """True if the move may promote: a piece may when it moves into, within or out of its promotion zone."""
        side = side_of(code)
        return self._can_promote[code] and (self.in_zone(side, source) or self.in_zone(side, target))

    def must_promote(self, code: i64, source: i64, target: i64) -> bool:
        """True if the move must promote: a piece must where it could never move again as it is, or wherever it may."""
        return not self._can_move[code][target] or (self._must_promote and self.may_promote(code, source, target))
