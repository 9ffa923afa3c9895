"""Dice as lots: probabilities are fractions, so a throw is one of so many equally likely lots."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, Any, Final, final

if TYPE_CHECKING:
    from random import Random

KNOWN: Final = 64  # sets of chances remembered; a game has one or a few


@final
class Lots:
    """The chances of one throw, ready to draw from.

    >>> from fractions import Fraction
    >>> coin = Lots((("heads", Fraction(1, 3)), ("tails", Fraction(2, 3))))
    >>> coin.total, [coin.outcome(lot) for lot in range(coin.total)]
    (3, ['heads', 'tails', 'tails'])
    """

    def __init__(self, chances: Sequence[tuple[Any, Fraction]]) -> None:
        self.chances: Final = chances
        self.total: Final = lcm(*[chance.denominator for _, chance in chances])
        shares = [chance.numerator * (self.total // chance.denominator) for _, chance in chances]
        self.bounds: Final = list(accumulate(shares))
        self.outcomes: Final = [outcome for outcome, _ in chances]

    def outcome(self, lot: int) -> Any:
        """The outcome that lot number ``lot`` of ``total`` stands for."""
        return self.outcomes[bisect_right(self.bounds, lot)]


_known: dict[int, Lots] = {}


def lots(chances: Sequence[tuple[Any, Fraction]]) -> Lots:
    """The lots of these chances, made once for each object that a game hands out."""
    cup = _known.get(id(chances))  # whose chances live as long as it, so that no others have their id
    if cup is None:
        if len(_known) >= KNOWN:
            _known.clear()
        cup = _known[id(chances)] = Lots(chances)
    return cup


def throw(chances: Sequence[tuple[Any, Fraction]], rng: Random) -> Any:
    """One outcome of ``state.chances()``, each with its probability.

    >>> import boardgames as bg
    >>> from random import Random
    >>> str(throw(bg.load("ur").start().chances(), Random(1)))
    '=1'
    """
    cup = lots(chances)
    return cup.outcome(int(rng.random() * cup.total))
