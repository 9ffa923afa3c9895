"""The perfect player: plays from a tablebase."""

from __future__ import annotations

from typing import Any, Final

from typing_extensions import override

from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.lookup.tablebase import Tablebase, table
from boardgames.core.model.game import State
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.core.protocol.rated_actions import RatedActions
from boardgames.core.protocol.search_info import SearchInfo


class Perfect(Player):
    """Plays the action with the best chance of winning, the first of equals."""

    def __init__(self) -> None:
        self.table: Tablebase | None = None

    @override
    def prepare(self, start: State) -> None:
        """Open the tablebase of the game.

        Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase`, which says how to make one.
        """
        self.table = table(start.game)

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        rated = self.rate(state, clock)
        action, value = rated[0]
        self.think(SearchInfo(value=value, line=(action,)))
        return action

    @override
    def value(self, state: State, clock: Clock) -> float:
        if self.table is None:
            self.prepare(state)
        assert self.table is not None
        return 2.0 * self.table.value(state) - 1.0

    @override
    def rate(self, state: State, clock: Clock) -> RatedActions:
        if self.table is None:
            self.prepare(state)
        assert self.table is not None
        return RatedActions((action, 2.0 * chance - 1.0) for action, chance in self.table.rate(state).items())


PERFECT: Final = PlayerSpec(
    name="perfect",
    summary="the best action, from the game's table of exact values (see 'boardgames solve')",
    player=lambda spec, options, rng: Perfect(),
)
