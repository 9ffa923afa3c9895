"""Which actions a search looks at first, and which give check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64, u8

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import PROMOTED, man_of
from boardgames.games.shogi.moves.position import Position, reaches
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.values.piece_values import values_of

EVADE: Final[i64] = 40
"""The priority of parrying a check; captures have a higher one."""


def move_priority(position: State, actions: Sequence[Action]) -> bytes:
    """For each action its priority: captures by what they win, and safe promotions; 0 for quiet actions.

    In check every action parries it, so none is quiet.
    """
    before = position.codes
    exchange = values_of(position.tables).exchange
    priorities = vec[u8](bytes(len(actions)))
    in_check = position.in_check()
    low, high = position.own_low | position.other_low, position.own_high | position.other_high
    for number, action in enumerate(actions):
        target = i64(action.target)
        priority: i64 = 0
        if target >= 0 and not action.drop:
            captured: i64 = before[target]
            if captured or action.promotes:
                code: i64 = before[i64(action.source)]
                mover = exchange[code]
                gain = exchange[captured] * 2 if captured else 0  # it changes sides
                if action.promotes:
                    gain += exchange[code ^ PROMOTED] - mover
                if gain <= mover * 2 and position.attacked(target, low, high):
                    gain -= mover * 2
                if gain > 0:
                    priority = EVADE + gain // 2 - mover // 8
                    priority = 255 if priority > 255 else 1 if priority < 1 else priority
        if in_check and priority == 0:
            priority = EVADE
        priorities[number] = u8(priority)
    return bytes(priorities)


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
