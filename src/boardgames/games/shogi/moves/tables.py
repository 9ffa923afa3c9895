"""Tables of what depends only on the board and its pieces, made once for each variant.

A *position* is bytes: a code for each square, then how many of each kind Black and
White have in hand.  A king that is not on the board is on square *nowhere*, one
more than the last square.

A set of squares is two words of bits, *low* for the first ranks and *high* for the
others, since one machine word does not hold 81.
"""

from __future__ import annotations

from random import Random
from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import read_i64_le, vec
from boardgames.games.shogi.moves.actions import Action, catalogue
from boardgames.games.shogi.moves.board import BLACK, CODES, KINDS, LINES, WHITE, Board, man_of, opposite
from boardgames.games.shogi.moves.move_lists import MoveLists
from boardgames.games.shogi.pieces import JUMP, TO_THE_EDGE
from boardgames.games.shogi.variant import Variant

MOST_IN_HAND: Final = 31

WORD: Final = 60  # squares in one word of a set
# A single bit is told by six bits: 2**0 to 2**63 times this number, a de Bruijn sequence, all differ in bits 58 to 63.
# A remainder would tell it too, but takes longer than `bit * BIT_FACTOR >> 58 & 63`.
BIT_FACTOR: Final = 0x03F79D71B4CB0A89


DISTANCES: Final = 3  # of an attack: from next door, from the second square, from farther off


def facing_bit(direction: int, distance: int) -> int:
    """The number of the bit that stands for an attack along a direction from a distance."""
    return DISTANCES * direction + min(distance, DISTANCES) - 1 if direction < LINES else DISTANCES * LINES + direction


_tables: Final[dict[Variant, Tables]] = {}


def tables_of(variant: Variant) -> Tables:
    """The tables of a variant, made when first asked for."""
    if variant not in _tables:
        _tables[variant] = Tables(variant)
    return _tables[variant]


