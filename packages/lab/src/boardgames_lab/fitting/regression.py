"""The fit itself: weights of features by logistic regression, with numpy.

The chance of winning is the logistic function of the sum of the weights.  It is fitted to the results of the positions,
by Adam (Kingma and Ba 2015), in batches.  A weight is the sum of its prior, of what the features of its groups have in
common, and of what is its own; the last two are kept small.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boardgames.learning import SCALE, JudgementFeatures

Numbers = NDArray[np.float64]
Indices = NDArray[np.int32]

BATCH = 8192
FIRST_STEP, LAST_STEP = 0.03, 0.002
"""The most pawns by which Adam moves a weight, in the first batch and in the last."""
SCALES = tuple([round(4 * 1.1**step, 1) for step in range(40)])
"""The scales that are tried."""
ENOUGH = 20_000
"""The number of positions from which the scale is found."""
HELD_OUT = 20
"""One position in this number is not fitted to, but measures the fit."""


@attrs.frozen(eq=False)
class Positions:
    """The features of positions as rows of numbers, and the result of each for seat 0, from -1 to 1.

    Rows are filled up with ``count``, the number of no feature.
    """

    first: Indices
    second: Indices
    targets: Numbers

    def __len__(self) -> int:
        return len(self.targets)


@attrs.frozen
class Progress:
    """The progress of a fit: the passes that are done, their total, and the mean loss of the positions held out."""

    passes: int
    of: int
    loss: float


def rows(features: Sequence[Indices], filler: int) -> Indices:
    """Lists of different lengths as the rows of one array."""
    wide = max(map(len, features), default=0)
    filled = np.full((len(features), wide), filler, dtype=np.int32)
    for number, row in enumerate(features):
        filled[number, : len(row)] = row
    return filled


class Adam:
    """A vector of parameters that follows its gradient."""

    def __init__(self, size: int, decay: float) -> None:
        self.values: Numbers = np.zeros(size)
        self.mean: Numbers = np.zeros(size)
        self.square: Numbers = np.zeros(size)
        self.decay = decay
        self.steps = 0

    def step(self, gradient: Numbers, size: float) -> None:
        self.steps += 1
        gradient = gradient + self.decay * self.values
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient * gradient - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        self.values -= size * mean / (np.sqrt(square) + 1e-8)


def fit_weights(
    model: JudgementFeatures,
    positions: Positions,
    passes: int,
    seed: int,
    scale: float = SCALE,
    report: Callable[[Progress], Any] = lambda progress: None,
) -> Numbers:
    """The weights that make the positions' outcomes most likely, in pawns."""
    rng = np.random.default_rng([seed % 2**64, 1])
    count = model.count
    groups = [np.asarray(group, dtype=np.int64) for group in model.groups]
    shared = [Adam(int(group.max()) + 1, model.decay) for group in groups]
    own = Adam(count, 4 * model.decay if groups else model.decay)
    prior = np.asarray(model.prior, dtype=np.float64)
    weights = np.zeros(count + 1)
    weights[:count] = prior
    held_out = np.arange(len(positions)) % HELD_OUT == HELD_OUT - 1
    fitted = np.flatnonzero(~held_out)
    measured = np.flatnonzero(held_out) if held_out.any() else fitted  # so few are measured where they are fitted
    batches = max(1, -(-len(fitted) // BATCH))
    report(Progress(0, passes, loss(weights, positions, measured, scale)))
    for number in range(passes):
        order = rng.permutation(fitted)
        for batch in range(batches):
            sample = order[batch * BATCH : (batch + 1) * BATCH]
            first, second = positions.first[sample], positions.second[sample]
            chance = winning_chance(weights, first, second, scale)
            error = (chance - (1.0 + positions.targets[sample]) / 2.0) / len(sample)
            gradient = scattered(first, error, count) - scattered(second, error, count)
            share = (number * batches + batch) / (passes * batches)
            size = FIRST_STEP * (LAST_STEP / FIRST_STEP) ** share
            own.step(gradient, size)
            weights[:count] = prior + own.values
            for group, vector in zip(groups, shared, strict=True):
                vector.step(summed(group, gradient, len(vector.values)), size)
                weights[:count] += vector.values[group]
        report(Progress(number + 1, passes, loss(weights, positions, measured, scale)))
    return weights[:count]


def fitted_scale(model: JudgementFeatures, positions: Positions) -> float:
    """The lead in pawns, by the prior, that means a value of 0.76 in these positions; the usual one without a prior.

    So the weights stay pawns, which the margins of a search are.
    """
    if not any(model.prior):
        return model.scale
    weights = np.append(np.asarray(model.prior, dtype=np.float64), 0.0)
    every = np.arange(len(positions))[:: max(1, len(positions) // ENOUGH)]
    return min(SCALES, key=lambda scale: loss(weights, positions, every, scale))


def winning_chance(weights: Numbers, first: Indices, second: Indices, scale: float) -> Numbers:
    """The expected result of each position, from 0 to 1, by the weights of its features on both sides."""
    total = weights[first].sum(axis=1) - weights[second].sum(axis=1)
    chance: Numbers = 1.0 / (1.0 + np.exp(-2.0 * total / scale))
    return chance


def scattered(features: Indices, error: Numbers, count: int) -> Numbers:
    """The sum of the errors of the positions that have a feature, for each feature."""
    return summed(features.ravel(), np.repeat(error, features.shape[1]), count + 1)[:count]


def summed(places: NDArray[Any], amounts: Numbers, size: int) -> Numbers:
    """The sums of the amounts that belong to each place."""
    return np.bincount(places, amounts, size).astype(np.float64)


def loss(weights: Numbers, positions: Positions, sample: NDArray[Any], scale: float) -> float:
    """The mean loss of positions, in bits."""
    chance = winning_chance(weights, positions.first[sample], positions.second[sample], scale)
    chance = np.clip(chance, 1e-9, 1 - 1e-9)
    target = (1.0 + positions.targets[sample]) / 2.0
    return float(-(target * np.log2(chance) + (1 - target) * np.log2(1 - chance)).mean())
