"""A variant of the family: a board, a set of pieces and a starting position."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Literal, TypeVar

import attrs

from boardgames.games.shogi.pieces import BISHOP, GOLD, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER, Piece

T = TypeVar("T")


@attrs.frozen
class Variant:
    """A board of ``files`` times ``ranks`` squares on which these pieces play.

    ``pieces`` begin with the king and the pawn, in rising value.  ``zone`` is how
    many of the furthest ranks promote.  ``start`` is an SFEN without its move
    number.  ``even`` is what KIF calls that start, if it has a word for it.

    What differs from shogi's rules is told by a few words:

    - ``promotion``: a piece ``may`` promote where it can, or it ``must``; or it turns over, and back again, with
      ``each move`` or with ``each capture``, and is dropped with either side up.
    - ``pawns_on_file``: how many unpromoted pawns a side may have on a file; 0 is any number.
    - ``pawn_mate``: a pawn may be dropped to give mate.
    - ``stuck``: a piece may go or be dropped where it can never move again.
    - ``wins_by``: what wins, a ``mate``, a ``check``, or the ``capture`` of the king, which then may be left attacked.
    - ``across``: a king that stands on the furthest rank and is not attacked wins too.

    A variant that ``shares_board`` with a better-known game is recognised only in records that name it, as ``even``.

    Rules allow boards of at most 13 files and 120 squares, and eight kinds of pieces;
    diagrams and records have digits for at most 9 files and ranks.
    """

    name: str
    title: str
    files: int
    ranks: int
    zone: int
    pieces: tuple[Piece, ...]
    start: str
    even: str = ""
    promotion: Literal["may", "must", "each move", "each capture"] = "may"
    pawns_on_file: int = 1
    pawn_mate: bool = False
    stuck: bool = False
    wins_by: Literal["mate", "check", "capture"] = "mate"
    across: bool = False
    shares_board: bool = False

    @property
    def squares(self) -> int:
        """The number of squares."""
        return self.files * self.ranks

    @property
    def turns_over(self) -> bool:
        """True if pieces turn over as they move, and are dropped with either side up."""
        return self.promotion in ("each move", "each capture")

    @cached_property
    def letters(self) -> str:
        """The letters of the pieces, in their order."""
        return "".join(piece.letter for piece in self.pieces)

    def fits(self, ranks: str) -> bool:
        """True if the first field of an SFEN has as many ranks, and its first rank as many squares, as this board.

        >>> SHOGI.fits("lnsgkgsnl/9"), SHOGI.fits(SHOGI.start.split()[0])
        (False, True)
        """
        rows = ranks.split("/")
        squares = sum(int(sign) if sign.isdecimal() else sign.isalpha() for sign in rows[0])
        return len(rows) == self.ranks and squares == self.files

    def by_letters(self, values_of: Callable[[Piece], tuple[T, T]]) -> dict[str, T]:
        """A pair of values of each piece, as it is and promoted, by its letters in SFEN.

        >>> SHOGI.by_letters(lambda piece: piece.csa)["+R"]
        'RY'
        """
        values = {}
        for piece in self.pieces:
            plain, promoted = values_of(piece)
            values[piece.letter] = plain
            if piece.promotes:
                values[f"+{piece.letter}"] = promoted
        return values


SHOGI = Variant(
    name="shogi",
    title="Shogi",
    files=9,
    ranks=9,
    zone=3,
    pieces=(KING, PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK),
    start="lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
    even="平手",
)
