"""JSON of others, in which all numbers are finite; JSON of ours, which is safe on a terminal."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any, Final

from boardgames.core.text.printable import shown

UNSEEN: Final = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")
"""Characters that JSON allows, but that control a terminal or cannot be written in UTF-8: they are escaped."""


def write_json(value: object) -> str:
    """A value as a line of JSON, which a terminal can show.

    >>> print(write_json({"name": "\u7389\x9b31m"}))
    {"name": "\u7389\\u009b31m"}
    """
    return UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(value, ensure_ascii=False))


def finite_number(text: str) -> float:
    """The number of a text in JSON.  Raises :class:`ValueError` for Infinity, and for more than a float can hold."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{shown(text)} is not a finite number")
    return number


def read_json(text: str | bytes) -> Any:
    """The value of a text in JSON.  Raises :class:`ValueError`, also for a number that is not finite."""
    try:
        return json.loads(
            text,
            parse_int=lambda whole: int(whole) if isfinite(float(whole)) else finite_number(whole),
            parse_float=finite_number,
            parse_constant=finite_number,
        )
    except RecursionError:
        raise ValueError("lists or objects are nested hundreds of levels deep") from None
