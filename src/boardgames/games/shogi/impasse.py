"""Jishogi: when both kings have entered the other side's camp, points decide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from boardgames.core.model.game import Outcome
from boardgames.games.shogi.moves.board import KING
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.variant import Variant

IMPASSE: Final = "impasse"
DECLARATION: Final = "declaration"
FALSE_DECLARATION: Final = "false declaration"

NEEDED: Final = 24
MEN_TO_DECLARE: Final = 10
GIVER: Final = 1  # of a handicap: White


@attrs.frozen
class Impasse:
    """A rule that decides an impasse.

    With ``counts`` the points of both sides are counted after enough quiet plies.
    ``wins`` are the points with which Black's and White's declarations win,
    ``draws`` those with which one is a draw; without ``wins`` no side can declare.
    ``missing_to_white``: the points of pieces that a handicap took off are White's.
    """

    counts: bool = False
    wins: tuple[int, int] | None = None
    draws: int | None = None
    missing_to_white: bool = False

    def with_missing_to_white(self, missing_to_white: bool) -> Impasse:
        """This rule, with the points of a handicap's missing pieces given to White or to nobody."""
        return attrs.evolve(self, missing_to_white=missing_to_white)

    def by_points(self, position: Position) -> Outcome:
        """A side with less than 24 points on the board and in hand loses; a draw if neither or both have less."""
        variant = position.tables.variant
        total = [points(variant, men_of(position, seat)) + self.given_up(position, seat) for seat in (0, 1)]
        short = [side < NEEDED for side in total]
        if short[0] == short[1]:
            return Outcome((0.0, 0.0), IMPASSE)
        return Outcome.lost_by(short.index(True), IMPASSE)

    def by_declaration(self, position: Position, seat: int) -> Outcome:
        """A declaration by the seat ends the game: it loses if it is not right.

        It must not be in check, and its king and ten of its other men must stand
        in its promotion zone; those men and the pieces in hand make its points.
        """
        variant = position.tables.variant
        king = variant.pieces[KING].letter
        in_zone = position.men(seat, in_zone=True)
        men = in_zone.replace(king, "")
        if king in in_zone and len(men) >= MEN_TO_DECLARE and not position.is_attacked(seat):
            total = points(variant, men + position.in_hand(seat)) + self.given_up(position, seat)
            if self.wins is not None and total >= self.wins[seat]:
                return Outcome.lost_by(1 - seat, DECLARATION)
            if self.draws is not None and total >= self.draws:
                return Outcome((0.0, 0.0), IMPASSE)
        return Outcome.lost_by(seat, FALSE_DECLARATION)

    def given_up(self, position: Position, seat: int) -> int:
        """The points of the missing pieces, if they count for this seat."""
        if not self.missing_to_white or seat != GIVER:
            return 0
        variant = position.tables.variant
        all_men = [letter for letter in variant.start.split()[0].upper() if letter in variant.letters]
        return points(variant, all_men) - points(variant, men_of(position, 0) + men_of(position, 1))


IMPASSES: Final[Mapping[str, Impasse]] = {
    "24-point": Impasse(counts=True),
    "24-point-declaration": Impasse(counts=True, wins=(31, 31), draws=24),
    "27-point": Impasse(wins=(28, 27)),  # 27 is half of all points, and Black moves first
    "none": Impasse(),
}
"""The ways to choose from."""


def points(variant: Variant, letters: Iterable[str]) -> int:
    """Five for each rook and bishop, promoted or not, one for any other piece, none for the king.

    >>> from boardgames.games.shogi.variant import SHOGI
    >>> points(SHOGI, "KRBGGP")
    13
    """
    worth = {piece.letter: piece.points for piece in variant.pieces}
    return sum(worth[letter] for letter in letters)


def men_of(position: Position, seat: int) -> str:
    """The letters of all that a seat has, on the board and in hand."""
    return position.men(seat) + position.in_hand(seat)
