"""Ratings, against choix."""

from __future__ import annotations

from collections import Counter
from math import isfinite, log
from random import Random
from time import process_time

import pytest
from hypothesis import strategies as some

from boardgames.contest.connected import arrows, connected_field, reached
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


BY_CHOIX = {
    2: [14.6268, -14.6268],
    5: [26.1622, 23.922, 13.5954, -30.8364, -32.8433],
    12: [
        137.084, 104.3516, 85.0471, 45.9542, 53.8077, 76.4593, 9.3196, -51.896, -84.1791, -75.0096, -128.5263,
        -172.4124,
    ],
}  # fmt: skip
"""The ratings that choix 0.4 finds for a thousand of our games, by the number of players, which is the seed too."""


@pytest.mark.parametrize("players", BY_CHOIX)
def test_the_likeliest_ratings_are_those_of_choix(players: int) -> None:
    found = rated(players, Counter(games(players, 1000, players)))
    assert not found.regularised
    assert [rating.elo for rating in found.ratings] == pytest.approx(BY_CHOIX[players], abs=0.001)


@pytest.mark.thorough
@pytest.mark.parametrize("players", BY_CHOIX)
def test_the_recorded_ratings_are_those_of_choix(players: int) -> None:
    choix = pytest.importorskip("choix")  # it brings scipy, which takes seconds to import
    won = [(one, other) if score else (other, one) for one, other, score in games(players, 1000, players)]
    expected = choix.mm_pairwise(players, won, max_iter=100_000, tol=1e-11)
    expected = (expected - expected.mean()) * 400 / log(10)
    assert list(expected) == pytest.approx(BY_CHOIX[players], abs=0.001)


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


def test_the_prior_is_one_drawn_game_of_each_player_in_the_rating_and_in_its_error() -> None:
    """Five wins of one of two: the likelihood with the prior, maximized and curved by hand.

    Both strengths s and 1/s are on either side of the average player's 1.  The slope
    of the log-likelihood is 5.5 - s/(s + 1) - 5 s/(s + 1/s).
    """
    low, high = 1.0, 100.0
    for _ in range(100):
        middle = (low + high) / 2
        slope = 5.5 - middle / (middle + 1) - 5 * middle / (middle + 1 / middle)
        low, high = (middle, high) if slope > 0 else (low, middle)
    own, shared = low / (low + 1) ** 2, 5 / (low + 1 / low) ** 2
    variance = 1 / (2 * (own + 2 * shared))  # of the difference from the mean: half the difference of both
    found = rated(2, Counter([(0, 1, 1.0)] * 5))
    assert found.regularised
    winner, loser = found.ratings
    assert winner.elo == pytest.approx(log(low) * 400 / log(10), abs=0.01) and loser.elo == pytest.approx(-winner.elo)
    assert winner.error == pytest.approx(1.95996 * variance**0.5 * 400 / log(10), rel=1e-3)
    assert (round(winner.elo), round(winner.error)) == (239, 283)


def test_who_won_everything_has_a_rating_all_the_same() -> None:
    found = rated(3, Counter([(0, 1, 1.0)] * 5 + [(1, 2, 1.0)] * 5))
    assert found.regularised
    elos = [rating.elo for rating in found.ratings]
    assert elos == sorted(elos, reverse=True) and sum(elos) == pytest.approx(0, abs=1e-6)


def test_the_connected_field_is_that_of_reachability() -> None:
    for seed in range(60):
        rng = Random(seed)
        results: Counter[tuple[int, int, float]] = Counter()
        for _ in range(seed % 30):
            one, other = rng.sample(range(8), 2)
            results[one, other, rng.choice([0.0, 0.5, 1.0])] += 1
        beaten, beaten_by = arrows(8, results)
        fields = [sorted(reached(player, beaten) & reached(player, beaten_by)) for player in range(8)]
        assert connected_field(8, results) == next((field for field in fields if len(field) > 4), [*range(8)])


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
    everyday=2,
    thorough=100,
)
def test_every_field_has_finite_ratings(field: tuple[int, list[tuple[int, int, float]]]) -> None:
    players, results = field
    found = rated(players, Counter(results)).ratings
    assert len(found) == players
    assert all(isfinite(rating.elo) and isfinite(rating.error) for rating in found)
    between = [rating for rating in found if isfinite(rating.low) and isfinite(rating.high)]
    assert sum(rating.elo for rating in between) == pytest.approx(0, abs=1e-3)
    assert all(rating.low <= rating.high for rating in found)
