"""How good a position is at a glance: the men, and the pieces in hand a little more.  For the greedy player."""

from __future__ import annotations

from boardgames.games.shogi.moves.board import BLACK, EMPTY, PROMOTED, kind_of, side_of
from boardgames.games.shogi.rules import State

IN_HAND = 1.1


def evaluate(position: State, seat: int) -> float:
    """The seat's share of what all men are worth minus the other seat's, from -1 to 1."""
    variant = position.game.variant
    worth = [0.0, 0.0]
    for code in position.codes[: variant.squares]:
        if code != EMPTY:
            worth[side_of(code) - BLACK] += variant.pieces[kind_of(code)].worth[1 if code & PROMOTED else 0]
    one = {piece.letter: piece.worth[0] for piece in variant.pieces}
    for side in (0, 1):
        worth[side] += sum(IN_HAND * one[letter] * count for letter, count in position.hand(side).items())
    total = sum(worth)
    return (worth[seat] - worth[1 - seat]) / total if total else 0.0
