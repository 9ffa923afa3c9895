"""The items of a position, by number: what both learned judgements of the family weigh.

An *item* is a man on a square, or a number of pieces of a kind in a hand, as one side sees it: as if it were Black.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from boardgames.games.shogi.moves.board import BLACK, KINDS
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.values.board_tables import COUNTS, FIRST_CODE, MEN
from boardgames.games.shogi.values.piece_values import REACH, values_of


class Layout:
    """The items of a variant: first the men by square, then the pieces in hand by their number.

    By number of an item: ``man`` is its man less 16, or for pieces in a hand ``MEN + KINDS * other + kind``;
    ``place`` is its square or how many they are; ``turned`` is the item as the other side sees it, ``mirrored`` the
    one on the other half of the board.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables: Final = tables
        squares, files, ranks = tables.variant.squares, tables.variant.files, tables.variant.ranks
        kinds = int(tables.kinds) - 1
        slots = 2 * kinds
        self.slots: Final = slots
        self.squares: Final = squares
        self.files: Final = files
        self.ranks: Final = ranks
        self.first_held: Final = MEN * squares
        self.steps: Final = (2 * ranks - 1) * files
        men = [(man, square) for man in range(MEN) for square in range(squares)]
        held = [(slot, count) for slot in range(slots) for count in range(COUNTS)]
        owners = [MEN + KINDS * (slot // kinds) + slot % kinds + 1 for slot, _ in held]
        turned = [(man ^ 16) * squares + squares - 1 - square for man, square in men]
        self.man: Final = [man for man, _ in men] + owners
        self.place: Final = [place for _, place in men + held]
        self.turned: Final = turned + [self.held((slot + kinds) % slots, count) for slot, count in held]
        mirrored = [man * squares + self.mirror(square) for man, square in men]
        self.mirrored: Final = mirrored + [self.held(slot, count) for slot, count in held]

    def held(self, slot: int, count: int) -> int:
        """The item of so many pieces in a place of a position beyond the squares."""
        return self.first_held + slot * COUNTS + min(count, COUNTS - 1)

    def mirror(self, square: int) -> int:
        """The square on the other half of the board."""
        return square + self.files - 1 - 2 * (square % self.files)

    def view(self, position: Position, side: int) -> list[int]:
        """The items of a position as a side sees them."""
        codes, squares = position.codes, self.squares
        items = [(code - FIRST_CODE) * squares + square for square, code in enumerate(codes[:squares]) if code]
        items += [self.held(slot, count) for slot, count in enumerate(codes[squares:]) if count]
        return items if side == BLACK else [self.turned[item] for item in items]

    def step_number(self, one: int, other: int) -> int:
        """The number of the step from a square to another, below ``steps``: to the left it counts as to the right."""
        ranks = other // self.files - one // self.files + self.ranks - 1
        return ranks * self.files + abs(other % self.files - one % self.files)

    def turned_steps(self, row: Sequence[int]) -> list[int]:
        """A row of numbers by step in the order in which the other side sees the steps."""
        return [
            number for rank in range(len(row) - self.files, -1, -self.files) for number in row[rank : rank + self.files]
        ]

    # -- where a fit begins ----------------------------------------------------------------

    def worth(self, item: int) -> float:
        """The value of an item in the plain judgement."""
        values, man, place = values_of(self.tables), self.man[item], self.place[item]
        if item < self.first_held:
            return float(values.man[FIRST_CODE * self.squares + item])
        other, kind = divmod(man - MEN, KINDS)
        return float(values.hand[other * (int(self.tables.kinds) - 1) + kind - 1]) * place

    def near_king(self, king: int, item: int) -> float:
        """The value of a man for its distance from a king; 0 if they are no king and no man."""
        if item >= self.first_held or king >= self.first_held or self.man[king] % 16:
            return 0.0
        values, man = values_of(self.tables), self.man[item]
        steps = values.steps[self.place[king] * self.squares + self.place[item]]
        near = values.defence if self.man[king] // 16 == man // 16 else values.attack
        return float(near[(man + FIRST_CODE) * REACH + steps])

    def step(self, one: int, other: int) -> tuple[int, int] | None:
        """The files and ranks between a man and another; ``None`` if they are not two men."""
        if max(one, other) >= self.first_held:
            return None
        (rank, file), (other_rank, other_file) = (divmod(self.place[item], self.files) for item in (one, other))
        return file - other_file, rank - other_rank
