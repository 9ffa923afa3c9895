"""What a search may want to know of a position of the family: what is urgent, and what gives check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from mypy_extensions import i64, u8

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import PROMOTED, man_of
from boardgames.games.shogi.moves.tables import Action
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.values.piece_values import worth_of

EVADE: Final[i64] = 40
"""The move_priority of parrying a check, beside which captures count more."""


def move_priority(state: Any, actions: Sequence[Any]) -> bytes:
    """For each action 0 or how urgent it is: captures that win something, by how much, and safe promotions.

    In check every action parries it, so that none is quiet.
    """
    position = cast(State, state)
    before = position.codes
    exchange = worth_of(position.tables.variant).exchange
    found = vec[u8](bytes(len(actions)))
    in_check = position.in_check()
    low, high = position.own_low | position.other_low, position.own_high | position.other_high
    for number, entry in enumerate(actions):
        action = cast(Action, entry)
        target = i64(action.target)
        urgent: i64 = 0
        if target >= 0 and not action.drop:
            captured: i64 = before[target]
            if captured or action.promotes:
                code: i64 = before[i64(action.source)]
                mover = exchange[code]
                gain = exchange[captured] * 2 if captured else 0  # it changes sides
                if action.promotes:
                    gain += exchange[code | PROMOTED] - mover
                if gain <= mover * 2 and position.attacked(target, low, high):
                    gain -= mover * 2
                if gain > 0:
                    urgent = EVADE + gain // 2 - mover // 8
                    urgent = 255 if urgent > 255 else 1 if urgent < 1 else urgent
        if in_check and urgent == 0:
            urgent = EVADE
        found[number] = u8(urgent)
    return bytes(found)


def checks(state: Any) -> list[Any]:
    """The actions that give check."""
    position = cast(State, state)
    tables, before, squares = position.tables, position.codes, position.tables.squares
    king = position.other_king()
    side: i64 = i64(position.side)
    low, high = position.own_low | position.other_low, position.own_high | position.other_high
    star_low, star_high = tables.star_low[king], tables.star_high[king]
    found: list[Any] = []
    for action in position.actions():
        target = i64(action.target)
        if target < 0:
            continue
        gives = False
        source: i64 = squares  # nowhere
        code = man_of(side, i64(action.drop))
        if not action.drop:
            source = i64(action.source)
            code = before[source]
            if action.promotes:
                code |= PROMOTED
        if star_low & tables.low[target] or star_high & tables.high[target]:
            pair = king * squares + target
            gives = bool(
                tables.threat[code] >> tables.facing[pair] & 1
                and not (
                    low & ~tables.low[source] & tables.between_low[pair]
                    or high & ~tables.high[source] & tables.between_high[pair]
                )
            )
        if not gives and (star_low & tables.low[source] or star_high & tables.high[source]):
            gives = position.apply(action).in_check()  # it may have stood between
        if gives:
            found.append(action)
    return found
