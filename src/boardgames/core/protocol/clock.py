"""Clock: the time that a player has left.  It counts the time that answers took, and never reads the time itself."""

from __future__ import annotations

from math import ceil, inf


class Clock:
    """The time, in seconds, that a player has left.

    There are two kinds of limits: a time for the first and one for each later answer,
    or a ``base`` for the whole game, to which ``increment`` is added after each answer, as in UCI.

    >>> clock = Clock(first_move_time=1.0, move_time=0.1)
    >>> clock.allowed
    1.0
    >>> clock.spend(0.9); clock.allowed
    0.1
    >>> clock = Clock(base=60.0, increment=0.5)
    >>> clock.spend(2.0); clock.allowed
    58.5

    With ``increment_first`` it is added before each answer, the first one too, as in USI and in the CSA protocol of
    shogi.  These tell the time without it.

    >>> clock = Clock(base=5.0, increment=10.0, increment_first=True)
    >>> clock.spend(12.0); clock.allowed, clock.before_increment
    (13.0, 3.0)

    ``byoyomi`` is added to what remains, for each answer again.

    >>> Clock(base=0.0, byoyomi=10.0).allowed
    10.0

    With a ``unit`` only whole units of time are charged: seconds rounded down, as in the CSA protocol.  The time is up
    as soon as all of it would be charged.

    >>> clock = Clock(base=60.5, unit=1.0)
    >>> clock.spend(2.9); clock.charged, clock.remaining, clock.allowed
    (2.0, 58.5, 59.0)

    ``nodes`` limits the positions and ``depth`` the actions ahead that a player may look at for an answer.  With
    ``until_stopped`` the player thinks until ``stopped`` is set; ``stopped`` can be set on any clock.
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
        unit: float = 0.0,
        increment_first: bool = False,
    ) -> None:
        self.first_move_time = first_move_time
        self.move_time = move_time
        self.remaining = base + increment if increment_first and base is not None else base
        """Seconds left of the time for the game, with all that was added for the next answer; ``None`` without one."""
        self.increment = increment
        self.byoyomi = byoyomi
        self.nodes = nodes
        self.depth = depth
        self.until_stopped = until_stopped
        self.unit = unit
        self.charged = 0.0
        """Seconds that the last answer was charged with."""
        self.stopped = False
        """True if the player must answer at once."""
        self.answers = 0

    @property
    def allowed(self) -> float:
        """Seconds for the next answer."""
        if self.remaining is not None:
            seconds = self.remaining + self.byoyomi
        else:
            seconds = self.move_time if self.answers else self.first_move_time
        return ceil(seconds / self.unit) * self.unit if self.unit and seconds < inf else seconds

    @property
    def before_increment(self) -> float:
        """Seconds left of the time for the game without the increment for the next answer."""
        return 0.0 if self.remaining is None else max(0.0, self.remaining - self.increment)

    def spend(self, seconds: float) -> None:
        """Count an answer that took ``seconds``."""
        self.answers += 1
        if self.unit:
            seconds = seconds // self.unit * self.unit
        self.charged = seconds
        if self.remaining is not None:
            self.remaining = max(0.0, self.remaining - seconds) + self.increment
