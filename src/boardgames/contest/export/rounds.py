"""The standings of a tournament after each of its rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from boardgames.contest.configuration import Configuration
from boardgames.contest.store import KeptGame


@attrs.frozen
class RoundStandings:
    """The points after a round, by player, and the ranks by points; players with equal points share one."""

    round: int
    points: tuple[float, ...]
    ranks: tuple[int, ...]


def standings_by_round(
    configuration: Configuration, games: Iterable[KeptGame], byes: Iterable[tuple[int, int]]
) -> list[RoundStandings]:
    """The standings after each round in which a game is over.  ``byes`` are rounds and players, as in a plan."""
    gained: dict[int, list[float]] = {}
    for game in games:
        points = gained.setdefault(game.round, [0.0] * len(configuration.entries))
        for seat in game.seats:
            points[seat.player] += seat.points
    for number, player in byes:
        if number in gained:
            gained[number][player] += configuration.bye_points
    standings = []
    total: Sequence[float] = [0.0] * len(configuration.entries)
    for number in sorted(gained):
        total = [before + points for before, points in zip(total, gained[number], strict=True)]
        ranks = tuple(1 + sum(other > mine for other in total) for mine in total)
        standings.append(RoundStandings(number, tuple(total), ranks))
    return standings
