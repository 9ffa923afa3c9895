"""Pairs the bots that wait for a game.  These functions know neither clock nor connection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import attrs

Met = Callable[[int, int], int]
"""The number of games that two accounts have begun with each other."""


@attrs.frozen
class WaitingBot:
    """A bot that waits for a game."""

    account: int
    since: float
    """The time at which it began to wait, in seconds of any clock."""
    rating: float = 0.0


def next_pair(
    waiting: Sequence[WaitingBot], busy: Sequence[int], met: Met, now: float, patience: float
) -> tuple[WaitingBot, WaitingBot] | None:
    """The pair to begin now, if any: the one that waits longest, with the one that it met least; of these the
    one that is nearest in rating.

    If one of the two has met a ``busy`` account less often, by two games or more, the pair waits for that one, at most
    for ``patience`` seconds: else two bots whose games always end together would only ever meet each other.

    >>> ann, bob, cid = WaitingBot(1, 0.0), WaitingBot(2, 1.0), WaitingBot(3, 2.0)
    >>> [bot.account for bot in next_pair([cid, bob, ann], [], lambda one, other: one + other, 5.0, 1.0)]
    [1, 2]
    """
    for first in sorted(waiting, key=lambda bot: bot.since):
        others = [bot for bot in waiting if bot.account != first.account]
        if not others:
            continue
        second = min(
            others, key=lambda bot: (met(first.account, bot.account), abs(first.rating - bot.rating), bot.since)
        )
        pair = (first.account, second.account)
        # A pair of games counts as one meeting, hence the difference of two.
        fresher = any(met(account, other) <= met(*pair) - 2 for account in pair for other in busy if other not in pair)
        if not fresher or now - first.since >= patience:
            return first, second
    return None


def sides_swapped(games: int) -> bool:
    """True if the bot that waited longer moves second, where two bots have begun ``games`` games with each other.

    The turns are in order, swapped, swapped, in order.  So no bot always moves first, whether the second game of each
    pair is played or not.

    >>> [sides_swapped(games) for games in range(5)]
    [False, True, True, False, False]
    """
    return games % 4 in (1, 2)


def round_pairs(waiting: Sequence[WaitingBot], met: Met) -> list[tuple[WaitingBot, WaitingBot]]:
    """The pairs of a round by the clock: neighbours in rating first, those that met least before others.

    If their number is odd, the one that waits shortest is left out.

    >>> bots = [WaitingBot(1, 0.0, 100), WaitingBot(2, 0.0, 90), WaitingBot(3, 0.0, -50), WaitingBot(4, 0.0, -60)]
    >>> [(one.account, other.account) for one, other in round_pairs(bots, lambda one, other: 0)]
    [(1, 2), (3, 4)]
    """
    by_account = {bot.account: bot for bot in sorted(waiting, key=lambda bot: -bot.since)}
    bots = list(by_account.values())
    if len(bots) % 2:
        bots.remove(max(bots, key=lambda bot: bot.since))
    ranked = sorted(bots, key=lambda bot: -bot.rating)
    place = {bot.account: rank for rank, bot in enumerate(ranked)}

    def cost(one: WaitingBot, other: WaitingBot) -> int:
        """The cost of a pair: games already played first, then the distance in rating."""
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
