"""The worth of a position of Ur: the evaluation for searches, compiled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.games.ur.actions import CELL, WAITING
from boardgames.games.ur.judgements import LEARNED
from boardgames.games.ur.rules import State
from boardgames.learning.curve import expectation_of
from boardgames.learning.search_hints import SearchHints

ENTERED: Final = 0.6
"""The value of a token on the board, in cells: it need not wait to enter."""
ARRIVED: Final = 1.5
"""The value of a token at home, in cells beyond the last: it is safe for good."""
SAFE: Final = 2.0
"""A token on a rosette among the shared cells: it cannot be captured, and blocks the tokens behind it."""
RISK: Final = 0.32
"""The share of its way that a token on common cells stands to lose for each certain hit."""
THROW: Final = 1.6
"""To be the side that throws next."""
SCALE: Final = 26.0
"""With this many cells ahead and all seven tokens in play, three games in four are won."""
DICE: Final[vec[float]] = vec[float]([0.0, 0.25, 0.375, 0.25, 0.0625])
"""The probability of each throw of four coins; close enough for other dice."""


def judge(state: State, seat: int) -> float:
    """The result that the seat can expect, from -1 to 1."""
    own = side_worth(state, state.own, state.other, state.own_waiting, state.other_waiting)
    other = side_worth(state, state.other, state.own, state.other_waiting, state.own_waiting)
    value = expectation_of(own - other + THROW, SCALE)
    return value if state.seat == seat else -value


def side_worth(state: State, men: i64, others: i64, waiting: i64, others_waiting: i64) -> float:
    """The way that a side has come, in cells."""
    game = state.game
    running: i64 = 0
    worth = 0.0
    for cell in range(i64(1), game.home):
        if men & CELL[cell]:
            running += 1
            worth += float(int(cell)) + ENTERED
            meeting: i64 = game.meets[cell]
            if meeting:
                if game.safe & CELL[cell]:
                    worth += SAFE
                else:
                    hit = 0.0
                    for thrown in range(i64(1), i64(5)):
                        sources = meeting >> thrown  # where one would have to stand, as a set
                        if others & sources or (others_waiting and sources & CELL[WAITING]):
                            hit += DICE[thrown]
                    worth -= RISK * hit * float(int(cell))
    home = game.tokens - waiting - running
    return worth + float(int(home)) * (float(int(game.home)) + ARRIVED)


HINTS: Final = SearchHints(evaluate=judge, learned=LEARNED)
