"""Dice as lots: exact, and even."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import boardgames as bg
from boardgames.core.model.dice import MOST_KEPT, Distribution, distribution_of, throw
from tests.samples import cases

CHANCES = [
    (("one", Fraction(1)),),
    (("heads", Fraction(1, 2)), ("tails", Fraction(1, 2))),
    (("a", Fraction(1, 6)), ("b", Fraction(1, 4)), ("c", Fraction(7, 12))),
    tuple((face, Fraction(1, 6)) for face in "123456"),
]


@cases("chances", [*CHANCES, bg.load("ur").start().chances()])
def test_each_outcome_has_exactly_its_share_of_the_lots(chances: tuple[tuple[object, Fraction], ...]) -> None:
    distribution = Distribution(chances)
    counts = Counter(distribution.outcome(lot) for lot in range(distribution.total))
    assert [(outcome, Fraction(counts[outcome], distribution.total)) for outcome, _ in chances] == list(chances)


def test_there_are_no_more_lots_than_needed() -> None:
    assert [Distribution(chances).total for chances in CHANCES] == [1, 2, 12, 6]
    assert Distribution(bg.load("ur").start().chances()).total == 16


def test_lots_are_made_once_for_the_same_chances() -> None:
    assert distribution_of(CHANCES[1]) is distribution_of(CHANCES[1])
    assert distribution_of(CHANCES[1]) is not distribution_of(CHANCES[3])


def test_chances_made_anew_each_time_neither_mix_nor_pile_up() -> None:
    """As a wrapper around a game may make them: an object may sit where another was."""
    for size in range(1, 3 * MOST_KEPT):
        chances = tuple((face, Fraction(1, size)) for face in range(size))
        assert distribution_of(chances).total == size


def test_throws_have_the_right_shares() -> None:
    rng = Random(1)
    counts = Counter(throw(CHANCES[2], rng) for _ in range(12_000))
    for outcome, chance in CHANCES[2]:
        expected = 12_000 * float(chance)
        assert abs(counts[outcome] - expected) < 5 * expected**0.5
