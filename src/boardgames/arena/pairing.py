"""Who plays whom next, among the bots that wait for a game: functions without a clock and without a connection."""

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
    possible = sorted(
        combinations(ranked, 2),
        key=lambda pair: (met(pair[0].account, pair[1].account), place[pair[1].account] - place[pair[0].account]),
    )
    pairs, paired = [], set[int]()
    for one, other in possible:
        if not {one.account, other.account} & paired:
            pairs.append((one, other))
            paired |= {one.account, other.account}
    return pairs
