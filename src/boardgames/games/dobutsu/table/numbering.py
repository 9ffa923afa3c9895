"""Numbers for the positions of Dobutsu Shogi, without holes.

Positions in which a lion stands on the furthest rank, or the lions side by side, have no number: the game is
over there, or the side to act wins at once.  So 39 of the 132 places of the lions are left, and as left and right
can be exchanged, 21 stand for them.  For each the same numbers follow: the giraffes are placed among the ten cells
that are free, the elephants among those that are free then, and the chicks last.  The ways to place a pair
of men, on the board and in the hands, are listed once for each number of free cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i32, i64, u8

from boardgames.core.vectors import vec
from boardgames.games.dobutsu.table.places import (
    CELLS,
    COLUMNS,
    FIELD_MASK,
    MIRRORED,
    OWN_HAND,
    PLACES,
    moved,
    neighbours,
)

FREE: Final = 10
"""The cells that the lions leave free."""
# A relative place counts free cells instead of cells: side and promotion * FREE + cell; then the hands, then absent.
RELATIVE_HAND: Final = 40
RELATIVE_ABSENT: Final = 42
RELATIVES: Final = 43
NOWHERE: Final = 255
NO_NUMBER: Final = -1
ALL_STEPS: Final = "N NE E SE S SW W NW"


@final
class Pairs:
    """The ways to place the men of a kind on ``cells`` free cells or in the hands: 0, 1 or 2 ``men``.

    Where a pair is placed, ``without`` gives relative places among the cells that it leaves free, ``within`` is the
    inverse.
    """

    def __init__(self, cells: int, promotes: bool, men: int) -> None:
        sides = [0, 1, 2, 3] if promotes else [0, 2]
        places = [side * FREE + cell for side in sides for cell in range(cells)]
        places += [RELATIVE_HAND, RELATIVE_HAND + 1]
        if men == 0:
            pairs = [(RELATIVE_ABSENT, RELATIVE_ABSENT)]
        elif men == 1:
            pairs = [(place, RELATIVE_ABSENT) for place in places]
        else:
            pairs = [
                (one, two)
                for at, one in enumerate(places)
                for two in places[at:]
                if one >= RELATIVE_HAND or one % FREE != two % FREE or two >= RELATIVE_HAND
            ]
        number = [NO_NUMBER] * (RELATIVES * RELATIVES)
        without, within = [NOWHERE] * (RELATIVES * len(pairs)), [NOWHERE] * (RELATIVES * len(pairs))
        on_board: list[int] = []
        for nth, (one, two) in enumerate(pairs):
            number[one * RELATIVES + two] = number[two * RELATIVES + one] = nth
            taken = [place % FREE for place in (one, two) if place < RELATIVE_HAND]
            on_board.append(len(taken))
            left = [cell for cell in range(cells) if cell not in taken]
            for place in range(RELATIVES):
                after = place
                if place < RELATIVE_HAND:
                    if place % FREE not in left:
                        continue
                    after = place // FREE * FREE + left.index(place % FREE)
                without[nth * RELATIVES + place] = after
                within[nth * RELATIVES + after] = place
        self.count: Final = len(pairs)
        self.number: Final = vec[i32](number)
        """By the two relative places."""
        self.first: Final = vec[u8](bytes([one for one, _ in pairs]))
        self.second: Final = vec[u8](bytes([two for _, two in pairs]))
        self.on_board: Final = on_board
        """The number of men of each pair on the board."""
        self.without: Final = vec[u8](bytes(without))
        self.within: Final = vec[u8](bytes(within))


@final
class Lions:
    """The pairs of lions that have numbers, and the places that they leave free; ``width`` numbers belong to each."""

    def __init__(self, width: int) -> None:
        self.pairs: Final = lion_pairs()
        """The cells of the own and of the other lion."""
        starts, mirrors = [NO_NUMBER] * (CELLS * CELLS), [0] * (CELLS * CELLS)
        without = bytearray([NOWHERE]) * (CELLS * CELLS * PLACES)
        within = bytearray([NOWHERE]) * (RELATIVES * len(self.pairs))
        symmetric = []
        for nth, (own, other) in enumerate(self.pairs):
            here, image = own * CELLS + other, MIRRORED[own] * CELLS + MIRRORED[other]
            starts[here] = starts[image] = nth * width
            mirrors[image] = int(here != image)
            symmetric.append(int(here == image))
            left = [cell for cell in range(CELLS) if cell not in (own, other)]
            for place in range(PLACES):
                relative = place - OWN_HAND + RELATIVE_HAND
                if place < OWN_HAND:
                    if place % CELLS not in left:
                        continue
                    relative = place // CELLS * FREE + left.index(place % CELLS)
                if here != image:
                    without[image * PLACES + moved(place, MIRRORED, False)] = relative
                without[here * PLACES + place] = relative
                within[nth * RELATIVES + relative] = place
        self.starts: Final = vec[i32](starts)
        """Where the numbers of a pair begin: by 12 times the cell of the own lion plus that of the other."""
        self.mirrors: Final = vec[i32](mirrors)
        """1 for the lions that are numbered as their images."""
        self.symmetric: Final = vec[i32](symmetric)
        """By the number of a pair: 1 where both stand on the middle file."""
        self.without: Final = vec[u8](bytes(without))
        """Relative places, by lions and place."""
        self.within: Final = vec[u8](bytes(within))
        """Places, by the number of a pair and relative place."""


def lion_pairs() -> list[tuple[int, int]]:
    """The cells of the own and the other lion that stand for all that have numbers."""
    pairs = []
    for own in range(COLUMNS, CELLS):
        for other in range(CELLS - COLUMNS):
            mirrored = (MIRRORED[own], MIRRORED[other])
            if own != other and other not in neighbours(own, ALL_STEPS) and (own, other) <= mirrored:
                pairs.append((own, other))
    return pairs


@final
class Numbering:
    """The numbers of the positions with given numbers of giraffes, elephants and chicks; in the game two of each."""

    def __init__(self, men: Sequence[int] = (2, 2, 2)) -> None:
        giraffes, elephants, chicks = men
        self.men: Final = (giraffes, elephants, chicks)
        self.giraffes: Final = Pairs(FREE, False, giraffes)
        self.elephants: Final = [Pairs(FREE - taken, False, elephants) for taken in range(3)]
        self.chicks: Final = [Pairs(FREE - taken, True, chicks) for taken in range(5)]
        self.elephant_starts: Final = [vec[i32]([0])] * 3
        """For each number of giraffes on the board: where the numbers of each pair of elephants begin, and the end."""
        for taken in range(3):
            starts = [0]
            for more in self.elephants[taken].on_board:
                starts.append(starts[-1] + self.chicks[taken + more].count)
            self.elephant_starts[taken] = vec[i32](starts)
        starts = [0]
        for taken in self.giraffes.on_board:
            starts.append(starts[-1] + int(self.elephant_starts[taken][len(self.elephant_starts[taken]) - 1]))
        self.giraffe_starts: Final = vec[i32](starts)
        self.width: Final[i64] = starts[-1]
        """The numbers of a pair of lions."""
        self.lions: Final = Lions(starts[-1])
        self.size: Final[i64] = self.width * len(self.lions.pairs)
        """The count of all numbers."""
        self.giraffes_on_board: Final = vec[i32](self.giraffes.on_board)
        self.elephants_on_board: Final = [vec[i32](pairs.on_board) for pairs in self.elephants]

    def number(self, key: i64) -> i64:
        """The number of a position; -1 if it has none.

        Its image has the same, unless both lions stand on the middle file.
        """
        lions: i64 = (key >> 36 & FIELD_MASK) * CELLS + (key >> 42)
        start = i64(self.lions.starts[lions])
        if start < 0:
            return NO_NUMBER
        without = self.lions.without
        at: i64 = lions * PLACES
        giraffes = self.giraffes
        pair: i64 = i64(
            giraffes.number[
                i64(without[at + (key & FIELD_MASK)]) * RELATIVES + i64(without[at + (key >> 6 & FIELD_MASK)])
            ]
        )
        taken: i64 = i64(self.giraffes_on_board[pair])
        elephants = self.elephants[taken]
        left = giraffes.without
        base: i64 = pair * RELATIVES
        second: i64 = i64(
            elephants.number[
                i64(left[base + i64(without[at + (key >> 12 & FIELD_MASK)])]) * RELATIVES
                + i64(left[base + i64(without[at + (key >> 18 & FIELD_MASK)])])
            ]
        )
        start += i64(self.giraffe_starts[pair]) + i64(self.elephant_starts[taken][second])
        chicks = self.chicks[taken + i64(self.elephants_on_board[taken][second])]
        last = elephants.without
        end: i64 = second * RELATIVES
        return start + i64(
            chicks.number[
                i64(last[end + i64(left[base + i64(without[at + (key >> 24 & FIELD_MASK)])])]) * RELATIVES
                + i64(last[end + i64(left[base + i64(without[at + (key >> 30 & FIELD_MASK)])])])
            ]
        )

    def key(self, number: i64) -> i64:
        """The position of a number."""
        lions: i64 = number // self.width
        number -= lions * self.width
        pair = place_in(self.giraffe_starts, number)
        number -= i64(self.giraffe_starts[pair])
        taken: i64 = i64(self.giraffes_on_board[pair])
        starts = self.elephant_starts[taken]
        second = place_in(starts, number)
        number -= i64(starts[second])
        return self.compose(lions, pair, second, number)

    def compose(self, lions: i64, pair: i64, second: i64, third: i64) -> i64:
        """The position of a pair of lions with the giraffes, elephants and chicks of these numbers."""
        taken: i64 = i64(self.giraffes_on_board[pair])
        giraffes, elephants = self.giraffes, self.elephants[taken]
        chicks = self.chicks[taken + i64(self.elephants_on_board[taken][second])]
        within, wider, widest = elephants.within, giraffes.within, self.lions.within
        base: i64 = pair * RELATIVES
        end: i64 = second * RELATIVES
        at: i64 = lions * RELATIVES
        own, other = self.lions.pairs[lions]
        return (
            i64(widest[at + i64(giraffes.first[pair])])
            | i64(widest[at + i64(giraffes.second[pair])]) << 6
            | i64(widest[at + i64(wider[base + i64(elephants.first[second])])]) << 12
            | i64(widest[at + i64(wider[base + i64(elephants.second[second])])]) << 18
            | i64(widest[at + i64(wider[base + i64(within[end + i64(chicks.first[third])])])]) << 24
            | i64(widest[at + i64(wider[base + i64(within[end + i64(chicks.second[third])])])]) << 30
            | i64(own) << 36
            | i64(other) << 42
        )


def place_in(starts: vec[i32], number: i64) -> i64:
    """Which of the ranges that begin at ``starts`` has a number."""
    low: i64 = 0
    high: i64 = i64(len(starts)) - 1
    while high - low > 1:
        middle = (low + high) >> 1
        if i64(starts[middle]) <= number:
            low = middle
        else:
            high = middle
    return low
