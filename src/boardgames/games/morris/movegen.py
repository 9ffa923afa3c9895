"""The legal actions of a position.

An action is a placement or a move, with the men it removes.  Placements, and the
moves from each point, are *families* of the catalogue: :func:`possible_families`
says which are open, :func:`removals_due` how many men a placement or move removes.
"""

from __future__ import annotations

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.games.morris.actions import MOVING, PLACING, STOCK, Action, Family
from boardgames.games.morris.board import count, slot_of
from boardgames.games.morris.mill_memory import new_mills
from boardgames.games.morris.position import Position, removable_men, vacant_points


def legal_actions(position: Position) -> list[Action]:
    """The legal actions of a position in which the game goes on."""
    vacant = vacant_points(position)
    closing = position.variant.board.closing(position.own)
    legal: list[Action] = []
    families, places = possible_families(position, vacant)
    while places:
        place = places & -places
        places ^= place
        add_family(position, families[slot_of(place)], vacant, closing, legal)
    return legal


def possible_families(position: Position, vacant: i64) -> tuple[vec[Family], i64]:
    """All families by slot, and the places, as a set, of those that may have a legal action.

    While there are men in stock, one of them is placed.  Then a man goes to a free
    point next to it; a side's last three may jump to any.
    """
    variant = position.variant
    steps = variant.catalogue.steps_by_slot
    if position.own_stock and not variant.early_moves:
        return steps, PLACING
    if not position.own_stock and variant.flies(position.own):
        return variant.catalogue.jumps_by_slot, MOVING * position.own
    movable = position.own & variant.board.beside(vacant)
    return steps, MOVING * movable + (PLACING if position.own_stock else 0)


def add_family(position: Position, family: Family, vacant: i64, closing: i64, legal: list[Action]) -> None:
    """Adds the legal actions of a family to ``legal``.

    ``vacant`` are the free points; on those of ``closing`` an own man may close a mill.
    """
    targets = family.targets & vacant
    while targets:
        target = targets & -targets
        targets ^= target
        move = family.by_slot[slot_of(target)]
        if closing & target:
            add_removals(position, move, legal)
        else:
            legal.append(move)


def add_removals(position: Position, move: Action, legal: list[Action]) -> None:
    """Adds a placement or move that may close mills, once for each choice of the men it removes."""
    due = removals_due(position, move)
    if due == 0:
        legal.append(move)
        return
    catalogue = position.variant.catalogue
    removable = removable_men(position)
    for action in (catalogue.with_one if due == 1 else catalogue.with_two)[move.index]:
        if removable & action.removed == action.removed:
            legal.append(action)
    if counts_twice(position, move):
        legal += [action for action in catalogue.with_twice[move.index] if removable & action.removed]


def is_legal(position: Position, action: Action, mills: i64) -> bool:
    """True if an action of its board is one of :func:`legal_actions`; ``mills`` is how many new ones it fills."""
    variant, own = position.variant, position.own
    if action.enters & (own | position.other) or action.leaves & ~own:
        return False
    if action.source == STOCK:
        if not position.own_stock:
            return False
    elif action.steps:
        if position.own_stock and not variant.early_moves:
            return False
    elif position.own_stock or not variant.flies(own):
        return False
    if not mills or not action.removed:
        return not action.removed and not removals_for(position, mills)
    fits = (
        variant.double_count and mills > 1 if action.twice else count(action.removed) == removals_for(position, mills)
    )
    return fits and not action.removed & ~removable_men(position)


def removals_due(position: Position, move: Action) -> i64:
    """The number of men that a placement or move removes: one for a new mill, more for two, if there are enough."""
    return removals_for(position, new_mills(position, move))


def removals_for(position: Position, mills: i64) -> i64:
    """The number of men that some new mills remove."""
    due = mills
    if not due or position.variant.mill_wins:
        return 0
    if due > position.variant.double_mill:
        due = position.variant.double_mill
    removable = count(removable_men(position))
    return removable if due > removable else due


def counts_twice(position: Position, move: Action) -> bool:
    """True if a placement or move fills two mills for which one man may be removed who counts twice."""
    return position.variant.double_count and new_mills(position, move) > 1