@final
class Tables:
    """The tables of one variant.  Arrays are flat: ``by pair`` means by ``square * squares + other square``."""

    def __init__(self, variant: Variant) -> None:
        if variant.files > 13 or variant.squares > 2 * WORD or len(variant.pieces) > KINDS:
            raise ValueError(f"{variant.name} is larger than the tables can hold")
        actions = catalogue(variant)
        self.variant: Final = variant
        self.board: Final[Board] = actions.board
        self.actions: Final[list[Action]] = actions.every
        self.declaration: Final[Action] = actions.declaration
        self.files: Final[i64] = variant.files
        self.ranks: Final[i64] = variant.ranks
        self.squares: Final[i64] = variant.squares
        self.nowhere: Final[i64] = variant.squares
        self.kinds: Final[i64] = len(variant.pieces)
        # Where a position has the count of a kind in hand: `hand[side] + kind`.
        self.hand: Final[vec[i64]] = vec[i64]([0, variant.squares - 1, variant.squares - 1 + len(variant.pieces) - 1])
        self.position_length: Final[i64] = variant.squares + 2 * (len(variant.pieces) - 1)
        self.captures_king: Final[bool] = variant.wins_by == "capture"
        self.turns_over: Final[bool] = variant.turns_over
        self.ordinary: Final[bool] = not (self.captures_king or self.turns_over)  # whether moves are made as in shogi
        self.counts_pawns: Final[bool] = variant.pawns_on_file > 1
        self._tabulate_sets()
        self._tabulate_sight()
        self._tabulate_moves(MoveLists(actions))
        self._tabulate_drops()
        self._draw_keys()

    # -- sets of squares -----------------------------------------------------------

    def _tabulate_sets(self) -> None:
        squares, files = self.variant.squares, self.variant.files
        half = min(self.variant.ranks, WORD // files) * files
        self.low: vec[i64] = vec[i64]([2**square if square < half else 0 for square in range(squares)] + [0])
        self.high: vec[i64] = vec[i64](
            [2 ** (square - half) if square >= half else 0 for square in range(squares)] + [0]
        )
        self.all_low, self.all_high = self.set_of(list(range(squares)))
        # By what tells a single bit: its square.
        self.low_square: vec[i64] = vec[i64]([0] * 64)
        self.high_square: vec[i64] = vec[i64]([0] * 64)
        for bit in range(WORD):
            index = 2**bit * BIT_FACTOR >> 58 & 63
            self.low_square[index] = bit
            self.high_square[index] = bit + half

    def set_of(self, squares: list[int]) -> tuple[i64, i64]:
        """The set of these squares, low and high."""
        low: i64 = 0
        high: i64 = 0
        for square in squares:
            low |= self.low[square]
            high |= self.high[square]
        return low, high

    # -- what is seen from a square -----------------------------------------------------

    def _tabulate_sight(self) -> None:
        """Views along the directions: by square, or by pair."""
        squares = self.variant.squares
        pairs = squares**2
        sight: list[tuple[i64, i64]] = []
        near: list[tuple[i64, i64]] = []
        facing = bytearray(pairs)
        self.line_low, self.line_high = vec[i64]([0] * pairs), vec[i64]([0] * pairs)
        self.between_low, self.between_high = vec[i64]([0] * pairs), vec[i64]([0] * pairs)
        for square in range(squares):
            rays = self.board.rays[square]
            sight.append(self.set_of([seen for ray in rays for seen in ray]))
            near.append(self.set_of([ray[0] for ray in rays if ray]))
            for direction, ray in enumerate(rays):
                line_low, line_high = self.set_of(ray + rays[opposite(direction)])
                between_low: i64 = 0
                between_high: i64 = 0
                for distance, seen in enumerate(ray):
                    pair = square * squares + seen
                    facing[pair] = facing_bit(direction, distance + 1)
                    self.line_low[pair], self.line_high[pair] = line_low, line_high
                    self.between_low[pair], self.between_high[pair] = between_low, between_high
                    between_low |= self.low[seen]
                    between_high |= self.high[seen]
        # By square: the mask of the squares seen from it on an empty board; from nowhere, none.
        self.sight_low: vec[i64] = vec[i64]([low for low, _ in sight] + [0])
        self.sight_high: vec[i64] = vec[i64]([high for _, high in sight] + [0])
        # By square: those next to it, and those from which a knight goes there.
        self.near_low: vec[i64] = vec[i64]([low for low, _ in near] + [0])
        self.near_high: vec[i64] = vec[i64]([high for _, high in near] + [0])
        # By pair: which bit of `threat` says whether a man on the other square reaches the square.
        self.facing: bytes = bytes(facing)
        # By code: the bits of the directions and distances from which it attacks; negative if it jumps over men.
        threat = [0] * CODES
        attacks_far = [0] * CODES
        jumpers = set()
        for code in range(CODES):
            for direction, nearest, furthest in self.board.moves(code):
                for distance in range(nearest, min(furthest, DISTANCES) + 1):
                    threat[code] |= 2 ** facing_bit(opposite(direction), distance)
                if furthest > 1:
                    attacks_far[code] = -1
                if nearest == JUMP:
                    jumpers.add(code)
                if JUMP < furthest < TO_THE_EDGE:
                    raise ValueError(f"{self.variant.name} has a slide of {furthest} squares: the limit is {JUMP}")
        for code in jumpers:
            threat[code] -= 2**63
        self.threat: vec[i64] = vec[i64](threat)
        # By code: all bits if it attacks farther than the next square, else none.  A knight attacks no farther.
        self.attacks_far: vec[i64] = vec[i64](attacks_far)

    # -- moves ----------------------------------------------------------------------------

    def _tabulate_moves(self, moves: MoveLists) -> None:
        """See :mod:`.move_lists`, which draws these arrays."""
        self.stride: i64 = moves.stride
        self.move_lists: vec[i64] = moves.lists
        self.entries: vec[i64] = moves.entries
        self.capturing: vec[i64] = moves.capturing
        # Drops follow as entries of their own: `drop_entry + kind * squares + target`.
        # One block of squares for each kind.  Kind 0, the king, is never dropped: its block is missing.
        self.drop_entry: i64 = len(moves.actions) - self.variant.squares
        # By entry: its action.
        self.entry_actions: vec[Action] = vec[Action](
            moves.actions + [action for action in self.actions if action.drop]
        )
        if len(self.entry_actions) >= 2**16:
            raise ValueError(f"{self.variant.name} is larger than the tables can hold")

    # -- drops ----------------------------------------------------------------------------

    def _tabulate_drops(self) -> None:
        squares, files = self.variant.squares, self.variant.files
        # By side * KINDS + kind: the squares from which a piece can move again.
        self.alive_low, self.alive_high = vec[i64]([0] * (3 * KINDS)), vec[i64]([0] * (3 * KINDS))
        for side in (BLACK, WHITE):
            for kind in range(1, len(self.variant.pieces)):
                code = int(man_of(side, kind))
                self.alive_low[side * KINDS + kind], self.alive_high[side * KINDS + kind] = self.set_of(
                    [square for square in range(squares) if self.board.can_move_from(code, square)]
                )
        # By set of files: all squares on the other files.
        off = [(self.all_low, self.all_high)]
        for file in range(files):
            low, high = self.set_of(list(range(file, squares, files)))
            off += [(off_low & ~low, off_high & ~high) for off_low, off_high in off]
        self.off_low: vec[i64] = vec[i64]([low for low, _ in off])
        self.off_high: vec[i64] = vec[i64]([high for _, high in off])
        # By side * stride + the opponent's king: where a pawn of the side attacks it, or nowhere.
        front = [squares] * (3 * (squares + 1))
        for king in range(squares):
            if king + files < squares:
                front[BLACK * (squares + 1) + king] = king + files
            if king >= files:
                front[WHITE * (squares + 1) + king] = king - files
        if self.variant.pawn_mate:
            front = [squares] * (3 * (squares + 1))
        self.front: vec[i64] = vec[i64](front)

    # -- keys ------------------------------------------------------------------------------

    def _draw_keys(self) -> None:
        """Numbers for Zobrist hashing, of 62 bits: the same in every process and build."""
        rng = Random(self.variant.name)
        squares, kinds = self.variant.squares, len(self.variant.pieces)
        # By code * squares + square.
        self.man_key: vec[i64] = _numbers(rng, CODES * squares)
        # By (place in the position - squares) * (MOST_IN_HAND + 1) + count: that of the count-th of a kind.
        self.hand_key: vec[i64] = _numbers(rng, 2 * (kinds - 1) * (MOST_IN_HAND + 1))
        self.turn_key: i64 = rng.getrandbits(62)
        self.declaration_key: i64 = rng.getrandbits(62)


def _numbers(rng: Random, count: int) -> vec[i64]:
    """Many ``rng.getrandbits(62)``, drawn at once: of each two words of 32 bits the last has two too many."""
    drawn = rng.randbytes(8 * count)
    numbers = vec[i64]([0] * count)
    for place in range(i64(count)):
        words = read_i64_le(drawn, 8 * place)
        numbers[place] = (words >> 34 & (2**30 - 1)) * 2**32 + (words & (2**32 - 1))
    return numbers
