"""Learned judgements of the family as tables that compiled code reads; here men by the kings."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from boardgames.core.vectors import append, vec
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import BLACK, PROMOTED, kind_of, man_of
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.values.attacks import Attacks
from boardgames.learning.curve import expectation_of
from boardgames.learning.judgement_file import UNIT

UNIT_OF_SCORE: Final[i64] = 4  # of the weights' units in a hundredth of a pawn
FIRST_CODE: Final = 16
"""The least code of a man."""
MEN: Final = 32
"""Codes of men less 16: own ones come first, then the other side's."""
COUNTS: Final = 19
"""Numbers of pieces of a kind in a hand, from none to 18."""
PLIES: Final[i64] = 256  # whose sums are kept, by the lowest bits of their number


class BoardTables:
    """The weights of a judgement by :class:`~boardgames.games.shogi.values.layout.Layout`'s items.

    ``scale`` is how many pawns ahead mean a value of 0.76.
    """

    def __init__(self, squares: i64, slots: i64, tempo: i64, scale: float) -> None:
        self.scale: Final[float] = scale
        self.squares: Final[i64] = squares
        self.slots: Final[i64] = slots
        self.width: Final[i64] = MEN * squares + slots * COUNTS
        self.tempo: Final[i64] = tempo

    def total(self, position: Position) -> i64:
        """The whole sum, in Black's favour."""
        raise NotImplementedError

    def score(self, state: State) -> i64:
        """The worth of the position to the side to move, in hundredths of a pawn."""
        raise NotImplementedError

    def follow(self, state: State, action: Action, child: State) -> None:
        """Keep what helps to score the state after a move; nothing by itself."""

    def follow_pass(self, state: State, child: State) -> None:
        """Keep what helps to score the state after a pass; nothing by itself."""

    def attacks_in(self, state: State) -> Attacks | None:
        """The attacks in a state, if they are kept."""
        return None

    def value(self, position: Position, seat: int) -> float:
        """The expectation of a seat, from -1 to 1."""
        value = expectation_of(float(int(self.total(position))) / UNIT, self.scale)
        return value if seat == 0 else -value


