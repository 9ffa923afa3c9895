"""The indices of the legal actions of a position, without a list of actions.

The rules are those of :mod:`.movegen`, and the order is the same.  A table has the indices of placements and moves by
their family and target.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i32, i64

from boardgames.core.vectors import vec
from boardgames.games.morris.actions import Action
from boardgames.games.morris.board import SLOTS, count, slot_of
from boardgames.games.morris.movegen import counts_twice, possible_families, removals_due
from boardgames.games.morris.position import Position, removable_men, vacant_points
from boardgames.games.morris.variant import Variant


@final
class LegalIndices:
    """Writes the indices of the legal actions in games of one variant."""

    def __init__(self, variant: Variant) -> None:
        catalogue = variant.catalogue
        self.every: Final[tuple[Action, ...]] = catalogue.every
        # By the slots of a family and of a target: the index of the placement or move.
        self.quiet: Final[vec[i32]] = vec[i32]([0] * (SLOTS * SLOTS))
        for place, family in enumerate(catalogue.jumps):
            for move in family.moves:
                self.quiet[slot_of(i64(2**place)) * SLOTS + slot_of(move.enters)] = i32(move.index)
        # By index of a placement or move: the men that it may remove, as a set, and the first action that removes one.
        self.removable: Final[vec[i64]] = vec[i64](
            [sum([int(action.removed) for action in actions]) for actions in catalogue.with_one]
        )
        self.with_one: Final[vec[i64]] = vec[i64](starts(catalogue.with_one, len(catalogue.with_one)))
        # The same for two men and for one who counts twice; and by index of any action, the men that it removes.
        self.with_two: Final[vec[i64]] = vec[i64](starts(catalogue.with_two, catalogue.removing_at_most_one))
        self.with_twice: Final[vec[i64]] = vec[i64](starts(catalogue.with_twice, catalogue.removing_at_most_two))
        self.removed: Final[vec[i64]] = vec[i64]([int(action.removed) for action in catalogue.every])

    def write(self, position: Position, indices: vec[i32], at: i64) -> i64:
        """The number of legal actions; their indices are written from ``at`` on, as far as there is room."""
        start = at
        vacant = vacant_points(position)
        closing = position.variant.board.closing(position.own) & vacant
        removable = removable_men(position) if closing else 0
        families, places = possible_families(position, vacant)
        while places:
            place = places & -places
            places ^= place
            slot = slot_of(place)
            targets = families[slot].targets & vacant
            while targets:
                target = targets & -targets
                targets ^= target
                index = self.quiet[slot * SLOTS + slot_of(target)]
                if target & closing:
                    at = self.write_removals(position, i64(index), removable, indices, at)
                else:
                    if at < len(indices):
                        indices[at] = index
                    at += 1
        return at - start

    def write_removals(self, position: Position, index: i64, removable: i64, indices: vec[i32], at: i64) -> i64:
        """A placement or move that may close mills, once for each choice of the men that it removes."""
        due = removals_due(position, self.every[index])
        if due == 0:
            if at < len(indices):
                indices[at] = i32(index)
            return at + 1
        if due == 1:
            men = removable & self.removable[index]
            while men:
                man = men & -men
                men ^= man
                if at < len(indices):
                    indices[at] = i32(self.with_one[index] + count(self.removable[index] & (man - 1)))
                at += 1
        else:
            at = self.write_removing(self.with_two, index, removable, indices, at)
        if counts_twice(position, self.every[index]):
            at = self.write_removing(self.with_twice, index, removable, indices, at)
        return at

    def write_removing(self, starts: vec[i64], index: i64, removable: i64, indices: vec[i32], at: i64) -> i64:
        """The actions between two starts that remove men of ``removable`` alone."""
        for action in range(starts[index], starts[index + 1]):
            if not self.removed[action] & ~removable:
                if at < len(indices):
                    indices[at] = i32(action)
                at += 1
        return at


def starts(lists: tuple[tuple[Action, ...], ...], first: int) -> list[int]:
    """The places where lists of actions begin that stand one behind the other from ``first`` on; and the end."""
    places = [first]
    for actions in lists:
        places.append(places[-1] + len(actions))
    return places
