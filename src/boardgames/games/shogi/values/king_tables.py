"""A learned judgement of the family as tables that compiled code reads."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from boardgames.core.vectors import append, vec
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import BLACK, CODES, PROMOTED, kind_of, man_of
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.values.board_tables import UNIT_OF_SCORE, BoardTables

COUNTS: Final[i64] = 19


@final
class KingTables(BoardTables):
    """The weights of a judgement, unfolded: for each king on each square what every man on every square counts.

    ``men[(king * CODES + code) * squares + square]`` and ``hands[(king * slots + slot) * COUNTS + count]``
    are in Black's favour; those of White's king follow those of Black's.
    """

    def __init__(self, squares: int, slots: int, men: list[int], hands: list[int], tempo: int, scale: float) -> None:
        super().__init__(scale)
        self.squares: Final[i64] = squares
        self.slots: Final[i64] = slots
        self.men: Final[vec[i16]] = vec[i16](men)
        self.hands: Final[vec[i16]] = vec[i16](hands)
        self.tempo: Final[i64] = tempo

    def total(self, position: Position) -> i64:
        codes, squares, men, hands = position.codes, self.squares, self.men, self.hands
        total = self.tempo if position.side == BLACK else -self.tempo
        black = i64(position.black_king)
        white = squares + i64(position.white_king)
        black_row = black * CODES * squares
        white_row = white * CODES * squares
        for square in range(squares):
            code: i64 = codes[square]
            if code:
                place = code * squares + square
                total += i64(men[black_row + place]) + i64(men[white_row + place])
        black_row = black * self.slots * COUNTS
        white_row = white * self.slots * COUNTS
        for slot in range(self.slots):
            held: i64 = codes[squares + slot]
            if held:
                place = slot * COUNTS + (held if held < COUNTS else COUNTS - 1)
                total += i64(hands[black_row + place]) + i64(hands[white_row + place])
        return total

    def scores_after(self, position: Position, moves: vec[i64]) -> vec[i64]:
        """How good the position is after each of these legal moves, for the side that moves, in hundredths of a pawn.

        Each is the sum before, changed by what the move changes.
        """
        entry_actions = position.tables.entry_actions
        is_black = position.side == BLACK
        total = self.total(position) - 2 * (self.tempo if is_black else -self.tempo)
        count: i64 = len(moves)
        scores = vec[i64](capacity=count)
        for number in range(count):
            action = entry_actions[moves[number]]
            score = total + (self.change_by_drop(position, action) if action.drop else self.change(position, action))
            scores = append(scores, (score if is_black else -score) // UNIT_OF_SCORE)
        return scores

    def change_by_drop(self, position: Position, action: Action) -> i64:
        """The change of the sum by a drop."""
        side, drop = i64(position.side), i64(action.drop)
        black, white = i64(position.black_king), self.squares + i64(position.white_king)
        slot = position.tables.hand[side] + kind_of(drop)
        held = i64(position.codes[slot])
        change = self.man(black, white, man_of(side, drop), i64(action.target))
        return change + self.held(black, white, slot, held - 1) - self.held(black, white, slot, held)

    def change(self, position: Position, action: Action) -> i64:
        """The change of the sum by a move on the board."""
        codes, side = position.codes, i64(position.side)
        source, target = i64(action.source), i64(action.target)
        black, white = i64(position.black_king), self.squares + i64(position.white_king)
        change: i64 = 0
        if source == position.own_king():
            if side == BLACK:
                change = self.row(position, target) - self.row(position, black)
                black = target
            else:
                change = self.row(position, self.squares + target) - self.row(position, white)
                white = self.squares + target
        man, captured = i64(codes[source]), i64(codes[target])
        change -= self.man(black, white, man, source)
        if captured:
            slot = position.tables.hand[side] + kind_of(captured)
            held = i64(codes[slot])
            change += self.held(black, white, slot, held + 1) - self.held(black, white, slot, held)
            change -= self.man(black, white, captured, target)
        return change + self.man(black, white, man ^ PROMOTED if action.promotes else man, target)

    def man(self, black: i64, white: i64, code: i64, square: i64) -> i64:
        """The weight of a man on a square, seen from the places of both kings in the tables."""
        place = code * self.squares + square
        row = CODES * self.squares
        return i64(self.men[black * row + place]) + i64(self.men[white * row + place])

    def held(self, black: i64, white: i64, slot: i64, count: i64) -> i64:
        """The weight of a number of pieces of a kind in hand."""
        place = (slot - self.squares) * COUNTS + (count if count < COUNTS else COUNTS - 1)
        row = self.slots * COUNTS
        return i64(self.hands[black * row + place]) + i64(self.hands[white * row + place]) if count else 0

    def row(self, position: Position, king: i64) -> i64:
        """The sum as it is seen from one place of a king in the tables."""
        codes, squares, men, hands = position.codes, self.squares, self.men, self.hands
        total: i64 = 0
        first = king * CODES * squares
        for square in range(squares):
            code: i64 = codes[square]
            if code:
                total += i64(men[first + code * squares + square])
        first = king * self.slots * COUNTS
        for slot in range(self.slots):
            held: i64 = codes[squares + slot]
            if held:
                total += i64(hands[first + slot * COUNTS + (held if held < COUNTS else COUNTS - 1)])
        return total

    def score(self, position: Position) -> i64:
        total = self.total(position) // UNIT_OF_SCORE
        return total if position.side == BLACK else -total
