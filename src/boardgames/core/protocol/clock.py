"""A player's clock as an account: it is told how long things took and never looks at the time."""

from __future__ import annotations

from math import inf


class Clock:
    """What a player may still use, in seconds.

    Two ways to bound a game: so much for the first and so much for each later
    answer, or a ``base`` for the whole game to which ``increment`` is added
    after each answer.

    >>> clock = Clock(first_move_time=1.0, move_time=0.1)
    >>> clock.allowed
    1.0
    >>> clock.spend(0.9); clock.allowed
    0.1
    >>> clock = Clock(base=60.0, increment=0.5)
    >>> clock.spend(2.0); clock.allowed
    58.5

    ``byoyomi`` comes on top of what remains, for each answer anew.

    >>> Clock(base=0.0, byoyomi=10.0).allowed
    10.0

    Besides seconds, the answer may be bounded in ``nodes``, positions looked at,
    and in ``depth``, actions looked ahead.  With ``until_stopped`` it is wanted
    only when somebody sets ``stopped``; that may happen to any clock.
    """

    def __init__(
        self,
        first_move_time: float = inf,
        move_time: float = inf,
        base: float | None = None,
        increment: float = 0.0,
        byoyomi: float = 0.0,
        nodes: int | None = None,
        depth: int | None = None,
        until_stopped: bool = False,
    ) -> None:
        self.first_move_time = first_move_time
        self.move_time = move_time
        self.remaining = base
        self.increment = increment
        self.byoyomi = byoyomi
        self.nodes = nodes
        self.depth = depth
        self.until_stopped = until_stopped
        self.stopped = False
        """Whether the answer is wanted at once."""
        self.answers = 0

    @property
    def allowed(self) -> float:
        """Seconds for the next answer."""
        if self.remaining is not None:
            return self.remaining + self.byoyomi
        return self.move_time if self.answers else self.first_move_time

    def spend(self, seconds: float) -> None:
        """An answer has taken so long."""
        self.answers += 1
        if self.remaining is not None:
            self.remaining = max(0.0, self.remaining - seconds) + self.increment
