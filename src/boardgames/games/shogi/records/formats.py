"""The record formats of the shogi family, made for one of its variants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from boardgames.core.model.game import Game
from boardgames.games.shogi.records import (
    bod,
    csa,
    csa_reader,
    jkf,
    jkf_reader,
    ki2,
    ki2_reader,
    kif,
    kif_reader,
    usi_record,
)
from boardgames.games.shogi.variant import SHOGI, Variant
from boardgames.records.game_record import GameRecord
from boardgames.records.record_format import RecordFormat

NAMES_GAME: Final = ("kif", "ki2")
"""The formats with a header in which a game can be named."""


def alone(read: Callable[[Game, bytes], GameRecord], game: Game, data: bytes) -> list[GameRecord]:
    """The game in a file of a format that holds one."""
    return [read(game, data)]


def never(data: bytes) -> bool:
    """Of a variant whose records look like those of another game."""
    return False


FORMATS: Final[Mapping[str, tuple[Any, Mapping[str, Any]]]] = {
    "kif": (
        kif_reader,
        {
            "title": "KIF, of Kifu for Windows",
            "language": "ja",
            "read_all": partial(alone, kif_reader.read),
            "write": kif.write,
            "encodings": {".kif": "cp932", ".kifu": "utf-8"},
            "mark": kif.UTF_8,
        },
    ),
    "ki2": (
        ki2_reader,
        {
            "title": "KI2, of Kifu for Windows",
            "language": "ja",
            "read_all": partial(alone, ki2_reader.read),
            "write": ki2.write,
            "encodings": {".ki2": "cp932", ".ki2u": "utf-8"},
            "mark": kif.UTF_8,
        },
    ),
    "csa": (
        csa_reader,
        {
            "title": "CSA 2.2, of the Computer Shogi Association",
            "read_all": csa_reader.read_all,
            "join": csa.join,
            "write": csa.write,
        },
    ),
    "usi": (
        usi_record,
        {
            "title": "the position command of USI, or SFEN",
            "read_all": usi_record.read_all,
            "join": "".join,
            "write": usi_record.write,
        },
    ),
    "bod": (
        bod,
        {
            "title": "BOD, a position as a diagram",
            "language": "ja",
            "read_all": partial(alone, kif_reader.read),
            "write": bod.write,
        },
    ),
    "jkf": (
        jkf_reader,
        {
            "title": "JKF, the JSON Kifu Format",
            "language": "ja",
            "read_all": partial(alone, jkf_reader.read),
            "write": jkf.write,
        },
    ),
}
"""By the name of each format, the module that recognises it, and the fields of a :class:`RecordFormat`."""


def formats(variant: Variant, options: Mapping[str, Any]) -> dict[str, RecordFormat]:
    """The formats for a variant; files from elsewhere are read under these rule options."""
    names = [name for name in FORMATS if name != "jkf" or variant.name == SHOGI.name]
    return {
        name: RecordFormat(
            name=name,
            recognises=never
            if variant.shares_board and name not in NAMES_GAME
            else partial(FORMATS[name][0].recognises, variant),
            resembles=FORMATS[name][0].resembles,
            options=options,
            **FORMATS[name][1],
        )
        for name in (["usi"] if variant.turns_over else names)  # no other has words for a piece that turns back
    }
