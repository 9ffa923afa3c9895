"""The rules of the family for a selective search: moves are the entries of the tables."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import append, vec
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import BLACK, EMPTY, PROMOTED, man_of
from boardgames.games.shogi.moves.move_lists import end_of_steps, first_step, target_of
from boardgames.games.shogi.moves.movegen import king_moves, legal_moves, look_from_king, moves_within
from boardgames.games.shogi.moves.position import WORDS, reaches
from boardgames.games.shogi.moves.tables import BIT_FACTOR, Tables
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.values.attacks import Attacks
from boardgames.games.shogi.values.board_tables import BoardTables
from boardgames.games.shogi.values.piece_values import PieceValues, values_of
from boardgames.games.shogi.values.search_eval import SCALE, pawns_ahead
from boardgames.learning.search_rules import CHECK, GAIN, NEAR_KING, SearchRules

TENTH: Final[i64] = 10
"""Hundredths of a pawn in a tenth."""
FEW: Final[i64] = 24


@final
class ShogiSearchRules(SearchRules[State]):
    """The rules of one variant."""

    def __init__(self, tables: Tables, learned: BoardTables | None = None, narrow: bool = False) -> None:
        super().__init__(len(tables.entry_actions), 100.0 * (SCALE if learned is None else learned.scale), narrow)
        self.learned: Final = learned
        self.tables: Final = tables
        self.values: Final[PieceValues] = values_of(tables)
        self.exchange: Final[vec[i64]] = self.values.exchange
        self.packed: Final[vec[i64]] = packed(tables)
        squares, files = tables.variant.squares, tables.variant.files
        beside = [self.beside(king) for king in range(squares + 1)]
        self.beside_low: Final[vec[i64]] = vec[i64]([low for low, _ in beside])
        self.beside_high: Final[vec[i64]] = vec[i64]([high for _, high in beside])
        depth = tables.variant.zone * files
        black_low, black_high = tables.set_of(list(range(depth)))
        white_low, white_high = tables.set_of(list(range(squares - depth, squares)))
        self.zone_low: Final[vec[i64]] = vec[i64]([0, black_low, white_low])
        self.zone_high: Final[vec[i64]] = vec[i64]([0, black_high, white_high])
        self.across: Final[bool] = tables.variant.across

    def beside(self, king: int) -> tuple[i64, i64]:
        """The set of the squares beside one; none beside a king that is nowhere."""
        steps, squares = self.values.steps, self.tables.variant.squares
        return self.tables.set_of([square for square in range(squares) if steps[king * squares + square] == 1])

    def is_over(self, state: State) -> bool:
        return state.is_cut_short()

    def result(self, state: State) -> float:
        outcome = state.outcome
        assert outcome is not None, "it is asked where the game is over"
        return float(outcome.returns[state.seat])

    def key(self, state: State) -> i64:
        return i64(state.key)

    def in_check(self, state: State) -> bool:
        return state.in_check()

    def score(self, state: State) -> i64:
        learned = self.learned
        nowhere = self.tables.nowhere
        if learned is not None and i64(state.black_king) < nowhere and i64(state.white_king) < nowhere:
            return learned.score(state)
        score = i64(pawns_ahead(state) * 100.0)
        return score if state.side == BLACK else -score

    def moves(self, state: State) -> vec[i64]:
        return legal_moves(state)

    def noisy_moves(self, state: State) -> vec[i64]:
        """Captures, and promotions inside the zone; all moves where men move otherwise than in shogi."""
        if not self.tables.ordinary:
            return legal_moves(state)
        tables, codes, king, side = self.tables, state.codes, state.own_king(), i64(state.side)
        _, _, _, pinned_low, pinned_high = look_from_king(state)
        low = state.other_low | self.zone_low[side] & ~state.own_low
        high = state.other_high | self.zone_high[side] & ~state.own_high
        moves = vec[i64](capacity=FEW)
        for word in range(WORDS):
            square_of = tables.high_square if word else tables.low_square
            men = state.own_high & ~tables.high[king] if word else state.own_low & ~tables.low[king]
            pinned = pinned_high if word else pinned_low
            while men:
                man = men & -men
                men ^= man
                square = square_of[man * BIT_FACTOR >> 58 & 63]
                move_list = tables.move_lists[codes[square] * tables.stride + square]
                if man & pinned:
                    pair = king * tables.squares + square
                    moves = moves_within(
                        state, moves, move_list, low & tables.line_low[pair], high & tables.line_high[pair]
                    )
                else:
                    moves = moves_within(state, moves, move_list, low, high)
        attacks = self.attacks_in(state)
        if attacks is None or state.in_check():  # a check may go through the king
            return king_moves(state, moves)
        move_list = tables.move_lists[side * 16 * tables.stride + king]
        for entry in range(first_step(move_list), end_of_steps(move_list)):
            target = target_of(tables.entries[entry])
            if (tables.low[target] & low or tables.high[target] & high) and not attacks.attacked(target, side):
                moves = append(moves, entry)
        return moves

    def attacks_in(self, state: State) -> Attacks | None:
        """The attacks in a state, if the judgement keeps them."""
        return None if self.learned is None else self.learned.attacks_in(state)

    def weights(self, state: State, moves: vec[i64]) -> vec[i64]:
        tables, before, exchange, entries = self.tables, state.codes, self.exchange, self.packed
        side = i64(state.side)
        low, high = state.own_low | state.other_low, state.own_high | state.other_high
        other_king = state.other_king()
        sight_low, sight_high = tables.sight_low[other_king], tables.sight_high[other_king]
        king = other_king * tables.squares
        count: i64 = len(moves)
        weights = moves[:]  # a list of that length
        beside_low, beside_high = self.beside_low[other_king], self.beside_high[other_king]
        if self.across:  # a king that arrives there wins
            beside_low, beside_high = beside_low | self.zone_low[side], beside_high | self.zone_high[side]
        attacks = self.attacks_in(state)
        for place in range(count):
            move = entries[moves[place]]
            target = move & 255
            drop = move >> 8 & 255
            weight: i64 = 0
            if drop:
                code = man_of(side, drop)
            else:
                code = before[move >> 16 & 255]
                captured: i64 = before[target]
                promotes = move >> 24 != 0
                if captured != EMPTY or promotes:
                    mover = exchange[code]
                    gain = exchange[captured] * 2 if captured != EMPTY else 0  # it changes sides
                    if promotes:
                        code ^= PROMOTED  # men may turn back
                        gain += exchange[code] - mover
                    if gain <= mover * 2 and (
                        state.attacked(target, low, high) if attacks is None else attacks.attacked(target, side)
                    ):
                        gain -= mover * 2
                    if gain > 0:
                        weight = gain * TENTH * GAIN
            target_low, target_high = tables.low[target], tables.high[target]
            if beside_low & target_low or beside_high & target_high:
                weight |= NEAR_KING
            if (sight_low & target_low or sight_high & target_high) and reaches(tables, code, king + target, low, high):
                weight |= CHECK
            weights[place] = weight
        return weights

    def play(self, state: State, move: i64) -> State:
        action = self.tables.entry_actions[move]
        child = state._after(action)
        if self.learned is not None:
            self.learned.follow(state, action, child)
        return child

    def passed(self, state: State) -> State | None:
        child = state.passed()
        if self.learned is not None:
            self.learned.follow_pass(state, child)
        return child

    def action(self, state: State, move: i64) -> Action | None:
        return self.tables.entry_actions[move] if move < self.numbers else None


def packed(tables: Tables) -> vec[i64]:
    """Each entry as one number, which is quicker to read: target, piece dropped, source, whether it promotes."""
    count: i64 = len(tables.entry_actions)
    numbers = vec[i64](capacity=count)
    for entry in range(count):
        action = tables.entry_actions[entry]
        source: i64 = 0 if action.drop else i64(action.source)
        promotes: i64 = 1 if action.promotes else 0
        numbers = append(numbers, i64(action.target) + 2**8 * i64(action.drop) + 2**16 * source + 2**24 * promotes)
    return numbers
