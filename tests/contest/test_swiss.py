"""Swiss rounds: nobody twice, sides balanced, byes fair, and large fields paired as well as others."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import strategies as some

from boardgames.contest.configuration import Configuration, Entry
from boardgames.contest.pairings import Meetings, NoPairing, Played, dutch, swiss, swiss_rounds
from boardgames.contest.pairings.dutch import MOST_AT_ONCE, _standing
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
    lead: Counter[int] = Counter()
    for one in sorted(past, key=lambda one: one.round):
        if one.second is not None:
            assert lead[one.first] <= lead[one.second], "who sat first less often sits first"
            lead.update({one.first: 1})
            lead.subtract({one.second: 1})


def can_be_paired(players: int, past: list[Played]) -> bool:
    """True if there are pairs for all that have not met, but for one where their number is odd: tried out."""
    met = {frozenset((one.first, one.second)) for one in past if one.second is not None}

    def possible(free: tuple[int, ...], rest: bool) -> bool:
        if not free:
            return True
        one, *others = free
        return (rest and possible(tuple(others), False)) or any(
            frozenset((one, other)) not in met and possible(tuple(each for each in others if each != other), rest)
            for other in others
        )

    return possible(tuple(range(players)), players % 2 == 1)


@for_all(some.integers(2, 10), some.randoms(use_true_random=False), everyday=10, thorough=200)
def test_a_round_is_refused_only_if_nobody_is_left_to_meet(players: int, rng: Random) -> None:
    """As many rounds as there are opponents; who has met whom may leave no pairing for the last ones."""
    past: list[Played] = []
    rounds = players - 1 + players % 2
    scores = rng.choice([[0.0, 0.5, 1.0], [0.5], [1.0]])
    for number in range(1, rounds + 1):
        possible = can_be_paired(players, past)
        if not possible:
            with pytest.raises(NoPairing, match=f"round {number} cannot be paired without somebody meeting twice"):
                swiss(players, past, number, rounds)
            return
        meetings = swiss(players, past, number, rounds)
        met = {frozenset((one.first, one.second)) for one in past}
        resting = set(range(players)).difference(*meetings)
        assert len(resting) == players % 2 and not {frozenset(pair) for pair in meetings} & met
        past += [Played(number, first, second, rng.choice(scores)) for first, second in meetings]
        past += [Played(number, player, None, 1.0) for player in resting]


def past_of(*rounds: Meetings) -> list[Played]:
    return [Played(number, one, other, 1.0) for number, pairs in enumerate(rounds, 1) for one, other in pairs]


def test_where_the_library_fails_another_pairing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it raises or answers: the pairs with the fewest points between them that have not met."""
    past = past_of([(0, 1), (2, 3), (4, 5)])
    for wrong in ([], [(0, 1), (2, 3), (4, 5)], [(0, 2), (1, 3)]):
        monkeypatch.setattr(dutch, "_paired", lambda *_, wrong=wrong: wrong)
        meetings = {frozenset(pair) for pair in swiss(6, past, 2, 5)}
        assert len(meetings) == 3 and not meetings & {frozenset(pair) for pair in ((0, 1), (2, 3), (4, 5))}
        assert sum(pair <= {0, 2, 4} for pair in meetings) == 1, "two of three winners meet"
    monkeypatch.undo()
    monkeypatch.setattr("caissify_pairings.generate_pairings", lambda **_: 1 / 0)
    assert len(swiss(6, past, 2, 5)) == 3


def test_who_rested_rests_again_only_if_no_other_pairing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    past = [Played(1, 0, 1, 0.5), Played(1, 2, 3, 0.5), Played(1, 4, None, 0.0)]
    with monkeypatch.context() as patch:
        patch.setattr(dutch, "_paired", lambda *_: [])
        assert 4 in {player for pair in swiss(5, past, 2, 5) for player in pair}, "though nobody has fewer points"
    past = [*past_of([(0, 1)], [(0, 2)]), Played(1, 2, None, 1.0), Played(2, 1, None, 1.0)]
    assert [set(pair) for pair in swiss(3, past, 3, 3)] == [{1, 2}]
    past = [*past_of([(1, 2)]), Played(1, 0, None, 1.0), Played(2, 1, None, 1.0), Played(2, 2, None, 1.0)]
    assert len(swiss(3, past, 3, 3)) == 1


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
    assert {*_standing(0, past)["color_hist"]} == {"none"}, "in a meeting both sit first"


def test_who_rests_has_fewest_points() -> None:
    past = [Played(1, 0, 2, 1.0), Played(1, 3, 1, 0.0), Played(1, 4, None, 1.0)]
    meetings = swiss(5, past, 2, 3)
    (resting,) = set(range(5)) - {player for pair in meetings for player in pair}
    assert resting in {2, 3}


def test_no_round_is_left_once_all_have_met() -> None:
    with pytest.raises(NoPairing, match="fewer rounds"):
        swiss(2, [Played(1, 0, 1, 1.0)], 2, 2)


@pytest.mark.thorough
def test_a_large_field_is_paired_in_parts_where_like_still_meets_like() -> None:
    players, past = MOST_AT_ONCE + 1, list[Played]()
    for number in range(1, 5):
        meetings = swiss(players, past, number, 6)
        points: Counter[int] = Counter()
        for one in past:
            points[one.first] += int(one.points)
            if one.second is not None:
                points[one.second] += int(1 - one.points)
        assert sum(abs(points[one] - points[other]) for one, other in meetings) <= number
        past += [Played(number, one, other, float(one < other)) for one, other in meetings]
        past += [Played(number, player, None, 1.0) for player in set(range(players)).difference(*meetings)]


@pytest.mark.thorough
@pytest.mark.parametrize("players", few([61, 130], 61))
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
        raise ModuleNotFoundError("No module named 'caissify_pairings'", name="caissify_pairings")

    monkeypatch.setattr(dutch, "_paired", missing)
    with pytest.raises(NoPairing, match=r"one more package: pip install 'abstract-boardgames\[tournament\]'"):
        swiss(8, [], 1, 3)
