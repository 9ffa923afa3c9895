"""A token bucket: an amount a second in the long run, and a burst at once."""

from __future__ import annotations

import attrs


@attrs.define
class Allowance:
    """The amount that somebody may still use.

    >>> allowance = Allowance(rate=2.0, burst=3.0)
    >>> [allowance.take(1, now) for now in (9.0, 9.0, 9.0, 9.0, 10.0, 10.0, 10.0)]
    [True, True, True, False, True, True, False]
    >>> allowance = Allowance(rate=2.0, burst=3.0)
    >>> [allowance.take(amount, 9.0) for amount in (2, 2, 1, 1)]
    [True, False, True, False]
    """

    rate: float
    """A second, in the long run."""
    burst: float
    """At once."""
    left: float = attrs.field(init=False)
    counted_at: float = attrs.field(default=0.0, init=False)

    def __attrs_post_init__(self) -> None:
        self.left = self.burst

    def take(self, amount: float, now: float) -> bool:
        """Use some, at a time in seconds.  Returns whether there was so much left; if not, nothing is used."""
        self.left = min(self.burst, self.left + self.rate * (now - self.counted_at))
        self.counted_at = now
        if self.left < amount:
            return False
        self.left -= amount
        return True
