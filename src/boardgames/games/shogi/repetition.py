"""Sennichite: how a game ends in which a position occurs too often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import attrs

from boardgames.core.model.game import Outcome
from boardgames.games.shogi.position_history import PositionHistory

REPETITION: Final = "repetition"
PERPETUAL_CHECK: Final = "perpetual check"


@attrs.frozen
class Repetition:
    """The ``times``-th occurrence of a position ends the game as ``judge`` says.

    A position is the board, both hands and the side to move.  ``judge`` is given
    the seat to move and, for each position after the first occurrence, this one
    included, whether the side to move was in check.
    """

    times: int
    judge: Callable[[int, Sequence[bool]], Outcome]

    def outcome(self, history: PositionHistory, ply: int, key: int, seat: int, in_check: bool) -> Outcome | None:
        """The end of the game in the position ``key`` at ``ply``; ``None`` if it has not occurred often enough.

        ``history`` has the positions before it, ``seat`` is to move and is ``in_check`` or not.
        """
        earlier = history.plies(ply, key)
        if len(earlier) + 1 < self.times:
            return None
        return self.judge(seat, [*history.checks(earlier[0] + 1, ply), in_check])


def fourfold(seat: int, in_check: Sequence[bool]) -> Outcome:
    """A draw, unless all moves of one side since the first occurrence were checks: that side loses.

    If both sides gave check all the time, it is a draw too.
    """
    # The other side made the last move, the side to move the one before.
    by_other, by_own = all(in_check[-1::-2]), all(in_check[-2::-2])
    if by_other == by_own:
        return Outcome((0.0, 0.0), REPETITION)
    return Outcome.lost_by(1 - seat if by_other else seat, PERPETUAL_CHECK)


FOURFOLD: Final = Repetition(4, fourfold)
REPETITIONS: Final = {"fourfold": FOURFOLD, "none": None}
"""The rules to choose from in shogi, by the names of the option ``repetition``."""
