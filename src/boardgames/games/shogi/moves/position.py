"""Who stands where, who has what in hand, and whose turn it is: what one sees on the table.

How the game came there, and whether it is over, is the business of :mod:`.rules`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from boardgames.core.model.base import BaseState
from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import (
    BLACK,
    EMPTY,
    KING,
    PROMOTED,
    WHITE,
    kind_of,
    man_of,
    side_of,
    square_number,
)
from boardgames.games.shogi.moves.tables import PLACES, Tables

WORDS: Final[i64] = 2  # of a set of squares
UNKNOWN: Final = 255  # in place of the number of checks, before anybody asked


class Position(BaseState):
    """The men on the board and the pieces in hand, as ``codes``, and the side to move.

    *Own* is the side to move, *other* its opponent.
    """

    def __init__(
        self, tables: Tables, codes: bytes, side: i64, black_king: i64, white_king: i64,
        own_low: i64, own_high: i64, other_low: i64, other_high: i64,
    ) -> None:  # fmt: skip
        self.tables: Final = tables
        self.codes: Final = codes
        self.own_low: Final = own_low
        self.own_high: Final = own_high
        self.other_low: Final = other_low
        self.other_high: Final = other_high
        self.side: Final = u8(side)
        self.black_king: Final = u8(black_king)
        self.white_king: Final = u8(white_king)
        self.checks_found: u8 = UNKNOWN  # found out when first needed

    @property
    def seat(self) -> int:
        """The seat to move, also when the game is over: Black is 0."""
        return int(self.side) - BLACK

    # -- attack and check ------------------------------------------------------------

    def own_king(self) -> i64:
        return i64(self.black_king) if self.side == BLACK else i64(self.white_king)

    def other_king(self) -> i64:
        return i64(self.white_king) if self.side == BLACK else i64(self.black_king)

    def attacked(self, square: i64, low: i64, high: i64) -> bool:
        """Does the other side attack ``square``, when pieces stand on the set ``low``, ``high``?"""
        tables, codes = self.tables, self.codes
        for word in range(WORDS):
            places = tables.high_square if word else tables.low_square
            attackers = self.other_high & tables.star_high[square] if word else self.other_low & tables.star_low[square]
            while attackers:
                attacker = places[(attackers & -attackers) % PLACES]
                attackers &= attackers - 1
                pair = square * tables.squares + attacker
                if tables.threat[codes[attacker]] >> tables.facing[pair] & 1 and not (
                    low & tables.between_low[pair] or high & tables.between_high[pair]
                ):
                    return True
        return False

    def in_check(self) -> bool:
        """Is the king of the side to move attacked?"""
        if self.checks_found == UNKNOWN:
            low, high = self.own_low | self.other_low, self.own_high | self.other_high
            self.checks_found = 1 if self.attacked(self.own_king(), low, high) else 0
        return self.checks_found != 0

    def is_attacked(self, seat: int) -> bool:
        """Is the king of a seat attacked, whoever is to move?"""
        return self.in_check() if seat == self.seat else self.turned().in_check()

    def turned(self) -> Position:
        """The same men with the other side to move."""
        return Position(
            self.tables, self.codes, BLACK + WHITE - i64(self.side), i64(self.black_king), i64(self.white_king),
            self.other_low, self.other_high, self.own_low, self.own_high,
        )  # fmt: skip

    def dropped(self, kind: i64, square: i64) -> Position:
        """The position after a drop of the side to move."""
        tables, side = self.tables, i64(self.side)
        codes = vec[u8](self.codes)
        slot = tables.hand[side] + kind
        codes[slot] = u8(codes[slot] - 1)
        codes[square] = u8(man_of(side, kind))
        return Position(
            tables, bytes(codes), BLACK + WHITE - side, i64(self.black_king), i64(self.white_king),
            self.other_low, self.other_high, self.own_low | tables.low[square], self.own_high | tables.high[square],
        )  # fmt: skip

    # -- looking around ------------------------------------------------------------------

    def piece_at(self, square: str) -> str:
        """Who stands on a square, in the letters of SFEN: ``P``, ``+r``, or ``""`` for nobody.

        Raises :class:`ValueError` for the name of no square.
        """
        return self.letters_of(self.codes[square_number(self.tables.variant, square)])

    def letters_of(self, code: int) -> str:
        """A man in the letters of SFEN."""
        if code == EMPTY:
            return ""
        letter = self.tables.variant.letters[kind_of(code)]
        return ("+" if code & PROMOTED else "") + (letter if side_of(code) == BLACK else letter.lower())

    def hand(self, seat: int) -> dict[str, int]:
        """How many of each piece a seat has in hand, by letter, the most valuable first."""
        first: int = self.tables.hand[seat + BLACK]
        letters = self.tables.variant.letters
        counts = [(letters[kind], self.codes[first + kind]) for kind in range(len(letters) - 1, KING, -1)]
        return {letter: count for letter, count in counts if count}

    def in_hand(self, seat: int) -> str:
        """The letters of the pieces a seat has in hand, the most valuable first: ``RPP``."""
        return "".join([letter * count for letter, count in self.hand(seat).items()])

    def men(self, seat: int, in_zone: bool = False) -> str:
        """The letters of a seat's men on the board, or only of those in its promotion zone."""
        variant, board = self.tables.variant, self.tables.board
        side = seat + BLACK
        letters = variant.letters
        return "".join(
            [
                letters[kind_of(code)]
                for square, code in enumerate(self.codes[: variant.squares])
                if side_of(code) == side and (not in_zone or board.in_zone(side, square))
            ]
        )
