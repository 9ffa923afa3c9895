"""The worth of a position of the family: the evaluation for searches, compiled.

It adds up the men where they stand, the pieces in hand and the safety of both kings;
:mod:`.piece_values` has the figures.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from boardgames.games.shogi.moves.board import BLACK, side_of
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.values.piece_values import REACH, values_of
from boardgames.learning.curve import expectation_of

TEMPO: Final = 0.35
"""Having the move, in pawns."""
SCALE: Final = 12.0
"""Pawns ahead that mean a score of 0.76; half as many mean 0.46."""


def judge(state: Position, seat: int) -> float:
    """The result that the seat can expect, from -1 to 1."""
    value = expectation_of(pawns_ahead(state), SCALE)
    return value if seat == 0 else -value


def pawns_ahead(position: Position) -> float:
    """The lead of Black in pawns, of all that counts."""
    values = values_of(position.tables)
    squares = position.tables.squares
    codes = position.codes
    black_king = i64(position.black_king) * squares
    white_king = i64(position.white_king) * squares
    steps, man, attack, defence = values.steps, values.man, values.attack, values.defence
    total = TEMPO if position.side == BLACK else -TEMPO
    for square in range(squares):
        code: i64 = codes[square]
        if code:
            to_black: i64 = steps[black_king + square]
            to_white: i64 = steps[white_king + square]
            total += man[code * squares + square]
            if side_of(code) == BLACK:
                total += attack[code * REACH + to_white] + defence[code * REACH + to_black]
            else:
                total += attack[code * REACH + to_black] + defence[code * REACH + to_white]
    hand = values.hand
    for slot in range(i64(len(hand))):
        held: i64 = codes[squares + slot]
        if held:
            total += hand[slot] * float(int(held))
    return total
