"""Ratings by maximum likelihood: the Bradley–Terry model, fitted by minorization and maximization.

A player of strength *s* beats one of strength *t* with probability *s / (s + t)*; a
draw is half a win for each.  The strengths that make the results most likely are
found by steps that never make them less so, and are given in Elo with mean 0.

A player that won or lost every point against the others has no likeliest strength, and
what it did says nothing about them.  So the others are rated without it, and of it only
a bound is known.

Source: D. Hunter, MM algorithms for generalized Bradley–Terry models (2004).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import exp, inf, log, log1p, sqrt
from operator import mul

import attrs

from boardgames.contest.connected import Results, arrows, connected_field, reached
from boardgames.contest.statistics import CONFIDENCE, NORMAL_WIDTH, PER_ELO, root_of

TOLERANCE = 1e-7  # natural log-odds: the fit ends when no strength moves further than this in a step
MAX_STEPS = 100_000
WIDEST = 60.0  # natural log-odds, some 10,000 Elo: no bound is further from the mean


@attrs.frozen
class Rating:
    """A rating in Elo, with half the width of its 95 % interval, and the interval's ends.

    The interval is that of the difference from the mean, which is 0.
    A player outside of the field that was rated has an interval without an end on one
    side, and ``elo`` and ``error`` are those with one drawn game more, against a player
    of average strength.
    """

    elo: float
    error: float
    low: float
    high: float


@attrs.frozen
class Ratings:
    """The ratings of all players, in the players' order; the mean of those with two bounds is 0.

    ``regularised`` says that each player is counted one drawn game more, against a player of
    average strength: so little connects the players that no field of more than half of them
    has likeliest ratings.
    """

    ratings: Sequence[Rating]
    regularised: bool = False


def rated(players: int, results: Results) -> Ratings:
    """The ratings of players numbered from 0.

    ``results`` has, for (one player, another, score of the first: 0, ½ or 1), the
    number of such games.  The errors treat games as independent.  Where the two
    games of a pair share their dice, that makes the errors too wide rather than too
    narrow.

    >>> [round(rating.elo) for rating in rated(2, {(0, 1, 1.0): 3, (0, 1, 0.0): 1}).ratings]
    [95, -95]
    """
    field = connected_field(players, results)
    fit = _Fit.of(len(field), _among(field, results))
    return _with_others(players, results, field, fit, fit.variances())


def rated_with_covariances(players: int, groups: Sequence[Results]) -> tuple[list[float], list[list[float]]]:
    """The Elo of players that all took points from each other, with mean 0, and the covariances of its errors.

    ``groups`` has results as in :func:`rated` for each pair of games with swapped seats.  Games of a pair depend on
    each other, so the covariances come from how much the pairs differ (the sandwich estimator; C. Varin, N. Reid and
    D. Firth, An overview of composite likelihood methods, 2011).  They are in squared Elo, of the differences from the
    mean.  Raises :class:`ValueError` for players without likeliest ratings.

    >>> elo, covariances = rated_with_covariances(2, [{(0, 1, 1.0): 2}, {(0, 1, 1.0): 1, (0, 1, 0.0): 1}])
    >>> [round(value) for value in elo], [[round(value) for value in row] for row in covariances]
    ([95, -95], [[13412, -13412], [-13412, 13412]])
    """
    fit = _Fit.of(players, together(groups))
    if fit.prior:
        raise ValueError("some players won or lost every point against the others")
    elo = [log(strength) / PER_ELO for strength in fit.strengths]
    left, right = fit.sandwich_sides(groups)
    return elo, [[sum(map(mul, one, other)) / PER_ELO**2 for other in right] for one in left]


def together(groups: Iterable[Results]) -> Results:
    """The results of all groups in one."""
    results: Counter[tuple[int, int, float]] = Counter()
    for group in groups:
        results.update(group)
    return results


def _among(field: Sequence[int], results: Results) -> Results:
    """The results of the players of a field among each other, who are numbered from 0."""
    number = {player: index for index, player in enumerate(field)}
    return {
        (number[one], number[other], score): times
        for (one, other, score), times in results.items()
        if one in number and other in number
    }


def _with_others(
    players: int, results: Results, field: Sequence[int], fit: _Fit, variances: Sequence[float]
) -> Ratings:
    """The ratings of a field, and of the players outside of it."""
    ratings: dict[int, Rating] = {}
    logs = [log(strength) for strength in fit.strengths]
    mean = sum(logs) / max(1, len(logs))
    for player, value, variance in zip(field, logs, variances, strict=True):
        elo, error = (value - mean) / PER_ELO, NORMAL_WIDTH * sqrt(max(0.0, variance)) / PER_ELO
        ratings[player] = Rating(elo, error, elo - error, elo + error)
    if len(field) < players:
        fixed = dict(zip(field, fit.strengths, strict=True))
        held = _Fit.of(players, results, fixed)
        beaten, beaten_by = arrows(players, results)
        above, below = reached(field[0], beaten_by), reached(field[0], beaten)
        for player, variance in zip(held.free, held.variances(), strict=True):
            elo, error = log(held.strengths[player]) / PER_ELO, NORMAL_WIDTH * sqrt(variance) / PER_ELO
            met = [(log(held.strengths[other]), games) for other, games in held.met[player].items() if other in fixed]
            low = -_highest_loser([(-value, games) for value, games in met]) / PER_ELO if player in above else -inf
            high = _highest_loser(met) / PER_ELO if player in below else inf
            ratings[player] = Rating(elo, error, low, high)
    return Ratings([ratings[player] for player in range(players)], bool(fit.prior))


def _highest_loser(met: Sequence[tuple[float, float]]) -> float:
    """The highest strength at which it is not unlikely (2.5 %) to lose all games against players met.

    Strengths are natural logs; ``met`` has them with the numbers of games.  Infinite without games.
    """
    unlikely = log((1 - CONFIDENCE) / 2)

    def excess(strength: float) -> float:
        return -sum(games * log1p(exp(strength - value)) for value, games in met) - unlikely

    return root_of(excess, WIDEST) if met else inf


@attrs.frozen
class _Fit:
    """The likeliest strengths of players; those of some may be known."""

    strengths: Sequence[float]
    met: Mapping[int, Mapping[int, float]]
    prior: float
    free: Sequence[int]
    """The players whose strengths are fitted."""

    @classmethod
    def of(cls, players: int, results: Results, fixed: Mapping[int, float] | None = None) -> _Fit:
        """The fit of all players, or of those that are not ``fixed`` to a strength.

        Without a likeliest fit there is a ``prior``: a drawn game more of each, against a player of strength 1.
        """
        held = fixed or {}
        points = [0.0] * players
        met: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for (one, other, score), times in results.items():
            points[one] += score * times
            points[other] += (1 - score) * times
            met[one][other] += times
            met[other][one] += times
        beaten, beaten_by = arrows(players, results)
        connected = players < 2 or len(reached(0, beaten)) == len(reached(0, beaten_by)) == players
        prior = 0.0 if connected else 1.0
        free = [player for player in range(players) if player not in held]
        strengths = [held.get(player, 1.0) for player in range(players)]
        if players > 1:
            _fit_strengths(strengths, free, points, met, prior)
        return cls(strengths, met, prior, free)

    def slope(self, results: Results) -> list[float]:
        """The growth of the log-likelihood of some results with the natural log of each strength."""
        slope = [0.0] * len(self.strengths)
        for (first, second, score), times in results.items():
            expected = self.strengths[first] / (self.strengths[first] + self.strengths[second])
            slope[first] += times * (score - expected)
            slope[second] -= times * (score - expected)
        return slope

    def variances(self) -> list[float]:
        """The variances of the fitted strengths in natural log-odds, if all games are independent.

        They are those of the differences from the mean of all, or from the strengths that are known.
        """
        factor = self._factor()
        columns = factor if len(self.free) < len(self.strengths) else _centred(factor)
        return [sum(map(mul, column, column)) for column in columns]

    def sandwich_sides(self, groups: Sequence[Results]) -> tuple[list[list[float]], list[list[float]]]:
        """The rows of two matrices: a covariance is the product of a row of the first and a row of the second."""
        players = len(self.strengths)
        inverse = _centred(self._inverse_curvature())
        spread = [[0.0] * players for _ in range(players)]
        for group in groups:
            slope = self.slope(group)
            touched = [player for player in range(players) if slope[player]]
            for one in touched:
                for other in touched:
                    spread[one][other] += slope[one] * slope[other]
        # each group's slope is measured from the fit that it took part in: with g groups the spread is g/(g-1) larger
        wider = len(groups) / max(1, len(groups) - 1)
        middle = [[wider * sum(map(mul, row, column)) for column in spread] for row in inverse]  # spread is symmetric
        return middle, inverse

    def _inverse_curvature(self) -> list[list[float]]:
        """The inverse of the likelihood's curvature, in the natural logs of the strengths."""
        factor = self._factor()
        return [[sum(map(mul, one, other)) for other in factor] for one in factor]

    @property
    def _loose(self) -> float:
        """The addition to the curvature where only differences of strengths are known."""
        return 0.0 if self.prior else 1 / max(1, len(self.strengths))

    def _factor(self) -> list[list[float]]:
        """The columns of a matrix whose products with each other are the inverse of the curvature."""
        if len(self.strengths) < 2:
            return [[1.0]] * len(self.strengths)
        row_of = {player: row for row, player in enumerate(self.free)}
        curvature = [[self._loose] * len(row_of) for _ in row_of]
        for one, row in row_of.items():
            curvature[row][row] += self.prior * self.strengths[one] / (self.strengths[one] + 1) ** 2
            for other, games in self.met.get(one, {}).items():
                both = self.strengths[one] + self.strengths[other]
                weight = games * self.strengths[one] * self.strengths[other] / both**2
                curvature[row][row] += weight
                if other in row_of:
                    curvature[row][row_of[other]] -= weight
        return _inverse_factor(curvature)


def _fit_strengths(
    strengths: list[float],
    free: Sequence[int],
    points: Sequence[float],
    met: Mapping[int, Mapping[int, float]],
    prior: float,
) -> None:
    """Move strengths to the likeliest ones, with ``prior`` drawn games more against a player of strength 1."""
    for _ in range(MAX_STEPS):
        moved = 0.0
        for one in free:
            here = strengths[one]
            expected = prior / (here + 1) + sum(games / (here + strengths[other]) for other, games in met[one].items())
            strengths[one] = (points[one] + prior / 2) / expected
            moved = max(moved, abs(log(strengths[one] / here)))
        if not prior:  # only the ratios are known
            mean = exp(sum(map(log, strengths)) / len(strengths))
            strengths[:] = [strength / mean for strength in strengths]
        if moved < TOLERANCE:
            break


def _centred(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return [[value - middle for value, middle in zip(row, mean, strict=True)] for row in rows]


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
