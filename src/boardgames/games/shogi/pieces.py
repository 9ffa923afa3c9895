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


GOLD_WORTH: Final = 6  # that of a gold general, in `Piece.worth`
WEIGHT_OF_GREAT: Final = 1.4  # of a promoted rook or bishop in attack
AS_A_GENERAL: Final = 5  # directions in which a piece steps that guards a king well


def wide(letter: str) -> str:
    """A letter as wide as a kanji.

    >>> wide("C")
    'Ｃ'
    """
    return chr(ord(letter) + ord("Ａ") - ord("A"))


@attrs.frozen
class Move:
    """A way to move: in a direction, to squares from the ``nearest`` to the ``furthest`` one, counted from 1."""

    direction: str
    nearest: int = 1
    furthest: int = 1


TO_THE_EDGE: Final = 99  # squares, more than any board has
JUMP: Final = 2  # squares


@attrs.frozen
class SearchValues:
    """The value of a piece for a search, in pawns.  Pairs are of the piece as it is and promoted.

    ``board``: on the board.  ``hand``: in hand, a little more, since it can be
    dropped anywhere.  ``weight``: how much it counts near a king in attack and
    defence; a gold general is 1.  ``guards``: whether it is of use next to its own
    king.  ``advances``: whether it gains with each rank, until it promotes.
    """

    board: tuple[float, float]
    hand: float
    weight: tuple[float, float]
    guards: tuple[bool, bool]
    advances: bool = False


@attrs.frozen
class Piece:
    """A kind of piece, and all that belongs to it.

    It *steps* one square in some directions and *slides* any number of free squares
    in others, or at most so many as follow the direction: ``SW2``.  It *jumps* to the
    second square, whatever stands between.  Promoted, it may move in another way.  Pairs are of the piece as it is
    and promoted: ``worth``, in pawns, where ``values`` do not say more; ``kanji``,
    its name in moves; ``sign``, a single character for diagrams; ``csa``, two
    capitals.  A piece without names is called by its letter.  ``values`` are what it
    is worth to a search; without them they follow from ``worth``.  ``points`` count
    in an impasse; ``spellings`` are its other names, and ``promoted_spellings``.
    A piece with a ``promoted_name`` is called so when it is promoted.
    """

    letter: str
    name: str
    steps: str = ""
    slides: str = ""
    jumps: str = ""
    promoted_steps: str = ""
    promoted_slides: str = ""
    promoted_jumps: str = ""
    worth: tuple[float, float] = (4, 6)
    values: SearchValues = attrs.field()
    points: int = 1
    kanji: tuple[str, str] = attrs.field()
    sign: tuple[str, str] = attrs.field()
    csa: tuple[str, str] = attrs.field()
    spellings: tuple[str, ...] = ()
    promoted_spellings: tuple[str, ...] = ()
    promoted_name: str = ""

    @values.default
    def _values_from_worth(self) -> SearchValues:
        plain, promoted = self.worth
        weights = min(1.0, plain / GOLD_WORTH), min(WEIGHT_OF_GREAT, promoted / GOLD_WORTH)
        guards = [len(steps.split()) >= AS_A_GENERAL for steps in (self.steps, self.promoted_steps)]
        return SearchValues(self.worth, 1.1 * plain, weights, (guards[0], guards[1]))

    @kanji.default
    def _wide_letter(self) -> tuple[str, str]:
        letter = wide(self.letter)
        return letter, f"成{letter}"

    @sign.default
    def _single_characters(self) -> tuple[str, str]:
        plain, promoted = self.kanji
        return plain, promoted if len(promoted) == 1 else wide(self.letter.lower())

    @csa.default
    def _two_capitals(self) -> tuple[str, str]:
        return f"X{self.letter}", f"Y{self.letter}"  # no piece of the standard begins so

    def called(self, promoted: bool) -> str:
        """Its name as it is, or promoted.

        >>> PAWN.called(True)
        'promoted pawn'
        """
        return (self.promoted_name or f"promoted {self.name}") if promoted else self.name

    @property
    def promotes(self) -> bool:
        """True if it has a promoted form."""
        return bool(self.promoted_steps or self.promoted_slides or self.promoted_jumps)

    def moves(self, promoted: bool) -> list[Move]:
        """The ways in which it moves: steps, jumps, then slides."""
        steps, jumps, slides = self.steps, self.jumps, self.slides
        if promoted:
            steps, jumps, slides = self.promoted_steps, self.promoted_jumps, self.promoted_slides
        lengths = [(name.rstrip("23456789"), name.lstrip("NESW")) for name in slides.split()]
        return [
            *[Move(name) for name in steps.split()],
            *[Move(name, JUMP, JUMP) for name in jumps.split()],
            *[Move(name, 1, int(length or TO_THE_EDGE)) for name, length in lengths],
        ]


