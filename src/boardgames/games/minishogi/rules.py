"""Minishogi: the rules of shogi on 25 squares.  This module has all that differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from boardgames.core.model.game import Outcome
from boardgames.core.model.options import option
from boardgames.games.shogi.pieces import BISHOP, GOLD, KING, PAWN, ROOK, SILVER
from boardgames.games.shogi.repetition import FOURFOLD, PERPETUAL_CHECK, REPETITION, Repetition
from boardgames.games.shogi.variant import Variant

MINISHOGI: Final = Variant(
    name="minishogi",
    title="Minishogi",
    files=5,
    ranks=5,
    zone=1,
    pieces=(KING, PAWN, SILVER, GOLD, BISHOP, ROOK),
    start="rbsgk/4p/5/P4/KGSBR b -",
    even="5五将棋",
)


def threefold(seat: int, in_check: Sequence[bool]) -> Outcome:
    """The third occurrence: a side in check wins, since the other gave it; without a check Black loses."""
    return Outcome.lost_by(1 - seat, PERPETUAL_CHECK) if in_check[-1] else Outcome.lost_by(0, REPETITION)


def for_second_player(seat: int, in_check: Sequence[bool]) -> Outcome:
    """Shogi's own rule, but White wins what would be a draw."""
    outcome = FOURFOLD.judge(seat, in_check)
    return outcome if outcome.winner is not None else Outcome.lost_by(0, REPETITION)


REPETITIONS: Final = {
    "threefold": Repetition(3, threefold),
    "fourfold": FOURFOLD,
    "fourfold-white-wins": Repetition(4, for_second_player),
    "none": None,
}


@attrs.frozen(kw_only=True)
class MinishogiOptions:
    """The rule options of minishogi; the defaults are the arena's.

    ``repetition``: ``threefold`` ends the game at the third occurrence of a
    position: the side in check wins, without a check Black loses.  ``fourfold``
    is shogi's own rule, a draw unless one side gave check all the time;
    ``fourfold-white-wins`` is that rule with a win for White, the second player, in
    place of the draw.

    ``max_plies``: a game without an end by then is a draw; 0 sets no limit.
    """

    repetition: str = option(
        "threefold",
        "when a position has occurred too often",
        "threefold: CodinGame, https://github.com/jdermont/MiniShogi; fourfold: Japan Minishogi Association; "
        "fourfold-white-wins: lishogi, https://github.com/WandererXII/lishogi/issues/674, and Fairy-Stockfish",
        choices=tuple(REPETITIONS),
    )
    max_plies: int = option(
        300, "plies after which the game is a draw, 0 for no limit", "CodinGame", least=0, most=10**6
    )
