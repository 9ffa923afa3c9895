"""Search rules for any game for two, from the protocol alone: its actions, its dice, and a judgement if it has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, final

from mypy_extensions import i64

from boardgames.core.model.game import CHANCE, OVER, Action, Game, State
from boardgames.core.vectors import append, vec
from boardgames.learning.search_rules import WINS, SearchRules
from boardgames.players.bounded_search import LARGEST_EVALUATION, BadEvaluation
from boardgames.players.transposition_table import MOVE_BITS


@final
class PlainRules(SearchRules[State]):
    """The rules of any game, from its protocol alone.

    ``evaluate(state, seat)`` gives a position a value between -1 and 1; without it, only ends of games count.
    A move is the index of its action.
    """

    def __init__(self, game: Game, evaluate: Callable[[State, int], float] | None) -> None:
        super().__init__(i64(game.action_count), 0.0, False, False)
        self.evaluate: Final = evaluate
        self.actions: Final[list[Action | None]] = [None] * game.action_count  # by index, those that were met
        self.state: State | None = None  # the one that was asked last whose turn it is
        self.turn: i64 = OVER

    def turn_in(self, state: State) -> i64:
        """The seat to act, ``CHANCE`` or ``OVER``; a state is asked once in a row."""
        if state is not self.state:
            self.state = state
            self.turn = i64(state.turn)
        return self.turn

    def seat(self, state: State) -> i64:
        turn = self.turn_in(state)
        return turn if turn >= 0 else 1 if state.seat == 1 else 0  # at the end it may be anything

    def chances(self, state: State) -> Sequence[tuple[Action, Fraction]]:
        return state.chances() if self.turn_in(state) == CHANCE else ()

    def is_over(self, state: State) -> bool:
        return self.turn_in(state) == OVER

    def result(self, state: State) -> float:
        outcome = state.outcome
        assert outcome is not None
        returned = float(outcome.returns[1 if state.seat == 1 else 0])
        return max(-1.0, min(1.0, returned))

    def key(self, state: State) -> i64:
        return i64(hash(state.key))

    def in_check(self, state: State) -> bool:
        return False

    def score(self, state: State) -> i64:
        """Raises :class:`~boardgames.players.bounded_search.BadEvaluation`."""
        if self.evaluate is None:
            return 0
        judged: object = self.evaluate(state, self.seat(state))
        if not isinstance(judged, (float, int)):
            raise BadEvaluation(judged, state)
        value = float(judged)
        if value > LARGEST_EVALUATION:
            value = LARGEST_EVALUATION
        elif not value > -LARGEST_EVALUATION:
            if value != value:  # not a number
                raise BadEvaluation(value, state)
            value = -LARGEST_EVALUATION
        return i64(value * ALL)

    def moves(self, state: State) -> vec[i64]:
        actions: Sequence[Action] = state.actions()
        by_index = self.actions
        moves = vec[i64](capacity=len(actions))
        for action in actions:
            index = i64(action.index)
            by_index[index] = action
            moves = append(moves, index)
        return moves

    def noisy_moves(self, state: State) -> vec[i64]:
        return vec[i64]([])

    def weights(self, state: State, moves: vec[i64]) -> vec[i64]:
        return vec[i64]([0] * len(moves))

    def play(self, state: State, move: i64) -> State:
        return state.apply(self.actions[move])

    def passed(self, state: State) -> State | None:
        return None

    def action(self, state: State, move: i64) -> Action | None:
        actions: Sequence[Action] = state.actions()
        return next((action for action in actions if action.index & MOVE_BITS == move), None)


ALL: Final = float(int(WINS))
