"""How many legal actions a position has, and one of them by its place, without a list of all.

The rules are those of :mod:`.movegen`.  Actions that close no mill are counted by
their targets alone, as a set of points.
"""

from __future__ import annotations

from mypy_extensions import i64

from boardgames.games.morris.actions import Action, Family
from boardgames.games.morris.board import count, slot_of
from boardgames.games.morris.movegen import add_removals, possible_families, removals_due
from boardgames.games.morris.position import Position, removable_men, vacant_points


def count_actions(position: Position) -> i64:
    """How many actions :func:`~boardgames.games.morris.movegen.legal_actions` lists."""
    vacant = vacant_points(position)
    closing = position.variant.board.closing(position.own)
    families, places = possible_families(position, vacant)
    total: i64 = 0
    while places:
        place = places & -places
        places ^= place
        total += count_family(position, families[slot_of(place)], vacant, closing)
    return total


def nth_action(position: Position, nth: i64) -> Action:
    """The action at a place of that list, counted from 0."""
    vacant = vacant_points(position)
    closing = position.variant.board.closing(position.own)
    families, places = possible_families(position, vacant)
    while True:
        place = places & -places
        places ^= place
        family = families[slot_of(place)]
        size = count_family(position, family, vacant, closing)
        if nth < size:
            return nth_of_family(position, family, vacant, closing, nth)
        nth -= size


def count_family(position: Position, family: Family, vacant: i64, closing: i64) -> i64:
    targets = family.targets & vacant
    closing &= targets
    total = count(targets & ~closing)
    if closing:
        for move in family.moves:
            if closing & move.enters:
                total += count_removals(position, move)
    return total


def count_removals(position: Position, move: Action) -> i64:
    """How many choices of men to remove there are for a placement or move that may close mills."""
    due = removals_due(position, move)
    if due == 0:
        return 1
    removable = count(removable_men(position))
    return removable if due == 1 else removable * (removable - 1) // 2


def nth_of_family(position: Position, family: Family, vacant: i64, closing: i64, nth: i64) -> Action:
    for move in family.moves:
        if vacant & move.enters:
            choices = count_removals(position, move) if closing & move.enters else 1
            if nth < choices:
                legal: list[Action] = []
                add_removals(position, move, legal)
                return legal[nth]
            nth -= choices
    raise AssertionError
