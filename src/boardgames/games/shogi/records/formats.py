"""The record formats of the shogi family, made for one of its variants."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import attrs

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
from boardgames.records.record_format import RecordFormat

NAMES_GAME: Final = ("kif", "ki2")
"""The formats with a header in which a game can be named."""


def never(data: bytes) -> bool:
    """Of a variant whose records look like those of another game."""
    return False


def formats(variant: Variant, options: Mapping[str, Any]) -> dict[str, RecordFormat]:
    """The formats for a variant; files from elsewhere are read under these rule options."""
    found = [
        RecordFormat(
            name="kif",
            title="KIF, of Kifu for Windows",
            language="ja",
            recognises=partial(kif_reader.recognises, variant),
            resembles=kif_reader.resembles,
            read_all=lambda game, data: [kif_reader.read(game, data)],
            write=kif.write,
            encodings={".kif": "cp932", ".kifu": "utf-8"},
            mark=kif.UTF_8,
            options=options,
        ),
        RecordFormat(
            name="ki2",
            title="KI2, of Kifu for Windows",
            language="ja",
            recognises=partial(ki2_reader.recognises, variant),
            resembles=ki2_reader.resembles,
            read_all=lambda game, data: [ki2_reader.read(game, data)],
            write=ki2.write,
            encodings={".ki2": "cp932", ".ki2u": "utf-8"},
            mark=kif.UTF_8,
            options=options,
        ),
        RecordFormat(
            name="csa",
            title="CSA 2.2, of the Computer Shogi Association",
            recognises=partial(csa_reader.recognises, variant),
            resembles=csa_reader.resembles,
            read_all=csa_reader.read_all,
            join=csa.join,
            write=csa.write,
            options=options,
        ),
        RecordFormat(
            name="usi",
            title="the position command of USI, or SFEN",
            recognises=partial(usi_record.recognises, variant),
            resembles=usi_record.resembles,
            read_all=usi_record.read_all,
            join="".join,
            write=usi_record.write,
            options=options,
        ),
        RecordFormat(
            name="bod",
            title="BOD, a position as a diagram",
            language="ja",
            recognises=partial(bod.recognises, variant),
            resembles=bod.resembles,
            read_all=lambda game, data: [kif_reader.read(game, data)],
            write=bod.write,
            options=options,
        ),
    ]
    if variant.shares_board:
        found = [
            form if form.name in NAMES_GAME else attrs.evolve(form, recognises=never, resembles=form.looks_alike)
            for form in found
        ]
    if variant.turns_over:  # no other format has words for a piece that turns back
        found = [form for form in found if form.name == "usi"]
    if variant.name == SHOGI.name:
        found.append(
            RecordFormat(
                name="jkf",
                title="JKF, the JSON Kifu Format",
                language="ja",
                recognises=partial(jkf_reader.recognises, variant),
                resembles=jkf_reader.resembles,
                read_all=lambda game, data: [jkf_reader.read(game, data)],
                write=jkf.write,
                options=options,
            )
        )
    return {form.name: form for form in found}
