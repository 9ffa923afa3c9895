"""Numbers that a bot prints on its standard error, such as ``[PDATA] depth = 7``: local arenas collect them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import attrs

NUMBER: Final = re.compile(r"\s*\[([TP])DATA(\+?)\]\s*(?:\[(\d+)\])?\s*(\w+)\s*=\s*(.+?)\s*", re.IGNORECASE)
"""A line with a number, as cgarena and psyleague know it."""


@attrs.frozen
class PrintedNumber:
    """A number that a bot printed."""

    kind: str
    """``T`` for the game, ``P`` for the bot."""
    adds: bool
    """True if it is to be added to the one before."""
    turn: int | None
    """The turn that it belongs to, if the bot says one."""
    name: str
    value: str
    """Its text, which need not be a number."""


def printed_numbers(text: str) -> Iterator[PrintedNumber]:
    """The numbers among the lines of a text.

    >>> [(number.name, number.value) for number in printed_numbers("thinking ...\\n[PDATA] depth = 7")]
    [('depth', '7')]
    """
    for line in text.splitlines():
        if match := NUMBER.fullmatch(line):
            kind, adds, turn, name, value = match.groups()
            yield PrintedNumber(kind.upper(), bool(adds), None if turn is None else int(turn), name, value)
