"""Why an action is not legal, in words for people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from boardgames.core.text.printable import SHOWN
from boardgames.core.text.said import Reason, Said
from boardgames.games.morris.board import BIT, Board, points_of
from boardgames.games.morris.movegen import removals_due
from boardgames.games.morris.position import Position, removable_men

if TYPE_CHECKING:
    from boardgames.games.morris.actions import Action

FREE: Final = "."

RULES_BEHIND: Final = {
    "men-in-stock": ("morris", 2),
    "occupied": ("morris", 3),
    "empty-stock": ("morris", 3),
    "not-adjacent": ("morris", 3),
    "two-removals": ("morris", 7),
    "no-removal": ("morris", 5),
    "one-removal": ("morris", 5),
    "in-mill": ("morris", 5),
    "removed-twice": ("morris", 7),
}
"""The rule behind each code of a reason."""


def variations(state: Any, text: str) -> Iterator[str]:
    """The positions in which a side has just the three men with which it may jump as ``text`` says."""
    board, side, *stocks, ply = str(state).split()[:5]
    names = [state.game.board.names[point] for point in state.game.board.reading_order]
    source, dash, target = text.partition("x")[0].rpartition("-")
    if not dash or not state.game.flying:
        return
    men = {name: man for name, man in zip(names, board, strict=True) if name not in (source, target)}
    own = [name for name, man in men.items() if man == side.upper()]
    free = [name for name, man in men.items() if man == FREE]
    stocks[state.seat] = "0"
    for pair in combinations(own if own[1:] else own + free, 2):
        three = {source, *pair}
        cells = (side.upper() if name in three else FREE if name in {target, *own} else men[name] for name in names)
        yield " ".join(["".join(cells), side, *stocks, ply])


def possible_then(code: str, state: Any, action: Action) -> str:
    """The reason why a move is legal in a changed ``state``, if that is that its side may jump there."""
    if action.steps or state.own_stock or not state.game.flies(state.own):
        return ""
    return Said("{side} could fly", side=(Said("Black"), Said("White"))[state.seat])


def why_not(position: Position, text: str) -> Reason:
    """Why ``text`` is none of the legal actions of a position in which there are some."""
    board = position.variant.board
    way, *removed = text.split("x")
    source, dash, target = way.rpartition("-")
    points = [target, *removed] + ([source] if dash else [])
    for name in points:
        if name not in board.point:
            return Reason(
                "no-such-point", "{name!r} is not a point of the board: {why}", name=name[:SHOWN], why=_example(board)
            )
    return _no_way(position, source, target) or _no_removal(position, source, target, removed)


def _example(board: Board) -> Said:
    """The way to write actions, with points of this board."""
    point, point2, point3 = [board.names[point] for point in board.example]
    return Said(
        "expected {point}, {point}-{point2} or, with removals, {point}x{point3}, {point}-{point2}x{point3}",
        point=point,
        point2=point2,
        point3=point3,
    )


def _no_way(position: Position, source: str, target: str) -> Reason | None:
    """Why a man cannot go from ``source`` (or the stock, if empty) to ``target``; ``None`` if it can."""
    variant = position.variant
    point = variant.board.point
    if position.own_stock and source and not variant.early_moves:
        number = int(position.own_stock)
        return Reason("men-in-stock", "men are placed while there are any in stock, here {number}", number=number)
    if not position.own_stock and not source:
        return Reason("empty-stock", "no men are left in stock: move one, as in d6-d7")
    if source and not position.own & BIT[point[source]]:
        return Reason("no-own-man", "there is no man of the side to act on {point}", point=source)
    if (position.own | position.other) & BIT[point[target]]:
        return Reason("occupied", "{point} is occupied", point=target)
    if (
        source
        and point[target] not in variant.board.neighbours[point[source]]
        and (position.own_stock or not variant.flies(position.own))
    ):
        return Reason("not-adjacent", "{point} is not next to {point2}", point=target, point2=source)
    return None


def _no_removal(position: Position, source: str, target: str, removed: list[str]) -> Reason:
    variant = position.variant
    board = variant.board
    point = board.point
    family = variant.catalogue.jumps[1 + point[source] if source else 0]
    for move in family.moves:
        if move.target == point[target]:
            due = removals_due(position, move)
            if len(removed) != due:
                if variant.mill_wins:
                    return Reason("no-removal", "{way} removes nobody: a mill wins", way=str(move))
                return _removals_due(str(move), due)
    removable = removable_men(position)
    for name in removed:
        if not position.other & BIT[point[name]]:
            return Reason("no-man-to-remove", "there is no man of the opponent's on {point}", point=name)
        if not removable & BIT[point[name]]:
            outside = ", ".join([board.names[man] for man in points_of(removable)])
            return Reason(
                "in-mill",
                "the man on {point} stands in a mill, and others do not: {others}",
                point=name,
                others=outside,
            )
    return Reason("removed-twice", "two men must be removed, not one twice")


def _removals_due(way: str, due: int) -> Reason:
    if due == 0:
        return Reason("no-removal", "{way} removes nobody: it fills no new mill", way=way)
    if due == 1:
        return Reason("one-removal", "{way} removes one of the opponent's men", way=way)
    return Reason("two-removals", "{way} removes two of the opponent's men", way=way)
