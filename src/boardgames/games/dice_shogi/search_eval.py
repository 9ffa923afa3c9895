"""How good a position of Dice Shogi is, for a search: as its board is, whatever the die shows."""

from __future__ import annotations

from typing import Any, Final, cast

from boardgames.core.lookup.spec import SearchHints
from boardgames.games.dice_shogi.rules import State
from boardgames.games.shogi.values import search_eval


def judge(state: Any, seat: int) -> float:
    """From -1 to 1: what the seat can expect in the end."""
    return search_eval.judge(cast(State, state).base, seat)


HINTS: Final = SearchHints(evaluate=judge)