ORTHOGONAL: Final = "N E S W"
DIAGONAL: Final = "NE SE SW NW"
AS_GOLD: Final = "N NE E S W NW"

KING: Final = Piece(
    "K", "king", steps=f"{ORTHOGONAL} {DIAGONAL}",
    values=SearchValues((0, 0), 0, (0, 0), (False, False)),
    points=0, kanji=("玉", ""), csa=("OU", ""), spellings=("王", "王将", "玉将"),
)  # fmt: skip
PAWN: Final = Piece(
    "P", "pawn", steps="N", promoted_steps=AS_GOLD,
    values=SearchValues((1.0, 4.6), 1.15, (0.3, 1.0), (False, True), advances=True),
    kanji=("歩", "と"), csa=("FU", "TO"), spellings=("歩兵",), promoted_spellings=("と金",),
)  # fmt: skip
LANCE: Final = Piece(
    "L", "lance", slides="N", promoted_steps=AS_GOLD,
    values=SearchValues((2.6, 4.8), 2.9, (0.2, 1.0), (False, True)),
    kanji=("香", "成香"), sign=("香", "杏"), csa=("KY", "NY"), spellings=("香車",),
)  # fmt: skip
KNIGHT: Final = Piece(
    "N", "knight", steps="NNE NNW", promoted_steps=AS_GOLD,
    values=SearchValues((2.8, 5.0), 3.1, (0.5, 1.0), (True, True)),
    kanji=("桂", "成桂"), sign=("桂", "圭"), csa=("KE", "NK"), spellings=("桂馬",),
)  # fmt: skip
SILVER: Final = Piece(
    "S", "silver general", steps=f"N {DIAGONAL}", promoted_steps=AS_GOLD,
    values=SearchValues((4.2, 5.2), 4.7, (0.9, 1.0), (True, True), advances=True),
    kanji=("銀", "成銀"), sign=("銀", "全"), csa=("GI", "NG"), spellings=("銀将",),
)  # fmt: skip
GOLD: Final = Piece(
    "G", "gold general", steps=AS_GOLD,
    values=SearchValues((5.0, 0), 5.6, (1.0, 0), (True, False), advances=True),
    kanji=("金", ""), csa=("KI", ""), spellings=("金将",),
)  # fmt: skip
BISHOP: Final = Piece(
    "B", "bishop", slides=DIAGONAL, promoted_steps=ORTHOGONAL, promoted_slides=DIAGONAL,
    values=SearchValues((6.6, 9.4), 7.4, (0.7, WEIGHT_OF_GREAT), (False, False)),
    points=5, kanji=("角", "馬"), csa=("KA", "UM"),
    spellings=("角行",), promoted_spellings=("龍馬", "竜馬"),
)  # fmt: skip
ROOK: Final = Piece(
    "R", "rook", slides=ORTHOGONAL, promoted_steps=DIAGONAL, promoted_slides=ORTHOGONAL,
    values=SearchValues((7.6, 11.0), 8.6, (0.8, WEIGHT_OF_GREAT), (False, False)),
    points=5, kanji=("飛", "龍"), csa=("HI", "RY"),
    spellings=("飛車",), promoted_spellings=("竜", "龍王", "竜王"),
)  # fmt: skip
