"""JSON of others: all numbers in it are finite."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from boardgames.core.text.printable import shown


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
