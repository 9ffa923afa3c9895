"""The statistics of a number of games: a score, its Elo, and the error of both.

Games in pairs, with seats swapped and the same seed, are counted in pairs: pairs are
independent trials, the two games of a pair are not.  Everything is from the point of
view of one player.  No value is ever NaN; a value without a bound is infinite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import fsum, inf, isfinite, log, log10, sqrt
from statistics import NormalDist
from typing import Final

import attrs

CONFIDENCE: Final = 0.95
NORMAL_WIDTH: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)  # 1.96 standard deviations
PER_ELO: Final = log(10) / 400  # natural log-odds in a point of Elo


def elo_of(score: float) -> float:
    """The difference in Elo at which this score (0 to 1) is expected.

    >>> round(elo_of(0.64), 1), elo_of(0.5), elo_of(1.0)
    (100.0, 0.0, inf)
    """
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return 400 * log10(score / (1 - score)) + 0.0


def score_of(elo: float) -> float:
    """The score that is expected at this difference in Elo.

    >>> round(score_of(100), 2)
    0.64
    """
    return 1 / (1 + 10 ** (-max(-6000.0, min(6000.0, elo)) / 400))


def root_of(falling: Callable[[float], float], farthest: float) -> float:
    """The number at which a falling function is 0; it is at most ``farthest`` from 0.

    >>> round(root_of(lambda number: 3 - number, 10.0), 6)
    3.0
    """
    low, high = -farthest, farthest
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return low


def unseen_share(trials: int) -> float:
    """The share of trials that a result may have if it was not seen in this number of them: with 2.5 % it is missed.

    >>> round(unseen_share(1), 3), round(unseen_share(100), 3)
    (0.975, 0.036)
    """
    share: float = 1 - ((1 - CONFIDENCE) / 2) ** (1 / trials)
    return share


@attrs.frozen
class Estimate:
    """A value with its 95 % interval; each may be infinite."""

    value: float
    low: float
    high: float

    @classmethod
    def of_mean(cls, values: Sequence[float], groups: Sequence[object] = ()) -> Estimate:
        """The mean of values, by the normal approximation; of fewer than two independent ones nothing is known.

        ``groups`` tell the group of each value, where only groups are independent, as pairs of games are.

        >>> mean = Estimate.of_mean([1.0, 2.0, 3.0])
        >>> round(mean.value, 2), round(mean.low, 2), round(mean.high, 2)
        (2.0, 0.87, 3.13)
        >>> round(Estimate.of_mean([1.0, 1.0, 2.0, 2.0, 3.0, 3.0], "aabbcc").low, 2)
        0.87
        """
        mean = fsum(values) / max(1, len(values))
        sums: dict[object, float] = {}
        for group, value in zip(groups or range(len(values)), values, strict=True):
            sums[group] = sums.get(group, 0.0) + value - mean
        if len(sums) < 2:
            return cls(mean, -inf, inf)
        squares = fsum(total**2 for total in sums.values()) * len(sums) / (len(sums) - 1)
        spread = NORMAL_WIDTH * sqrt(squares) / len(values)
        return cls(mean, mean - spread, mean + spread)

    @property
    def error(self) -> float:
        """Half the interval's width."""
        return (self.high - self.low) / 2

    def __format__(self, form: str) -> str:
        """The value in a form for numbers, with its error if that has a bound.

        >>> f"{Estimate(20.07, -11.31, 51.77):+.0f}, {Estimate(0.5, -inf, inf):.0%}"
        '+20 ± 32, 50 %'
        """
        error = f" ± {self.error:{form.lstrip('+')}}" if isfinite(self.error) else ""
        return f"{self.value:{form}}{error}".replace("%", " %")


