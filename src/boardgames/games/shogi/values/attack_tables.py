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

OTHER_TO_MOVE: Final[i64] = CODES * LEVELS
"""From a weight of an attack on a man with Black to move to that with White to move."""


@final
class AttackSums:
    """The attacks in the position of a key, and the sums of their weights, in Black's favour.

    ``near_kings`` is that of attacks on squares, by where the kings are; the others are those of attacks on men, with
    Black to move and with White to move.
    """

    def __init__(self) -> None:
        self.key: i64 = 0
        self.attacks: Final = Attacks()
        self.near_kings: i64 = 0
        self.black_to_move: i64 = 0
        self.white_to_move: i64 = 0


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
        self.sums: Final[vec[AttackSums]] = vec[AttackSums]([AttackSums() for _ in range(PLIES)])

    def total(self, position: Position) -> i64:
        return self.kings.total(position) + of_attacks(self.sum_up(position, AttackSums()), i64(position.side))

    def score(self, state: State) -> i64:
        sums = self.sums[i64(state.ply) & PLIES - 1]
        if sums.key != i64(state.key):
            self.sum_up(state, sums)
            sums.key = i64(state.key)
        total = self.kings.sum_of(state) + of_attacks(sums, i64(state.side))
        return ((total if state.side == BLACK else -total) + self.tempo) // UNIT_OF_SCORE

    def sum_up(self, position: Position, sums: AttackSums) -> AttackSums:
        """Find the attacks in a position, and write the sums of their weights."""
        finder, on_men, codes = self.finder, self.on_men, position.codes
        finder.find(position, sums.attacks)
        black_to_move: i64 = 0
        white_to_move: i64 = 0
        for square in range(self.squares):
            code: i64 = codes[square]
            if code:
                weight = code * LEVELS + finder.level(sums.attacks, square)
                black_to_move += i64(on_men[weight])
                white_to_move += i64(on_men[OTHER_TO_MOVE + weight])
        sums.near_kings = self.by_kings(position, sums.attacks)
        sums.black_to_move, sums.white_to_move = black_to_move, white_to_move
        return sums

    def by_kings(self, position: Position, attacks: Attacks) -> i64:
        """The sum of the weights of attacks on squares."""
        near_kings, finder, squares = self.near_kings, self.finder, self.squares
        black = i64(position.black_king) * squares * LEVELS
        white = (squares + i64(position.white_king)) * squares * LEVELS
        total: i64 = 0
        for square in range(squares):
            level = square * LEVELS + finder.level(attacks, square)
            total += i64(near_kings[black + level]) + i64(near_kings[white + level])
        return total

    def follow(self, state: State, action: Action, child: State) -> None:
        """Keep the sums of the state after a move, if those before it are kept and both kings are there."""
        self.kings.follow(state, action, child)
        before, sums = self.sums[i64(state.ply) & PLIES - 1], self.sums[i64(child.ply) & PLIES - 1]
        tables, target = state.tables, i64(action.target)
        black_king, white_king = i64(child.black_king), i64(child.white_king)
        nowhere = tables.nowhere
        if before.key != i64(state.key) or target < 0 or black_king >= nowhere or white_king >= nowhere:
            return
        source = nowhere if action.drop else i64(action.source)
        was, now = before.attacks, sums.attacks
        self.finder.find(child, now)
        near_kings, on_men, codes, codes_after = self.near_kings, self.on_men, state.codes, child.codes
        black = black_king * self.squares * LEVELS
        white = (self.squares + white_king) * self.squares * LEVELS
        total, black_to_move, white_to_move = before.near_kings, before.black_to_move, before.white_to_move
        for word in range(WORDS):
            if word:
                was_black, was_blacks, was_white, was_whites = (
                    was.black_high, was.black_twice_high, was.white_high, was.white_twice_high,
                )  # fmt: skip
                now_black, now_blacks, now_white, now_whites = (
                    now.black_high, now.black_twice_high, now.white_high, now.white_twice_high,
                )  # fmt: skip
                changed, first = tables.high[source] | tables.high[target], self.finder.half
                square_of = tables.high_square
            else:
                was_black, was_blacks, was_white, was_whites = (
                    was.black_low, was.black_twice_low, was.white_low, was.white_twice_low,
                )  # fmt: skip
                now_black, now_blacks, now_white, now_whites = (
                    now.black_low, now.black_twice_low, now.white_low, now.white_twice_low,
                )  # fmt: skip
                changed, first = tables.low[source] | tables.low[target], i64(0)
                square_of = tables.low_square
            changed |= was_black ^ now_black | was_blacks ^ now_blacks
            changed |= was_white ^ now_white | was_whites ^ now_whites
            while changed:
                square = square_of[(changed & -changed) * BIT_FACTOR >> 58 & 63]
                changed &= changed - 1
                bit = square - first
                level = (was_black >> bit & 1) + (was_blacks >> bit & 1)
                level += 3 * ((was_white >> bit & 1) + (was_whites >> bit & 1))
                new_level = (now_black >> bit & 1) + (now_blacks >> bit & 1)
                new_level += 3 * ((now_white >> bit & 1) + (now_whites >> bit & 1))
                row = square * LEVELS
                total += i64(near_kings[black + row + new_level]) - i64(near_kings[black + row + level])
                total += i64(near_kings[white + row + new_level]) - i64(near_kings[white + row + level])
                code: i64 = codes[square]
                if code:
                    weight = code * LEVELS + level
                    black_to_move -= i64(on_men[weight])
                    white_to_move -= i64(on_men[OTHER_TO_MOVE + weight])
                code = codes_after[square]
                if code:
                    weight = code * LEVELS + new_level
                    black_to_move += i64(on_men[weight])
                    white_to_move += i64(on_men[OTHER_TO_MOVE + weight])
        sums.near_kings = self.by_kings(child, now) if source == state.own_king() else total
        sums.black_to_move, sums.white_to_move = black_to_move, white_to_move
        sums.key = i64(child.key)
        child.known_checks = 1 if self.attacks_square(sums.attacks, i64(child.side), child.own_king()) else 0

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
        """The attacks in a state, if they are kept."""
        sums = self.sums[i64(state.ply) & PLIES - 1]
        return sums.attacks if sums.key == i64(state.key) else None

    def attacks_square(self, attacks: Attacks, side: i64, square: i64) -> bool:
        """True if the opponent of a side attacks a square."""
        half = self.finder.half
        if square < half:
            return (attacks.white_low if side == BLACK else attacks.black_low) >> square & 1 != 0
        return (attacks.white_high if side == BLACK else attacks.black_high) >> (square - half) & 1 != 0


def of_attacks(sums: AttackSums, side: i64) -> i64:
    """The whole sum of the weights of attacks with a side to move."""
    return sums.near_kings + (sums.black_to_move if side == BLACK else sums.white_to_move)
