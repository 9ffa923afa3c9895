"""Other spellings of moves than USI's, as language models write them."""

from __future__ import annotations

import re
from typing import Any, Final

MOVE: Final = re.compile(r"([1-9][a-i])[-x>\s]*([1-9][a-i])\s*([+=]?)", re.IGNORECASE)
DROP: Final = re.compile(r"([a-z])['*@\s]+([1-9][a-i])", re.IGNORECASE)


def readings(state: Any, text: str) -> list[str]:
    """The move in USI that a text may mean.

    >>> readings(None, "7G-7F"), readings(None, "2c x 2b +"), readings(None, "p'5E")
    (['7g7f'], ['2c2b+'], ['P*5e'])
    """
    if move := MOVE.fullmatch(text):
        return [f"{move[1]}{move[2]}".lower() + move[3].strip("=")]
    drop = DROP.fullmatch(text)
    return [f"{drop[1].upper()}*{drop[2].lower()}"] if drop else []
