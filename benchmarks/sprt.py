"""How often a sequential test errs: simulated tests where one of its hypotheses holds.

``python -m benchmarks.sprt --tests 2000`` prints the table of docs/matches.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random

from boardgames.contest.sprt import Sprt, with_ratio
from boardgames.contest.statistics import PER_ELO, Trials, games_in

SHAPES = {
    "single games, a third drawn": (1.0, 1.0, 1.0),
    "single games, nine of ten drawn": (1.0, 18.0, 1.0),
    "pairs": (1.0, 2.0, 4.0, 2.0, 1.0),
    "pairs, mostly level": (1.0, 6.0, 86.0, 6.0, 1.0),
}
"""How results are distributed between equal players, losses to wins."""


def chances(shape: Sequence[float], elo: float) -> list[float]:
    """The distribution nearest to a shape that has this normalized Elo."""
    trials = Trials(tuple(1 for _ in shape))
    total = sum(shape)
    ratio = elo * PER_ELO / 2 * games_in(trials.counts) ** 0.5
    return with_ratio([each / total for each in shape], trials.values, ratio)


def decided(test: Sprt, distribution: Sequence[float], rng: Random) -> tuple[str, int]:
    """The hypothesis that a simulated test accepts, looking after each trial, and how many trials it took."""
    counts = [0] * len(distribution)
    kinds = range(len(distribution))
    while True:
        for kind in rng.choices(kinds, distribution, k=1):
            counts[kind] += 1
        accepted = test.accepted_at(test.llr(Trials(tuple(counts))))
        if accepted is not None:
            return accepted, sum(counts)


def errors(test: Sprt, shape: Sequence[float], tests: int, seed: int) -> tuple[float, float, float, float]:
    """The shares of tests that wrongly accept H1 and H0, and the mean number of trials under each hypothesis."""
    found = []
    for elo, wrong in ((test.elo0, "H1"), (test.elo1, "H0")):
        rng = Random(f"{seed}/{elo}/{shape}")
        distribution = chances(shape, elo)
        results = [decided(test, distribution, rng) for _ in range(tests)]
        found += [sum(one == wrong for one, _ in results) / tests, sum(number for _, number in results) / tests]
    return found[0], found[2], found[1], found[3]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(SHAPES), help="this distribution alone")
    given = parser.parse_args()
    test = Sprt(elo0=0, elo1=100, model="normalized")
    print("results | H1 accepted under H0 | H0 accepted under H1 | trials under H0 | under H1")
    for name, shape in SHAPES.items() if given.only is None else [(given.only, SHAPES[given.only])]:
        alpha, beta, under0, under1 = errors(test, shape, given.tests, given.seed)
        print(f"{name} | {alpha:.1%} | {beta:.1%} | {under0:.0f} | {under1:.0f}", flush=True)


if __name__ == "__main__":
    main()
