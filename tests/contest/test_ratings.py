"""Ratings, against choix."""

from __future__ import annotations

from collections import Counter
from math import isfinite, log
from random import Random
from time import process_time

import pytest
from hypothesis import strategies as some

from boardgames.contest.ratings import rated
from boardgames.contest.statistics import Trials, score_of
from tests.samples import for_all


def games(players: int, number: int, seed: int) -> list[tuple[int, int, float]]:
    rng = Random(seed)
    found = []
    for _ in range(number):
        one, other = rng.sample(range(players), 2)
        found.append((one, other, float(rng.random() < score_of(25 * (other - one)))))
    return found


@pytest.mark.parametrize("players", [2, 5, 12])
def test_the_likeliest_ratings_are_those_of_choix(players: int) -> None:
    choix = pytest.importorskip("choix")  # it brings scipy, which takes seconds to import
    results = games(players, 1000, players)
    won = [(one, other) if score else (other, one) for one, other, score in results]
    expected = choix.mm_pairwise(players, won, max_iter=100_000, tol=1e-11)
    expected = (expected - expected.mean()) * 400 / log(10)
    found = rated(players, Counter(results))
    assert not found.regularised
    assert [rating.elo for rating in found.ratings] == pytest.approx(list(expected), abs=0.001)


def test_a_thousand_games_take_milliseconds() -> None:
    results = games(10, 1000, 1)
    begun = process_time()
    rated(10, Counter(results))
    assert process_time() - begun < 0.5  # 10 ms on a quiet machine


def test_two_players_have_the_error_of_their_score() -> None:
    results = [(0, 1, 1.0)] * 60 + [(0, 1, 0.0)] * 40
    one, other = rated(2, Counter(results)).ratings
    assert one.elo - other.elo == pytest.approx(Trials((40, 0, 60)).elo.value)
    assert one.error * 2 == pytest.approx(Trials((40, 0, 60)).elo.error, rel=0.05)


def test_draws_are_half_wins() -> None:
    drawn = rated(2, Counter([(0, 1, 0.5)] * 10 + [(0, 1, 1.0)] * 10)).ratings
    won = rated(2, Counter([(0, 1, 1.0)] * 15 + [(0, 1, 0.0)] * 5)).ratings
    assert drawn[0].elo == pytest.approx(won[0].elo)


def test_who_won_everything_has_a_rating_all_the_same() -> None:
    found = rated(3, Counter([(0, 1, 1.0)] * 5 + [(1, 2, 1.0)] * 5))
    assert found.regularised
    elos = [rating.elo for rating in found.ratings]
    assert elos == sorted(elos, reverse=True) and sum(elos) == pytest.approx(0, abs=1e-6)


@for_all(
    some.integers(1, 6).flatmap(
        lambda players: some.tuples(
            some.just(players),
            some.lists(
                some.tuples(
                    some.integers(0, players - 1), some.integers(0, players - 1), some.sampled_from([0.0, 0.5, 1.0])
                ).filter(lambda game: game[0] != game[1]),
                max_size=30,
            )
            if players > 1
            else some.just([]),
        )
    ),
    everyday=10,
    thorough=100,
)
def test_every_field_has_finite_ratings(field: tuple[int, list[tuple[int, int, float]]]) -> None:
    players, results = field
    found = rated(players, Counter(results)).ratings
    assert len(found) == players
    assert all(isfinite(rating.elo) and isfinite(rating.error) for rating in found)
    assert sum(rating.elo for rating in found) == pytest.approx(0, abs=1e-3)
