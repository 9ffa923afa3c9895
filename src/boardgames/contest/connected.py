"""The players of a contest that their results connect: only between those is a difference in strength finite.

An arrow goes from a player to each one that it took a point from.  A field of players in
which arrows lead from everybody to everybody has likeliest ratings.  A player outside of
it has won all points against it, or none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Results = Mapping[tuple[int, int, float], int]
"""The number of games by (one player, another, score of the first: 0, ½ or 1)."""


def connected_field(players: int, results: Results) -> list[int]:
    """The players of the largest connected field, if they are more than half of all; else all players.

    >>> connected_field(4, {(0, 1, 1.0): 2, (1, 2, 1.0): 1, (2, 0, 0.5): 1, (0, 3, 1.0): 5})
    [0, 1, 2]
    >>> connected_field(3, {(0, 1, 1.0): 2, (1, 2, 1.0): 2})
    [0, 1, 2]
    """
    beaten, beaten_by = arrows(players, results)
    left = set(range(players))
    while 2 * len(left) > players:
        one = sorted(left)[len(left) // 2]
        below, above = reached(one, beaten) & left, reached(one, beaten_by) & left
        field = below & above
        if 2 * len(field) > players:
            return sorted(field)
        left = max(below - field, above - field, left - below - above, key=len)  # no field is in two of them
    return list(range(players))


def arrows(players: int, results: Results) -> tuple[list[set[int]], list[set[int]]]:
    """For each player: from whom it took points, and who took points from it."""
    beaten: list[set[int]] = [set() for _ in range(players)]
    beaten_by: list[set[int]] = [set() for _ in range(players)]
    for (one, other, score), times in results.items():
        for winner, loser, points in ((one, other, score), (other, one, 1 - score)):
            if points > 0 and times:
                beaten[winner].add(loser)
                beaten_by[loser].add(winner)
    return beaten, beaten_by


def reached(start: int, next_to: Sequence[set[int]]) -> set[int]:
    """The players that a chain of arrows leads to, the first one among them."""
    players, pending = {start}, [start]
    while pending:
        new = next_to[pending.pop()] - players
        players |= new
        pending += new
    return players
