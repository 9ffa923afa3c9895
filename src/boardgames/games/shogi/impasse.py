"""Jishogi: when both kings are safe behind the enemy's lines, points decide."""

from __future__ import annotations

from typing import Final

from boardgames.core.model import Outcome
from boardgames.games.shogi.board import KING
from boardgames.games.shogi.position import Position
from boardgames.games.shogi.variant import Variant

IMPASSE: Final = "impasse"
DECLARATION: Final = "declaration"
FALSE_DECLARATION: Final = "false declaration"

BIG: Final = "BR"
BIG_POINTS: Final = 5
NEEDED: Final = 24
NEEDED_TO_DECLARE: Final = (28, 27)  # Black and White: 27 is half of all points, and Black moves first
MEN_TO_DECLARE: Final = 10


def points(variant: Variant, letters: str) -> int:
    """Five for each rook and bishop, promoted or not, one for any other piece, none for the king.

    >>> from boardgames.games.shogi.variant import SHOGI
    >>> points(SHOGI, "KRBGGP")
    13
    """
    worth = {piece.letter: piece.points for piece in variant.pieces}
    return sum(worth[letter] for letter in letters)


def by_24_points(position: Position) -> Outcome:
    """Who has less than 24 points on the board and in hand loses; a draw if neither or both have."""
    short = [points(position.tables.variant, position.men(seat) + position.in_hand(seat)) < NEEDED for seat in (0, 1)]
    if short[0] == short[1]:
        return Outcome((0.0, 0.0), IMPASSE)
    return Outcome.lost_by(short.index(True), IMPASSE)


def may_declare(position: Position, seat: int) -> bool:
    """Would a declaration of this side win?

    It must not be in check; its king and ten of its other men must stand in its
    promotion zone, and those men with the pieces in hand must make 28 points for
    Black, 27 for White.
    """
    entered = position.men(seat, in_zone=True)
    variant = position.tables.variant
    king = variant.pieces[KING].letter
    men = entered.replace(king, "")
    return (
        king in entered
        and len(men) >= MEN_TO_DECLARE
        and points(variant, men + position.in_hand(seat)) >= NEEDED_TO_DECLARE[seat]
        and not position.is_attacked(seat)
    )


def by_declaration(position: Position, seat: int) -> Outcome:
    """A declaration by the seat ends the game: it wins if it is right, and loses if it is not."""
    if may_declare(position, seat):
        return Outcome.lost_by(1 - seat, DECLARATION)
    return Outcome.lost_by(seat, FALSE_DECLARATION)
