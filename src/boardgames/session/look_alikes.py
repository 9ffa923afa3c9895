"""Names that look alike, so that nobody is taken for somebody else."""

from __future__ import annotations

import unicodedata
from typing import Final

ALIKE: Final = str.maketrans(
    "\u0430\u0432\u0435\u0456\u0458\u043a\u043c\u043d\u043e\u0440\u0441\u0455\u0442\u0443\u0445\u04bb\u0501\u051b"
    "\u051d\u04cf\u03b1\u03b2\u03b3\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03c9"
    "\u0251\u0131\u0261\u0269\u1d00\u0299\u1d04\u1d05\u1d07\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f"
    "\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22\u30ed\u30ab\u30cb\u30a8\u30bf\u30c8\u30cf\u30d8\u30d9"
    "\u30da\u30ea\u30fc",
    "abeijkmhopcstyxhdqwlabyezhikmvoptuxwaigiabcdeghijklmnoprstuvwyz"
    "\u53e3\u529b\u4e8c\u5de5\u5915\u535c\u516b\u3078\u3079\u307a\u308a\u4e00",
)
"""Small letters of Cyrillic, Greek, phonetic Latin and Katakana, and what they or their capitals look like."""


def key_of(name: str) -> str:
    """The key of a name: names that differ only in case, or in letters of other scripts that look alike, have the same.

    >>> key_of("Ann") == key_of("ann"), key_of("ａｎｎ") == key_of("ann"), key_of("сосо") == key_of("coco")
    (True, True, True)
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).translate(ALIKE)
