"""The knowledge for searches of the games of the family that have no dice."""

from __future__ import annotations

from typing import Final

from boardgames.games.shogi.values import search_eval, tactics, tsume
from boardgames.games.shogi.values.judgements import LEARNED, rules
from boardgames.learning.search_hints import MateConventions, SearchHints

NO_MATES: Final = SearchHints(evaluate=search_eval.judge, rules=rules)
"""Of variants in which a check wins or the king is taken, so that there are no mates by checks."""

HINTS: Final = SearchHints(
    evaluate=search_eval.judge,
    rules=rules,
    forcing_moves=tactics.checks,
    problems=MateConventions(problem=tsume.problem, delays=tsume.delays, taken=tsume.taken, left_over=tsume.left_over),
    learned=LEARNED,
)
