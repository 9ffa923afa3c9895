"""The moves of Dobutsu Shogi on keys, forwards and backwards.

Sets of cells are numbers of 12 bits.  Attacks of a man do not depend on the other men, so they are looked up.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, u8

from boardgames.core.vectors import vec
from boardgames.games.dobutsu.table.places import (
    CELLS,
    CHICK,
    COLUMNS,
    FIELD,
    FIELD_MASK,
    MEN,
    OTHER,
    OTHER_HAND,
    OTHER_LION,
    OTHER_PROMOTED,
    OWN_HAND,
    OWN_LION,
    OWN_PROMOTED,
    PLACES,
    TURNED,
    moved,
    neighbours,
)

STEPS: Final = ("N E S W", "NE SE SW NW", "N")
"""Of giraffe, elephant and chick."""
HEN: Final = "N NE E S W NW"
LION: Final = "N NE E SE S SW W NW"
FURTHEST: Final = 7
"""The cells of the own side's furthest rank."""
BOARD: Final = 4095
"""All cells."""
MOST: Final = 256
"""More positions than can follow or precede one."""


def _set(cells: list[int]) -> int:
    return sum([2**cell for cell in cells])


def _reached(kind: int, place: int) -> list[int]:
    """The cells that a man attacks from a place."""
    code, cell = divmod(place, CELLS)
    if place >= OWN_HAND or (code % 2 and kind != CHICK):
        return []
    steps = HEN if code % 2 else STEPS[kind]
    if code < 2:
        return neighbours(cell, steps)
    return [TURNED[reached] for reached in neighbours(TURNED[cell], steps)]


