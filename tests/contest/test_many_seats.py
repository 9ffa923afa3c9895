"""Matches and tournaments of games for three and four players."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from boardgames.cli import command
from boardgames.contest import BadContest, Configuration, Entry, Store, play_match, play_tournament
from boardgames.contest.plan import plan
from boardgames.contest.ratings import rated, rated_in_groups
from boardgames.contest.statistics import score_of
from boardgames.core.seeds import group_seed, pair_seed
from tests.command import threads_as_workers
from tests.conftest import ROOT

THREE = f"{ROOT}/tests/contest/many_seats.py:THREE"
FOUR = f"{ROOT}/tests/contest/many_seats.py:FOUR"
KNOWING = f"{ROOT}/tests/contest/many_seats.py:Knowing"


def configuration(players: int, seats: int = 3, **others: Any) -> Configuration:
    entries = [Entry(f"p{number}", "random") for number in range(players)]
    return Configuration(game=THREE, entries=entries, seats=seats, **{"seed": 1, **others})


@pytest.mark.parametrize("seats", [3, 4])
def test_players_rotate_through_the_seats_with_one_seed(seats: int) -> None:
    contest = configuration(seats, seats, games=4 * seats)
    games = plan(contest, {}).games
    assert len(games) == 4 * seats
    for start in range(0, len(games), seats):
        group = games[start : start + seats]
        assert len({game.seed(contest) for game in group}) == len({game.pair for game in group}) == 1
        for player in range(seats):
            assert sorted(game.players.index(player) for game in group) == list(range(seats))
        assert all(sorted(game.players) == list(range(seats)) for game in group)
    assert len({game.seed(contest) for game in games}) == 4


def test_two_players_keep_the_seeds_that_they_had() -> None:
    assert group_seed(5, (0, 3), 7) == pair_seed(5, 0, 3, 7)


def test_everybody_meets_every_two_others() -> None:
    games = plan(configuration(5, format="roundrobin", games=3, rounds=3), {}).games
    met = Counter(frozenset(game.players) for game in games)
    assert len(met) == 10 and set(met.values()) == {9}
    firsts = Counter(game.first for game in games)
    assert set(firsts.values()) == {18}
    gauntlet = plan(configuration(5, format="gauntlet", games=3), {}).games
    assert all(0 in game.players for game in gauntlet) and len({frozenset(game.players) for game in gauntlet}) == 6


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ({"format": "swiss", "players": 4}, "is for games of two players, and this one has 3"),
        ({"format": "knockout", "players": 4}, "is for games of two players"),
        ({"format": "roundrobin", "players": 2}, "needs as many, and here are 2"),
        ({"players": 2}, "a match is between 3 players, and here are 2"),
    ],
)
def test_contests_that_cannot_be(others: dict[str, Any], said: str) -> None:
    with pytest.raises(BadContest, match=said):
        configuration(**others)


def test_a_match_of_three(tmp_path: Path) -> None:
    table = play_match(THREE, KNOWING, "random", "random", games=60, seed=1, db=tmp_path / "x.db",
                       names=["knowing", "one", "other"])  # fmt: skip
    assert table.played == table.planned == 60
    assert table.places[0].name == "knowing", "who takes care not to be last takes the last least often"
    assert sum(place.points for place in table.places) == 60 * 1.5, "a loser has 0, the others share 1½"
    assert sum(place.tally.games for place in table.places) == 180
    with Store.reading(tmp_path / "x.db") as store:
        games = store.games()
        for game in games:
            record = store.record(game.number)
            assert [player.name for player in record.players] == [store.configuration.names[p] for p in game.players]
            assert record.verdict is not None
            assert [seat.points for seat in game.seats] == [(each + 1) / 2 for each in record.verdict.outcome.returns]
        assert store.configuration.seats == 3
    again = play_match(THREE, KNOWING, "random", "random", games=60, db=tmp_path / "x.db", resume=True,
                       names=["knowing", "one", "other"])  # fmt: skip
    assert [(place.name, place.points) for place in again.places] == [
        (place.name, place.points) for place in table.places
    ]


@pytest.mark.thorough
def test_workers_play_what_we_would() -> None:
    tables = [play_match(FOUR, KNOWING, *["random"] * 3, games=8, seed=2, jobs=workers) for workers in (0, 1)]
    assert tables[0].crosstable == tables[1].crosstable and tables[0].played == 8


def test_a_program_that_cannot_start_is_benched_and_loses_for_its_seat() -> None:
    table = play_tournament(
        THREE, {"gone": "/nowhere/at/all", "a": "random", "b": "random", "c": "random"}, games=3, seed=1
    )
    assert set(table.benched) == {"gone"} and table.over
    gone = next(place for place in table.places if place.name == "gone")
    assert gone.points == 0 and gone.faults == {"not started": 9}
    assert not any(place.faults for place in table.places if place is not gone)


# -- ratings ------------------------------------------------------------------------


def races(strengths: list[float], number: int, rng: Random) -> list[Counter[tuple[int, int, float]]]:
    """Groups of three games by the Plackett-Luce model, whose pairwise comparisons are Bradley's and Terry's."""
    groups = []
    for _ in range(number):
        found: Counter[tuple[int, int, float]] = Counter()
        for _ in range(3):
            left = list(range(len(strengths)))
            order = []
            while left:
                order.append(rng.choices(left, [strengths[each] for each in left])[0])
                left.remove(order[-1])
            for place, one in enumerate(order):
                for other in order[place + 1 :]:
                    found[(one, other, 1.0) if one < other else (other, one, 0.0)] += 1
        groups.append(found)
    return groups


def test_ratings_find_the_strengths_of_a_simulation() -> None:
    groups = races([4.0, 2.0, 1.0], 2000, Random(1))
    ratings = rated_in_groups(3, groups).ratings
    assert score_of(ratings[0].elo - ratings[2].elo) == pytest.approx(0.8, abs=0.01)
    assert score_of(ratings[1].elo - ratings[2].elo) == pytest.approx(2 / 3, abs=0.015)


@pytest.mark.thorough
def test_errors_cover_what_they_say_although_comparisons_of_a_game_depend_on_each_other() -> None:
    """As often as 95 of 100; if the comparisons were taken for independent, the errors would be another size."""
    rng, covered = Random(2), 0
    for _ in range(200):
        rating = rated_in_groups(3, races([2.0, 1.0, 1.0], 40, rng)).ratings[0]
        truth = 400 / 3 * 2 * 0.30103 * 1.0  # log10(2), less the mean of the three
        covered += abs(rating.elo - truth) <= rating.error
    assert 180 <= covered <= 199


def test_one_comparison_a_group_has_the_errors_of_games_of_two() -> None:
    results = [Counter({(0, 1, float(game % 3 > 0)): 1}) for game in range(900)]
    together: Counter[tuple[int, int, float]] = Counter()
    for result in results:
        together.update(result)
    by_groups, by_games = rated_in_groups(2, results).ratings[0], rated(2, together).ratings[0]
    assert by_groups.elo == by_games.elo and by_groups.error == pytest.approx(by_games.error, rel=0.01)


# -- the command --------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Any:
        with threads_as_workers():
            return CliRunner().invoke(command, [*words])

    return run


def test_the_command_takes_a_third_player(run: Callable[..., Any]) -> None:
    words = ("match", THREE, "--p1", KNOWING, "--p2", "random", "--p3", "random", "--p3-name", "third", "--games", "9")
    result = run(*words, "--seed", "1", "--db", "x.db", "--json")
    assert result.exit_code == 0, result.output
    fields = json.loads(result.stdout)
    assert fields["games"] == 9 and {line["name"] for line in fields["table"]} >= {"third"}
    again = run(*words, "--db", "x.db", "--resume")
    assert again.exit_code == 0 and again.stdout.startswith("rank ")
    assert run("tournament", "table", "x.db").stdout == again.stdout
    assert "9 of 9 games" in run("tournament", "status", "x.db").stdout
    listed = run("tournament", "games", "x.db").stdout.splitlines()
    assert "third" in listed[0] and len(listed) == 10
    assert all(line.split()[5] in ("0/0.75/0.75", "0.75/0/0.75", "0.75/0.75/0") for line in listed[1:])
    assert run("tournament", "export", "x.db", "--html", "x.html").exit_code == 0
    assert run("tournament", "export", "x.db", "--csv", "-").stdout.count("\n") == 10


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((THREE, "--p1", "random", "--p2", "random"), "is for 3 players: say --p3 PLAYER"),
        (("ur", "--p1", "random", "--p2", "random", "--p3", "random"), "is for 2 players: leave out --p3"),
        (("ur", "--p1", "random", "--p2", "random", "--p3-name", "x"), "--p3 is missing"),
        ((THREE, "--p1", "random", "--p2", "random", "--p3", "random", "--csv"), "--csv is for matches of two"),
    ],
)
def test_another_number_of_players(run: Callable[..., Any], words: tuple[str, ...], said: str) -> None:
    result = run("match", *words)
    assert result.exit_code == 2 and said in result.stderr


def test_a_tournament_of_three_at_a_time(run: Callable[..., Any]) -> None:
    result = run("tournament", "run", THREE, "--bots", "a=random", "b=random", "c=random", "d=random", "--games", "3",
                 "--seed", "1", "--json")  # fmt: skip
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["games"] == 12
    assert "for games of two players" in run("tournament", "run", THREE, "a=random", "b=random", "c=random",
                                             "--format", "swiss", "--db", "y.db").stderr  # fmt: skip
