"""A learned judgement of the family as tables that compiled code reads."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import BLACK, CODES
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.values.board_tables import BoardTables

COUNTS: Final[i64] = 19
UNIT_OF_SCORE: Final[i64] = 4  # of the weights' units in a hundredth of a pawn


@final
class KingTables(BoardTables):
    """The weights of a judgement, unfolded: for each king on each square what every man on every square counts.

    ``men[(king * CODES + code) * squares + square]`` and ``hands[(king * slots + slot) * COUNTS + count]``
    are in Black's favour; those of White's king follow those of Black's.
    """

    def __init__(self, squares: int, slots: int, men: list[int], hands: list[int], tempo: int, scale: float) -> None:
        super().__init__(scale)
        self.squares: Final[i64] = squares
        self.slots: Final[i64] = slots
        self.men: Final[vec[i16]] = vec[i16](men)
        self.hands: Final[vec[i16]] = vec[i16](hands)
        self.tempo: Final[i64] = tempo

    def total(self, position: Position) -> i64:
        codes, squares, men, hands = position.codes, self.squares, self.men, self.hands
        total = self.tempo if position.side == BLACK else -self.tempo
        black = i64(position.black_king)
        white = squares + i64(position.white_king)
        black_row = black * CODES * squares
        white_row = white * CODES * squares
        for square in range(squares):
            code: i64 = codes[square]
            if code:
                place = code * squares + square
                total += i64(men[black_row + place]) + i64(men[white_row + place])
        black_row = black * self.slots * COUNTS
        white_row = white * self.slots * COUNTS
        for slot in range(self.slots):
            held: i64 = codes[squares + slot]
            if held:
                place = slot * COUNTS + (held if held < COUNTS else COUNTS - 1)
                total += i64(hands[black_row + place]) + i64(hands[white_row + place])
        return total

    def score(self, position: Position) -> i64:
        total = self.total(position) // UNIT_OF_SCORE
        return total if position.side == BLACK else -total
