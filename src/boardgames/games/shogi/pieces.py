"""The pieces of the shogi family: how each moves, seen from Black's side of the board."""

from __future__ import annotations

from typing import Final

import attrs

COMPASS: Final = {
    "N": (0, -1), "NE": (-1, -1), "E": (-1, 0), "SE": (-1, 1),
    "S": (0, 1), "SW": (1, 1), "W": (1, 0), "NW": (1, -1),
    "NNE": (-1, -2), "NNW": (1, -2), "SSW": (1, 2), "SSE": (-1, 2),
}  # fmt: skip
"""Directions as (file, rank) steps: eight lines, then the knights' jumps.

North is Black's forward.  Files count from Black's right, so east is one file less.
"""


@attrs.frozen
class Piece:
    """A kind of piece.

    It *steps* one square in some directions and *slides* any number of free
    squares in others; promoted, it may move otherwise.
    """

    letter: str
    name: str
    steps: str = ""
    slides: str = ""
    promoted_steps: str = ""
    promoted_slides: str = ""

    @property
    def promotes(self) -> bool:
        return bool(self.promoted_steps or self.promoted_slides)

    def moves(self, promoted: bool) -> list[tuple[str, bool]]:
        """(direction, does it slide?) for each direction in which it moves."""
        steps, slides = (self.promoted_steps, self.promoted_slides) if promoted else (self.steps, self.slides)
        return [(name, False) for name in steps.split()] + [(name, True) for name in slides.split()]


ORTHOGONAL: Final = "N E S W"
DIAGONAL: Final = "NE SE SW NW"
AS_GOLD: Final = "N NE E S W NW"

KING: Final = Piece("K", "king", steps=f"{ORTHOGONAL} {DIAGONAL}")
PAWN: Final = Piece("P", "pawn", steps="N", promoted_steps=AS_GOLD)
LANCE: Final = Piece("L", "lance", slides="N", promoted_steps=AS_GOLD)
KNIGHT: Final = Piece("N", "knight", steps="NNE NNW", promoted_steps=AS_GOLD)
SILVER: Final = Piece("S", "silver general", steps=f"N {DIAGONAL}", promoted_steps=AS_GOLD)
GOLD: Final = Piece("G", "gold general", steps=AS_GOLD)
BISHOP: Final = Piece("B", "bishop", slides=DIAGONAL, promoted_steps=ORTHOGONAL, promoted_slides=DIAGONAL)
ROOK: Final = Piece("R", "rook", slides=ORTHOGONAL, promoted_steps=DIAGONAL, promoted_slides=ORTHOGONAL)
