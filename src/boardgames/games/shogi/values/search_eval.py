"""How good a position of the family is, for a search that asks a million times.

The men where they stand, those in hand, and the kings' safety; each figure has
its reason in :mod:`.worth`.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final, cast

from mypy_extensions import i64

from boardgames.games.shogi.moves.board import BLACK, side_of
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.values.piece_values import worth_of

TEMPO: Final = 0.35
"""Having the move, in pawns."""
SCALE: Final = 12.0
"""Pawns ahead with which a game is about as good as won: three chances in four at half of it."""


def judge(state: Any, seat: int) -> float:
    """From -1 to 1: what the seat can expect in the end."""
    position = cast(Position, state)
    variant = position.tables.variant
    worth = worth_of(variant)
    squares: i64 = variant.squares
    codes = position.codes
    black_king = i64(position.black_king) * squares
    white_king = i64(position.white_king) * squares
    steps, man, siege, guard = worth.steps, worth.man, worth.siege, worth.guard
    total = TEMPO if position.side == BLACK else -TEMPO
    for square in range(squares):
        code: i64 = codes[square]
        if code:
            to_black: i64 = steps[black_king + square]
            to_white: i64 = steps[white_king + square]
            total += man[code * squares + square]
            if side_of(code) == BLACK:
                total += siege[code * 16 + to_white] + guard[code * 16 + to_black]
            else:
                total += siege[code * 16 + to_black] + guard[code * 16 + to_white]
    hand = worth.hand
    for slot in range(i64(len(hand))):
        held: i64 = codes[squares + slot]
        if held:
            total += hand[slot] * float(int(held))
    value = 1.0 - 2.0 / (exp(2.0 * total / SCALE) + 1.0)  # the hyperbolic tangent
    return value if seat == 0 else -value
