"""Ratings by maximum likelihood: the Bradley–Terry model, fitted by minorization and maximization.

A player of strength *s* beats one of strength *t* with probability *s / (s + t)*; a
draw is half a win for each.  The strengths that make the results most likely are
found by steps that never make them less so, and are given in Elo with mean 0.

Source: D. Hunter, MM algorithms for generalized Bradley–Terry models (2004).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from operator import mul

import attrs

from boardgames.contest.statistics import NORMAL_WIDTH, PER_ELO

TOLERANCE = 1e-7  # natural log-odds: the fit ends when no strength moves further than this in a step
MAX_STEPS = 100_000


@attrs.frozen
class Rating:
    """A rating in Elo, with half the width of its 95 % interval."""

    elo: float
    error: float


@attrs.frozen
class Ratings:
    """The ratings of all players, in the players' order.

    ``regularised`` says that a part of the field won or lost every point against the
    rest, so that no rating is the likeliest.  Then each player is counted one drawn
    game more, against a player of average strength, and all ratings are finite.
    """

    ratings: Sequence[Rating]
    regularised: bool = False


def rated(players: int, results: Mapping[tuple[int, int, float], int]) -> Ratings:
    """The ratings of players numbered from 0.

    ``results`` has, for (one player, another, score of the first: 0, ½ or 1), the
    number of such games.  The errors treat games as independent.  Where the two
    games of a pair share their dice, that makes the errors too wide rather than too
    narrow.

    >>> [round(rating.elo) for rating in rated(2, {(0, 1, 1.0): 3, (0, 1, 0.0): 1}).ratings]
    [95, -95]
    """
    won = [[0.0] * players for _ in range(players)]
    for (first, second, score), times in results.items():
        won[first][second] += score * times
        won[second][first] += (1 - score) * times
    met: dict[int, dict[int, float]] = defaultdict(dict)
    for one in range(players):
        for other in range(players):
            games = won[one][other] + won[other][one]
            if games and one != other:
                met[one][other] = games
    if players < 2:
        return Ratings([Rating(0.0, 0.0)] * players)
    regularised = not _strongly_connected(won)
    prior = 1.0 if regularised else 0.0
    strengths = _strengths([sum(row) for row in won], met, prior)
    errors = _errors(strengths, met, prior)
    logs = [log(strength) for strength in strengths]
    mean = sum(logs) / players
    return Ratings(
        [Rating((value - mean) / PER_ELO, error / PER_ELO) for value, error in zip(logs, errors, strict=True)],
        regularised,
    )


def _strongly_connected(won: Sequence[Sequence[float]]) -> bool:
    """Whether a chain of points won leads from every player to every other; only then do likeliest ratings exist."""
    players = range(len(won))
    for row in (won, [list(column) for column in zip(*won, strict=True)]):
        reached, pending = {0}, [0]
        while pending:
            here = pending.pop()
            for there in players:
                if row[here][there] > 0 and there not in reached:
                    reached.add(there)
                    pending.append(there)
        if len(reached) < len(won):
            return False
    return True


def _strengths(points: Sequence[float], met: Mapping[int, Mapping[int, float]], prior: float) -> list[float]:
    """The likeliest strengths, with ``prior`` drawn games more of each player against a player of strength 1."""
    strengths = [1.0] * len(points)
    for _ in range(MAX_STEPS):
        moved = 0.0
        for one in range(len(points)):
            here = strengths[one]
            expected = prior / (here + 1) + sum(games / (here + strengths[other]) for other, games in met[one].items())
            strengths[one] = (points[one] + prior / 2) / expected
            moved = max(moved, abs(log(strengths[one] / here)))
        if not prior:  # only the ratios are known
            mean = exp(sum(map(log, strengths)) / len(strengths))
            strengths = [strength / mean for strength in strengths]
        if moved < TOLERANCE:
            break
    return strengths


def _errors(strengths: Sequence[float], met: Mapping[int, Mapping[int, float]], prior: float) -> list[float]:
    """Half the width of each strength's 95 % interval, in natural log-odds, from the curvature of the likelihood."""
    players = len(strengths)
    curvature = [[0.0 if prior else 1 / players] * players for _ in range(players)]
    for one in range(players):
        curvature[one][one] += prior * strengths[one] / (strengths[one] + 1) ** 2
        for other, games in met[one].items():
            weight = games * strengths[one] * strengths[other] / (strengths[one] + strengths[other]) ** 2
            curvature[one][one] += weight
            curvature[one][other] -= weight
    variances = _inverse_diagonal(curvature)
    return [NORMAL_WIDTH * sqrt(max(0.0, value - (0.0 if prior else 1 / players))) for value in variances]


def _inverse_diagonal(matrix: Sequence[Sequence[float]]) -> list[float]:
    """The diagonal of the inverse of a positive definite matrix, by Cholesky's decomposition."""
    size = len(matrix)
    lower = [[0.0] * size for _ in range(size)]
    for row in range(size):
        for column in range(row + 1):
            rest = matrix[row][column] - sum(map(mul, lower[row][:column], lower[column]))
            lower[row][column] = sqrt(max(rest, 1e-300)) if row == column else rest / lower[column][column]
    diagonal = []
    for unit in range(size):
        solved = [0.0] * size
        for row in range(unit, size):
            rest = (row == unit) - sum(map(mul, lower[row][unit:row], solved[unit:row]))
            solved[row] = rest / lower[row][row]
        diagonal.append(sum(value * value for value in solved))
    return diagonal
