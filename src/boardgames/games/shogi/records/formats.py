"""The record formats of the shogi family, made for one of its variants."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from boardgames.core.record_format import RecordFormat
from boardgames.games.shogi.records import csa, csa_reader, kif, kif_reader, position_line
from boardgames.games.shogi.variant import Variant


def formats(variant: Variant, options: Mapping[str, Any]) -> dict[str, RecordFormat]:
    """KIF, CSA and USI for a variant; files from elsewhere are read under these rule options."""
    return {
        "kif": RecordFormat(
            name="kif",
            title="KIF, of Kifu for Windows",
            recognises=partial(kif_reader.recognises, variant),
            read=kif_reader.read,
            write=kif.write,
            options=options,
        ),
        "csa": RecordFormat(
            name="csa",
            title="CSA 2.2, of the Computer Shogi Association",
            recognises=partial(csa_reader.recognises, variant),
            read=csa_reader.read,
            write=csa.write,
            options=options,
        ),
        "usi": RecordFormat(
            name="usi",
            title="the position command of USI",
            recognises=partial(position_line.recognises, variant),
            read=position_line.read,
            write=position_line.write,
            options=options,
        ),
    }
