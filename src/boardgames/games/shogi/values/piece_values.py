"""Values of men for a search, by where they stand: the values of a variant's pieces as tables.

All figures are in pawns.  The values themselves belong to the pieces
(:class:`~boardgames.games.shogi.pieces.SearchValues`); they are rounded figures of
common use, and their order is what matters.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import BLACK, CODES, KING, PROMOTED, WHITE, man_of
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.variant import Variant

ATTACK: Final = (0.0, 0.9, 0.55, 0.25)
"""For a man of weight 1, by its distance in steps from the other king: next to it, it supports a mate."""
DEFENCE: Final = (0.0, 0.5, 0.25, 0.1)
"""The same for its own king: it keeps others away."""

KING_FORWARD: Final = 0.45
"""The loss of a king with each rank that it leaves home: drops come from everywhere."""
KING_IN_THE_MIDDLE: Final = 0.25
"""Its loss with each file that it is nearer to the middle: at an edge it has only one side to guard."""
FORWARD: Final = 0.06
"""The gain of pieces that advance with each rank: room, and the nearer promotion."""

KING_WORTH: Final = 12.0
"""The value of a king in exchanges: more than any piece."""
TENTHS: Final = 10

REACH: Final = 16  # distances in steps, more than any board has


@final
class PieceValues:
    """The values of one variant as tables.

    By code: ``exchange``, tenths of a pawn.  By code and square: ``man``, in
    Black's favour.  By code and steps from a king: ``attack`` and ``defence``, in
    Black's favour.  By place in a position beyond the squares: ``hand``.  By pair of
    squares: ``steps``, which a king needs from the first to the second.
    """

    def __init__(self, variant: Variant) -> None:
        squares = variant.squares
        kinds_in_hand = len(variant.pieces) - 1
        exchange = [0] * CODES
        man = [0.0] * (CODES * squares)
        attack = [0.0] * (CODES * REACH)
        defence = [0.0] * (CODES * REACH)
        hand = [0.0] * (2 * kinds_in_hand)
        for side in (BLACK, WHITE):
            sign = 1.0 if side == BLACK else -1.0
            for kind, piece in enumerate(variant.pieces):
                values = piece.values
                if kind != KING:
                    hand[(side - BLACK) * kinds_in_hand + kind - 1] = sign * values.hand
                for promoted in (0, 1) if piece.promotes else (0,):
                    code = int(man_of(side, kind)) + PROMOTED * promoted
                    value = values.board[promoted]
                    exchange[code] = round(TENTHS * (KING_WORTH if kind == KING else value))
                    for steps in range(len(ATTACK)):
                        attack[code * REACH + steps] = sign * values.weight[promoted] * ATTACK[steps]
                        if values.guards[promoted]:
                            defence[code * REACH + steps] = sign * values.weight[promoted] * DEFENCE[steps]
                    advances = values.advances and not promoted
                    for square in range(squares):
                        placed = king_place(variant, side, square) if kind == KING else 0.0
                        if advances:
                            placed = FORWARD * ranks_from_home(variant, side, square)
                        man[code * squares + square] = sign * (value + placed)
        self.exchange: Final[vec[i64]] = vec[i64](exchange)
        self.man: Final[vec[float]] = vec[float](man)
        self.attack: Final[vec[float]] = vec[float](attack)
        self.defence: Final[vec[float]] = vec[float](defence)
        self.hand: Final[vec[float]] = vec[float](hand)
        self.steps: Final[bytes] = bytes(steps_between(variant))


def ranks_from_home(variant: Variant, side: int, square: int) -> int:
    """The ranks between a square and the first one of a side."""
    rank = square // variant.files
    return rank if side == WHITE else variant.ranks - 1 - rank


def king_place(variant: Variant, side: int, square: int) -> float:
    """The value of a king's place: most in a corner at home."""
    middle = (variant.files - 1) / 2
    from_edge = middle - abs(square % variant.files - middle)
    return -KING_FORWARD * ranks_from_home(variant, side, square) - KING_IN_THE_MIDDLE * from_edge


def steps_between(variant: Variant) -> list[int]:
    """By ``square * squares + other square``: the steps of a king; from nowhere, the most there are."""
    squares, files = variant.squares, variant.files
    steps = [REACH - 1] * ((squares + 1) * squares)
    for one in range(squares):
        for other in range(squares):
            across = abs(one % files - other % files)
            along = abs(one // files - other // files)
            steps[one * squares + other] = max(across, along)
    return steps


_made: Final[dict[Tables, PieceValues]] = {}  # variants of one name may differ, tables belong to one variant


def values_of(tables: Tables) -> PieceValues:
    """The values of the variant of these tables, made when first asked for."""
    values = _made.get(tables)
    if values is None:
        values = _made[tables] = PieceValues(tables.variant)
    return values
