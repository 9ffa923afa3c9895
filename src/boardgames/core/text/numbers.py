"""Numbers in texts from elsewhere, read within bounds."""

from __future__ import annotations

DIGITS = 19  # of the longest number that is read


def whole_number(text: str, least: int, most: int) -> int:
    """The whole number that a text says.  Raises :class:`ValueError` for other texts and for numbers out of bounds.

    ``least`` and ``most`` are the bounds, both possible.

    >>> whole_number("07", 0, 23)
    7
    >>> whole_number("9999999999", 0, 23)
    Traceback (most recent call last):
    ...
    ValueError: expected a number from 0 to 23, not '9999999999'
    """
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= DIGITS and least <= (number := int(text)) <= most:
        return number
    raise ValueError(f"expected a number from {least} to {most}, not {text[: DIGITS + 2]!r}")
