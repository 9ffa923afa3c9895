"""A learned judgement of the family by pairs, as tables that compiled code reads.

An *item* is a man on a square, or a number of pieces of a kind in a hand, as the side
to move sees it: as if it were Black.  Each pair of the items of a position has a weight,
and so has each item by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i16, i32, i64

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import BLACK, CODES, KINDS, PROMOTED, WHITE
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.values.board_tables import UNIT_OF_SCORE, BoardTables
from boardgames.games.shogi.variant import Variant

MEN: Final = 32
"""Codes of men less 16: own ones come first, then the other side's."""
NO_ITEM: Final[i64] = -1


@final
class PairItems:
    """The items of a variant, by their numbers.

    By number of an item: ``man`` is its man less 16, or for pieces in a hand
    ``MEN + KINDS * other + kind``; ``place`` is its square or how many they are.
    ``mirrored`` is the item on the other half of the board.
    """

    def __init__(self, tables: Tables) -> None:
        variant = tables.variant
        squares, files = variant.squares, variant.files
        self.tables: Final[Tables] = tables
        self.squares: Final[i64] = squares
        self.slots: Final[i64] = 2 * (len(variant.pieces) - 1)
        self.most: Final[i64] = max([most_in_hand(variant, kind) for kind in range(1, len(variant.pieces))])
        man: list[int] = []
        place: list[int] = []
        numbers: dict[tuple[int, int], int] = {}
        for each in range(MEN):
            for square in range(squares):
                if may_stand(tables, each + 16, square):
                    numbers[each, square] = len(man)
                    man.append(each)
                    place.append(square)
        for other in (0, 1):
            for kind in range(1, len(variant.pieces)):
                for count in range(1, most_in_hand(variant, kind) + 1):
                    numbers[MEN + KINDS * other + kind, count] = len(man)
                    man.append(MEN + KINDS * other + kind)
                    place.append(count)
        mirrored = list(range(len(man)))
        for number, each in enumerate(man):
            if each < MEN:
                file = place[number] % files
                mirrored[number] = numbers[each, place[number] - file + files - 1 - file]
        self.man: Final = man
        self.place: Final = place
        self.count: Final[i64] = len(man)
        self.mirrored: Final[vec[i64]] = vec[i64](mirrored)
        self.weight_count: Final[i64] = shared_pairs(self.mirrored)
        self.by_square: Final[vec[i64]] = vec[i64](self._by_square(numbers))
        self.by_slot: Final[vec[i64]] = vec[i64](self._by_slot(numbers))

    def _by_square(self, numbers: dict[tuple[int, int], int]) -> list[int]:
        """By side to move, code and square: the item."""
        squares = int(self.squares)
        items = [int(NO_ITEM)] * (2 * CODES * squares)
        for code in range(16, CODES):
            for square in range(squares):
                items[code * squares + square] = numbers.get((code - 16, square), int(NO_ITEM))
                turned = numbers.get(((code - 16) ^ 16, squares - 1 - square), int(NO_ITEM))
                items[(CODES + code) * squares + square] = turned
        return items

    def _by_slot(self, numbers: dict[tuple[int, int], int]) -> list[int]:
        """By side to move, place in a position beyond the squares and number of pieces there: the item."""
        slots, most = int(self.slots), int(self.most)
        items = [int(NO_ITEM)] * (2 * slots * (most + 1))
        for side in (BLACK, WHITE):
            for holder in (BLACK, WHITE):
                for kind in range(1, int(self.tables.kinds)):
                    slot = int(self.tables.hand[holder]) + kind - int(self.squares)
                    first = ((side - BLACK) * slots + slot) * (most + 1)
                    man = MEN + KINDS * (holder != side) + kind
                    for count in range(1, most + 1):
                        items[first + count] = numbers[man, min(count, most_in_hand(self.tables.variant, kind))]
        return items

    def see(self, position: Position, items: vec[i64]) -> i64:
        """Write the items of a position into ``items``, as the side to move sees them; return how many they are."""
        codes, squares, slots = position.codes, self.squares, self.slots
        second = position.side != BLACK
        first: i64 = CODES * squares if second else 0
        found: i64 = 0
        for square in range(squares):
            code: i64 = codes[square]
            if code:
                item = self.by_square[first + code * squares + square]
                if item != NO_ITEM:
                    items[found] = item
                    found += 1
        wide = self.most + 1
        first = slots * wide if second else 0
        for slot in range(slots):
            held: i64 = codes[squares + slot]
            if held:
                items[found] = self.by_slot[first + slot * wide + (held if held < wide else wide - 1)]
                found += 1
        return found

    def weight_numbers(self) -> vec[i32]:
        """By item and other item: the number of their weight.  Pairs that mirror each other share it."""
        count, mirrored = self.count, self.mirrored
        numbers = vec[i32]([0] * int(count * count))
        last: i64 = 0
        for one in range(count):
            for other in range(one + 1):
                first, second = mirrored[one], mirrored[other]
                if first < second:
                    first, second = second, first
                if first < one or (first == one and second < other):
                    number = i64(numbers[first * count + second])
                else:
                    number = last
                    last += 1
                numbers[one * count + other] = i32(number)
                numbers[other * count + one] = i32(number)
        return numbers


def most_in_hand(variant: Variant, kind: int) -> int:
    """How many pieces of a kind a variant begins with."""
    letter = variant.letters[kind]
    return max(1, "".join(variant.start.split()[:3:2]).upper().count(letter))


def may_stand(tables: Tables, code: int, square: int) -> bool:
    """True if a variant has this man, and it may stand on this square."""
    kind, promoted = code % KINDS, code & PROMOTED
    if kind >= len(tables.variant.pieces) or (promoted and not tables.variant.pieces[kind].promotes):
        return False
    return tables.board.can_move_from(code, square)


def shared_pairs(mirrored: vec[i64]) -> i64:
    """How many pairs of items there are, if two that mirror each other count once."""
    count: i64 = len(mirrored)
    alone: i64 = 0  # items that are their own mirror image
    for item in range(count):
        if mirrored[item] == item:
            alone += 1
    unmoved = alone * (alone + 1) // 2 + (count - alone) // 2  # pairs of such items, and of an item with its image
    return (count * (count + 1) // 2 + unmoved) // 2


@final
class PairTables(BoardTables):
    """The weights of a judgement by pairs of items, in favour of the side to move, and that of having the move."""

    def __init__(self, items: PairItems, weights: Sequence[int], scale: float) -> None:
        super().__init__(scale)
        self.items: Final[PairItems] = items
        self.count: Final[i64] = items.count
        numbers = items.weight_numbers()
        self.pairs: Final[vec[i16]] = vec[i16]([weights[int(numbers[pair])] for pair in range(i64(len(numbers)))])
        self.tempo: Final[i64] = weights[len(weights) - 1]
        self.seen: Final[vec[i64]] = vec[i64]([0] * int(items.squares + items.slots))

    def ahead(self, position: Position) -> i64:
        """The whole sum, in favour of the side to move."""
        seen, pairs, count = self.seen, self.pairs, self.count
        total = self.tempo
        for one in range(self.items.see(position, seen)):
            row = seen[one] * count
            for other in range(one + 1):
                total += i64(pairs[row + seen[other]])
        return total

    def total(self, position: Position) -> i64:
        total = self.ahead(position)
        return total if position.side == BLACK else -total

    def score(self, position: Position) -> i64:
        return self.ahead(position) // UNIT_OF_SCORE
