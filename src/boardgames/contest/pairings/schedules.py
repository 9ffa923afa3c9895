"""Rounds of a round robin and a knockout.  Players are numbered from 0, the best seeded first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, log2

Meetings = Sequence[tuple[int, int]]


def round_robin(players: int) -> Iterator[Meetings]:
    """The rounds in which everybody meets everybody once, by the circle method; with an odd number one has a bye.

    ``players`` is the number of players.

    Colours are balanced: a player has the first seat at most once more often than the
    second, or the other way round.

    >>> [list(meetings) for meetings in round_robin(3)]
    [[(1, 2)], [(2, 0)], [(0, 1)]]
    """
    seats = players + players % 2
    for turn in range(seats - 1):
        meetings = [(seats - 1, turn) if turn % 2 else (turn, seats - 1)]
        meetings += [((turn + k) % (seats - 1), (turn - k) % (seats - 1)) for k in range(1, seats // 2)]
        yield [(one, other) for one, other in meetings if max(one, other) < players]


def knockout(survivors: Sequence[int]) -> tuple[Meetings, Sequence[int]]:
    """A round of a knockout among players in the order of their seeding: the meetings, and the players with a bye.

    ``survivors`` are those players' numbers.

    The first meets the last and so on.  In the first round the best seeded have a
    bye, as many as it takes for the later rounds to have none.

    >>> knockout([0, 1, 2, 3, 4, 5])
    ([(2, 5), (3, 4)], [0, 1])
    """
    full = 2 ** ceil(log2(len(survivors)))
    rest = full - len(survivors)
    playing = list(survivors[rest:])
    half = len(playing) // 2
    return [(playing[k], playing[-1 - k]) for k in range(half)], list(survivors[:rest])
