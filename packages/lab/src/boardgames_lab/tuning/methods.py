"""The methods of tuning: each asks for trials, and learns from their scores."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from importlib.metadata import version
from math import fsum, inf, nan
from random import Random
from typing import Any, Final, Protocol

from boardgames.contest import BadContest
from boardgames_lab.tuning.spsa import Point, Spsa

Versus = tuple[Point, Point | None]
"""A trial: a point and its rival; ``None`` is the player as it was given."""


class Method(Protocol):
    """Finds a good point.  The same seed and the same scores lead to the same trials."""

    def ask(self) -> Sequence[Versus]:
        """The next trials, which can be played at the same time."""

    def tell(self, scores: Sequence[float]) -> None:
        """The scores of these trials, from 0 to 1."""

    @property
    def best(self) -> Point:
        """The best point, as far as the scores say."""


class CmaMethod:
    """CMA-ES: a cloud of points, each against the start; the cloud goes where the better ones are."""

    SPREAD: Final = 0.25

    def __init__(self, start: Point, trials: int, pairs: int, rng: Random) -> None:
        import numpy

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that nothing can be plotted
            import cma
        numbers = numpy.random.default_rng(rng.getrandbits(64))
        options = {
            "bounds": [0, 1],
            "maxstd_boundrange": inf,  # of one coordinate the library cannot bound the spread
            "seed": nan,
            "randn": lambda *shape: numbers.standard_normal(shape),
            "verbose": -9,
        }
        self.cloud: Any = cma.CMAEvolutionStrategy(list(start), self.SPREAD, options)
        self.asked: Any = []

    def ask(self) -> Sequence[Versus]:
        self.asked = self.cloud.ask()
        return [(tuple(map(float, point)), None) for point in self.asked]

    def tell(self, scores: Sequence[float]) -> None:
        self.cloud.tell(self.asked, [-score for score in scores])

    @property
    def best(self) -> Point:
        return tuple(min(1.0, max(0.0, float(value))) for value in self.cloud.result.xfavorite)


class TpeMethod:
    """Optuna's tree of Parzen estimators: points like the good ones so far, and unlike the bad ones."""

    TOP: Final = 5  # the best of this many points count
    TOGETHER: Final = 4  # trials at a time

    def __init__(self, start: Point, trials: int, pairs: int, rng: Random) -> None:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = optuna.samplers.TPESampler(seed=rng.getrandbits(32))
        self.study: Any = optuna.create_study(direction="maximize", sampler=sampler)
        self.study.enqueue_trial({str(number): value for number, value in enumerate(start)})
        self.space = {str(number): optuna.distributions.FloatDistribution(0.0, 1.0) for number in range(len(start))}
        self.asked: list[Any] = []
        self.scored: list[tuple[float, Point]] = []
        self.start = start

    def ask(self) -> Sequence[Versus]:
        self.asked = [self.study.ask(self.space) for _ in range(self.TOGETHER)]
        return [(self._point(trial), None) for trial in self.asked]

    def tell(self, scores: Sequence[float]) -> None:
        for trial, score in zip(self.asked, scores, strict=True):
            self.study.tell(trial, score)
            self.scored.append((score, self._point(trial)))

    def _point(self, trial: Any) -> Point:
        return tuple(trial.params[name] for name in self.space)

    @property
    def best(self) -> Point:
        """The mean of the best points: the best alone owes most to chance."""
        ranked = sorted(self.scored, reverse=True)[: max(1, len(self.scored) // self.TOP)]
        points = [point for _, point in ranked] or [self.start]
        return tuple(fsum(values) / len(points) for values in zip(*points, strict=True))


METHODS: Final[dict[str, tuple[Callable[[Point, int, int, Random], Method], str, int]]] = {
    "spsa": (Spsa, "", 4),
    "cma": (CmaMethod, "cma", 16),
    "tpe": (TpeMethod, "optuna", 16),
}
"""The methods by name, each with the library that it needs and the usual number of pairs of games in a trial."""


def library_of(method: str) -> str:
    """The library of a method with its version, as another version may ask for other trials; ``""`` if it needs none.

    Raises :class:`~boardgames.contest.settings.BadContest` if it is not installed.
    """
    needed = METHODS[method][1]
    try:
        return needed and f"{needed} {version(needed)}"
    except ModuleNotFoundError:
        missing = f"{method} needs one more package: pip install 'abstract-boardgames-lab[tune]'; or take spsa"
        raise BadContest(missing) from None
