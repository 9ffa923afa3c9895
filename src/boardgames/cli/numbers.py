"""The kinds of numbers on the command line, each with its bounds."""

from __future__ import annotations

from typing import Final

from boardgames.cli.setting_options import KindType
from boardgames.core.settings import GREATEST_SEED, LEAST_SEED, Number, Whole

SECONDS_OR_NONE: Final = KindType(Number(0, 1e6))
PACE: Final = KindType(Number(0, 30))
SEED: Final = KindType(Whole(LEAST_SEED, GREATEST_SEED))
COUNT: Final = KindType(Whole(1, 10**9))
COUNT_OR_NONE: Final = KindType(Whole(0, 10**9))
DEPTH: Final = KindType(Whole(0, 200))
