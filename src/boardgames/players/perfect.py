"""The perfect player: plays from a tablebase, and searches where it is not complete."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs
from typing_extensions import override

from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State
from boardgames.core.model.options import option
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.core.protocol.rated_actions import RatedActions
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.learning.levels import Level
from boardgames.players.alphabeta import Alphabeta, SearchOptions, alphabeta_at
from boardgames.players.budget import Effort
from boardgames.players.judgement import MATERIAL
from boardgames.solve.tablebase import CountsPlies, Tablebase, Unsolved, table

NODES: Final = 20_000
"""The most positions of a search, where the tablebase lacks the position and nothing else bounds it."""
EQUALS_NODES: Final = 5_000
"""The most positions of a search that chooses between actions of equal value."""


class Perfect(Player):
    """Plays the action with the best chance of winning.

    It plays the quickest of wins and the slowest of losses, where the tablebase knows the plies.  Between other equals,
    such as draws, a search with the game's usual judgement chooses: it keeps men, which count at a limit of turns,
    and sets the opponent tasks.

    Where the tablebase has not been completed, and does not have a position, it searches: at the leaves
    with the tablebase, as far as that goes, and with the game's own evaluation.
    """

    def __init__(self, spec: GameSpec | None = None, path: str | os.PathLike[str] | None = None) -> None:
        self.spec = spec
        self.path = None if path is None else Path(path)
        self.table: Tablebase | None = None
        self.search: Alphabeta | None = None
        self.plain_search: Alphabeta | None = None

    @override
    def prepare(self, start: State) -> None:
        """Open the tablebase of the game, or that in the file ``path``.

        Raises :class:`~boardgames.solve.tablebase.NoTablebase`, which says how to make one.
        """
        self.table = table(start.game, self.path)

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        rated = self.rate(state, clock)
        action, value = rated[0]
        equals = [other for other, equal in rated if equal == value]
        if len(equals) > 1 and not self.is_in_order(state):
            action = self.plain_searcher(state).best_of(state, equals, clock)
        self.think(SearchInfo(value=value, line=(action,)))
        return action

    @override
    def value(self, state: State, clock: Clock) -> float:
        if self.table is None:
            self.prepare(state)
        assert self.table is not None
        try:
            return 2.0 * self.table.value(state) - 1.0
        except Unsolved:
            return self.searcher(state).value(state, clock)

    @override
    def rate(self, state: State, clock: Clock) -> RatedActions:
        if self.table is None:
            self.prepare(state)
        assert self.table is not None
        try:
            return RatedActions((action, 2.0 * chance - 1.0) for action, chance in self.table.rate(state).items())
        except Unsolved:
            return self.searcher(state).rate(state, clock)

    def is_in_order(self, state: State) -> bool:
        """True if the first action is the best of its equals, by the tablebase's plies or by a search."""
        try:
            return isinstance(self.table, CountsPlies) and self.table.plies(state) is not None
        except Unsolved:
            return True

    def plain_searcher(self, state: State) -> Alphabeta:
        """A search with the usual judgement of the game, without the tablebase."""
        if self.plain_search is None:
            spec = self.spec or spec_of(state.game)
            self.plain_search = alphabeta_at(Level(nodes=EQUALS_NODES), spec, SearchOptions(), Random(0))
        return self.plain_search

    def searcher(self, state: State) -> Alphabeta:
        """A search that looks into the tablebase at its leaves."""
        if self.search is None:
            spec = self.spec or spec_of(state.game)
            self.search = Alphabeta(spec, Effort(nodes=NODES), Random(0), judgement=MATERIAL)
            evaluate = self.with_table(self.search.hints.evaluate)
            self.search.hints = attrs.evolve(self.search.hints, evaluate=evaluate, rules=None)
        return self.search

    def with_table(self, evaluate: Callable[[State, int], float]) -> Callable[[State, int], float]:
        """An evaluation that knows the positions of the tablebase."""
        table = self.table
        assert table is not None

        def value(state: State, seat: int) -> float:
            try:
                chance = table.value(state)
            except Unsolved:
                return evaluate(state, seat)
            own = 2.0 * chance - 1.0
            return own if state.seat == seat else -own

        return value


@attrs.frozen
class PerfectOptions:
    """The options of the perfect player."""

    table: str | None = option(None, "the file with the table; without it, the one where 'boardgames solve' puts it")


PERFECT: Final = PlayerSpec(
    name="perfect",
    summary="the best move, from the game's table of exact values (see 'boardgames solve')",
    options=PerfectOptions,
    player=lambda spec, options, rng: Perfect(spec, options.table),
)
