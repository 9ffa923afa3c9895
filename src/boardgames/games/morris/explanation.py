"""Why an action is not legal, in words for people."""

from __future__ import annotations

from typing import Final

from boardgames.games.morris.board import BIT, Board, points_of
from boardgames.games.morris.movegen import removals_due
from boardgames.games.morris.position import Position, removable_men

RULES_BEHIND: Final = {
    "men are placed while": ("morris", 2),
    "is occupied": ("morris", 3),
    "no men are left in stock": ("morris", 3),
    "is not next to": ("morris", 3),
    "removes two of": ("morris", 7),
    " removes ": ("morris", 5),
    "stands in a mill": ("morris", 5),
    "two men must be removed": ("morris", 7),
}
"""Phrases of the reasons, each with its rule."""
REMOVALS_DUE: Final = (
    "removes nobody: it fills no new mill",
    "removes one of the opponent's men",
    "removes two of the opponent's men",
)


def why_not(position: Position, text: str) -> str:
    """Why ``text`` is none of the legal actions of a position in which there are some."""
    board = position.variant.board
    way, *removed = text.split("x")
    source, dash, target = way.rpartition("-")
    points = [target, *removed] + ([source] if dash else [])
    for name in points:
        if name not in board.point:
            return f"{name!r} is not a point of the board: {_example(board)}"
    return _no_way(position, source, target) or _no_removal(position, source, target, removed)


def _example(board: Board) -> str:
    """How actions are written, with points of this board."""
    there, then, taken = [board.names[point] for point in board.example]
    return f"expected {there}, {there}-{then} or, with removals, {there}x{taken}, {there}-{then}x{taken}"


def _no_way(position: Position, source: str, target: str) -> str:
    """Why a man cannot go from ``source`` (or the stock, if empty) to ``target``; empty if it can."""
    variant = position.variant
    point = variant.board.point
    if position.own_stock and source and not variant.early_moves:
        return f"men are placed while there are any in stock, here {position.own_stock}"
    if not position.own_stock and not source:
        return "no men are left in stock: move one, as in d6-d7"
    if source and not position.own & BIT[point[source]]:
        return f"there is no man of one's own on {source}"
    if (position.own | position.other) & BIT[point[target]]:
        return f"{target} is occupied"
    if (
        source
        and point[target] not in variant.board.neighbours[point[source]]
        and (position.own_stock or not variant.flies(position.own))
    ):
        return f"{target} is not next to {source}"
    return ""


def _no_removal(position: Position, source: str, target: str, removed: list[str]) -> str:
    variant = position.variant
    board = variant.board
    point = board.point
    family = variant.catalogue.jumps[1 + point[source] if source else 0]
    for move in family.moves:
        if move.target == point[target]:
            due = removals_due(position, move)
            if len(removed) != due:
                return f"{move} " + ("removes nobody: a mill wins" if variant.mill_wins else REMOVALS_DUE[due])
    removable = removable_men(position)
    for name in removed:
        if not position.other & BIT[point[name]]:
            return f"there is no man of the opponent's on {name}"
        if not removable & BIT[point[name]]:
            outside = ", ".join([board.names[man] for man in points_of(removable)])
            return f"the man on {name} stands in a mill, and others do not: {outside}"
    return "two men must be removed, not one twice"
