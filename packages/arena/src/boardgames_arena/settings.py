"""How an arena plays, declared once for 'boardgames serve' and for Python."""

from __future__ import annotations

from typing import Final

import attrs

from boardgames.core.model import check_values, option
from boardgames.core.text import PLIES
from boardgames.referee import Limits

MAX_BOTS: Final = 500


@attrs.frozen(kw_only=True)
class ArenaSettings:
    """How an arena plays.  Raises :class:`~boardgames.core.model.options.BadOption` for a value out of bounds."""

    limits: Limits = attrs.field(factory=Limits)
    rounds: str = option(
        "waiting",
        "Pair two bots as soon as they wait, or all that wait at once, by the clock.",
        choices=("clock", "waiting"),
    )
    every: float = option(
        30.0, "Minutes between rounds (with --rounds clock).", least=0, most=7 * 24 * 60, above=True, metavar="MINUTES"
    )
    credit: float = option(
        0.2, "Network delay that is forgiven for each answer, at most.", least=0, most=10_000, unit=0.001, metavar="MS"
    )
    fresh_dice: bool = option(False, "Give the second game of two bots other dice than the first.")
    """Ratings need fewer games if both games have the same dice; but a bot that remembers the first game then knows
    the throws of the second."""
    max_plies: int | None = option(None, "Call a game a draw after N plies, dice included.", kind=PLIES)
    max_bots: int = option(MAX_BOTS, "Bots that may be connected.", least=1, offered=False)

    def __attrs_post_init__(self) -> None:
        check_values(self)
