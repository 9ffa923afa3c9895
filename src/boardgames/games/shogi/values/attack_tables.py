"""A learned judgement by men, hands and attacks as tables that compiled code reads."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import BLACK, CODES
from boardgames.games.shogi.moves.position import WORDS, Position
from boardgames.games.shogi.moves.tables import BIT_FACTOR
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.values.attacks import LEVELS, AttackFinder, Attacks
from boardgames.games.shogi.values.board_tables import PLIES, UNIT_OF_SCORE, BoardTables, KingTables

WHITE_TO_MOVE: Final[i64] = CODES * LEVELS
"""The place in ``on_men`` at which the weights with White to move begin."""


@final
class AttackSums:
    """The attacks in the position of a key, and the sums of their weights, in Black's favour.

    ``near_kings`` is that of attacks on squares, by where the kings are; the others are those of attacks on men, with
    Black to move and with White to move.
    """

    def __init__(self, half: i64) -> None:
        self.key: i64 = 0
        self.attacks: Final = Attacks(half)
        self.near_kings: i64 = 0
        self.black_to_move: i64 = 0
        self.white_to_move: i64 = 0

    def total(self, side: i64) -> i64:
        """The whole sum with a side to move."""
        return self.near_kings + (self.black_to_move if side == BLACK else self.white_to_move)


@final
class AttackTables(BoardTables):
    """The weights of men by the kings, of attacks on squares by the kings, and of attacks on men.

    ``near_kings`` are the weights by row of a king, as in
    :class:`~boardgames.games.shogi.values.board_tables.KingTables`, square, and level; ``on_men`` those by side to
    move, code and level.  All are in Black's favour.  The sums of the positions that a search is at are kept by ply.
    """

    def __init__(self, kings: KingTables, finder: AttackFinder, near_kings: list[int], on_men: list[int]) -> None:
        super().__init__(kings.squares, kings.slots, kings.tempo, kings.scale)
        self.kings: Final = kings
        self.finder: Final = finder
        self.near_kings: Final[vec[i16]] = vec[i16](near_kings)
        self.on_men: Final[vec[i16]] = vec[i16](on_men)
        self.sums: Final[vec[AttackSums]] = vec[AttackSums]([AttackSums(finder.half) for _ in range(PLIES)])

    def total(self, position: Position) -> i64:
        sums = AttackSums(self.finder.half)
        self.sum_up(position, sums)
        return self.kings.total(position) + sums.total(i64(position.side))

    def score(self, state: State) -> i64:
        sums = self.sums[i64(state.ply) & PLIES - 1]
        if sums.key != i64(state.key):
            self.sum_up(state, sums)
            sums.key = i64(state.key)
        total = self.kings.sum_of(state) + sums.total(i64(state.side))
        return ((total if state.side == BLACK else -total) + self.tempo) // UNIT_OF_SCORE

    def sum_up(self, position: Position, sums: AttackSums) -> None:
        """Find the attacks in a position, and write the sums of their weights."""
        on_men, codes = self.on_men, position.codes
        self.finder.find(position, sums.attacks)
        black_to_move: i64 = 0
        white_to_move: i64 = 0
        for square in range(self.squares):
            code: i64 = codes[square]
            if code:
                weight = code * LEVELS + sums.attacks.level(square)
                black_to_move += i64(on_men[weight])
                white_to_move += i64(on_men[WHITE_TO_MOVE + weight])
        sums.near_kings = self.by_kings(position, sums.attacks)
        sums.black_to_move, sums.white_to_move = black_to_move, white_to_move

    def by_kings(self, position: Position, attacks: Attacks) -> i64:
        """The sum of the weights of attacks on squares."""
        near_kings, squares = self.near_kings, self.squares
        black = i64(position.black_king) * squares * LEVELS
        white = (squares + i64(position.white_king)) * squares * LEVELS
        total: i64 = 0
        for square in range(squares):
            level = square * LEVELS + attacks.level(square)
            total += i64(near_kings[black + level]) + i64(near_kings[white + level])
        return total

    def follow(self, state: State, action: Action, child: State) -> None:
        """Keep the sums after a move, and whether it is check, if those before it are kept and both kings are there."""
        self.kings.follow(state, action, child)
        before, sums = self.sums[i64(state.ply) & PLIES - 1], self.sums[i64(child.ply) & PLIES - 1]
        tables, target = state.tables, i64(action.target)
        black_king, white_king = i64(child.black_king), i64(child.white_king)
        nowhere = tables.nowhere
        if before.key != i64(state.key) or target < 0 or black_king >= nowhere or white_king >= nowhere:
            return
        source = nowhere if action.drop else i64(action.source)
        self.finder.find(child, sums.attacks)
        near_kings, on_men, codes, codes_after = self.near_kings, self.on_men, state.codes, child.codes
        black = black_king * self.squares * LEVELS
        white = (self.squares + white_king) * self.squares * LEVELS
        total, black_to_move, white_to_move = before.near_kings, before.black_to_move, before.white_to_move
        for word in range(WORDS):
            square_of, bits = (tables.high_square, tables.high) if word else (tables.low_square, tables.low)
            was = before.attacks.high if word else before.attacks.low
            now = sums.attacks.high if word else sums.attacks.low
            changed = was.changes(now) | bits[source] | bits[target]
            first: i64 = self.finder.half if word else 0
            while changed:
                square = square_of[(changed & -changed) * BIT_FACTOR >> 58 & 63]
                changed &= changed - 1
                level, new_level = was.level(square - first), now.level(square - first)
                row = square * LEVELS
                total += i64(near_kings[black + row + new_level]) - i64(near_kings[black + row + level])
                total += i64(near_kings[white + row + new_level]) - i64(near_kings[white + row + level])
                code: i64 = codes[square]
                if code:
                    weight = code * LEVELS + level
                    black_to_move -= i64(on_men[weight])
                    white_to_move -= i64(on_men[WHITE_TO_MOVE + weight])
                code = codes_after[square]
                if code:
                    weight = code * LEVELS + new_level
                    black_to_move += i64(on_men[weight])
                    white_to_move += i64(on_men[WHITE_TO_MOVE + weight])
        sums.near_kings = self.by_kings(child, sums.attacks) if source == state.own_king() else total
        sums.black_to_move, sums.white_to_move = black_to_move, white_to_move
        sums.key = i64(child.key)
        child.known_checks = 1 if sums.attacks.attacked(child.own_king(), i64(child.side)) else 0

    def follow_pass(self, state: State, child: State) -> None:
        """Keep the sums of the state after a pass: the same, if they are kept."""
        self.kings.follow_pass(state, child)
        before, sums = self.sums[i64(state.ply) & PLIES - 1], self.sums[i64(child.ply) & PLIES - 1]
        if before.key == i64(state.key):
            self.finder.find(child, sums.attacks)
            sums.near_kings = before.near_kings
            sums.black_to_move, sums.white_to_move = before.black_to_move, before.white_to_move
            sums.key = i64(child.key)

    def attacks_in(self, state: State) -> Attacks | None:
        sums = self.sums[i64(state.ply) & PLIES - 1]
        return sums.attacks if sums.key == i64(state.key) else None
