"""The kinds of numbers on the command line, each with its bounds."""

from __future__ import annotations

from typing import Final

from boardgames.cli.setting_options import KindType
from boardgames.core.text.kinds import SEED as SEED_KIND, Number, Whole

SECONDS_OR_NONE: Final = KindType(Number(0, 1e6))
PACE: Final = KindType(Number(0, 30))
SEED: Final = KindType(SEED_KIND)
COUNT: Final = KindType(Whole(1, 10**9))
COUNT_OR_NONE: Final = KindType(Whole(0, 10**9))
DEPTH: Final = KindType(Whole(0, 200))
