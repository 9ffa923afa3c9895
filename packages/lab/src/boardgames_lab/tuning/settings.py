"""The settings of a tuning, declared once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from boardgames.contest import MOST_GAMES, BadContest, as_texts, checked_setting
from boardgames.core.model import Option, offered, option
from boardgames.core.text import Whole
from boardgames_lab.tuning.methods import METHODS


@attrs.frozen(kw_only=True)
class Tuning:
    """The ranges of a tuning, and its method."""

    method: str = option(
        "spsa",
        "spsa compares two points at a time; cma (CMA-ES) and tpe (Optuna) need the extra 'tune'.",
        choices=tuple(METHODS),
    )
    games: int = option(
        2000,
        "Games of the tuning; as many more at most test its result against the start.",
        kind=Whole(2, MOST_GAMES // 2),
    )
    pairs: int | None = option(None, "Pairs of games of a trial.  [spsa: 4, others: 16]", kind=Whole(1, 10_000))
    vary: tuple[str, ...] = attrs.field(default=(), converter=as_texts)
    """The ranges of a player's options, each ``NAME=LO..HI``."""
    vary_set: tuple[str, ...] = attrs.field(default=(), converter=as_texts)
    """The ranges of a program's own options, each ``NAME=LO..HI``."""
    sprt: str = "elo0=0,elo1=10"
    """The test of the result."""
    library: str = ""
    """The library of the method, with its version."""

    def __attrs_post_init__(self) -> None:
        for name, declared in TUNE_SETTINGS.items():
            checked_setting(declared, getattr(self, name))
        if self.pairs is not None and self.games < 2 * self.pairs:
            raise BadContest(f"{self.games} games are fewer than the {2 * self.pairs} of one trial: play more")


TUNE_SETTINGS: Final[Mapping[str, Option]] = {name: offered(Tuning)[name] for name in ("method", "games", "pairs")}
