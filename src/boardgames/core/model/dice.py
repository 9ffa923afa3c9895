"""Dice: the outcomes of a chance node as equally likely numbers, so that a whole number decides a throw."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, Any, Final, final

from boardgames.core.model.game import ActionT
from boardgames.core.model.wrong_action import as_generator, wrong

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

MOST_KEPT: Final = 64  # distributions; a game has one or a few


@final
class Distribution:
    """The chances of one throw: ``total`` equally likely numbers, each of which stands for an outcome.

    >>> from fractions import Fraction
    >>> coin = Distribution((("heads", Fraction(1, 3)), ("tails", Fraction(2, 3))))
    >>> coin.total, [coin.outcome(number) for number in range(coin.total)]
    (3, ['heads', 'tails', 'tails'])
    """

    def __init__(self, chances: Sequence[tuple[Any, Fraction]]) -> None:
        if not chances:
            raise ValueError("there is nothing to throw: a state has chances where its turn is CHANCE")
        self.chances: Final = chances
        try:
            self.total: Final = lcm(*[chance.denominator for _, chance in chances])
        except (AttributeError, TypeError, ValueError):
            raise wrong(
                "the chances of a state whose turn is CHANCE, as throw(state.chances(), rng)", chances
            ) from None
        shares = [chance.numerator * (self.total // chance.denominator) for _, chance in chances]
        self.bounds: Final = list(accumulate(shares))
        self.outcomes: Final = [outcome for outcome, _ in chances]

    def outcome(self, number: int) -> Any:
        """The outcome that a number from 0 to ``total - 1`` stands for."""
        return self.outcomes[bisect_right(self.bounds, number)]


_distributions: dict[int, Distribution] = {}


def distribution_of(chances: Sequence[tuple[Any, Fraction]]) -> Distribution:
    """The distribution of these chances, made once for each object that a game returns."""
    # A Distribution keeps its chances alive, so no other object gets their id while it is kept.
    distribution = _distributions.get(id(chances))
    if distribution is None:
        if len(_distributions) >= MOST_KEPT:
            _distributions.clear()
        distribution = _distributions[id(chances)] = Distribution(chances)
    return distribution


def throw(chances: Sequence[tuple[ActionT, Fraction]], rng: Random | None = None) -> ActionT:
    """One outcome of ``state.chances()``, each with its probability.

    One number of ``rng`` decides it.  Raises :class:`ValueError` where there are no chances.

    >>> import boardgames as bg
    >>> from random import Random
    >>> str(throw(bg.load("ur").start().chances(), Random(1)))
    '=1'
    """
    distribution = distribution_of(chances)
    try:
        number = rng.random()  # type: ignore[union-attr]
    except (AttributeError, TypeError):
        number = as_generator(rng).random()
    outcome: ActionT = distribution.outcome(int(number * distribution.total))
    return outcome
