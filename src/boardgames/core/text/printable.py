"""Texts from elsewhere, made safe for a terminal."""

from __future__ import annotations

from typing import Final

SHOWN: Final = 60
LONGEST: Final = 200
WIDE_BLANK: Final = "\u3000"


def printable(text: str, keep: str = "") -> str:
    """A text with its control characters escaped; those in ``keep`` stay as they are.

    >>> printable("knight\\x1b[31m\\u202e")
    'knight\\\\x1b[31m\\\\u202e'
    >>> printable("two\\nlines", keep="\\n")
    'two\\nlines'
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == WIDE_BLANK or char in keep else char.encode("unicode_escape").decode()
        for char in text
    )


def quoted(text: str) -> str:
    """A text in quotation marks, with control characters escaped, and cut if it is very long.

    >>> quoted(" 7\\x1b "), len(quoted("7" * 9999))
    ("' 7\\\\x1b '", 202)
    """
    return repr(text if len(text) <= LONGEST else text[: LONGEST - 3] + "...")


def shown(text: str) -> str:
    """A text as an error message quotes it: on one line, and cut if it is long.

    >>> shown(" 7\\x1b ")
    "'7\\\\x1b'"
    """
    text = text.strip()
    return repr(text if len(text) <= SHOWN else text[: SHOWN - 3] + "...")
