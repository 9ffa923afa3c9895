"""Sennichite: what becomes of a game that goes round in circles."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import attrs

from boardgames.core.model import Outcome

if TYPE_CHECKING:
    from boardgames.games.shogi.rules import State

REPETITION: Final = "repetition"
PERPETUAL_CHECK: Final = "perpetual check"


@attrs.frozen
class Repetition:
    """The ``times``-th occurrence of a position ends the game as ``judge`` says."""

    times: int
    judge: Callable[[Any], Outcome]


def fourfold(state: State) -> Outcome:
    """A draw, unless all moves of one side since the first occurrence were checks: that side loses.

    Should both have given check all the time, neither is to blame more: a draw.
    """
    forced = state.forced_since(state.occurrences()[0])
    # The position before last was forced by the side that is to move now, the last one by the other.
    by_other, by_own = all(forced[-1::-2]), all(forced[-2::-2])
    if by_other == by_own:
        return Outcome((0.0, 0.0), REPETITION)
    return Outcome.lost_by(1 - state.seat if by_other else state.seat, PERPETUAL_CHECK)


FOURFOLD = Repetition(4, fourfold)
