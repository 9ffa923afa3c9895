"""The knowledge that a game offers searches: values of positions, urgent actions, conventions of mate problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic

import attrs

from boardgames.core.model.game import ActionT, StateT

if TYPE_CHECKING:
    from pathlib import Path

    from boardgames.learning.judgement_features import JudgementFeatures
    from boardgames.learning.judgement_file import Judgement
    from boardgames.learning.search_rules import SearchRules


@attrs.frozen(kw_only=True, eq=False)
class MateConventions(Generic[StateT, ActionT]):
    """The conventions of composed mate problems, beyond the rules of a game."""

    problem: Callable[[StateT, bool], StateT]
    """A position as a problem: mate alone ends it, and nothing came before it.
    If the second argument is true, the defender has in hand all pieces that are not in the position."""
    delays: Callable[[StateT], Sequence[ActionT]]
    """The answers to a forcing move that may do no more than delay the mate: interpositions."""
    taken: Callable[[StateT, ActionT], Sequence[StateT]]
    """The positions after such an answer, when the attacker has taken what was offered and given it back; the
    defender is to act again."""
    left_over: Callable[[StateT, int], int]
    """The number of pieces that a seat has in hand."""


@attrs.frozen(kw_only=True, eq=False)
class LearnedHints(Generic[StateT]):
    """The judgement of a game by weights that were fitted to games: :mod:`boardgames_lab.fitting` fits them."""

    features: Callable[[Any], JudgementFeatures[StateT]]
    """The features that a judgement weighs in a game with its options."""
    evaluate: Callable[[Any, Judgement], Callable[[StateT, int], float]]
    """For a game and a judgement: how good a position is for a seat, between -1 and 1."""
    suits: Callable[[Any], bool] = lambda game: True
    """True if it is for a game with these options; others are judged by what a learner observes."""
    file: Callable[[str], Path | None] = lambda name: None
    """The judgement that comes with the game of a name, if one does."""


@attrs.frozen(kw_only=True, eq=False)
class SearchHints(Generic[StateT, ActionT]):
    """The knowledge of a game that a search may use beyond its rules.  Nothing here changes who wins."""

    evaluate: Callable[[StateT, int], float]
    """The result that a seat can expect in a position, between -1 and 1."""
    rules: Callable[[Any, Judgement | None], SearchRules] | None = None
    """The search rules of a game with its options, by a judgement or by ``evaluate``; ``ThrowRules`` with a die.
    Without them a search asks the protocol."""
    forcing_moves: Callable[[StateT], Sequence[ActionT]] | None = None
    """The actions that leave the opponent few answers, such as checks: the search for a mate tries only these."""
    problems: MateConventions[StateT, ActionT] | None = None
    """The conventions of mate problems, for games that have such problems."""
    learned: LearnedHints[StateT] | None = None
    """The judgement of the game by fitted weights; without it a fit weighs what a learner observes."""
