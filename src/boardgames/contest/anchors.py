"""Players whose Elo in a game is known, and how a player that met some of them is rated.

The anchors of a game are ``random`` and the levels 1 to 9 of ``alphabeta``.  They were rated together
(``python -m benchmarks.levels GAME``), and stay as they are when another player is rated: its Elo is the one that makes
its points against them the likeliest.

Its interval has three parts.  The points leave a range, as Wilson's interval of a share does, so that it has an end on
one side even if all games were won.  The games of a pair depend on each other, so this range is as much wider or
narrower as pairs differ more or less than independent games would (by the overdispersion of quasi-likelihood, held
towards 1 while there are few pairs; and two standard errors wider, as a rating ends when its interval looks narrow).
And the anchors' own errors are added, with what they have in common.

Sources: E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927); R. W. M. Wedderburn,
Quasi-likelihood functions (1974).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.resources import files
from itertools import accumulate
from math import inf, isfinite, log, sqrt
from operator import mul
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames.contest.settings import BadContest, as_texts, for_two
from boardgames.contest.statistics import NORMAL_WIDTH, PER_ELO, root_of, score_of
from boardgames.core.lookup.installed_games import ChosenGame, text_of
from boardgames.core.model.game import Game
from boardgames.core.text.finite_json import read_json

FARTHEST: Final = 6000.0  # Elo from 0; no rating is further
HELD: Final = 8.0  # the variance of sixteen even pairs of games, which holds the overdispersion towards 1
BEYOND: Final = 400.0  # Elo above and below the anchors within which a player is looked for
PLACES: Final = 7  # Elo at which the worth of a meeting is judged, over the range that is left
LEAST: Final = 20  # games before a rating may end
ENOUGH: Final = 40  # games after which a player that won all, or lost all, is rated no further

Pair = tuple[int, Sequence[float]]
"""An anchor by its number, and the points of the rated player in each game of a pair against it."""


def _numbers(items: Iterable[float]) -> tuple[float, ...]:
    return tuple(items)


def _rows(rows: Iterable[Iterable[float]]) -> tuple[tuple[float, ...], ...]:
    return tuple(map(_numbers, rows))


@attrs.frozen
class Anchors:
    """The anchors of a game: players as on the command line, the weakest first, each one level above the one before."""

    players: tuple[str, ...] = attrs.field(converter=as_texts)
    elo: tuple[float, ...] = attrs.field(converter=_numbers)
    """On a scale on which their mean is 1000."""
    covariance: tuple[tuple[float, ...], ...] = attrs.field(converter=_rows)
    """Of the errors of ``elo``, in squared Elo."""

    def __attrs_post_init__(self) -> None:
        size, far = len(self.players), FARTHEST - BEYOND
        if size < 2 or any(len(row) != size for row in (self.elo, self.covariance, *self.covariance)):
            raise BadContest("anchors are at least two players, each with its Elo and a row of the covariance")
        if not all(-far <= elo <= far for elo in self.elo):
            raise BadContest(f"the Elo of an anchor is at most {far:.0f} from 0")
        variances = [row[number] for number, row in enumerate(self.covariance)]
        if min(variances) < 0 or not all(abs(value) <= FARTHEST**2 for row in self.covariance for value in row):
            raise BadContest("the covariance of anchors has squared errors of their Elo, none below 0")

    @classmethod
    def read(cls, text: str | bytes, where: str) -> Anchors:
        """The anchors in a file's text.  Raises :class:`~boardgames.contest.BadContest` that says where."""
        try:
            fields = read_json(text)
            players = fields["players"]
            if not isinstance(players, list) or not all(isinstance(player, str) for player in players):
                raise TypeError
            return cls(players, fields["elo"], fields["covariance"])
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            why = str(error) if isinstance(error, BadContest) else "it is not what python -m benchmarks.levels writes"
            raise BadContest(f"{where} has no anchors: {why}") from None

    def fields(self) -> dict[str, list[Any]]:
        """The anchors in plain values, as JSON has them."""
        return {"players": [*self.players], "elo": [*self.elo], "covariance": [[*row] for row in self.covariance]}

    @property
    def errors(self) -> list[float]:
        """Half the width of the 95 % interval of each Elo."""
        return [NORMAL_WIDTH * sqrt(max(0.0, row[number])) for number, row in enumerate(self.covariance)]

    def level(self, elo: float) -> float:
        """The level at an Elo, from 0 for the first anchor: between two anchors in proportion.

        Above the last anchor, the step below it goes on for one level.  An anchor that was found to be weaker than the
        one before counts as equal to it.

        >>> [Anchors("abc", [900, 1000, 1100], [[0] * 3] * 3).level(elo) for elo in (0, 950, 1100, 1150, 2000)]
        [0.0, 0.5, 2.0, 2.5, 3.0]
        """
        heights = [*accumulate(self.elo, max)]
        below = max((number for number, value in enumerate(heights) if value <= elo), default=None)
        if below is None:
            return 0.0
        lower = min(below, len(heights) - 2)
        step = max(1.0, heights[lower + 1] - heights[lower])
        return min(lower + (elo - heights[lower]) / step, float(len(heights)))

    def between(self, level: float) -> list[float]:
        """The share of each anchor in a level."""
        lower = min(int(level), len(self.elo) - 2)
        shares = [0.0] * len(self.elo)
        shares[lower], shares[lower + 1] = lower + 1 - level, level - lower
        return shares

    def variance(self, shares: Sequence[float]) -> float:
        """The variance of a sum of the anchors' Elo, each multiplied by its share."""
        rows = zip(shares, self.covariance, strict=True)
        variance: float = sum(share * sum(map(mul, row, shares)) for share, row in rows if share)
        return max(0.0, variance)

    def wanted(self, pairs: Sequence[Pair], number: int) -> list[int]:
        """The anchors that a player should meet next, in ``number`` pairs of games, to learn most of its Elo.

        Each pair is the one after which the variance that is left, the anchors' part in it, is the smallest: the
        geometric mean over the range in which the player may be.

        >>> even = Anchors("abc", [500, 1000, 1500], [[0] * 3] * 3)
        >>> even.wanted([(1, (1.0, 0.5)), (2, (0.5, 0.0))] * 20, 2), even.wanted([(0, (0.0, 0.0))] * 9, 1)
        ([1, 2], [0])
        """
        rating = AnchoredRating.of(self, pairs)
        lowest, highest = self.elo[0] - BEYOND, self.elo[-1] + BEYOND
        low, high = (min(max(end, lowest), highest) for end in (rating.low, rating.high))
        places = [low + (high - low) * place / (PLACES - 1) for place in range(PLACES)]
        worth = [[information(value, place) for value in self.elo] for place in places]
        games = list(rating.games)
        chosen = []
        for _ in range(number):

            def left(anchor: int) -> float:
                games[anchor] += 2
                variances = [self._variance_at(list(map(mul, games, row)), rating.dispersion) for row in worth]
                games[anchor] -= 2
                return sum(map(log, variances))

            best = min(range(len(self.elo)), key=left)
            games[best] += 2
            chosen.append(best)
        return chosen

    def _variance_at(self, weights: Sequence[float], dispersion: float) -> float:
        total = sum(weights)
        return dispersion / total + self.variance([weight / total for weight in weights])