@attrs.frozen
class Trials:
    """How often each of some evenly spaced results from 0 to 1 was seen: losses to wins, or a pair's five results."""

    counts: tuple[int, ...]

    @property
    def number(self) -> int:
        """The number of trials."""
        return sum(self.counts)

    @property
    def values(self) -> list[float]:
        """The score of a trial of each kind.

        >>> Trials((0, 0, 0, 0, 0)).values
        [0.0, 0.25, 0.5, 0.75, 1.0]
        """
        return [kind / (len(self.counts) - 1) for kind in range(len(self.counts))]

    @property
    def mean(self) -> float:
        """The score of a trial, 0 to 1; one half if there was none."""
        if not self.number:
            return 0.5
        return sum(value * count for value, count in zip(self.values, self.counts, strict=True)) / self.number

    @property
    def variance(self) -> float:
        """The variance of a trial's score; 0.0 if there was none."""
        if not self.number:
            return 0.0
        mean = self.mean
        squares = (count * (value - mean) ** 2 for value, count in zip(self.values, self.counts, strict=True))
        return sum(squares) / self.number

    @property
    def score(self) -> Estimate:
        """The score with its interval, both within 0 to 1.

        The interval is the normal approximation's.  If all trials had the same result
        that interval has no width; then it covers every result that this number of trials may
        have missed with a probability of 2.5 %.

        >>> Trials((0, 0, 10)).score.low > 0.69
        True
        """
        number, mean = self.number, self.mean
        if not number:
            return Estimate(mean, 0.0, 1.0)
        spread = NORMAL_WIDTH * sqrt(self.variance / number)
        if spread:
            return Estimate(mean, max(0.0, mean - spread), min(1.0, mean + spread))
        unseen = unseen_share(number)
        return Estimate(mean, mean * (1 - unseen), mean + (1 - mean) * unseen)

    @property
    def elo(self) -> Estimate:
        """The difference in (logistic) Elo.

        >>> elo = Trials((10, 20, 60, 25, 15)).elo
        >>> round(elo.value, 2), round(elo.low, 2), round(elo.high, 2)
        (20.07, -11.31, 51.77)
        """
        score = self.score
        return Estimate(elo_of(score.value), elo_of(score.low), elo_of(score.high))

    @property
    def superiority(self) -> float:
        """The likelihood of superiority (LOS): the probability that the true score is above one half.

        By the normal approximation, with no opinion before the first trial.  If all
        trials had one result, the approximation has no width; then each is taken for a
        won or lost trial of a player that wins with an unknown probability.

        >>> round(Trials((10, 20, 60, 25, 15)).superiority, 3), Trials((0, 0, 0)).superiority
        (0.895, 0.5)
        """
        above, variance = self.mean - 0.5, self.variance
        if not above:
            return 0.5
        if variance:
            return NormalDist().cdf(above * sqrt(self.number / variance))
        doubt = 0.5 ** (self.number + 1)
        return 1 - doubt if above > 0 else doubt

    @property
    def normalized_elo(self) -> float:
        """The score over the deviation of a game, in units of Elo: how easily the difference is seen.

        A trial of five results is a pair, whose deviation is that of a game times
        the square root of one half.

        >>> round(Trials((10, 20, 60, 25, 15)).normalized_elo, 2)
        27.0
        """
        above, deviation = self.mean - 0.5, sqrt(self.variance)
        if not above:
            return 0.0
        if not deviation:
            return inf if above > 0 else -inf
        return above / (deviation * sqrt(games_in(self.counts))) * 2 / PER_ELO


def games_in(counts: Sequence[int]) -> int:
    """The games in a trial with this number of possible results: one for three, two for five."""
    return (len(counts) - 1) // 2


@attrs.frozen
class Tally:
    """The games of a player: won, drawn and lost, and the results of its pairs.

    ``pairs`` has the number of pairs in which it scored 0, ½, 1, 1½ and 2.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, scores: Iterable[float], pairs: Iterable[float] = ()) -> Tally:
        """The tally of games that scored 0, ½ or 1 and pairs that scored 0 to 2.

        >>> Tally.of([1, 0.5, 1], pairs=[1.5])
        Tally(wins=2, draws=1, losses=0, pairs=(0, 0, 0, 1, 0))
        """
        games = [0, 0, 0]
        for score in scores:
            games[round(score * 2)] += 1
        five = [0, 0, 0, 0, 0]
        for score in pairs:
            five[round(score * 2)] += 1
        return cls(games[2], games[1], games[0], tuple(five))

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points a game, 0 to 1; one half if there was none."""
        return self.single.mean

    @property
    def single(self) -> Trials:
        """The games as trials of their own."""
        return Trials((self.losses, self.draws, self.wins))

    @property
    def trials(self) -> Trials:
        """The trials that count: whole pairs, or single games if there are no pairs."""
        return Trials(self.pairs) if any(self.pairs) else self.single

    @property
    def elo(self) -> Estimate:
        """The difference in Elo that these results tell, with its interval."""
        return self.trials.elo
