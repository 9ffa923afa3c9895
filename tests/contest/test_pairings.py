"""Who meets whom: nobody twice, sides balanced, byes fair."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from caissify_pairings.engines.round_robin import berger_schedule
from hypothesis import strategies as some

from boardgames.contest.pairings import NoPairing, Played, _standing, knockout, round_robin, swiss, swiss_rounds
from tests.samples import for_all


@pytest.mark.parametrize("players", range(2, 25))
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


def played_swiss(players: int, rounds: int, rng: Random) -> list[Played]:
    past: list[Played] = []
    for number in range(1, rounds + 1):
        meetings = swiss(players, past, number, rounds)
        resting = set(range(players)) - {player for pair in meetings for player in pair}
        past += [Played(number, first, second, rng.choice([0.0, 0.5, 1.0])) for first, second in meetings]
        past += [Played(number, player, None, 1.0) for player in resting]
    return past


@for_all(some.integers(2, 10), some.randoms(use_true_random=False), everyday=5, thorough=40)
def test_swiss_rounds(players: int, rng: Random) -> None:
    past = played_swiss(players, swiss_rounds(players), rng)
    meetings = Counter(frozenset((one.first, one.second)) for one in past if one.second is not None)
    assert set(meetings.values()) == {1}, "somebody met twice"
    byes = Counter(one.first for one in past if one.second is None)
    assert set(byes.values()) <= {1}, "somebody rested twice"
    assert byes.total() == (swiss_rounds(players) if players % 2 else 0)
    for player in range(players):
        sides = [one.first == player for one in past if one.second is not None and player in (one.first, one.second)]
        earlier = (
            sides[:-1] if led(past, player) else sides
        )  # FIDE: in the last round those who lead may have it thrice
        assert abs(2 * sum(earlier) - len(earlier)) <= 2, f"sides are not balanced: {sides}"


def led(past: list[Played], player: int) -> bool:
    """Whether a player, or who met him in the last round, had more than half of all points before it."""
    last = max(one.round for one in past)
    points: Counter[int] = Counter()
    for one in past:
        if one.round < last:
            points[one.first] += one.points  # type: ignore[assignment]
            if one.second is not None:
                points[one.second] += 1 - one.points  # type: ignore[assignment]
    (final,) = [one for one in past if one.round == last and player in (one.first, one.second)]
    return any(points[each] > (last - 1) / 2 for each in (final.first, final.second) if each is not None)


def test_like_meets_like() -> None:
    past = [Played(1, 0, 4, 1.0), Played(1, 5, 1, 0.0), Played(1, 2, 6, 1.0), Played(1, 7, 3, 0.0)]
    winners = {0, 1, 2, 3}
    assert all((first in winners) == (second in winners) for first, second in swiss(8, past, 2, 3))


def test_the_library_hears_who_met_a_player_with_fewer_points() -> None:
    """A meeting with a player of fewer points is a float "down", as a bye is; with one of more points it is "up"."""
    past = [
        *(Played(1, 0, 1, 1.0), Played(1, 2, 3, 1.0), Played(1, 4, None, 1.0)),
        *(Played(2, 0, 3, 0.5), Played(2, 4, 2, 0.0), Played(2, 1, None, 1.0)),
    ]
    floats = [_standing(player, past)["float_history"] for player in range(5)]
    assert floats == [["none", "down"], ["none", "down"], ["none", "none"], ["none", "up"], ["down", "none"]]
    colours = [_standing(player, past)["color_hist"] for player in range(5)]
    assert colours == [
        ["white", "white"], ["black", "none"], ["white", "black"], ["black", "black"], ["none", "white"],
    ]  # fmt: skip


def test_who_rests_has_fewest_points() -> None:
    past = [Played(1, 0, 2, 1.0), Played(1, 3, 1, 0.0), Played(1, 4, None, 1.0)]
    meetings = swiss(5, past, 2, 3)
    (resting,) = set(range(5)) - {player for pair in meetings for player in pair}
    assert resting in {2, 3}


def test_no_round_is_left_once_all_have_met() -> None:
    with pytest.raises(NoPairing, match="fewer rounds"):
        swiss(2, [Played(1, 0, 1, 1.0)], 2, 2)


@pytest.mark.parametrize("players", range(2, 40))
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