def information(elo: float, other: float) -> float:
    """The information that a game between players of these Elo gives on one if the other is known, per squared Elo."""
    chance = score_of(elo - other)
    return max(1e-12, chance * (1 - chance)) * PER_ELO**2


@attrs.frozen
class AnchoredRating:
    """The rating of a player that met anchors; ends of intervals may be infinite."""

    anchors: Anchors
    elo: float
    """On the anchors' scale; infinite if the player won everything, or lost everything."""
    games: Sequence[int]
    """The number of games against each anchor."""
    dispersion: float
    """The variance of pairs of games, over that of independent games."""
    own_low: float
    own_high: float
    """The 95 % interval, were the anchors' Elo without errors."""

    @classmethod
    def of(cls, anchors: Anchors, pairs: Sequence[Pair]) -> AnchoredRating:
        """The rating from pairs of games.

        >>> even = Anchors("abc", [500, 1000, 1500], [[0] * 3] * 3)
        >>> rating = AnchoredRating.of(even, [(1, (1.0, 0.0))] * 20)
        >>> round(rating.elo), round(rating.error), round(rating.level, 3)
        (1000, 91, 1.0)
        >>> rating = AnchoredRating.of(even, [(2, (1.0, 1.0))] * 20)
        >>> rating.elo, round(rating.low), rating.high, rating.level_interval[1]
        (inf, 1822, inf, 3.0)
        """
        games, points = [0] * len(anchors.elo), 0.0
        for anchor, scores in pairs:
            games[anchor] += len(scores)
            points += sum(scores)

        def excess(elo: float) -> float:
            return points - sum(count * score_of(elo - value) for count, value in met)

        def spread(elo: float) -> float:
            chances = ((count, score_of(elo - value)) for count, value in met)
            return sum(count * chance * (1 - chance) for count, chance in chances)

        met = [(count, value) for count, value in zip(games, anchors.elo, strict=True) if count]
        total = sum(games)
        elo = -inf if not points else inf if points == total else root_of(excess, FARTHEST)
        if not total:
            return cls(anchors, 0.0, games, 1.0, -inf, inf)
        at = max(-FARTHEST, min(FARTHEST, elo))
        expected = [score_of(at - value) for value in anchors.elo]
        surprise = sum(sum(score - expected[anchor] for score in scores) ** 2 for anchor, scores in pairs)
        usual = spread(at)
        number = len(pairs)
        dispersion = (surprise * number / max(1, number - 1) + HELD) / (usual + HELD) * (1 + 2 * sqrt(2 / number))

        def deviations(elo: float) -> float:
            return excess(elo) / sqrt(max(1e-300, dispersion * spread(elo)))

        low = -inf if elo == -inf else root_of(lambda elo: deviations(elo) - NORMAL_WIDTH, FARTHEST)
        high = inf if elo == inf else root_of(lambda elo: deviations(elo) + NORMAL_WIDTH, FARTHEST)
        return cls(anchors, elo, games, dispersion, low, high)

    def settled(self, until: float) -> bool:
        """True if more games tell little: once ``error`` is at most ``until`` Elo, or the anchors' part in it
        is twice that of the games.

        It is also so if the player has won all of 40 games or lost all of them.
        """
        games = sum(self.games)
        if not isfinite(self.error):
            return games >= ENOUGH
        by_games = (self.own_high - self.own_low) / 2
        return games >= LEAST and (self.error <= until or by_games <= self.anchor_error / 2)

    @cached_property
    def _shares(self) -> list[float]:
        """The share of each anchor's Elo in the rating."""
        ends = [value for value in (self.elo, self.own_low, self.own_high) if isfinite(value)]
        at = ends[0] if ends else 0.0
        weights = [count * information(at, value) for count, value in zip(self.games, self.anchors.elo, strict=True)]
        return [weight / max(1e-300, sum(weights)) for weight in weights]

    @property
    def anchor_error(self) -> float:
        """The part of ``error`` that is due to the anchors."""
        return NORMAL_WIDTH * sqrt(self.anchors.variance(self._shares))

    def _ends(self, anchor_error: float) -> tuple[float, float]:
        """The interval with an error of the anchors."""
        from_low, from_high = (self.elo if isfinite(self.elo) else end for end in (self.own_low, self.own_high))
        return (
            from_low - sqrt((from_low - self.own_low) ** 2 + anchor_error**2) if isfinite(self.own_low) else -inf,
            from_high + sqrt((self.own_high - from_high) ** 2 + anchor_error**2) if isfinite(self.own_high) else inf,
        )

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self._ends(self.anchor_error)[0]

    @property
    def high(self) -> float:
        """The upper end."""
        return self._ends(self.anchor_error)[1]

    @property
    def error(self) -> float:
        """Half the interval's width."""
        return (self.high - self.low) / 2

    @property
    def level(self) -> float:
        """The level, from 0; see :meth:`Anchors.level`."""
        return self.anchors.level(self.elo)

    @property
    def level_interval(self) -> tuple[float, float]:
        """The 95 % interval of the level.  Only errors of the anchors' Elo beside that of the player count here."""
        apart = map(lambda share, part: share - part, self._shares, self.anchors.between(self.level))
        low, high = self._ends(NORMAL_WIDTH * sqrt(self.anchors.variance(list(apart))))
        return self.anchors.level(low), self.anchors.level(high)


