"""Even openings: random positions that give both sides nearly the same chance."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import boardgames as bg
from boardgames.contest import BadContest, Store, openings, play_match
from boardgames.contest.configuration import Configuration, Entry
from boardgames.contest.openings import opening, read_openings
from boardgames.contest.plan import PlannedGame
from boardgames.core.protocol import Clock
from boardgames.players import Alphabeta, Effort
from boardgames.players.judgement import best_judgement

NODES = 60
ENTRIES = (Entry("a", "greedy"), Entry("b", "random"))


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "EVEN_NODES", NODES)


def starts(game: str, way: str, number: int, seed: int = 1) -> list[str]:
    rules = bg.load(game)
    configuration = Configuration(game=game, entries=ENTRIES, seed=seed, **read_openings(way, rules))
    assert Configuration.from_json(configuration.json()) == configuration
    planned = (PlannedGame(2 * pair, 1, pair, 0, 1, pair) for pair in range(1, number + 1))
    return [str(opening(configuration, rules, game)) for game in planned]


@pytest.mark.parametrize("name", ["ur", pytest.param("minishogi", marks=pytest.mark.thorough)])
def test_a_search_holds_them_for_even_and_the_same_seed_draws_them_again(name: str) -> None:
    drawn = starts(name, "even:4", 3)
    assert drawn == starts(name, "even:4", 3) and len(set(drawn)) == 3
    assert drawn != starts(name, "even:4", 3, seed=2)
    game = bg.load(name)
    for text in drawn:
        player = Alphabeta(game.spec, Effort(nodes=NODES), Random(0), judgement=best_judgement(game.spec))
        assert abs(player.value(game.parse(text), Clock())) <= 0.1


def test_a_table_says_what_is_even(monkeypatch: pytest.MonkeyPatch) -> None:
    class Table:
        def value(self, state: bg.State) -> float:
            return 0.5 if str(state).startswith("B") else 0.4

    monkeypatch.setattr(openings, "table", lambda game: Table())
    assert all(text.startswith("B") for text in starts("morris", "even:3", 4))


@pytest.mark.parametrize(("value", "is_even"), [(0.09, True), (-0.09, True), (0.11, False), (-0.11, False)])
def test_a_value_has_twice_the_size_of_a_chance(value: float, is_even: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search tells a value from -1 to 1: of 0.1, the chance is 0.55."""
    monkeypatch.setattr(Alphabeta, "value", lambda *_: value)
    monkeypatch.setattr(openings, "_is_even", openings._is_even.__wrapped__)
    monkeypatch.setattr(openings, "MOST_EVEN_TRIES", 2)
    if is_even:
        assert len(starts("ur", "even:4", 1)) == 1
    else:
        with pytest.raises(BadContest, match="is even"):
            starts("ur", "even:4", 1)


def test_a_game_for_whose_options_no_judgement_was_fitted() -> None:
    assert len(starts("ur:tokens=6", "even:4", 2)) == 2


def test_where_no_position_is_even(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "EVEN_WITHIN", -1)
    monkeypatch.setattr(openings, "MOST_EVEN_TRIES", 2)
    with pytest.raises(BadContest, match=r"none of 2 positions of .* after 4 random plies is even"):
        starts("minishogi", "even:4", 1, seed=3)
    with pytest.raises(BadContest, match="is over before 5000 random plies"):
        starts("ur:tokens=1", "even:5000", 1)
    with pytest.raises(BadContest, match="even:PLIES"):
        starts("minishogi", "even:some", 1)


def test_a_pair_shares_its_opening_and_a_contest_goes_on_with_it(tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    play_match("ur", "greedy", "random", games=4, seed=1, openings="even:3", max_plies=6, db=db)
    play_match("ur", "greedy", "random", games=4, seed=1, openings="even:3", max_plies=6, db=db, resume=True)
    with Store.reading(db) as store:
        assert store.configuration.even and store.configuration.random_plies == 3
        begun = [store.record(game.number).start for game in store.games()]
    assert begun[0] == begun[1] != begun[2] == begun[3]
