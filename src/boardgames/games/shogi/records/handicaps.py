"""Handicaps: their names in records, and the boards that they mean.

White, called 上手, gives up pieces and moves first.  Some names mean different
boards to different people: three pieces are the rook, the bishop and one of the
lances.  The first board is then that of Kifu for Windows.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from boardgames.core.text.said import Said
from boardgames.games.shogi.io import kanji

BLACK: Final = "PPPPPPPPP/1B5R1/LNSGKGSNL"
PAWNS: Final = "ppppppppp"

RANKS: Final = {
    "香": ("lnsgkgsn1/1r5b1",), "右香": ("1nsgkgsnl/1r5b1",), "角": ("lnsgkgsnl/1r7",), "飛車": ("lnsgkgsnl/7b1",),
    "飛香": ("lnsgkgsn1/7b1", "1nsgkgsnl/7b1"), "二枚": ("lnsgkgsnl/9",), "三枚": ("lnsgkgsn1/9", "1nsgkgsnl/9"),
    "四枚": ("1nsgkgsn1/9",), "五枚": ("2sgkgsn1/9", "1nsgkgs2/9"), "左五枚": ("1nsgkgs2/9",), "六枚": ("2sgkgs2/9",),
    "左七枚": ("2sgkg3/9",), "右七枚": ("3gkgs2/9",), "七枚": ("2sgkg3/9", "3gkgs2/9"), "八枚": ("3gkg3/9",),
    "九枚": ("3gk4/9", "4kg3/9"), "十枚": ("4k4/9",),
}  # fmt: skip
"""White's first two ranks, by the name without 落ち."""

SFENS: Final = {
    **{f"{name}落ち": tuple(f"{two}/{PAWNS}/9/9/9/{BLACK} w - 1" for two in boards) for name, boards in RANKS.items()},
    "歩三兵": (f"4k4/9/9/9/9/9/{BLACK} w 3p 1",),
    "十九枚落ち": (f"4k4/9/9/9/9/9/{BLACK} w - 1",),
}
"""The boards that a name can mean, the usual one first."""

SAME: Final = {
    "飛落ち": "飛車落ち", "角行落ち": "角落ち", "左香落ち": "香落ち", "香車落ち": "香落ち", "右香車落ち": "右香落ち",
    "飛車香落ち": "飛香落ち", "飛左香落ち": "飛香落ち", "飛角落ち": "二枚落ち", "右五枚落ち": "五枚落ち",
    "裸玉": "十九枚落ち",
}  # fmt: skip
WELL_KNOWN: Final = ("香", "右香", "角", "飛車", "飛香", "二枚", "四枚", "六枚", "八枚", "十枚")
NAMES: Final = {SFENS[f"{name}落ち"][0]: f"{name}落ち" for name in WELL_KNOWN}
"""The name of a board, by its SFEN, if all programs mean the same by it; other boards are written as diagrams."""

STARTS: Final = {
    str(name): SFENS[f"{own}落ち"][0] for own, name in {
        "香": Said("lance handicap"), "右香": Said("right lance handicap"), "角": Said("bishop handicap"),
        "飛車": Said("rook handicap"), "飛香": Said("rook and lance handicap"),
        "二枚": Said("2-piece handicap: rook and bishop"), "四枚": Said("4-piece handicap: and the lances"),
        "六枚": Said("6-piece handicap: and the knights"), "八枚": Said("8-piece handicap: and the silvers"),
        "十枚": Said("10-piece handicap: and the golds"),
    }.items()
}  # fmt: skip
"""The handicaps of the Japan Shogi Association, by their names."""


def spelled_out(name: str) -> str:
    """The name of a handicap in its usual spelling.

    >>> [spelled_out(name) for name in ("2枚落ち", "香落", "二枚", "飛落ち（町内戦）", "平手")]
    ['二枚落ち', '香落ち', '二枚落ち', '飛車落ち', '平手']
    """
    name = re.sub(r"[(#].*|\s", "", unicodedata.normalize("NFKC", name))
    name = re.sub(r"^[1-9][0-9]?(?=枚)", lambda digits: kanji.number(int(digits[0])), name)
    name = name + "ち" if name.endswith("落") else name
    name = name if name in SFENS or f"{name}落ち" not in {*SFENS, *SAME} else f"{name}落ち"
    return SAME.get(name, name)
