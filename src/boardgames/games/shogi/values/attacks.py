"""The attacks in a position: how many men of each side attack a square, up to two."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import BLACK, CODES
from boardgames.games.shogi.moves.position import WORDS, Position
from boardgames.games.shogi.moves.tables import BIT_FACTOR, Tables

LEVELS: Final[i64] = 9
"""Levels of attack on a square: the number of Black's men, and three times that of White's, each up to two."""
MOST_RAYS: Final[i64] = 8
"""Directions in which a man slides."""


@final
class AttackWord:
    """The squares of one word that each side attacks, and those that it attacks at least twice."""

    def __init__(self) -> None:
        self.black: i64 = 0
        self.black_twice: i64 = 0
        self.white: i64 = 0
        self.white_twice: i64 = 0

    def level(self, bit: i64) -> i64:
        """The level of attack on the square of a bit."""
        black = (self.black >> bit & 1) + (self.black_twice >> bit & 1)
        return black + 3 * ((self.white >> bit & 1) + (self.white_twice >> bit & 1))

    def changes(self, other: AttackWord) -> i64:
        """The squares whose level is another one in ``other``."""
        black = self.black ^ other.black | self.black_twice ^ other.black_twice
        return black | self.white ^ other.white | self.white_twice ^ other.white_twice

    def attacked(self, bit: i64, side: i64) -> bool:
        """True if the opponent of a side attacks the square of a bit."""
        return (self.white if side == BLACK else self.black) >> bit & 1 != 0


@final
class Attacks:
    """The attacks in a position, in two words; the low one is of the first ``half`` squares."""

    def __init__(self, half: i64) -> None:
        self.half: Final = half
        self.low: Final = AttackWord()
        self.high: Final = AttackWord()

    def level(self, square: i64) -> i64:
        """The level of attack on a square."""
        half = self.half
        return self.low.level(square) if square < half else self.high.level(square - half)

    def attacked(self, square: i64, side: i64) -> bool:
        """True if the opponent of a side attacks a square."""
        half = self.half
        return self.low.attacked(square, side) if square < half else self.high.attacked(square - half, side)


@final
class AttackFinder:
    """Tables to find the attacks in the positions of one variant."""

    def __init__(self, tables: Tables) -> None:
        squares, board = tables.variant.squares, tables.board
        self.squares: Final[i64] = squares
        self.half: Final[i64] = sum([1 for low in tables.low if low])  # squares in the low word
        steps = [(i64(0), i64(0))] * (CODES * squares)
        rays = [(0, 0)] * (CODES * squares * int(MOST_RAYS))
        for place in range(len(steps)):
            code, square = divmod(place, squares)
            near: list[int] = []
            number = place * int(MOST_RAYS)
            for direction, nearest, furthest in board.moves(code):
                ray = board.rays[square][direction]
                if furthest > nearest and len(ray) > 1:
                    rays[number] = (ray[1] - ray[0], min(len(ray), furthest))
                    number += 1
                else:
                    near += ray[nearest - 1 : nearest]
            steps[place] = tables.set_of(near)
        # By code * squares + square: the squares that a man attacks by a step or a jump.
        self.steps_low: Final[vec[i64]] = vec[i64]([low for low, _ in steps])
        self.steps_high: Final[vec[i64]] = vec[i64]([high for _, high in steps])
        # Eight for each of these: the step of a slide, and how many such steps it has at most.
        self.ray_steps: Final[vec[i64]] = vec[i64]([step for step, _ in rays])
        self.ray_lengths: Final[vec[i64]] = vec[i64]([length for _, length in rays])

    def find(self, position: Position, attacks: Attacks) -> None:
        """Write the attacks in a position into ``attacks``."""
        low, high = attacks.low, attacks.high
        is_black = i64(position.side) == BLACK
        low.black, high.black, low.black_twice, high.black_twice = self.of_side(position, is_black)
        low.white, high.white, low.white_twice, high.white_twice = self.of_side(position, not is_black)

    def of_side(self, position: Position, own: bool) -> tuple[i64, i64, i64, i64]:
        """The squares that the side to move or the other attacks, then those that it attacks twice; low and high."""
        tables, codes, squares = position.tables, position.codes, self.squares
        steps_low, steps_high = self.steps_low, self.steps_high
        ray_steps, ray_lengths = self.ray_steps, self.ray_lengths
        bits_low, bits_high = tables.low, tables.high
        all_low: i64 = 0
        all_high: i64 = 0
        twice_low: i64 = 0
        twice_high: i64 = 0
        for word in range(WORDS):
            square_of = tables.high_square if word else tables.low_square
            if own:
                men = position.own_high if word else position.own_low
            else:
                men = position.other_high if word else position.other_low
            far = men & (position.far_high if word else position.far_low)
            men ^= far
            while men:
                place = square_of[(men & -men) * BIT_FACTOR >> 58 & 63]
                men &= men - 1
                place += codes[place] * squares
                low, high = steps_low[place], steps_high[place]
                twice_low |= all_low & low
                twice_high |= all_high & high
                all_low |= low
                all_high |= high
            while far:
                square = square_of[(far & -far) * BIT_FACTOR >> 58 & 63]
                far &= far - 1
                place = codes[square] * squares + square
                low, high = steps_low[place], steps_high[place]
                ray, last = place * MOST_RAYS, place * MOST_RAYS + MOST_RAYS
                while ray < last and ray_lengths[ray]:
                    step, length, target = ray_steps[ray], ray_lengths[ray], square
                    while length:
                        target += step
                        low |= bits_low[target]
                        high |= bits_high[target]
                        length = 0 if codes[target] else length - 1
                    ray += 1
                twice_low |= all_low & low
                twice_high |= all_high & high
                all_low |= low
                all_high |= high
        return all_low, all_high, twice_low, twice_high

    def levels(self, position: Position) -> list[int]:
        """The level of attack on each square."""
        attacks = Attacks(self.half)
        self.find(position, attacks)
        return [int(attacks.level(i64(square))) for square in range(self.squares)]
