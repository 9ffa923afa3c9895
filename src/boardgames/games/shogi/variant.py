"""What makes one variant of the family: a board, a set of pieces and a way to begin."""

from __future__ import annotations

import attrs

from boardgames.games.shogi.pieces import BISHOP, GOLD, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER, Piece


@attrs.frozen
class Variant:
    """A board of ``files`` times ``ranks`` squares on which these pieces play.

    ``pieces`` begin with the king and the pawn, in rising value.  ``zone`` is how
    many of the furthest ranks promote.  ``start`` is an SFEN without its move
    number.  The tables of rules hold boards of at most 13 files and 120 squares,
    and eight kinds of pieces.
    """

    name: str
    title: str
    files: int
    ranks: int
    zone: int
    pieces: tuple[Piece, ...]
    start: str

    @property
    def squares(self) -> int:
        return self.files * self.ranks

    @property
    def letters(self) -> str:
        """The letters of the pieces, in their order."""
        return "".join(piece.letter for piece in self.pieces)


SHOGI = Variant(
    name="shogi",
    title="Shogi",
    files=9,
    ranks=9,
    zone=3,
    pieces=(KING, PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK),
    start="lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
)
