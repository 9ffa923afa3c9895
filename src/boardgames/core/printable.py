"""Texts of others as a terminal can show them."""

from __future__ import annotations


def printable(text: str, keep: str = "") -> str:
    """A text in which nothing can move a cursor, ring a bell or change a colour; ``keep`` is left as it is.

    >>> printable("knight\\x1b[31m\\u202e")
    'knight\\\\x1b[31m\\\\u202e'
    >>> printable("two\\nlines", keep="\\n")
    'two\\nlines'
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in keep else char.encode("unicode_escape").decode() for char in text
    )
