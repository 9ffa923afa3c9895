"""Other spellings of actions, as language models write them."""

from __future__ import annotations

import re
from typing import Any, Final

ACTION: Final = re.compile(r"([a-z]\d)(?:(?:\s*(?:-|->|to|\s)\s*)?([a-z]\d))?((?:[\s,]*x\s*[a-z]\d)*)", re.IGNORECASE)


def readings(state: Any, text: str) -> list[str]:
    """The action that a text may mean.

    >>> readings(None, "D6 -> D7 x A1"), readings(None, "d6, xa1")
    (['d6-d7xa1'], ['d6xa1'])
    """
    found = ACTION.fullmatch(text)
    if found is None:
        return []
    way = found[1] if found[2] is None else f"{found[1]}-{found[2]}"
    return [(way + re.sub(r"[\s,]", "", found[3])).lower()]
