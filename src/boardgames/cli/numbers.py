"""Numbers on the command line, each kind with the bounds within which it means something."""

from __future__ import annotations

from math import isfinite
from typing import Any

import click


class Finite(click.FloatRange):
    """A number with bounds, and not ``nan``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a number from {self.min:g} to {self.max:g}.", param, ctx)
        return number


LONGEST = 1_000_000.0  # seconds: eleven days

SECONDS = Finite(0, LONGEST, min_open=True)
SECONDS_OR_NONE = Finite(0, LONGEST)
MILLISECONDS = Finite(0, LONGEST * 1000)
PACE = Finite(0, 30)
MEBIBYTES = Finite(1, 2.0**24)
GREATEST_SEED = 2**63 - 1
SEED = click.IntRange(0, GREATEST_SEED)
COUNT = click.IntRange(1, 10**9)
COUNT_OR_NONE = click.IntRange(0, 10**9)
DEPTH = click.IntRange(0, 200)
