"""Sennichite: what becomes of a game that goes round in circles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import attrs

from boardgames.core.model.game import Outcome

REPETITION: Final = "repetition"
PERPETUAL_CHECK: Final = "perpetual check"


@attrs.frozen
class Repetition:
    """The ``times``-th occurrence of a position ends the game as ``judge`` says.

    It is told the seat to move, and of each position after the first occurrence,
    this one included, whether the side to move was in check.
    """

    times: int
    judge: Callable[[int, Sequence[bool]], Outcome]


def fourfold(seat: int, in_check: Sequence[bool]) -> Outcome:
    """A draw, unless all moves of one side since the first occurrence were checks: that side loses.

    Should both have given check all the time, neither is to blame more: a draw.
    """
    # The other side made the last move, the side to move the one before.
    by_other, by_own = all(in_check[-1::-2]), all(in_check[-2::-2])
    if by_other == by_own:
        return Outcome((0.0, 0.0), REPETITION)
    return Outcome.lost_by(1 - seat if by_other else seat, PERPETUAL_CHECK)


FOURFOLD: Final = Repetition(4, fourfold)
