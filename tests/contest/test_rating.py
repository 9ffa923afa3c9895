"""The rating of a player by games against anchors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from boardgames.contest import (
    BadContest,
    BadStore,
    BotRating,
    Configuration,
    Entry,
    Standings,
    Store,
    play_rating,
    report,
)
from boardgames.contest.anchors import AnchoredRating, Anchors, Pair, anchors_of, file_name
from boardgames.contest.plan import plan
from boardgames.contest.ratings import rated_with_covariances
from boardgames.contest.statistics import score_of
from boardgames.contest.store import KeptGame
from tests.samples import cases

TRUE = [550.0 + 100 * number for number in range(10)]
"""The true Elo of the anchors of simulated players."""


def exact(elo: Sequence[float]) -> Anchors:
    return Anchors([f"a{number}" for number in range(len(elo))], elo, [[0.0] * len(elo)] * len(elo))


def measured(games: int, rng: Random) -> Anchors:
    """Anchors whose Elo comes from simulated games between next and next but one, as in ``benchmarks.levels``."""
    groups = []
    for low in range(len(TRUE)):
        for high in range(low + 1, min(low + 3, len(TRUE))):
            chance = score_of(TRUE[high] - TRUE[low])
            for _ in range(games // 2):
                groups.append(Counter((high, low, float(rng.random() < chance)) for _ in range(2)))
    elo, covariance = rated_with_covariances(len(TRUE), groups)
    return attrs.evolve(exact(TRUE), elo=[1000 + value for value in elo], covariance=covariance)


def configured(anchors: Anchors, games: int, until: float) -> Configuration:
    entries = [Entry(name, "greedy") for name in ("bot", *anchors.players)]
    return Configuration(game="ur", entries=entries, format="rating", games=games, until=until, anchors=anchors)


def simulated(anchors: Anchors, elo: float, rng: Random, games: int = 1000, until: float = 60.0) -> AnchoredRating:
    """The rating of a simulated player of an Elo, by the games that a contest would plan."""
    configuration = configured(anchors, games, until)
    results: dict[int, float] = {}
    seated: dict[int, tuple[int, int]] = {}
    while True:
        made = plan(configuration, results, seated)
        missing = [game for game in made.games if game.number not in results]
        if not missing:
            break
        for game in missing:
            chance = score_of(elo - TRUE[max(game.players) - 1])
            results[game.number] = float((rng.random() < chance) == (game.first == 0))
            seated[game.number] = (game.first, game.second)
    assert made.complete
    pairs: dict[int, Pair] = {}
    for game in made.games:
        points = results[game.number] if game.first == 0 else 1 - results[game.number]
        pairs[game.pair] = (max(game.players) - 1, (*pairs.get(game.pair, (0, ()))[1], points))
    return AnchoredRating.of(anchors, list(pairs.values()))


@pytest.mark.slow
@pytest.mark.parametrize(("games", "until"), [(200, 60.0), (1000, 100.0)])
def test_a_player_of_known_strength_is_within_its_interval(games: int, until: float) -> None:
    rng = Random(1)
    within = levels = 0
    for _ in range(100):
        elo = rng.uniform(TRUE[0] - 50, TRUE[-1] + 50)
        rating = simulated(measured(games, rng), elo, rng, until=until)
        within += rating.low <= elo <= rating.high
        low, high = rating.level_interval
        levels += low <= exact(TRUE).level(elo) <= high
    assert within >= 95 and levels >= 95, (within, levels)


@pytest.mark.slow
def test_the_errors_of_anchors_are_needed() -> None:
    """With anchors taken for exact that are not, many intervals miss: the test above can fail."""
    rng = Random(2)
    within = Counter[bool]()
    independent = [[float(3600 * (row == column)) for column in range(len(TRUE))] for row in range(len(TRUE))]
    for _ in range(10):
        anchors = exact([rng.gauss(value, 60) for value in TRUE])
        elo = rng.uniform(TRUE[2], TRUE[-3])
        for covariance in (independent, anchors.covariance):
            rating = simulated(attrs.evolve(anchors, covariance=covariance), elo, rng, games=200, until=1.0)
            within[covariance is independent] += rating.low <= elo <= rating.high
    assert within[True] >= 9 and within[False] <= 7, within


def test_opponents_are_near() -> None:
    rng = Random(3)
    rating = simulated(exact(TRUE), TRUE[6], rng, games=200, until=1.0)
    assert sum(rating.games) == 200
    assert sum(rating.games[4:9]) > 160
    assert rating.level == pytest.approx(6, abs=1)


def test_it_ends_as_soon_as_it_is_narrow() -> None:
    ratings = [simulated(exact(TRUE), 1000.0, Random(4), until=until) for until in (100.0, 50.0)]
    assert [rating.error <= until for rating, until in zip(ratings, (100.0, 50.0), strict=True)] == [True, True]
    assert 40 < sum(ratings[0].games) < sum(ratings[1].games) < 400


def test_it_ends_when_only_the_anchors_are_uncertain() -> None:
    rng = Random(5)
    vague = attrs.evolve(exact(TRUE), covariance=[[3600.0] * 10] * 10)
    rating = simulated(vague, 1000.0, rng, games=5000, until=50.0)
    assert rating.anchor_error == pytest.approx(118, abs=1)
    assert rating.error > 50 and sum(rating.games) < 1500
    low, high = rating.level_interval
    assert high - low < 1.5, "an error that all anchors share does not make the level uncertain"


@pytest.mark.parametrize(("elo", "level", "end"), [(9000.0, 10.0, inf), (-9000.0, 0.0, -inf)])
def test_out_of_reach(elo: float, level: float, end: float) -> None:
    rating = simulated(exact(TRUE), elo, Random(6))
    assert rating.elo == end and rating.level == level and sum(rating.games) <= 60
    bounds = (rating.low, rating.high)
    assert end in bounds and (bounds[0] > TRUE[-1] or bounds[1] < TRUE[0])
    assert level in rating.level_interval


def test_levels_between() -> None:
    anchors = exact([100, 200, 400])
    assert [anchors.level(elo) for elo in (-5, 100, 150, 300, 400, 500, 900)] == [0, 0, 0.5, 1.5, 2, 2.5, 3]
    for level in (0.0, 0.5, 1.7, 2.5, 3.0):
        shares = anchors.between(level)
        elo = sum(share * value for share, value in zip(shares, anchors.elo, strict=True))
        assert anchors.level(elo) == pytest.approx(level)


@pytest.mark.thorough
def test_a_plan_is_the_same_however_it_is_interrupted() -> None:
    configuration = configured(exact(TRUE), 60, 1.0)
    results: dict[int, float] = {}
    seated: dict[int, tuple[int, int]] = {}
    orders = []
    for step in (1, 5):
        results.clear()
        seated.clear()
        while missing := [game for game in plan(configuration, results, seated).games if game.number not in results]:
            for game in missing[:step]:
                results[game.number] = float(game.number % 3 == 0)
                seated[game.number] = (game.first, game.second)
        orders.append([game.players for game in plan(configuration, results, {}).games])
    assert orders[0] == orders[1] and len(orders[0]) == 60


# -- data -------------------------------------------------------------------------


def test_anchors_come_with_the_library() -> None:
    for game in ("ur", "minishogi", "morris", "dice-shogi"):
        anchors = anchors_of(game)
        assert anchors.players[0] == "random" and anchors.players[9] == "alphabeta:level=9"
        assert sum(anchors.elo) / 10 == pytest.approx(1000, abs=1)
        assert list(anchors.elo) == sorted(anchors.elo)
        assert all(5 < error < 400 for error in anchors.errors)


def test_an_anchor_that_was_measured_weaker_counts_as_equal() -> None:
    anchors = exact([500, 700, 600, 900])
    assert [anchors.level(elo) for elo in (400, 600, 650, 700, 800, 900)] == [0, 0.5, 0.75, 2, 2.5, 3]


def test_the_next_opponent_is_stronger() -> None:
    """Also for a player that is weaker than the weakest of them."""
    configuration = configured(exact([500, 700, 600, 900]), 40, 50.0)

    def following(points: float, other: int) -> str:
        games = [
            KeptGame(number, 1, (number + 1) // 2, 0, other, points, "x", None, None, None, 9, 0, 0, 0, 0)
            for number in range(1, 41)
        ]
        return BotRating.of(configuration, games).next_opponent

    assert following(0.0, 1) == "a0" and following(0.5, 1) == "a1" and following(0.5, 2) == "a3"
    assert following(1.0, 4) == "alphabeta:level=10"


@cases(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"players": ["a"], "elo": [1], "covariance": [[1]]}',
        "[" * 10**5,
        '{"players": "ab", "elo": [1, 2], "covariance": [[1, 0], [0, 1]]}',
        '{"players": ["a", "b"], "elo": [1, 1e308], "covariance": [[1, 0], [0, 1]]}',
        '{"players": ["a", "b"], "elo": [1, NaN], "covariance": [[1, 0], [0, 1]]}',
        '{"players": ["a", "b"], "elo": [1, 2], "covariance": [[1, 1e308], [0, 1]]}',
        '{"players": ["a", "b"], "elo": [1, 2], "covariance": [[-1, 0], [0, 1]]}',
    ],
)
def test_a_file_without_anchors(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(text)
    with pytest.raises(BadContest, match=r"a\.json has no anchors"):
        anchors_of("ur", file)
    with pytest.raises(BadContest, match="cannot read"):
        anchors_of("ur", tmp_path / "b.json")


def test_a_game_that_nobody_measured() -> None:
    with pytest.raises(BadContest, match="tokens=3 --out"):
        play_rating("ur:tokens=3", "greedy")
    assert file_name("morris:men=3,board=three") == "morris-men=3-board=three.json"


# -- games ------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_rating_of_real_games(tmp_path: Path) -> None:
    games: list[KeptGame] = []
    db = tmp_path / "r.db"
    rating = play_rating("ur", "alphabeta:level=1", games=16, seed=1, db=db, name="mine", on_game=games.append)
    assert rating.name == "mine" and rating.totals.tally.games == 16 and rating.over
    anchors_met = {max(game.players) for game in games}
    assert 1 in anchors_met and len(anchors_met) > 2
    low, high = rating.rating.level_interval
    assert low <= 1 <= high
    assert (
        sum(count for count, _ in rating.met) == 16 and sum(points for _, points in rating.met) == rating.totals.points
    )
    with Store.reading(db) as store:
        assert Configuration.from_json(store.configuration.json()) == store.configuration
        assert Standings.of(store.configuration, store.games()).planned == 16
        assert "Rating of ur" in report(store)
        again = BotRating.of(store.configuration, store.games())
    assert again.fields() == rating.fields()
    assert play_rating("ur", "alphabeta:level=1", games=16, seed=1, db=db, name="mine", resume=True) == rating
    with pytest.raises(BadStore) as refused:
        play_rating("ur", "alphabeta:level=1", games=16, until=9, db=db, name="mine", resume=True)
    assert "until: 50.0, not 9.0" in str(refused.value) and "anchors" not in str(refused.value)


def test_how_a_bot_lost_does_not_count_its_draws() -> None:
    games = [
        KeptGame(number, 1, 1, first, 1 - first, score, reason, fault, seat, None, 9, 0, 0, 0, 0)
        for number, (first, score, reason, fault, seat) in enumerate(
            [(0, 0.5, "repetition", None, None), (1, 1.0, "blocked", None, None), (0, 0.0, "fault", "crash", 0),
             (1, 0.0, "two men", None, None)], 1,
        )
    ]  # fmt: skip
    rating = BotRating.of(configured(exact([0, 100]), 10, 50.0), games)
    assert (rating.totals.tally.draws, rating.totals.tally.losses) == (1, 2)
    assert rating.lost_by == {"blocked": 1, "crash": 1}


@pytest.mark.parametrize(
    "given",
    [
        {"format": "match", "games": 2},
        {"format": "rating", "anchors": None},
        {"format": "rating", "swap": False},
        {"format": "swiss", "anchors": None},
    ],
)
def test_contests_that_cannot_be(given: dict[str, Any]) -> None:
    with pytest.raises(BadContest):
        attrs.evolve(configured(exact([0, 100]), 10, 50.0), **given)
