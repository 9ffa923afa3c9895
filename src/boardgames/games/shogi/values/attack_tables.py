"""A learned judgement by men, hands, attacks and pairs as tables that compiled code reads."""

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
from boardgames.games.shogi.values.step_pairs import StepPairs


@final
class AttackSums:
    """The attacks in the position of a key, and the sums of weights, in Black's favour.

    ``near_kings`` is that of attacks on squares, by where the kings are; the next two are those of attacks on men, with
    Black to move and with White to move; ``pairs`` is that of pairs of men.
    """

    def __init__(self, half: i64) -> None:
        self.key: i64 = 0
        self.attacks: Final = Attacks(half)
        self.near_kings: i64 = 0
        self.black_to_move: i64 = 0
        self.white_to_move: i64 = 0
        self.pairs: i64 = 0

    def total(self, side: i64) -> i64:
        """The whole sum with a side to move."""
        return self.near_kings + self.pairs + (self.black_to_move if side == BLACK else self.white_to_move)


@final
class AttackTables(BoardTables):
    """The weights of men by the kings, of attacks on squares by the kings, of attacks on men, and of pairs of men.

    ``near_kings`` are the weights by row of a king, as in
    :class:`~boardgames.games.shogi.values.board_tables.KingTables`, square, and level; ``on_men`` those by owner of a
    king, code, level, step from the king, and side to move.  All are in Black's favour.  The sums of the positions
    that a search is at are kept by ply.
    """

    def __init__(
        self, kings: KingTables, finder: AttackFinder, pairs: StepPairs, near_kings: list[int], on_men: list[int]
    ) -> None:
        super().__init__(kings.squares, kings.slots, kings.tempo, kings.scale)
        self.kings: Final = kings
        self.finder: Final = finder
        self.pairs: Final = pairs
        self.steps: Final[i64] = pairs.steps
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
        """Find the attacks in a position, and write the sums."""
        self.finder.find(position, sums.attacks)
        self.weigh_attacks(position, sums)
        sums.pairs = self.pairs.total(position)

    def weigh_attacks(self, position: Position, sums: AttackSums) -> None:
        """Write the sums of the weights of the attacks, which were found."""
        codes, attacks, squares = position.codes, sums.attacks, self.squares
        black, white = i64(position.black_king), i64(position.white_king)
        near_kings: i64 = 0
        black_to_move: i64 = 0
        white_to_move: i64 = 0
        for square in range(squares):
            level, code = attacks.level(square), i64(codes[square])
            near_kings += self.near(black, white, square, level)
            if code:
                for_black, for_white = self.on_man(black, white, square, code, level)
                black_to_move += for_black
                white_to_move += for_white
        sums.near_kings, sums.black_to_move, sums.white_to_move = near_kings, black_to_move, white_to_move

    def near(self, black: i64, white: i64, square: i64, level: i64) -> i64:
        """The weight of a level of attack on a square, with the kings on two others."""
        squares = self.squares
        of_black = self.near_kings[(black * squares + square) * LEVELS + level]
        return i64(of_black) + i64(self.near_kings[((squares + white) * squares + square) * LEVELS + level])

    def on_man(self, black: i64, white: i64, square: i64, code: i64, level: i64) -> tuple[i64, i64]:
        """The weight of a level of attack on a man, with Black to move and with White to move."""
        on_men, squares, steps, numbers = self.on_men, self.squares, self.steps, self.pairs.numbers
        first = (code * LEVELS + level) * steps
        of_black = 2 * (first + i64(numbers[black * squares + square]))
        of_white = 2 * (first + CODES * LEVELS * steps + i64(numbers[white * squares + square]))
        return (
            i64(on_men[of_black]) + i64(on_men[of_white]),
            i64(on_men[of_black + 1]) + i64(on_men[of_white + 1]),
        )

    def follow(self, state: State, action: Action, child: State) -> None:
        """Keep the sums after a move, and whether it is check, if those before it are kept and both kings are there."""
        self.kings.follow(state, action, child)
        before, sums = self.sums[i64(state.ply) & PLIES - 1], self.sums[i64(child.ply) & PLIES - 1]
        target, nowhere = i64(action.target), state.tables.nowhere
        black, white = i64(child.black_king), i64(child.white_king)
        if before.key != i64(state.key) or target < 0 or black >= nowhere or white >= nowhere:
            return
        source = nowhere if action.drop else i64(action.source)
        self.finder.find(child, sums.attacks)
        if source == state.own_king():
            self.weigh_attacks(child, sums)
        else:
            self.follow_attacks(state, child, source, target, before, sums)
        sums.pairs = before.pairs + self.pairs.change(state, action, child)
        sums.key = i64(child.key)
        child.known_checks = 1 if sums.attacks.attacked(child.own_king(), i64(child.side)) else 0

    def follow_attacks(
        self, state: State, child: State, source: i64, target: i64, before: AttackSums, sums: AttackSums
    ) -> None:
        """Write the sums of the weights of the attacks after a move of no king."""
        tables, codes, codes_after = state.tables, state.codes, child.codes
        black, white = i64(child.black_king), i64(child.white_king)
        near_kings, black_to_move, white_to_move = before.near_kings, before.black_to_move, before.white_to_move
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
                near_kings += self.near(black, white, square, new_level) - self.near(black, white, square, level)
                code: i64 = codes[square]
                if code:
                    for_black, for_white = self.on_man(black, white, square, code, level)
                    black_to_move -= for_black
                    white_to_move -= for_white
                code = codes_after[square]
                if code:
                    for_black, for_white = self.on_man(black, white, square, code, new_level)
                    black_to_move += for_black
                    white_to_move += for_white
        sums.near_kings, sums.black_to_move, sums.white_to_move = near_kings, black_to_move, white_to_move

    def follow_pass(self, state: State, child: State) -> None:
        """Keep the sums of the state after a pass: the same, if they are kept."""
        self.kings.follow_pass(state, child)
        before, sums = self.sums[i64(state.ply) & PLIES - 1], self.sums[i64(child.ply) & PLIES - 1]
        if before.key == i64(state.key):
            self.finder.find(child, sums.attacks)
            sums.near_kings, sums.pairs = before.near_kings, before.pairs
            sums.black_to_move, sums.white_to_move = before.black_to_move, before.white_to_move
            sums.key = i64(child.key)

    def attacks_in(self, state: State) -> Attacks | None:
        sums = self.sums[i64(state.ply) & PLIES - 1]
        return sums.attacks if sums.key == i64(state.key) else None