@final
class Moves:
    """Makes the positions that follow a position, or precede it, into ``keys``; ``count`` says how many."""

    def __init__(self) -> None:
        reached = [_reached(kind, place) for kind in range(3) for place in range(PLACES)]
        self.own: Final = vec[i64]([_set(cells) if at % PLACES < OTHER else 0 for at, cells in enumerate(reached)])
        """The cells that a man of the own side attacks; by its kind and place."""
        self.other: Final = vec[i64]([_set(cells) if at % PLACES >= OTHER else 0 for at, cells in enumerate(reached)])
        """The cells that a man of the other side attacks."""
        self.sources: Final = vec[i64](
            [
                _set([
                    source
                    for source in range(CELLS)
                    if place < OTHER and place % CELLS in reached[kind * PLACES + place // CELLS * CELLS + source]
                    and not (kind == CHICK and place < COLUMNS)
                ])
                for kind in range(3)
                for place in range(PLACES)
            ]
        )  # fmt: skip
        """The cells from which a man of the own side may have come to its place without being promoted there."""
        self.lion: Final = vec[i64]([_set(neighbours(cell, LION)) for cell in range(CELLS)])
        self.bits: Final = vec[i64]([2**cell for cell in range(CELLS)])
        self.taken: Final = vec[i64]([2 ** (place % CELLS) if place < OWN_HAND else 0 for place in range(PLACES)])
        """The cell of a place, as a set; empty for hands."""
        self.turned: Final = vec[i64]([moved(place, TURNED, True) for place in range(PLACES)])
        self.masks: Final = vec[i64]([~(FIELD_MASK * 2 ** (FIELD * field)) for field in range(MEN + 2)])
        """All fields but one."""
        self.own_hand: Final = vec[i64]([OWN_HAND * 2 ** (FIELD * field) for field in range(MEN)])
        self.other_hand: Final = vec[i64]([OTHER_HAND * 2 ** (FIELD * field) for field in range(MEN)])
        self.keys: Final = vec[i64]([0] * MOST)
        self.count: i64 = 0
        self._at: Final = vec[u8](bytes(CELLS))

    def turn(self, key: i64) -> i64:
        """The position with the other side to act."""
        turned = self.turned
        return (
            turned[key & FIELD_MASK]
            | turned[key >> 6 & FIELD_MASK] << 6
            | turned[key >> 12 & FIELD_MASK] << 12
            | turned[key >> 18 & FIELD_MASK] << 18
            | turned[key >> 24 & FIELD_MASK] << 24
            | turned[key >> 30 & FIELD_MASK] << 30
            | (CELLS - 1 - (key >> 42)) << 36
            | (CELLS - 1 - (key >> 36 & FIELD_MASK)) << 42
        )

    def attacked(self, key: i64) -> i64:
        """The cells that the own side attacks."""
        own = self.own
        return (
            own[key & FIELD_MASK]
            | own[key >> 6 & FIELD_MASK]
            | own[PLACES + (key >> 12 & FIELD_MASK)]
            | own[PLACES + (key >> 18 & FIELD_MASK)]
            | own[2 * PLACES + (key >> 24 & FIELD_MASK)]
            | own[2 * PLACES + (key >> 30 & FIELD_MASK)]
            | self.lion[key >> 36 & FIELD_MASK]
        )

    def attacked_by_other(self, key: i64) -> i64:
        """The cells that the other side attacks."""
        other = self.other
        return (
            other[key & FIELD_MASK]
            | other[key >> 6 & FIELD_MASK]
            | other[PLACES + (key >> 12 & FIELD_MASK)]
            | other[PLACES + (key >> 18 & FIELD_MASK)]
            | other[2 * PLACES + (key >> 24 & FIELD_MASK)]
            | other[2 * PLACES + (key >> 30 & FIELD_MASK)]
            | self.lion[key >> 42]
        )

    def own_cells(self, key: i64) -> i64:
        """The cells on which men of the own side stand."""
        cells: i64 = self.bits[key >> 36 & FIELD_MASK]
        taken = self.taken
        place: i64
        for _field in range(MEN):
            place = key & FIELD_MASK
            key >>= FIELD
            if place < OTHER:
                cells |= taken[place]
        return cells

    def wins_at_once(self, key: i64) -> bool:
        """True if the side to act can take the lion, or move its own across where it cannot be taken."""
        if self.attacked(key) & self.bits[key >> 42]:
            return True
        own_lion = key >> 36 & FIELD_MASK
        if own_lion >= 2 * COLUMNS:
            return False
        across = self.lion[own_lion] & FURTHEST & ~self.attacked_by_other(key)
        return across != 0 and (across & ~self.own_cells(key)) != 0

    def find_successors(self, key: i64) -> None:
        """Make the positions that a move leads to, as the other side sees them; nobody takes a lion."""
        keys, masks, taken, at = self.keys, self.masks, self.taken, self._at
        after = self.turn(key)
        own: i64 = self.bits[key >> 36 & FIELD_MASK]
        all_cells: i64 = own | self.bits[key >> 42]
        field: i64
        place: i64
        cells: i64
        cell: i64
        bit: i64
        base: i64
        lands: i64
        for field in range(MEN):
            place = key >> FIELD * field & FIELD_MASK
            if place < OWN_HAND:
                at[place % CELLS] = u8(field)
                all_cells |= taken[place]
                if place < OTHER:
                    own |= taken[place]
        free = BOARD & ~all_cells
        other = all_cells & ~own & ~self.bits[key >> 42]
        count: i64 = 0
        for field in range(MEN):
            place = key >> FIELD * field & FIELD_MASK
            lands = OTHER
            if place == OWN_HAND:
                if field & 1 and key >> FIELD * (field - 1) & FIELD_MASK == OWN_HAND:
                    continue  # the other man of the kind is alike
                cells = free
            elif place < OTHER:
                cells = self.own[(field >> 1) * PLACES + place] & (other | free)
                if place >= OWN_PROMOTED:
                    lands = OTHER_PROMOTED
            else:
                continue
            promotes = field >> 1 == CHICK and place < OWN_PROMOTED
            base = after & masks[field]
            while cells:
                bit = cells & -cells
                cells ^= bit
                cell = self.cell_of(bit)
                if promotes and bit & FURTHEST:
                    keys[count] = base | (OTHER_PROMOTED + CELLS - 1 - cell) << FIELD * field
                else:
                    keys[count] = base | (lands + CELLS - 1 - cell) << FIELD * field
                if bit & other:
                    keys[count] = self.taken_by_other(keys[count], i64(at[cell]))
                count += 1
        base = after & masks[OTHER_LION]
        cells = self.lion[key >> 36 & FIELD_MASK] & (other | free)
        while cells:
            bit = cells & -cells
            cells ^= bit
            cell = self.cell_of(bit)
            keys[count] = base | (CELLS - 1 - cell) << 42
            if bit & other:
                keys[count] = self.taken_by_other(keys[count], i64(at[cell]))
            count += 1
        self.count = count

    def taken_by_other(self, key: i64, field: i64) -> i64:
        """The position with a man in the other side's hand."""
        return key & self.masks[field] | self.other_hand[field]

    def cell_of(self, bit: i64) -> i64:
        """The cell of a set of one."""
        cell: i64 = 0
        if bit >= 64:
            bit >>= 6
            cell = 6
        if bit >= 8:
            bit >>= 3
            cell += 3
        return cell + (bit >> 1)

    def find_predecessors(self, key: i64) -> None:
        """Make the positions from which a move leads here, as the side that moves sees them.

        Those in which a lion stands across have no place in a table, and are left out.
        """
        masks, taken, bits = self.masks, self.taken, self.bits
        here = self.turn(key)  # the own side is the one that has moved
        own_lion = here >> 36 & FIELD_MASK
        all_cells: i64 = bits[own_lion] | bits[here >> 42]
        field: i64
        place: i64
        cells: i64
        bit: i64
        base: i64
        for field in range(MEN):
            all_cells |= taken[here >> FIELD * field & FIELD_MASK]
        free = BOARD & ~all_cells
        self.count = 0
        for field in range(MEN):
            place = here >> FIELD * field & FIELD_MASK
            if place >= OTHER:
                continue
            base = here & masks[field]
            if place < OWN_PROMOTED:  # it may have been dropped
                self.keys[self.count] = base | self.own_hand[field]
                self.count += 1
            cells = self.sources[(field >> 1) * PLACES + place] & free
            while cells:
                bit = cells & -cells
                cells ^= bit
                self.add_before(
                    base | (place // CELLS * CELLS + self.cell_of(bit)) << FIELD * field, place % CELLS, field
                )
            if OWN_PROMOTED <= place < OWN_PROMOTED + COLUMNS:
                cells = free & bits[place - OWN_PROMOTED + COLUMNS]
                if cells:
                    self.add_before(base | (place - OWN_PROMOTED + COLUMNS) << FIELD * field, place % CELLS, field)
        base = here & masks[OWN_LION]
        cells = self.lion[own_lion] & free & ~FURTHEST
        while cells:
            bit = cells & -cells
            cells ^= bit
            self.add_before(base | self.cell_of(bit) << 36, own_lion, OWN_LION)

    def add_before(self, key: i64, target: i64, mover: i64) -> None:
        """Add the positions before a move to ``target``: one where nothing was taken, and those with each man taken."""
        keys, masks = self.keys, self.masks
        count = self.count
        keys[count] = key
        count += 1
        field: i64
        for field in range(MEN):
            if field == mover or key >> FIELD * field & FIELD_MASK != OWN_HAND:
                continue
            if field & 1 and key >> FIELD * (field - 1) & FIELD_MASK == OWN_HAND:
                continue  # the other man of the kind is alike
            keys[count] = key & masks[field] | (OTHER + target) << FIELD * field
            count += 1
            if field >> 1 == CHICK:
                keys[count] = key & masks[field] | (OTHER_PROMOTED + target) << FIELD * field
                count += 1
        self.count = count