@final
class KingTables(BoardTables):
    """The weights for each king on each square: ``weights[king * width + item]``, in Black's favour.

    The items are as Black sees them.  The rows of White's king follow those of Black's.  The sums of the positions
    that a search is at are kept by ply, as a move changes few of their parts.
    """

    def __init__(self, squares: i64, slots: i64, weights: list[int], tempo: i64, scale: float) -> None:
        super().__init__(squares, slots, tempo, scale)
        self.weights: Final[vec[i16]] = vec[i16](weights)
        self.sums: Final[vec[i64]] = vec[i64]([0] * int(PLIES))
        self.keys: Final[vec[i64]] = vec[i64]([0] * int(PLIES))

    def total(self, position: Position) -> i64:
        total = self.by_kings(position, i64(position.black_king), self.squares + i64(position.white_king))
        return total + (self.tempo if position.side == BLACK else -self.tempo)

    def score(self, state: State) -> i64:
        total = self.sum_of(state)
        return ((total if state.side == BLACK else -total) + self.tempo) // UNIT_OF_SCORE

    def sum_of(self, state: State) -> i64:
        """The sum without having the move, in Black's favour, which is kept."""
        place, key = i64(state.ply) & PLIES - 1, i64(state.key)
        if self.keys[place] != key:
            self.sums[place] = self.by_kings(state, i64(state.black_king), self.squares + i64(state.white_king))
            self.keys[place] = key
        return self.sums[place]

    def follow(self, state: State, action: Action, child: State) -> None:
        """Keep the sum of the state after a move, if the one before it is kept and both kings are there."""
        before, place = i64(state.ply) & PLIES - 1, i64(child.ply) & PLIES - 1
        nowhere = state.tables.nowhere
        if (
            self.keys[before] != i64(state.key)
            or i64(action.target) < 0
            or i64(child.black_king) >= nowhere
            or i64(child.white_king) >= nowhere
        ):
            return
        total = self.sums[before]
        total = self.after_drop(state, action, total) if action.drop else self.after(state, action, total)
        self.sums[place] = total
        self.keys[place] = i64(child.key)

    def follow_pass(self, state: State, child: State) -> None:
        """Keep the sum of the state after a pass: the same, if it is kept."""
        before, place = i64(state.ply) & PLIES - 1, i64(child.ply) & PLIES - 1
        if self.keys[before] == i64(state.key):
            self.sums[place] = self.sums[before]
            self.keys[place] = i64(child.key)

    def by_kings(self, position: Position, black: i64, white: i64) -> i64:
        """The sum as it is seen from two rows."""
        codes, squares, weights = position.codes, self.squares, self.weights
        total: i64 = 0
        black_row = black * self.width - FIRST_CODE * squares
        white_row = white * self.width - FIRST_CODE * squares
        for square in range(squares):
            code: i64 = codes[square]
            if code:
                place = code * squares + square
                total += i64(weights[black_row + place]) + i64(weights[white_row + place])
        black_row += (FIRST_CODE + MEN) * squares
        white_row += (FIRST_CODE + MEN) * squares
        for slot in range(self.slots):
            held: i64 = codes[squares + slot]
            if held:
                place = slot * COUNTS + (held if held < COUNTS else COUNTS - 1)
                total += i64(weights[black_row + place]) + i64(weights[white_row + place])
        return total

    def scores_after(self, position: Position, moves: vec[i64]) -> vec[i64]:
        """The worth of the position after each of these legal moves to the side that moves, in hundredths of a pawn.

        Each is the sum before, changed by what the move changes.
        """
        entry_actions = position.tables.entry_actions
        is_black = position.side == BLACK
        tempo = -self.tempo if is_black else self.tempo
        total = self.total(position) + tempo
        count: i64 = len(moves)
        scores = vec[i64](capacity=count)
        for number in range(count):
            action = entry_actions[moves[number]]
            score = self.after_drop(position, action, total) if action.drop else self.after(position, action, total)
            scores = append(scores, (score + tempo if is_black else -score - tempo) // UNIT_OF_SCORE)
        return scores

    def after_drop(self, position: Position, action: Action, total: i64) -> i64:
        """The sum after a drop, without having the move."""
        side, drop = i64(position.side), i64(action.drop)
        black, white = i64(position.black_king), self.squares + i64(position.white_king)
        total += self.man(black, white, man_of(side, drop), i64(action.target))
        return total + self.change_of_hand(position, black, white, kind_of(drop), -1)

    def after(self, position: Position, action: Action, total: i64) -> i64:
        """The sum after a move on the board, without having the move."""
        codes, side = position.codes, i64(position.side)
        source, target = i64(action.source), i64(action.target)
        black, white = i64(position.black_king), self.squares + i64(position.white_king)
        if source == position.own_king():
            if side == BLACK:
                black = target
            else:
                white = self.squares + target
            total = self.by_kings(position, black, white)
        man, captured = i64(codes[source]), i64(codes[target])
        total -= self.man(black, white, man, source)
        if captured:
            total += self.change_of_hand(position, black, white, kind_of(captured), 1)
            total -= self.man(black, white, captured, target)
        return total + self.man(black, white, man ^ PROMOTED if action.promotes else man, target)

    def man(self, black: i64, white: i64, code: i64, square: i64) -> i64:
        """The weight of a man on a square, as it is seen from two rows."""
        item = (code - FIRST_CODE) * self.squares + square
        return i64(self.weights[black * self.width + item]) + i64(self.weights[white * self.width + item])

    def change_of_hand(self, position: Position, black: i64, white: i64, kind: i64, more: i64) -> i64:
        """The change of the sum with one piece of a kind ``more`` or less in hand."""
        slot = position.tables.hand[i64(position.side)] + kind
        count = i64(position.codes[slot])
        return self.held(black, white, slot, count + more) - self.held(black, white, slot, count)

    def held(self, black: i64, white: i64, slot: i64, count: i64) -> i64:
        """The weight of a number of pieces of a kind in hand."""
        if not count:
            return 0
        item = MEN * self.squares + (slot - self.squares) * COUNTS + (count if count < COUNTS else COUNTS - 1)
        return i64(self.weights[black * self.width + item]) + i64(self.weights[white * self.width + item])
