"""The plan is a function of configuration and results, and nothing else."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import attrs
import pytest

from boardgames.contest import BadContest, Configuration, Entry
from boardgames.contest.pairings import Meetings, Played
from boardgames.contest.plan import PlannedGame, plan
from boardgames.contest.sprt import Sprt
from tests.samples import cases, few


def configuration(players: int = 2, **others: Any) -> Configuration:
    entries = [Entry(f"p{number}", "random") for number in range(players)]
    return Configuration(game="ur", entries=entries, **{"seed": 1, **others})


CONTEST = configuration()


def played_out(contest: Configuration, rng: Random) -> tuple[list[PlannedGame], dict[int, float]]:
    """All games of a contest whose results are drawn, finished in any order within what is planned."""
    results: dict[int, float] = {}
    while missing := [game for game in plan(contest, results).games if game.number not in results]:
        game = rng.choice(missing)
        results[game.number] = rng.choice([0.0, 0.5, 1.0])
    return plan(contest, results).games, results


def test_a_match_goes_in_pairs_with_sides_swapped_and_the_same_luck() -> None:
    games = plan(configuration(games=100), {}).games
    assert [game.number for game in games] == list(range(1, 101))
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert (one.first, one.second) == (other.second, other.first) == (0, 1)
        assert one.seed(CONTEST) == other.seed(CONTEST) and one.pair == other.pair
    assert len({game.seed(CONTEST) for game in games}) == 50


def test_without_swapping_the_first_named_always_begins_and_luck_is_new_each_game() -> None:
    games = plan(configuration(games=10, swap=False), {}).games
    assert {game.first for game in games} == {0}
    assert len({game.seed(CONTEST) for game in games}) == len({game.pair for game in games}) == 10


def test_another_seed_is_other_luck() -> None:
    games = plan(CONTEST, {}).games
    other = attrs.evolve(CONTEST, seed=2)
    assert not {game.seed(CONTEST) for game in games} & {game.seed(other) for game in games}


@pytest.mark.parametrize("format", ["roundrobin", "gauntlet", "swiss", "knockout"])
@pytest.mark.parametrize("players", few([2, 3, 6], 3))
def test_what_is_planned_stays_so_in_whatever_order_games_end(format: str, players: int) -> None:
    contest = configuration(players, format=format, games=2)
    games, results = played_out(contest, Random(players))
    for known in range(0, len(games), 3):
        part = {game.number: results[game.number] for game in games[:known]}
        early = plan(contest, part).games
        assert games[: len(early)] == early
    assert plan(contest, results).complete
    assert all(game.first != game.second for game in games)


def test_everybody_meets_everybody_as_often_as_asked() -> None:
    games = plan(configuration(5, format="roundrobin", games=4, rounds=3), {}).games
    met = Counter(frozenset((game.first, game.second)) for game in games)
    assert len(met) == 10 and set(met.values()) == {12}
    assert len({game.seed(CONTEST) for game in games}) == 60, "no two pairs share their luck"
    first = Counter(game.first for game in games)
    assert set(first.values()) == {24}


def test_single_games_against_each_other_are_begun_in_turn() -> None:
    games = plan(configuration(4, format="roundrobin", games=1, rounds=2), {}).games
    assert Counter((game.first, game.second) for game in games) == Counter(permutations(range(4), 2))


def test_the_first_runs_the_gauntlet() -> None:
    games = plan(configuration(4, format="gauntlet", games=2), {}).games
    assert len(games) == 6 and all(0 in (game.first, game.second) for game in games)


def test_a_drawn_meeting_of_a_knockout_is_played_on_then_goes_to_the_better_seeded() -> None:
    contest = configuration(2, format="knockout", games=2)
    results: dict[int, float] = {}
    while missing := [game for game in plan(contest, results).games if game.number not in results]:
        results[missing[0].number] = 0.5
    made = plan(contest, results)
    assert len(made.games) == 2 + 2 * 3, "docs/matches.md says three pairs"
    assert made.reached == {0: 2, 1: 1}
    results[len(made.games)] = 1.0  # player 1, moving first, wins the last game after all
    assert made.games[-1].first == 1
    assert plan(contest, results).reached == {0: 1, 1: 2}


def test_who_cannot_be_paired_ends_a_swiss_tournament_early() -> None:
    contest = configuration(4, format="swiss", rounds=3, games=1)
    games, results = played_out(contest, Random(0))
    made = plan(contest, results)
    assert made.complete and (len(games) == 6 or made.cut_short)


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((1.0,), 1.0),
        ((0.5,), 0.5),
        ((0.0,), 0.0),
        ((1.0, 0.0, 0.5), 1.0),
        ((1.0, 1.0, 0.5), 0.5),
        ((0.0, 1.0, 0.5), 0.0),
    ],
)
def test_a_swiss_meeting_is_won_by_more_than_half_of_its_points(
    scores: tuple[float, ...], points: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By single games too; the second of three is begun by the other."""
    past: list[Played] = []

    def paired(players: int, played: list[Played], number: int, rounds: int) -> Meetings:
        past[:] = played
        return [(0, 1)]

    monkeypatch.setattr("boardgames.contest.plan.swiss", paired)
    plan(configuration(4, format="swiss", rounds=2, games=len(scores)), dict(enumerate(scores, 1)))
    assert [one.points for one in past if (one.first, one.second) == (0, 1)] == [points]


@pytest.mark.parametrize("games", [1, 2, 3])
def test_a_swiss_round_that_was_played_is_not_paired_again(games: int) -> None:
    """Also if it is not the round that would be paired now, as by another library."""
    contest = configuration(4, format="swiss", rounds=1, games=games)
    step = 1 if games == 1 else 2
    seated = {1: (3, 1), 1 + step: (0, 2)}
    assert [game.players for game in plan(contest, {}).games[:1]] != [(3, 1)]
    made = plan(contest, {}, seated)
    assert [made.games[0].players, made.games[step].players] == [(3, 1), (0, 2)]
    assert len(made.games) == 2 * games


@cases(
    ("others", "told"),
    [
        ({"players": 1}, "at least two players"),
        ({"players": 0}, "here are none"),
        ({"players": 3}, "between two players"),
        ({"format": "ladder"}, "no format 'ladder'"),
        ({"games": 0}, "games: .*not 0"),
        ({"format": "swiss", "players": 4, "rounds": 4}, "3 rounds at most"),
        ({"rounds": 2}, "leave rounds out"),
        ({"format": "roundrobin", "sprt": Sprt()}, "decides a match"),
        ({"openings": ("x",), "random_plies": 3}, "not both"),
    ],
)
def test_contests_that_cannot_be(others: dict[str, Any], told: str) -> None:
    with pytest.raises(BadContest, match=told):
        configuration(**others)


def test_names() -> None:
    two = [Entry("ann", "random"), Entry("ann", "greedy")]
    with pytest.raises(BadContest, match="two players are called 'ann'"):
        Configuration(game="ur", entries=two)
    with pytest.raises(BadContest, match="printable"):
        Configuration(game="ur", entries=[Entry("", "random"), Entry("b", "random")])


def test_a_configuration_comes_back_from_its_json() -> None:
    contest = configuration(3, format="swiss", openings=("a", "b"), max_plies=9, rounds=2)
    assert Configuration.from_json(contest.json()) == contest
    match = configuration(sprt=Sprt(elo1=7, model="normalized"))
    match = attrs.evolve(match, limits=attrs.evolve(match.limits, clock=(60.0, 0.5), memory=10**6))
    assert Configuration.from_json(match.json()) == match
    assert Configuration.from_json(match.json()).digest == match.digest != contest.digest
