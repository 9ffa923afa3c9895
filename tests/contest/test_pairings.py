"""Who meets whom: nobody twice, sides balanced, byes fair."""

from __future__ import annotations

from collections import Counter

import pytest
from caissify_pairings.engines.round_robin import berger_schedule

from boardgames.contest.pairings import knockout, round_robin, swiss_rounds
from tests.samples import cases


@cases("players", range(2, 25))
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    sides: Counter[int] = Counter()
    rested: Counter[int] = Counter()
    rounds = [*round_robin(players)]
    for meetings in rounds:
        playing = [player for pair in meetings for player in pair]
        assert len(set(playing)) == len(playing) == players // 2 * 2
        rested.update(set(range(players)) - set(playing))
        for first, second in meetings:
            met[frozenset((first, second))] += 1
            sides[first] += 1
            sides[second] -= 1
    assert len(rounds) == len(berger_schedule(players + players % 2))
    assert len(met) == players * (players - 1) // 2 and set(met.values()) == {1}
    assert all(abs(balance) <= 1 for balance in sides.values())
    assert set(rested.values()) == ({1} if players % 2 else set())


@pytest.mark.parametrize("players", [4, 6, 8, 14])
def test_round_robin_against_the_published_tables(players: int) -> None:
    """Each of our rounds is a round of the Berger tables, whatever the players' numbers are."""
    ours = {frozenset(frozenset(pair) for pair in meetings) for meetings in round_robin(players)}
    tables = berger_schedule(players)
    numbers = sorted({number for meetings in tables for pair in meetings for number in pair})
    theirs = {
        frozenset(frozenset(numbers.index(number) for number in pair) for pair in meetings) for meetings in tables
    }
    assert ours == theirs


@cases("players", range(2, 40))
def test_a_knockout_halves_the_field_and_keeps_the_best_apart(players: int) -> None:
    survivors = list(range(players))
    rounds = 0
    while len(survivors) > 1:
        meetings, resting = knockout(survivors)
        assert sorted([*resting, *(player for pair in meetings for player in pair)]) == survivors
        assert not rounds or not resting
        survivors = sorted([*resting, *(min(pair) for pair in meetings)])
        rounds += 1
        if len(survivors) > 1:
            assert {0, 1} <= set(survivors), "the two best met before the last round"
    assert survivors == [0] and rounds == swiss_rounds(players)
