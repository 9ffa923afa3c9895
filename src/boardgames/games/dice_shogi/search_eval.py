"""How good a position of Dice Shogi is, for a search: as its board is, whatever the die shows."""

from __future__ import annotations

from typing import Final

import attrs

from boardgames.games.dice_shogi.rules import DiceShogi, State
from boardgames.games.dice_shogi.search_rules import DiceShogiSearchRules
from boardgames.games.shogi.values import judgements, search_eval
from boardgames.learning.judgement_file import Judgement
from boardgames.learning.search_hints import SearchHints


def judge(state: State, seat: int) -> float:
    """The result that the seat can expect, from -1 to 1."""
    return search_eval.judge(state.base, seat)


def rules(game: DiceShogi, judgement: Judgement | None) -> DiceShogiSearchRules | None:
    """The rules for a selective search; ``None`` where its base is moved otherwise than shogi."""
    board = judgements.rules(game.base, judgement)
    return None if board is None else DiceShogiSearchRules(game, board)


HINTS: Final = SearchHints(evaluate=judge, learned=attrs.evolve(judgements.LEARNED, rules=rules))
