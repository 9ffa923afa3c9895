"""How good a position is, at a glance: the men, those in hand a little more."""

from __future__ import annotations

from boardgames.games.shogi.board import BLACK, EMPTY, PROMOTED
from boardgames.games.shogi.rules import State

WORTH = {"K": 0, "P": 1, "L": 3, "N": 4, "S": 5, "G": 6, "B": 8, "R": 10}
PROMOTED_WORTH = {"P": 6, "L": 6, "N": 6, "S": 6, "B": 12, "R": 14}
IN_HAND = 1.1


def evaluate(position: State, seat: int) -> float:
    """From -1 to 1: the seat's share of all that the men are worth, less the other's."""
    letters = position.game.variant.letters
    worth = [0.0, 0.0]
    for code in position.codes[: position.game.variant.squares]:
        if code != EMPTY:
            worth[(code >> 4) - BLACK] += (PROMOTED_WORTH if code & PROMOTED else WORTH)[letters[code & 7]]
    for side in (0, 1):
        worth[side] += sum(IN_HAND * WORTH[letter] * count for letter, count in position.hand(side).items())
    total = sum(worth)
    return (worth[seat] - worth[1 - seat]) / total if total else 0.0
