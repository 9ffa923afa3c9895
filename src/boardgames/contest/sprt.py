"""The sequential probability ratio test: stop a match as soon as its result is clear.

Two hypotheses are weighed: that the first player is better by ``elo0``, or by
``elo1``.  The log-likelihood ratio (LLR) compares how well each explains the
results; the unknown rest of the distribution is chosen in each hypothesis's favour
(the generalized test).  The match is decided once the LLR reaches one of two bounds.

Sources: A. Wald, Sequential tests of statistical hypotheses (1945); X. Li, J. Liu
and Z. Ying, Generalized sequential probability ratio test for separate families of
hypotheses (2014); M. Van den Bergh, Normalized Elo (2020).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, log, sqrt
from typing import Final

import attrs

from boardgames.contest.statistics import PER_ELO, Trials, games_in, score_of

UNSEEN: Final = 1e-3  # the count of a result that was not seen, so that its probability is above 0
NEAR: Final = 1e-3  # a mean that is far smaller than this at its root, and far larger beside a pole
MODELS: Final = ("logistic", "normalized")


class BadSprt(ValueError):
    """A test with impossible values; the message says what would do."""


@attrs.frozen(kw_only=True)
class Sprt:
    """A test of ``elo0`` (H0) against ``elo1`` (H1).

    ``alpha`` is the probability of accepting H1 although H0 holds, ``beta`` that of
    accepting H0 although H1 holds.  ``model`` is the Elo of the hypotheses:
    ``logistic``, that of the score, or ``normalized``, for which the number of games
    needed does not depend on how many are drawn.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"

    def __attrs_post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise BadSprt(f"elo0 must be below elo1, both within -1000 to 1000, not {self.elo0:g} and {self.elo1:g}")
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise BadSprt(f"{name} is a probability between 0 and 0.5, not {risk:g}")
        if self.model not in MODELS:
            raise BadSprt(f"model is {' or '.join(MODELS)}, not {self.model!r}")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """The test in a text.  Raises :class:`BadSprt`.

        >>> Sprt.parse("elo0=0,elo1=5")
        Sprt(elo0=0.0, elo1=5.0, alpha=0.05, beta=0.05, model='logistic')
        """
        chosen: dict[str, float | str] = {}
        names = [field.name for field in attrs.fields(cls)]
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals or name not in names:
                raise BadSprt(f"cannot read {part!r}: write NAME=VALUE with {', '.join(names)}, as in elo0=0,elo1=10")
            try:
                chosen[name] = value if name == "model" else float(value)
            except ValueError:
                raise BadSprt(f"{name} is a number, not {value!r}") from None
        return cls(**chosen)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return ",".join(
            f"{name}={value:g}" if isinstance(value, float | int) else f"{name}={value}"
            for name, value in attrs.asdict(self).items()
        )

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0 is accepted, and that at which H1 is.

        >>> [round(bound, 2) for bound in Sprt(alpha=0.05, beta=0.05).bounds]
        [-2.94, 2.94]
        """
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, trials: Trials) -> float:
        """The log-likelihood ratio of H1 to H0; 0.0 before the first trial.

        >>> round(Sprt(elo0=0, elo1=5).llr(Trials((10, 20, 60, 25, 15))), 4)
        0.3393
        """
        if not trials.number:
            return 0.0
        counts = [count or UNSEEN for count in trials.counts]
        number = fsum(counts)
        shares = [count / number for count in counts]
        h0, h1 = (
            self._most_likely(shares, trials.values, elo, games_in(trials.counts)) for elo in (self.elo0, self.elo1)
        )
        return fsum(count * log(one / nought) for count, nought, one in zip(counts, h0, h1, strict=True))

    def accepted_at(self, llr: float) -> str | None:
        """The hypothesis that this LLR accepts, ``"H0"`` or ``"H1"``, or ``None``."""
        low, high = self.bounds
        return "H1" if llr >= high else "H0" if llr <= low else None

    def _most_likely(self, shares: Sequence[float], values: Sequence[float], elo: float, games: int) -> list[float]:
        """The distribution under which the results are the most likely, among those with this Elo."""
        if self.model == "logistic":
            return tilted(shares, [value - score_of(elo) for value in values])
        return with_ratio(shares, values, elo * PER_ELO / 2 * sqrt(games))


def tilted(seen: Sequence[float], excess: Sequence[float]) -> list[float]:
    """The most likely distribution for these frequencies under which the mean ``excess`` is 0.

    By Lagrange's multiplier it is ``seen / (1 + m excess)``; ``m`` is found by
    Newton's steps, halving where they leave the bracket.
    """
    low, high = -1 / max(excess), -1 / min(excess)
    m = 0.0
    for _ in range(200):
        shares = [p / (1 + m * x) for p, x in zip(seen, excess, strict=True)]
        value = sum(q * x for q, x in zip(shares, excess, strict=True))
        if value > 0:
            low = m
        else:
            high = m
        slope = sum(q * x * x / (1 + m * x) for q, x in zip(shares, excess, strict=True))
        stepped = m + value / slope
        nearer = stepped if low < stepped < high else (low + high) / 2
        # Beside an end of the bracket, where the mean has no bounds, steps are short as well.
        if not low < nearer < high or (abs(nearer - m) <= 1e-15 * (high - low) and abs(value) < NEAR):
            break
        m = nearer
    return [p / (1 + m * x) for p, x in zip(seen, excess, strict=True)]


def with_ratio(shares: Sequence[float], values: Sequence[float], ratio: float) -> list[float]:
    """The most likely distribution with (mean - ½) / deviation equal to ``ratio``.

    Near a distribution with this ratio the condition is, to first order, that an
    excess quadratic in the values has mean 0.  That is solved again and again until
    the distribution no longer changes, or nothing but rounding errors changes it.
    """
    chances, change = shifted_to(ratio, shares, values), 1.0
    for _ in range(100):
        mean, deviation = moments(chances, values)
        excess = [value - 0.5 - ratio * deviation * (1 + ((value - mean) / deviation) ** 2) / 2 for value in values]
        before, chances = chances, shifted_to(ratio, tilted(shares, excess), values)
        last, change = change, max(abs(new - old) for new, old in zip(chances, before, strict=True))
        if last <= change and last < 1e-6:
            return before
        if change < 1e-12:
            break
    return chances


def shifted_to(ratio: float, chances: Sequence[float], values: Sequence[float]) -> list[float]:
    """The distribution, mixed with as many wins (or losses) as give it this ratio.

    With a share *s* of them the squared condition is quadratic in *s*.
    """
    mean, deviation = moments(chances, values)
    above, variance = mean - 0.5, deviation**2
    extreme = values[-1] if above < ratio * deviation else values[0]
    far = extreme - mean
    a = far**2 * (1 + ratio**2)
    b = 2 * above * far - ratio**2 * (far**2 - variance)
    c = above**2 - ratio**2 * variance
    root = sqrt(max(0.0, b * b - 4 * a * c))
    q = -(b + root if b > 0 else b - root) / 2
    shares = [share for share in (q / a, c / q if q else 0.0) if -1e-12 <= share <= 1]
    share = max(0.0, min(shares, key=lambda share: _missed(share, above, far, variance, ratio), default=0.0))
    return [(1 - share) * p + share * (value == extreme) for p, value in zip(chances, values, strict=True)]


def _missed(share: float, above: float, far: float, variance: float, ratio: float) -> float:
    """The distance of a mixture from the ratio; the squared condition also has a root on the other side."""
    return abs(above + share * far - ratio * sqrt(max(0.0, (1 - share) * (variance + share * far**2))))


def moments(chances: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """The mean and the deviation of a distribution."""
    mean = fsum(p * value for p, value in zip(chances, values, strict=True))
    return mean, sqrt(fsum(p * (value - mean) ** 2 for p, value in zip(chances, values, strict=True)))
