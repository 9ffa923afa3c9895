"""The bounds of a player's answer, from its options, its level and the clock: seconds, nodes and depth.

This module is not compiled, on purpose.  A compiled search asks it every few nodes and so enters the interpreter, which
then lets other threads run and delivers Ctrl-C.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic, process_time
from typing import Any, Final

import attrs

from boardgames.core.protocol.clock import Clock
from boardgames.learning.levels import Level


class Budget:
    """The bounds of one answer.

    ``nodes`` and ``depth`` bound the search itself; ``seconds`` count from now.  An answer that needs it may take
    ``longest`` seconds instead, where the clock has them. ``stopped`` says whether the answer is wanted at once.

    >>> Budget(seconds=0.0).is_spent(), Budget(nodes=1000).is_spent()
    (True, False)
    """

    def __init__(
        self,
        seconds: float = inf,
        nodes: int | None = None,
        depth: int | None = None,
        stopped: Callable[[], bool] | None = None,
        longest: float = 0.0,
    ) -> None:
        self.begun = monotonic()
        self.cpu_at_start = process_time()
        self.seconds = seconds
        self.usual = seconds
        self.longest = max(seconds, longest)
        self.nodes = nodes
        self.depth = depth
        self.stopped = stopped

    def is_spent(self) -> bool:
        """True if the time is over, or the answer is wanted at once."""
        if self.stopped is not None and self.stopped():
            return True
        passed = monotonic() - self.begun
        largest = LARGEST_CUT * self.usual
        if self.seconds == inf or passed < self.seconds - largest:  # spares a slow look at the processor's time
            return False
        return passed >= self.seconds - min(largest, self.delay(passed))

    def delay(self, passed: float) -> float:
        """The seconds that the last work will take longer than usual, since others use the machine, too."""
        cpu = process_time() - self.cpu_at_start
        return LAST_WORK * max(0.0, passed - cpu) / (cpu + LAST_WORK)

    def has_passed(self, share: float) -> bool:
        """True if this share of the time has passed."""
        return monotonic() - self.begun >= share * self.usual

    def passed(self) -> float:
        """Seconds since the budget was made."""
        return monotonic() - self.begun


MARGIN: Final = 0.012
"""Seconds of each answer that are not used: the work before and after the player's own takes some."""
SHARE: Final = 0.82
"""The share of an answer's time that is used; the rest is a reserve for a busy machine."""
ANSWERS: Final = 30
"""The number of answers that the remaining time is divided by, where a clock has the time of a whole game."""

LAST_WORK: Final = 0.04
"""Seconds of CPU from the end of a search to the answer, at most; on a busy machine they last longer."""
LARGEST_CUT: Final = 0.4
"""The largest share of an answer's time that a busy machine takes from the search."""

LONGEST: Final = 3
"""An answer that needs it may take this multiple of its share of the remaining time."""


def answer_seconds(clock: Clock, shares: float = 1) -> float:
    """The seconds that an answer may take: ``shares`` of the remaining time, with a margin before the clock runs out.

    >>> round(answer_seconds(Clock(move_time=0.1, first_move_time=0.1)), 3)
    0.07
    >>> round(answer_seconds(Clock(base=60.0, increment=1.0)), 3)
    2.448
    """
    allowed = clock.allowed
    if clock.remaining is not None:
        allowed = min(allowed, shares * clock.remaining / ANSWERS + clock.increment + clock.byoyomi)
    return max(0.001, SHARE * allowed - MARGIN)


def longest_answer(clock: Clock) -> float:
    """The seconds that an answer may take if it needs more than others: no more than a share of what remains.

    >>> round(longest_answer(Clock(base=60.0, increment=1.0)), 3)
    5.728
    >>> round(longest_answer(Clock(move_time=0.1, first_move_time=0.1)), 3)
    0.07
    """
    return answer_seconds(clock, LONGEST)


USUAL_TIME: Final = 1.0
"""Seconds for an answer where neither the options nor the clock bound it."""
ALL_TIME: Final = 5.0
"""Seconds for an answer of a level, where nothing else bounds it."""


@attrs.frozen(kw_only=True)
class Effort:
    """The bounds of a player's answer; ``None`` is no bound.

    ``usual_time`` are the seconds for an answer where nothing else bounds it.  ``carelessness`` makes a weaker player:
    up to this much noise is added to the value of each action, so it may play any that is worse than the best by less.
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    usual_time: float = USUAL_TIME
    carelessness: float = 0.0

    @classmethod
    def of(cls, options: Any, level: Level | None, usual_depth: int | None = None) -> Effort:
        """The effort that a player's options ask for; the smaller of an option and the level's bound counts."""
        bounds = Level() if level is None else level
        depth = least(getattr(options, "depth", None), bounds.depth)
        nodes = least(options.nodes, bounds.nodes)
        if level is None and depth is None and nodes is None and options.time is None:
            depth = usual_depth
        return cls(
            depth=depth,
            nodes=nodes,
            time=options.time,
            usual_time=USUAL_TIME if level is None else ALL_TIME,
            carelessness=bounds.carelessness,
        )

    def budget(self, clock: Clock, has_depth: bool = True) -> Budget:
        """The budget of one answer, within the clock; the usual time where neither has a bound.

        ``has_depth`` is false for a player that cannot bound its depth, such as a tree.
        """
        nodes = least(self.nodes, clock.nodes)
        depth = least(self.depth, clock.depth) if has_depth else None
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


@contextmanager
def gc_paused() -> Iterator[None]:
    """Turn the cyclic garbage collector off within this context: a search makes no cycles, so looking is waste."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
