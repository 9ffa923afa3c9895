"""How good a position of Dice Shogi is, for a search: as its board is, whatever the die shows."""

from __future__ import annotations

from typing import Any, Final, cast

from boardgames.core.lookup.search_hints import SearchHints
from boardgames.games.dice_shogi.rules import State
from boardgames.games.shogi.values import search_eval
from boardgames.games.shogi.values.judgements import LEARNED


def judge(state: Any, seat: int) -> float:
    """The result that the seat can expect, from -1 to 1."""
    return search_eval.judge(cast(State, state).base, seat)


HINTS: Final = SearchHints(evaluate=judge, learned=LEARNED)
