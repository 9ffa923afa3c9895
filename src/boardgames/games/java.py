"""Texts as Java reads them, for protocols whose arenas are written in Java."""

from __future__ import annotations

from typing import Final
from unicodedata import decimal

TRIMMED: Final = "".join(map(chr, range(0x21)))
INTEGERS: Final = range(-(2**31), 2**31)
DIGITS: Final = 10  # of the largest integer
LAST_CHAR: Final = "\uffff"  # a character beyond takes two of Java's, and Java reads no digit there


def trim(text: str) -> str:
    """A text without the blanks and control characters around it, as ``String.trim`` leaves it.

    >>> trim("\\t 5544 \\0"), trim("\\u3000")
    ('5544', '\\u3000')
    """
    return text.strip(TRIMMED)


def equal_but_for_case(one: str, other: str) -> bool:
    """True if ``String.equalsIgnoreCase`` holds: character by character, in upper case or in the lower case of that.

    >>> equal_but_for_case("RanDom", "random"), equal_but_for_case("ss", "ß"), equal_but_for_case("İ", "i")
    (True, False, True)
    """
    return len(one) == len(other) and all(
        a == b or _upper(a) == _upper(b) or _lower(_upper(a)) == _lower(_upper(b))
        for a, b in zip(one, other, strict=True)
    )


def _upper(character: str) -> str:
    """The upper case, if that is one character."""
    upper = character.upper()
    return upper if len(upper) == 1 else character


def _lower(character: str) -> str:
    """The lower case without marks: that of ``İ`` is ``i``."""
    return character.lower()[0]


def integer(text: str) -> int | None:
    """The number that ``Integer.parseInt`` reads: decimal digits of any script, with or without a sign, in 32 bits.

    >>> integer("+0"), integer("-00012"), integer("1234567890"), integer("٣")
    (0, -12, 1234567890, 3)
    >>> integer("2147483648"), integer(""), integer("1_000"), integer(" 1"), integer("+-1")
    (None, None, None, None, None)
    """
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not digits.isdecimal() or max(digits) > LAST_CHAR:
        return None
    significant = digits if len(digits) <= DIGITS else "".join(str(decimal(digit)) for digit in digits).lstrip("0")
    if len(significant) > DIGITS:
        return None
    value = int(significant or "0") * (-1 if text[0] == "-" else 1)
    return value if value in INTEGERS else None
