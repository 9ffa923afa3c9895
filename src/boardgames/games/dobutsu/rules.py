"""Dobutsu Shogi: its animals, its board and its options.  This module has all that differs from shogi."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from boardgames.core.model.game import Outcome
from boardgames.core.model.options import option
from boardgames.games.shogi.pieces import AS_GOLD, DIAGONAL, KING, ORTHOGONAL, Piece
from boardgames.games.shogi.repetition import REPETITION, Repetition
from boardgames.games.shogi.variant import Variant

LION: Final = attrs.evolve(
    KING, letter="L", name="lion", kanji=("獅", ""), sign=("獅", ""), csa=("XL", ""), spellings=("ライオン",)
)
CHICK: Final = Piece(
    "C", "chick", steps="N", promoted_steps=AS_GOLD, promoted_name="hen", worth=(1, 4), kanji=("雛", "鶏"),
    spellings=("ひよこ",), promoted_spellings=("にわとり",),
)  # fmt: skip
ELEPHANT: Final = Piece("E", "elephant", steps=DIAGONAL, worth=(3, 3), kanji=("象", ""), spellings=("ぞう",))
GIRAFFE: Final = Piece("G", "giraffe", steps=ORTHOGONAL, worth=(3, 3), kanji=("麒", ""), spellings=("きりん",))

DOBUTSU: Final = Variant(
    name="dobutsu", title="Dobutsu Shogi", files=3, ranks=4, zone=1,
    pieces=(LION, CHICK, ELEPHANT, GIRAFFE),
    start="gle/1c1/1C1/ELG b -",
    promotion="must", pawns_on_file=0, pawn_mate=True, stuck=True, wins_by="capture", across=True,
)  # fmt: skip


def drawn(seat: int, in_check: Sequence[bool]) -> Outcome:
    """A draw, also where one side attacked the lion all the time."""
    return Outcome((0.0, 0.0), REPETITION)


REPETITIONS: Final = {"threefold": Repetition(3, drawn), "fourfold": Repetition(4, drawn), "none": None}


@attrs.frozen
class DobutsuOptions:
    """The rule options of Dobutsu Shogi.

    ``repetition``: the third occurrence of a position, or the ``fourfold`` one, is a draw.

    ``max_plies``: a game without an end by then is a draw; 0 sets no limit.
    """

    repetition: str = option(
        "threefold",
        "when a position has occurred too often",
        "threefold: Japan Women's Professional Shogi Association; fourfold: as in shogi",
        choices=tuple(REPETITIONS),
    )
    max_plies: int = option(0, "plies after which the game is a draw, 0 for no limit", "ours", least=0, most=10**6)
