"""Standings: ratings that a hopeless player does not blur, ties, byes, and the table round by round."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest

from boardgames.contest import Configuration, Entry, KeptGame, Standings
from boardgames.contest.export.html_report import standings_by_round
from boardgames.contest.plan import PlannedGame, plan

Scores = Callable[[PlannedGame], float]


def configuration(players: int, format: str = "roundrobin", games: int = 4) -> Configuration:
    entries = [Entry("abcdefgh"[player], "random") for player in range(players)]
    return Configuration(game="ur", entries=entries, format=format, games=games)


def played(contest: Configuration, score: Scores) -> list[KeptGame]:
    """All games of a contest, with the score of the first player that ``score`` says."""
    games: dict[int, KeptGame] = {}
    while True:
        made = plan(contest, {number: game.score for number, game in games.items()})
        missing = [game for game in made.games if game.number not in games]
        if not missing:
            return list(games.values())
        for game in missing:
            games[game.number] = KeptGame(
                number=game.number,
                round=game.round,
                pair=game.pair,
                first=game.first,
                second=game.second,
                score=score(game),
                reason="home",
                fault=None,
                fault_seat=None,
                detail=None,
                plies=10,
                first_time=1.0,
                second_time=2.0,
                first_slowest=0.5,
                second_slowest=0.25,
            )


def in_turn(game: PlannedGame) -> float:
    """The first player of the list wins three games of four, from either seat."""
    return float((game.first < game.second) != (game.number % 4 == 0))


def without_points(hopeless: int) -> Scores:
    """The same, but one player loses everything."""
    return lambda game: (
        0.0 if game.first == hopeless else 1.0 if game.second == hopeless else float(game.number % 3 == 0)
    )


def test_a_hopeless_player_widens_nobody_s_error() -> None:
    contest = configuration(6)
    games = played(contest, without_points(5))
    table = Standings.of(contest, games)
    others = Standings.of(configuration(5), [game for game in games if 5 not in game.players])
    last = table.places[-1]
    for place, alone in zip(table.places[:-1], others.places, strict=True):
        assert place.name == alone.name and (place.elo, place.error) == pytest.approx((alone.elo, alone.error))
    assert last.name == "f" and last.low == -inf and -400 < last.high < table.places[-2].elo
    assert table.tables()[0][-1][7:9] == [f"below {last.high:+.0f}", ""]
    assert "only one bound" in " ".join(table.notes()) and not table.regularised
    assert table.fields()["table"][-1]["interval"] == [None, round(last.high, 4)]


def test_a_player_that_wins_everything_is_above_the_others() -> None:
    contest = configuration(4)
    best = Standings.of(contest, played(contest, lambda game: 1 - without_points(3)(game))).places[0]
    assert best.name == "d" and best.high == inf and best.low > 0


def test_equal_points_share_a_rank() -> None:
    contest = configuration(4)
    draws = Standings.of(contest, played(contest, lambda game: 0.5))
    assert [place.rank for place in draws.places] == [1, 1, 1, 1]
    assert [row[0] for row in draws.tables()[0][1:]] == ["1="] * 4
    assert draws.sentence() == "a, b, c and d are level at the top, with 6 points each."
    first_wins = Standings.of(contest, played(contest, lambda game: 1.0 if game.first == 0 else 0.5))
    assert [place.rank for place in first_wins.places] == [1, 2, 2, 2]
    assert "share a rank" in " ".join(first_wins.notes())


def test_buchholz_decides_between_equal_points_in_a_swiss() -> None:
    contest = configuration(5, "swiss", games=2)
    table = Standings.of(contest, played(contest, lambda game: float(game.first < game.second)))
    for one, other in zip(table.places, table.places[1:], strict=False):
        alike = (one.points, one.opponents) == (other.points, other.opponents)
        assert (one.rank == other.rank) == alike and (one.points, one.opponents) >= (other.points, other.opponents)
    equal = [
        (one, other) for one, other in zip(table.places, table.places[1:], strict=False) if one.points == other.points
    ]
    assert any(one.opponents > other.opponents for one, other in equal)
    assert "Buchholz" in " ".join(table.notes())


def test_byes_stand_in_the_table_and_in_the_cross_table() -> None:
    contest = configuration(5, "swiss", games=2)
    games = played(contest, in_turn)
    table = Standings.of(contest, games)
    assert len(table.byes) == 3 == sum(place.byes for place in table.places)
    rows, cross = table.tables()
    assert [row[rows[0].index("byes")] for row in rows[1:]] == [str(place.byes or "") for place in table.places]
    assert [row[-1] for row in cross] == ["bye", *(f"{2 * place.byes}" if place.byes else "" for place in table.places)]
    assert "A bye counts 2 points" in " ".join(table.notes())
    last = standings_by_round(contest, games, table.byes)[-1]
    assert {place.player: place.points for place in table.places} == dict(enumerate(last.points))
    assert last.round == 3 and sorted(last.ranks)[0] == 1


def test_a_bye_of_a_knockout_counts_nothing() -> None:
    contest = configuration(3, "knockout", games=2)
    table = Standings.of(contest, played(contest, lambda game: float(game.first < game.second)))
    assert [(place.name, place.byes, place.points, place.rank) for place in table.places] == [
        ("a", 1, 2, 1),
        ("b", 0, 2, 2),
        ("c", 0, 0, 3),
    ]


def test_the_time_used_is_summed() -> None:
    contest = configuration(2, games=2)
    places = Standings.of(contest, played(contest, in_turn)).places
    assert [(place.used, place.slowest) for place in places] == [(3.0, 0.5), (3.0, 0.5)]


def test_players_that_are_level_lead_together() -> None:
    contest = configuration(4)
    games = played(contest, in_turn)
    assert Standings.of(contest, []).notes() == ["Players with equal points share a rank."]
    first = Standings.of(contest, games[:1])
    assert first.sentence() == f"{first.places[0].name} leads after the first game."
    assert [row[7:9] for row in first.tables()[0][2:4]] == [["", ""]] * 2, "no game, no rating"
    other = next(game for game in games if game.players != games[0].players and game.score > 0.5)
    two = Standings.of(contest, [games[0], other])
    assert two.sentence().endswith("lead after 2 games.") and " and " in two.sentence()


@pytest.mark.parametrize(("lost", "in_doubt"), [(1, False), (8, True)])
def test_a_win_by_little_is_told_with_its_doubt(lost: int, in_doubt: bool) -> None:
    """Where the intervals of the first two overlap."""
    contest = configuration(2, games=20)
    table = Standings.of(contest, played(contest, lambda game: float((game.number > lost) == (game.first == 0))))
    one, other = table.places
    assert (one.low < other.high) == in_doubt
    doubt = " So few games do not tell it from b for certain." if in_doubt else ""
    assert table.sentence() == f"a wins with {20 - lost} points.{doubt}"
