"""The moves that give check."""

from __future__ import annotations

from mypy_extensions import i64

from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import PROMOTED, man_of
from boardgames.games.shogi.rules import State


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
