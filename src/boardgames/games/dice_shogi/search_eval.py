"""The worth of a position of Dice Shogi to a search: that of its board, whatever the die shows."""

from __future__ import annotations

from typing import Final

from boardgames.games.dice_shogi.rules import DiceShogi, State
from boardgames.games.dice_shogi.search_rules import DiceShogiSearchRules
from boardgames.games.shogi.values import judgements, search_eval
from boardgames.learning.judgement_file import Judgement
from boardgames.learning.search_hints import SearchHints


def judge(state: State, seat: int) -> float:
    """The result that the seat can expect, from -1 to 1."""
    return search_eval.judge(state.base, seat)


def rules(game: DiceShogi, judgement: Judgement | None) -> DiceShogiSearchRules:
    """The search rules: those of the board, with the die."""
    return DiceShogiSearchRules(game, judgements.rules(game.base, judgement))


HINTS: Final = SearchHints(evaluate=judge, rules=rules, learned=judgements.LEARNED)