def anchors_of(game: str | Game | ChosenGame, path: str | os.PathLike[str] | None = None) -> Anchors:
    """The anchors of a game: those in the file ``path``, else those that come with the library.

    Raises :class:`~boardgames.contest.BadContest`, and what :func:`boardgames.core.lookup.installed_games.load` raises.

    >>> anchors_of("ur").players[:2], anchors_of("ur").level(1e6)
    (('random', 'alphabeta:level=1'), 10.0)
    """
    text = text_of(for_two(game).game)
    folder = files("boardgames.contest") / "elo"
    place = folder / file_name(text) if path is None else Path(path)
    try:
        return Anchors.read(place.read_bytes(), str(place))
    except OSError as error:
        if path is not None:
            raise BadContest(f"cannot read the anchors in {place}: {error.strerror}") from None
    measured = ", ".join(sorted(entry.name.removesuffix(".json") for entry in folder.iterdir()))
    raise BadContest(
        f"nobody has measured the levels in {text}, only in: {measured}. Measure them by "
        f"'python -m benchmarks.levels {text} --out FILE' in the source, and say --anchors FILE"
    )


def file_name(text: str) -> str:
    """The file with the anchors of a game.

    >>> file_name("ur:tokens=3")
    'ur-tokens=3.json'
    """
    return text.replace(":", "-").replace(",", "-") + ".json"
