"""Numbers that a bot prints on its standard error, such as ``[PDATA] depth = 7``: local arenas collect them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import isfinite
from typing import Final

import attrs

NUMBER: Final = re.compile(r"\s*\[([TP])DATA(\+?)\]\s*(?:\[(\d+)\])?\s*(\w+)\s*=\s*(.+?)\s*", re.IGNORECASE)
"""A line with a number, as cgarena and psyleague know it."""
MOST: Final = 20
"""The numbers of a bot in a game that are kept, those that it prints first."""
LONGEST: Final = 40
"""The letters of a name at most."""


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


def game_numbers(texts: Iterable[str]) -> dict[str, float]:
    """The numbers in the ``texts`` that a bot printed in a game, by name: the last one, or with ``+`` their sum.

    >>> game_numbers(["[PDATA] depth = 7\\n[PDATA+] nodes = 100", "[PDATA] depth = 9\\n[PDATA+] nodes = 50"])
    {'depth': 9.0, 'nodes': 150.0}
    """
    sums: dict[str, float] = {}
    for number in (number for text in texts for number in printed_numbers(text)):
        with suppress(ValueError):  # a word
            value = float(number.value) + (sums.get(number.name, 0.0) if number.adds else 0.0)
            fits = number.name in sums or (len(sums) < MOST and len(number.name) <= LONGEST)
            if isfinite(value) and number.kind == "P" and fits:
                sums[number.name] = value
    return sums
