"""Pairs the bots that wait for a game.  These functions know neither clock nor connection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

import attrs

ROUNDS: Final = ("waiting", "clock")
"""When bots are paired: as soon as two wait, or all that wait at once, by the clock."""
Met = Callable[[int, int], int]
"""How many games two accounts have begun with each other."""


@attrs.frozen
class Waiting:
    """A bot that waits for a game."""

    account: int
    since: float
    """When it began to wait, in seconds of any clock."""
    rating: float = 0.0


def next_pair(
    waiting: Sequence[Waiting], busy: Sequence[int], met: Met, now: float, patience: float
) -> tuple[Waiting, Waiting] | None:
    """The pair to begin now, if any: the one that waits longest, with the one that it met least; of these the
    one that is nearest in rating.

    A pair that has met more often than one of them has met a ``busy`` account waits for that one, but not
    longer than ``patience``: else two that always end together would only ever meet each other.

    >>> ann, bob, cid = Waiting(1, 0.0), Waiting(2, 1.0), Waiting(3, 2.0)
    >>> [each.account for each in next_pair([cid, bob, ann], [], lambda one, other: one + other, 5.0, 1.0)]
    [1, 2]
    """
    for first in sorted(waiting, key=lambda each: each.since):
        others = [each for each in waiting if each.account != first.account]
        if not others:
            continue
        second = min(
            others, key=lambda each: (met(first.account, each.account), abs(first.rating - each.rating), each.since)
        )
        games = met(first.account, second.account)
        fresher = any(
            met(account, each) < games - 1
            for account in (first.account, second.account)
            for each in busy
            if each not in (first.account, second.account)
        )
        if not fresher or now - first.since >= patience:
            return first, second
    return None


def round_pairs(waiting: Sequence[Waiting], met: Met) -> list[tuple[Waiting, Waiting]]:
    """The pairs of a round by the clock: neighbours in rating first, those that met least before others.

    If their number is odd, the one that waits shortest is left out.

    >>> bots = [Waiting(1, 0.0, 100), Waiting(2, 0.0, 90), Waiting(3, 0.0, -50), Waiting(4, 0.0, -60)]
    >>> [(one.account, other.account) for one, other in round_pairs(bots, lambda one, other: 0)]
    [(1, 2), (3, 4)]
    """
    each_once = {each.account: each for each in sorted(waiting, key=lambda each: -each.since)}
    taking_part = list(each_once.values())
    if len(taking_part) % 2:
        taking_part.remove(max(taking_part, key=lambda each: each.since))
    ranked = sorted(taking_part, key=lambda each: -each.rating)
    place = {each.account: rank for rank, each in enumerate(ranked)}

    def cost(one: Waiting, other: Waiting) -> int:
        """Of two, how little they fit: having met counts more than any distance."""
        return met(one.account, other.account) * len(ranked) ** 2 + (place[one.account] - place[other.account]) ** 2

    pairs = list(zip(ranked[::2], ranked[1::2], strict=True))
    better = True
    while better:  # each exchange makes the sum of the costs less, so this ends
        better = False
        for one, other in combinations(range(len(pairs)), 2):
            (a, b), (c, d) = pairs[one], pairs[other]
            now = cost(a, b) + cost(c, d)
            for exchanged in (((a, c), (b, d)), ((a, d), (b, c))):
                if sum(cost(*pair) for pair in exchanged) < now:
                    pairs[one], pairs[other] = exchanged
                    better = True
                    break
    return pairs
