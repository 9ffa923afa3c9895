"""Numbers on the command line, each kind with its bounds."""

from __future__ import annotations

from math import isfinite, nan
from typing import Any

import click


class Finite(click.FloatRange):
    """A number with bounds, and not ``nan``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(super().convert(value, None, None))
        except click.BadParameter:
            number = nan
        if not isfinite(number):
            more = "more than" if self.min_open else "from"
            self.fail(f"expected a number {more} {self.min:g}, up to {self.max:g}, not {value!r}.", param, ctx)
        return number


class Whole(click.IntRange):
    """A whole number with bounds; the error says what would be right."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return int(super().convert(value, None, None))
        except click.BadParameter:
            bounds = f"of at least {self.min}" if self.max is None else f"from {self.min} to {self.max}"
            self.fail(f"expected a whole number {bounds}, not {value!r}.", param, ctx)


LONGEST = 1_000_000.0  # seconds: eleven days

SECONDS = Finite(0, LONGEST, min_open=True)
SECONDS_OR_NONE = Finite(0, LONGEST)
MILLISECONDS = Finite(0, LONGEST * 1000)
PACE = Finite(0, 30)
MEBIBYTES = Finite(1, 2.0**24)
LEAST_SEED, GREATEST_SEED = -(2**63), 2**63 - 1  # as in the arenas
SEED = Whole(LEAST_SEED, GREATEST_SEED)
COUNT = Whole(1, 10**9)
COUNT_OR_NONE = Whole(0, 10**9)
DEPTH = Whole(0, 200)
