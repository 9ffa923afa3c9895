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

ReadAll = Callable[[Game, bytes], list[GameRecord]]
NAMES_GAME: Final = ("kif", "ki2")
"""The formats with a header in which a game can be named."""


def alone(read: Callable[[Game, bytes], GameRecord], game: Game, data: bytes) -> list[GameRecord]:
    """The game in a file of a format that holds one."""
    return [read(game, data)]


def never(data: bytes) -> bool:
    """False, for a variant whose records look like those of another game."""
    return False


FORMATS: Final[tuple[tuple[str, str, Any, ReadAll, Callable[[GameRecord], str], Mapping[str, Any]], ...]] = (
    ("kif", "KIF, of Kifu for Windows", kif_reader, partial(alone, kif_reader.read), kif.write,
     {"language": "ja", "encodings": {".kif": "cp932", ".kifu": "utf-8"}, "mark": kif.UTF_8}),
    ("ki2", "KI2, of Kifu for Windows", ki2_reader, partial(alone, ki2_reader.read), ki2.write,
     {"language": "ja", "encodings": {".ki2": "cp932", ".ki2u": "utf-8"}, "mark": kif.UTF_8}),
    ("csa", "CSA 2.2, of the Computer Shogi Association", csa_reader, csa_reader.read_all, csa.write,
     {"join": csa.join}),
    ("usi", "the position command of USI, or SFEN", usi_record, usi_record.read_all, usi_record.write,
     {"join": "".join}),
    ("bod", "BOD, a position as a diagram", bod, partial(alone, kif_reader.read), bod.write, {"language": "ja"}),
    ("jkf", "JKF, the JSON Kifu Format", jkf_reader, partial(alone, jkf_reader.read), jkf.write, {"language": "ja"}),
)  # fmt: skip
"""The name and the title of each format, the module that recognises it, and how it is read and written."""


def formats(variant: Variant, options: Mapping[str, Any]) -> dict[str, RecordFormat]:
    """The formats for a variant; files from elsewhere are read under these rule options."""
    forms = {}
    for name, title, reader, read_all, write, others in FORMATS:
        if (variant.turns_over and name != "usi") or (name == "jkf" and variant.name != SHOGI.name):
            continue  # no other format has words for a piece that turns back
        foreign = variant.shares_board and name not in NAMES_GAME
        forms[name] = RecordFormat(
            name=name,
            title=title,
            recognises=never if foreign else partial(reader.recognises, variant),
            resembles=reader.resembles,
            read_all=read_all,
            write=write,
            options=options,
            **others,
        )
    return forms
