"""How much a player thinks: by its options, by the clock, and by levels that a person understands.

Levels go from 1, where a beginner wins, to 10, the full strength.  A level bounds
how much the player thinks, and sets its *blunder rate*: how often it plays a
random action without thinking.  The documentation has the Elo difference between
the levels of each game, as measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Final

import attrs

from boardgames.core.protocol.clock import Clock
from boardgames.players.budget import Budget, answer_seconds, longest_answer

USUAL_TIME: Final = 1.0
"""Seconds for an answer where neither the options nor the clock bound it."""
ALL_TIME: Final = 5.0
"""The same with a level given."""


@attrs.frozen(kw_only=True)
class Effort:
    """What a player spends on an answer; ``None`` is no bound.

    ``blunder_rate`` is the share of random answers; ``usual_time`` are the
    seconds for an answer where nothing else bounds it.
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    blunder_rate: float = 0.0
    usual_time: float = USUAL_TIME

    @classmethod
    def of(cls, options: Any, levels: Sequence[Effort], usual_depth: int | None = None) -> Effort:
        """The effort that a player's options ask for.  Of an option and its level's bound the smaller one holds."""
        level = Effort() if options.level is None else levels[options.level - 1]
        depth = least(getattr(options, "depth", None), level.depth)
        nodes = least(options.nodes, level.nodes)
        if options.level is None and depth is None and nodes is None and options.time is None:
            depth = usual_depth
        usual_time = USUAL_TIME if options.level is None else ALL_TIME
        return cls(depth=depth, nodes=nodes, time=options.time, blunder_rate=level.blunder_rate, usual_time=usual_time)

    def budget(self, clock: Clock) -> Budget:
        """The budget of one answer, within the clock; the usual time where neither has a bound."""
        nodes, depth = least(self.nodes, clock.nodes), least(self.depth, clock.depth)
        seconds = longest = inf if self.time is None or clock.until_stopped else self.time
        if not clock.until_stopped:
            seconds, longest = min(seconds, answer_seconds(clock)), min(longest, longest_answer(clock))
            if seconds == inf and nodes is None and depth is None:
                seconds = longest = self.usual_time
        return Budget(seconds, nodes, depth, lambda: clock.stopped, longest)


def least(one: int | None, other: int | None) -> int | None:
    """The smaller of two bounds, where ``None`` is no bound.

    >>> least(3, None), least(3, 2), least(None, None)
    (3, 2, None)
    """
    return other if one is None else one if other is None else min(one, other)


SEARCH: Final = (
    Effort(depth=1, blunder_rate=0.6),
    Effort(depth=1, blunder_rate=0.35),
    Effort(depth=1, blunder_rate=0.2),
    Effort(depth=1, blunder_rate=0.1),
    Effort(depth=2, blunder_rate=0.06),
    Effort(depth=3, blunder_rate=0.03),
    Effort(nodes=20_000),
    Effort(nodes=60_000),
    Effort(nodes=200_000),
    Effort(),
)
"""Levels 1 to 10 of the searches."""

TREE: Final = (
    Effort(nodes=20, blunder_rate=0.6),
    Effort(nodes=40, blunder_rate=0.35),
    Effort(nodes=80, blunder_rate=0.2),
    Effort(nodes=160, blunder_rate=0.1),
    Effort(nodes=320, blunder_rate=0.05),
    Effort(nodes=640),
    Effort(nodes=2_500),
    Effort(nodes=8_000),
    Effort(nodes=25_000),
    Effort(),
)
"""Levels 1 to 10 of the tree search."""
