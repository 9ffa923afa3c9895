"""Swiss rounds: nobody twice, sides balanced, byes fair, and large fields paired as well as others."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import strategies as some

from boardgames.contest.configuration import Configuration, Entry
from boardgames.contest.pairings import Meetings, NoPairing, Played, dutch, swiss, swiss_rounds
from boardgames.contest.pairings.dutch import (
    MIDDLE_FIELD,
    _of_a_large_field,
    _of_a_middle_field,
    _standing,
)
from boardgames.contest.plan import plan
from tests.samples import few, for_all


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


def cost(meetings: Meetings, past: list[Played]) -> tuple[float, int]:
    """The points between those that meet, and the players that have a side again that they had more often."""
    points: Counter[int] = Counter()
    lead: Counter[int] = Counter()
    for one in past:
        points[one.first] += one.points  # type: ignore[assignment]
        if one.second is not None:
            points[one.second] += 1 - one.points  # type: ignore[assignment]
            lead.update({one.first: 1})
            lead.subtract({one.second: 1})
    apart = sum(abs(points[first] - points[second]) for first, second in meetings)
    return apart, sum((lead[first] > 0) + (lead[second] < 0) for first, second in meetings)


@for_all(some.integers(8, MIDDLE_FIELD), some.randoms(use_true_random=False), everyday=1, thorough=5)
def test_a_large_field_is_paired_as_well_as_a_middle_one(players: int, rng: Random) -> None:
    """Two libraries, one system: they may choose differently among pairings of one quality."""
    past: list[Played] = []
    rounds = swiss_rounds(players)
    for number in range(1, rounds + 1):
        one, other = (paired(players, past, number, rounds) for paired in (_of_a_large_field, _of_a_middle_field))
        (apart, sides), (most_apart, most_sides) = cost(one, past), cost(other, past)
        assert apart <= most_apart and sides <= most_sides + 1
        resting = set(range(players)) - {player for pair in one for player in pair}
        past += [Played(number, first, second, rng.choice([0.0, 0.5, 1.0])) for first, second in one]
        past += [Played(number, player, None, 1.0) for player in resting]


@pytest.mark.thorough
@pytest.mark.parametrize("players", few([41, 60], 41))
def test_a_large_field_meets_nobody_twice(players: int) -> None:
    past = played_swiss(players, swiss_rounds(players), Random(players))
    meetings = Counter(frozenset((one.first, one.second)) for one in past if one.second is not None)
    assert set(meetings.values()) == {1} and meetings.total() == swiss_rounds(players) * (players // 2)
    assert len({one.first for one in past if one.second is None}) == players % 2 * swiss_rounds(players)


def test_a_round_that_was_played_is_not_paired_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for the next round nor for a table, nor by another version that would pair it otherwise."""
    entries = [Entry(f"p{number}", "random") for number in range(9)]
    contest = Configuration(game="ur", entries=entries, seed=1, format="swiss", games=4, rounds=3)
    results: dict[int, float] = {}
    while missing := [game for game in plan(contest, results).games if game.number not in results]:
        results.update((game.number, float(game.number % 2)) for game in missing)
    made = plan(contest, results)
    paired: list[int] = []
    monkeypatch.setattr("boardgames.contest.plan.swiss", lambda players, past, number, rounds: paired.append(number))
    assert plan(contest, results, {game.number: (game.first, game.second) for game in made.games}) == made
    assert paired == []


def test_without_the_library_it_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> Meetings:
        raise ModuleNotFoundError("No module named 'py4swiss'", name="py4swiss")

    monkeypatch.setattr(dutch, "_of_a_large_field", missing)
    with pytest.raises(NoPairing, match=r"one more package: pip install 'abstract-boardgames\[tournament\]'"):
        swiss(MIDDLE_FIELD + 1, [], 1, 6)
