"""SearchInfo: the findings of a player before it chose, for people to read."""

from __future__ import annotations

from math import atanh
from typing import Any, Final

import attrs

from boardgames.core.protocol.evaluation import Evaluation

CENTIPAWNS: Final = 1200.0
"""Hundredths of a pawn at which a game is about as good as won: the winning chance is 1 / (1 + exp(-cp / 600))."""


def centipawns(value: float) -> int:
    """An expected result, from -1 to 1, in the unit of engines: hundredths of a pawn.

    >>> centipawns(0.0), centipawns(0.5), centipawns(-0.9)
    (0, 659, -1767)
    """
    return round(CENTIPAWNS * atanh(max(-0.999999, min(0.999999, value))))


@attrs.frozen(kw_only=True)
class SearchInfo:
    """The findings of a player about a position.

    ``value`` is the expected result of the side to act, from -1, lost, to 1, won; ``line`` the actions that it expects,
    its own first.  ``plies_to_end`` is the number of actions to the end of the game, if that is known.  ``nodes`` is
    the number of positions searched, ``depth`` that of actions ahead.  ``alternatives`` are the best of the other
    actions, if it judges them; ``fullness`` is the share of its memory for positions that it has used.

    >>> print(SearchInfo(value=0.2, line=("7g7f", "3c3d"), depth=2, nodes=1234, seconds=0.01))
    60 % (depth 2, 1,234 nodes): 7g7f 3c3d
    >>> print(SearchInfo(value=-1.0, line=("5a4a", "G*4b"), plies_to_end=2))
    lost in 2: 5a4a G*4b
    """

    value: float
    line: tuple[Any, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    plies_to_end: int | None = None
    alternatives: tuple[SearchInfo, ...] = ()
    fullness: float | None = None

    @property
    def chance(self) -> float:
        """The chance of winning from 0 to 1; a draw counts half.

        >>> SearchInfo(value=0.5).chance
        0.75
        """
        return (1.0 + self.value) / 2.0

    def evaluation(self, seat: int, judge: str = "") -> Evaluation:
        """These findings as a record has them, if ``seat`` is to act.  The chance in a decided game is 1 or 0.

        >>> SearchInfo(value=-1.0, plies_to_end=2).evaluation(seat=1).chance
        1.0
        """
        chance = self.chance if self.plies_to_end is None else float(self.value > 0)
        chance = min(1.0, max(0.0, chance))
        return Evaluation(
            chance=chance if seat == 0 else 1.0 - chance,
            line=self.line,
            depth=self.depth,
            nodes=self.nodes,
            plies_to_end=self.plies_to_end,
            judge=judge,
        )

    def __str__(self) -> str:
        if self.plies_to_end is None:
            result = f"{100 * self.chance:.0f} %"
        else:
            result = f"{'won' if self.value > 0 else 'lost'} in {self.plies_to_end}"
        effort = []
        if self.depth:
            effort.append(f"depth {self.depth}")
        if self.nodes:
            effort.append(f"{self.nodes:,} nodes")
        words = f" ({', '.join(effort)})" if effort else ""
        return f"{result}{words}: {' '.join(map(str, self.line))}"
