"""The board in letters, as SFEN has them."""

from __future__ import annotations

from typing import cast

from boardgames.core.model import State as AnyState
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.tables import square_name


def draw(state: AnyState) -> str:
    """The board with the hands beside it: White's above, Black's below, whose pieces are in capitals.

    >>> import boardgames as bg
    >>> print(draw(bg.load("minishogi").start()))
      White: -
        5  4  3  2  1
        r  b  s  g  k a
        .  .  .  .  p b
        .  .  .  .  . c
        P  .  .  .  . d
        K  G  S  B  R e
      Black: -
      Black is to move
    """
    position = cast(State, state)
    variant = position.game.variant
    lines = ["      " + "".join(f"{file:<3}" for file in range(variant.files, 0, -1)).rstrip()]
    for row in range(variant.ranks):
        squares = [square_name(variant, row * variant.files + file) for file in range(variant.files - 1, -1, -1)]
        men = "".join(f"{position.piece_at(square) or '.':>3}" for square in squares)
        lines.append(f"    {men} {squares[0][-1]}")
    hands = [" ".join(f"{letter}{count}" for letter, count in position.hand(seat).items()) or "-" for seat in (0, 1)]
    side = ("Black", "White")[position.seat]
    outcome = position.outcome
    turn = f"{side} is to move" if outcome is None else f"the game is over: {outcome.reason}"
    return "\n".join([f"  White: {hands[1].lower()}", *lines, f"  Black: {hands[0]}", f"  {turn}"])
