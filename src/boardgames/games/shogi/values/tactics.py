"""Which actions a search looks at first, and which give check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64, u8

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import PROMOTED, man_of
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
    tables, before, squares = position.tables, position.codes, position.tables.squares
    king = position.other_king()
    side: i64 = i64(position.side)
    low, high = position.own_low | position.other_low, position.own_high | position.other_high
    sight_low, sight_high = tables.sight_low[king], tables.sight_high[king]
    giving: list[Action] = []
    for action in position.actions():
        target = i64(action.target)
        if target < 0:
            continue
        gives_check = False
        source: i64 = squares  # nowhere
        code = man_of(side, i64(action.drop))
        if not action.drop:
            source = i64(action.source)
            code = before[source]
            if action.promotes:
                code ^= PROMOTED
        if sight_low & tables.low[target] or sight_high & tables.high[target]:
            pair = king * squares + target
            gives_check = bool(
                tables.threat[code] >> tables.facing[pair] & 1
                and not (
                    (
                        low & ~tables.low[source] & tables.between_low[pair]
                        or high & ~tables.high[source] & tables.between_high[pair]
                    )
                    and tables.threat[code] >= 0
                )
            )
        if not gives_check and (sight_low & tables.low[source] or sight_high & tables.high[source]):
            gives_check = position.apply(action).in_check()  # the man that leaves may have stood between
        if gives_check:
            giving.append(action)
    return giving
