"""The rules of Dice Shogi for a search: the positions of the board, and which throw asks for which move."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.model.game import State as GameState
from boardgames.core.vectors import append, vec
from boardgames.games.dice_shogi.rules import DiceShogi, State as DiceState
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.movegen import legal_moves
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.values.board_tables import KingTables
from boardgames.games.shogi.values.search_rules import ShogiSearchRules
from boardgames.games.shogi.values.tactics import mover_checks
from boardgames.learning.search_rules import WINS, ThrowRules


@final
class DiceShogiSearchRules(ThrowRules[State]):
    """The rules over those of a base game's board, which judge as well."""

    def __init__(self, game: DiceShogi, board: ShogiSearchRules) -> None:
        tables = game.base.tables
        throw_of = [int(game.file_of[i64(action.target)]) for action in tables.entry_actions]
        super().__init__(board.numbers, board.scale, game.files + 1, vec[i64](throw_of))
        self.board: Final = board
        learned = board.learned
        self.kings: Final[KingTables | None] = learned if isinstance(learned, KingTables) else None
        self.tables: Final = tables
        self.last_ply: Final[i64] = game.base.last_ply

    def position(self, state: GameState) -> State:
        assert isinstance(state, DiceState)
        return state.base

    def is_over(self, state: State) -> bool:
        return i64(state.ply) > self.last_ply

    def result(self, state: State) -> float:
        return self.board.result(state)

    def key(self, state: State) -> i64:
        return i64(state.key)

    def score(self, state: State) -> i64:
        return self.board.score(state)

    def moves(self, state: State) -> vec[i64]:
        return legal_moves(state)

    def play(self, state: State, move: i64) -> State:
        return state._after(self.tables.entry_actions[move])

    def action(self, state: State, move: i64) -> Action | None:
        return self.board.action(state, move)

    def scores_after(self, state: State, moves: vec[i64]) -> vec[i64]:
        """The scores of the base.  A win is seen where the man that moved gives check; others are rare."""
        kings, nowhere = self.kings, self.tables.nowhere
        count: i64 = len(moves)
        if i64(state.ply) >= self.last_ply:
            scores = vec[i64]([0] * int(count))  # drawn, unless the last move mates
        elif kings is not None and i64(state.black_king) < nowhere and i64(state.white_king) < nowhere:
            scores = kings.scores_after(state, moves)
        else:
            scores = self.judged_after(state, moves)
        for number in range(count):
            action = self.tables.entry_actions[moves[number]]
            if mover_checks(state, action) and not len(legal_moves(state._after(action))):
                scores[number] = WINS
        return scores

    def judged_after(self, position: State, moves: vec[i64]) -> vec[i64]:
        """The scores after these moves, each position judged by itself."""
        scores = vec[i64](capacity=len(moves))
        for number in range(i64(len(moves))):
            after = position._after(self.tables.entry_actions[moves[number]])
            scores = append(scores, -self.board.score(after))
        return scores
