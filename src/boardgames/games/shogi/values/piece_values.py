"""What the men of the shogi family are worth to a search, in pawns, and where they stand well.

The figures are rounded ones of common use; the order is what matters: generals
before knights and lances, the rook before the bishop, the promoted before all.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import BLACK, CODES, PROMOTED, WHITE, man_of
from boardgames.games.shogi.variant import Variant

ON_BOARD: Final = {"K": 0.0, "P": 1.0, "L": 2.6, "N": 2.8, "S": 4.2, "G": 5.0, "B": 6.6, "R": 7.6}
WHEN_PROMOTED: Final = {"P": 4.6, "L": 4.8, "N": 5.0, "S": 5.2, "B": 9.4, "R": 11.0}
IN_HAND: Final = {"P": 1.15, "L": 2.9, "N": 3.1, "S": 4.7, "G": 5.6, "B": 7.4, "R": 8.6}
"""A man in hand may come down anywhere, which is worth a little more than where he stood."""

SIEGE: Final = (0.0, 0.9, 0.55, 0.25)
"""For a man of full weight, by how many steps he stands from the other king: next to it he supports a mate."""
GUARD: Final = (0.0, 0.5, 0.25, 0.1)
"""The same at one's own king: he keeps others away."""
WEIGHT: Final = {"K": 0.0, "P": 0.3, "L": 0.2, "N": 0.5, "S": 0.9, "G": 1.0, "B": 0.7, "R": 0.8}
"""How much a man counts in attack and defence; promoted, all but bishop and rook are as gold, and those more."""
WEIGHT_OF_GREAT: Final = 1.4
GUARDS: Final = "GSN"
"""Who is of use as a guard, besides the promoted that are as gold."""

KING_FORWARD: Final = 0.45
"""What a king loses with each rank that it leaves home: drops come from everywhere."""
KING_IN_THE_MIDDLE: Final = 0.25
"""And for each file that it is nearer to the middle than to the edge, where it has but one side to guard."""
FORWARD: Final = 0.06
"""What generals and pawns gain with each rank: room, and the nearer promotion."""

KING_WORTH: Final = 120
TENTHS: Final = 10


@final
class Worth:
    """The figures of one variant as tables.

    By code: ``exchange``, tenths of a pawn.  By code and square: ``man``, in
    Black's favour.  By code and steps: ``siege`` and ``guard``, in Black's
    favour.  By place in a position beyond the squares: ``hand``.
    """

    def __init__(self, variant: Variant) -> None:
        squares, files, ranks = variant.squares, variant.files, variant.ranks
        self.reach: Final[i64] = 16  # steps told apart, more than any board has
        exchange = [0] * CODES
        man = [0.0] * (CODES * squares)
        siege = [0.0] * (CODES * 16)
        guard = [0.0] * (CODES * 16)
        hand = [0.0] * (2 * (len(variant.letters) - 1))
        for side in (BLACK, WHITE):
            sign = 1.0 if side == BLACK else -1.0
            for kind, letter in enumerate(variant.letters):
                for promoted in (False, True):
                    if promoted and letter not in WHEN_PROMOTED:
                        continue
                    code = int(man_of(side, kind)) + (PROMOTED if promoted else 0)
                    worth = WHEN_PROMOTED[letter] if promoted else ON_BOARD[letter]
                    exchange[code] = KING_WORTH if letter == "K" else round(TENTHS * worth)
                    weight = WEIGHT[letter]
                    if promoted:
                        weight = WEIGHT_OF_GREAT if letter in "BR" else WEIGHT["G"]
                    for steps in range(len(SIEGE)):
                        siege[code * 16 + steps] = sign * weight * SIEGE[steps]
                        if letter in GUARDS or (promoted and letter not in "BR"):
                            guard[code * 16 + steps] = sign * weight * GUARD[steps]
                    for square in range(squares):
                        rank = square // files if side == WHITE else ranks - 1 - square // files  # from home
                        placed = 0.0
                        if letter == "K":
                            from_middle = abs(square % files - (files - 1) / 2)
                            placed = -KING_FORWARD * rank - KING_IN_THE_MIDDLE * ((files - 1) / 2 - from_middle)
                        elif not promoted and letter in "PSG":
                            placed = FORWARD * rank
                        man[code * squares + square] = sign * (worth + placed)
            for kind, letter in enumerate(variant.letters):
                if kind:
                    hand[(side - BLACK) * (len(variant.letters) - 1) + kind - 1] = sign * IN_HAND[letter]
        self.exchange: Final[vec[i64]] = vec[i64](exchange)
        self.man: Final[vec[float]] = vec[float](man)
        self.siege: Final[vec[float]] = vec[float](siege)
        self.guard: Final[vec[float]] = vec[float](guard)
        self.hand: Final[vec[float]] = vec[float](hand)
        # By pairs of squares: the steps of a king from one to the other; none from nowhere.
        steps_between = [15] * ((squares + 1) * squares)
        for one in range(squares):
            for other in range(squares):
                across = abs(one % files - other % files)
                along = abs(one // files - other // files)
                steps_between[one * squares + other] = max(across, along)
        self.steps: Final[bytes] = bytes(steps_between)


_worths: Final[dict[str, Worth]] = {}


def worth_of(variant: Variant) -> Worth:
    """The tables of a variant, made when first asked for."""
    if variant.name not in _worths:
        _worths[variant.name] = Worth(variant)
    return _worths[variant.name]
