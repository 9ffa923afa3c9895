"""Ratings by maximum likelihood: the Bradley–Terry model, fitted by minorization and maximization.

A player of strength *s* beats one of strength *t* with probability *s / (s + t)*; a
draw is half a win for each.  The strengths that make the results most likely are
found by steps that never make them less so, and are given in Elo with mean 0.

Source: D. Hunter, MM algorithms for generalized Bradley–Terry models (2004).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from operator import mul

import attrs

from boardgames.contest.statistics import NORMAL_WIDTH, PER_ELO

TOLERANCE = 1e-7  # natural log-odds: the fit ends when no strength moves further than this in a step
MAX_STEPS = 100_000
MIN_GROUPS = 20  # with fewer, the errors are at least those of independent comparisons


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
    fit = _Fit.of(players, results)
    return fit.ratings(fit.variances())


def rated_in_groups(players: int, groups: Sequence[Mapping[tuple[int, int, float], int]]) -> Ratings:
    """The ratings of players in games of more than two, by comparing the players of each game two by two.

    Of two players in a game the one with more points beats the other, and equal points
    are a draw.  ``groups`` has these comparisons, as in :func:`rated`, for each group of
    games that share their dice.  The comparisons of a group depend on each other, so the
    errors come from how much the groups differ (the sandwich estimator of a composite
    likelihood).

    Sources: H. Azari Soufiani, W. Chen, D. Parkes and L. Xia, Generalized
    method-of-moments for rank aggregation (2013), for the comparisons ("full
    breaking"); C. Varin, N. Reid and D. Firth, An overview of composite likelihood
    methods (2011), for the errors.

    >>> races = [{(0, 1, 1.0): 1, (0, 2, 1.0): 1, (1, 2, float(race % 2)): 1} for race in range(4)]
    >>> [round(rating.elo) for rating in rated_in_groups(3, races).ratings]
    [343, -171, -171]
    """
    together: Counter[tuple[int, int, float]] = Counter()
    for group in groups:
        together.update(group)
    fit = _Fit.of(players, together)
    inverse = fit.inverse_curvature()
    spread = [[0.0] * players for _ in range(players)]
    for group in groups:
        slope = fit.slope(group)
        touched = [player for player in range(players) if slope[player]]
        for one in touched:
            for other in touched:
                spread[one][other] += slope[one] * slope[other]
    # each group's slope is measured from the fit that it took part in: with g groups the spread is g/(g-1) larger
    wider = len(groups) / max(1, len(groups) - 1)
    middle = [[sum(map(mul, row, column)) for column in spread] for row in inverse]  # both are symmetric
    variances = [wider * sum(map(mul, middle[player], inverse[player])) for player in range(players)]
    floor = fit.variances() if len(groups) < MIN_GROUPS else variances
    return fit.ratings([max(pair) for pair in zip(variances, floor, strict=True)])


@attrs.frozen
class _Fit:
    """The likeliest strengths of players."""

    strengths: Sequence[float]
    met: Mapping[int, Mapping[int, float]]
    prior: float

    @classmethod
    def of(cls, players: int, results: Mapping[tuple[int, int, float], int]) -> _Fit:
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
        prior = 0.0 if players < 2 or _strongly_connected(won) else 1.0
        strengths = [1.0] * players if players < 2 else _strengths([sum(row) for row in won], met, prior)
        return cls(strengths, met, prior)

    def ratings(self, variances: Sequence[float]) -> Ratings:
        """The ratings, from the variances of the strengths in natural log-odds."""
        players = len(self.strengths)
        if players < 2:
            return Ratings([Rating(0.0, 0.0)] * players)
        logs = [log(strength) for strength in self.strengths]
        mean = sum(logs) / players
        errors = [NORMAL_WIDTH * sqrt(max(0.0, variance)) for variance in variances]
        return Ratings(
            [Rating((value - mean) / PER_ELO, error / PER_ELO) for value, error in zip(logs, errors, strict=True)],
            bool(self.prior),
        )

    def slope(self, results: Mapping[tuple[int, int, float], int]) -> list[float]:
        """How the log-likelihood of some results grows with the natural log of each strength."""
        slope = [0.0] * len(self.strengths)
        for (first, second, score), times in results.items():
            expected = self.strengths[first] / (self.strengths[first] + self.strengths[second])
            slope[first] += times * (score - expected)
            slope[second] -= times * (score - expected)
        return slope

    def variances(self) -> list[float]:
        """The variances of the strengths in natural log-odds, if all games are independent."""
        loose = self._loose
        return [sum(map(mul, column, column)) - loose for column in self._factor()]

    def inverse_curvature(self) -> list[list[float]]:
        """The inverse of the likelihood's curvature, in the natural logs of the strengths; their mean is fixed."""
        factor, loose = self._factor(), self._loose
        return [[sum(map(mul, one, other)) - loose for other in factor] for one in factor]

    @property
    def _loose(self) -> float:
        """What is added to the curvature where only differences of strengths are known."""
        return 0.0 if self.prior else 1 / max(1, len(self.strengths))

    def _factor(self) -> list[list[float]]:
        """The columns of a matrix whose products with each other are the inverse of the curvature."""
        players = len(self.strengths)
        curvature = [[self._loose] * players for _ in range(players)]
        for one in range(players):
            curvature[one][one] += self.prior * self.strengths[one] / (self.strengths[one] + 1) ** 2
            for other, games in self.met.get(one, {}).items():
                both = self.strengths[one] + self.strengths[other]
                weight = games * self.strengths[one] * self.strengths[other] / both**2
                curvature[one][one] += weight
                curvature[one][other] -= weight
        return _inverse_factor(curvature) if players > 1 else [[1.0]] * players


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


def _inverse_factor(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The columns of the inverse of the lower factor of a positive definite matrix, by Cholesky's decomposition.

    An entry of the matrix's inverse is the product of two of them.
    """
    size = len(matrix)
    lower = [[0.0] * size for _ in range(size)]
    for row in range(size):
        for column in range(row + 1):
            rest = matrix[row][column] - sum(map(mul, lower[row][:column], lower[column]))
            lower[row][column] = sqrt(max(rest, 1e-300)) if row == column else rest / lower[column][column]
    columns = []
    for unit in range(size):
        solved = [0.0] * size
        for row in range(unit, size):
            rest = (row == unit) - sum(map(mul, lower[row][unit:row], solved[unit:row]))
            solved[row] = rest / lower[row][row]
        columns.append(solved)
    return columns
