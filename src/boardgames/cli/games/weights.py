"""The option ``--weights``: how many points each rung is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from boardgames.grading import Weights


class WeightsType(click.ParamType["Weights"]):
    """``plays=10,others=1``, or a TOML file."""

    name = "weights"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Weights:
        from boardgames.grading import BadWeights, Weights

        if isinstance(value, Weights):
            return value
        try:
            return Weights.read(str(value))
        except BadWeights as error:
            self.fail(str(error), param, ctx)


takes_weights: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--weights",
    type=WeightsType(),
    metavar="RUNG=POINTS,...|FILE.toml",
    help="Points of rungs; 'others' are those not named.  [100 in all]",
)
