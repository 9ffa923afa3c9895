"""The moves that give check."""

from __future__ import annotations

from mypy_extensions import i64

from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import PROMOTED, man_of
from boardgames.games.shogi.moves.position import Position, reaches
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.rules import State


def checks(position: State) -> list[Action]:
    """The actions that give check."""
    tables, king = position.tables, position.other_king()
    giving: list[Action] = []
    for action in position.actions():
        if i64(action.target) < 0:
            continue
        gives_check = mover_checks(position, action)
        if not gives_check and not action.drop and sees(tables, king, i64(action.source)):
            gives_check = position.apply(action).in_check()  # the man that leaves may have stood between
        if gives_check:
            giving.append(action)
    return giving


def mover_checks(position: Position, action: Action) -> bool:
    """True if the man that moves attacks the other king then."""
    tables, king, target = position.tables, position.other_king(), i64(action.target)
    if not sees(tables, king, target):
        return False
    source: i64 = tables.nowhere
    code = man_of(i64(position.side), i64(action.drop))
    if not action.drop:
        source = i64(action.source)
        code = position.codes[source]
        if action.promotes:
            code ^= PROMOTED
    low = (position.own_low | position.other_low) & ~tables.low[source]
    high = (position.own_high | position.other_high) & ~tables.high[source]
    return reaches(tables, code, king * tables.squares + target, low, high)


def sees(tables: Tables, square: i64, other: i64) -> bool:
    """True if a square is seen from another on an empty board."""
    return tables.sight_low[square] & tables.low[other] != 0 or tables.sight_high[square] & tables.high[other] != 0
