"""A position history answers as a plain list of positions would, however the games branch."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from boardgames.games.shogi.position_history import PositionHistory, history_of
from tests.samples import cases, for_all

KEYS = 12  # so few that positions come again


class Place:
    """A state's place in a history, beside the list of all that came before it."""

    def __init__(self, history: PositionHistory, past: list[tuple[int, bool]]) -> None:
        self.history = history
        self.past = past

    def follow(self, key: int, in_check: bool) -> Place:
        self.history = self.history.after(len(self.past), key, in_check)
        return Place(self.history, [*self.past, (key, in_check)])

    def check(self) -> None:
        ply = len(self.past)
        for key in range(KEYS):
            plies = [at for at, (known, _) in enumerate(self.past) if known == key]
            assert self.history.count(ply, key) == len(plies)
            assert self.history.plies(ply, key) == plies
        assert self.history.entries(0, ply) == [2 * key + in_check for key, in_check in self.past]
        half = ply // 2
        assert self.history.entries(half, ply) == [2 * key + in_check for key, in_check in self.past[half:]]
        assert self.history.root() == 0


STEP = st.tuples(st.integers(0, 30), st.integers(0, KEYS - 1), st.booleans())


@for_all(st.lists(STEP, max_size=120), everyday=8, thorough=200)
def test_a_tree_of_games(steps: list[tuple[int, int, bool]]) -> None:
    """Each step goes on from one of the last places, mostly from the newest."""
    places = [Place(PositionHistory(0), [])]
    for back, key, in_check in steps:
        start = places[-1 - (back - 20 if back > 20 else 0) % len(places)]
        places.append(start.follow(key, in_check))
    for place in places:
        place.check()


@cases("stay", [0.5, 0.9, 0.99])
def test_long_games_that_branch_often(stay: float) -> None:
    rng = Random(1)
    places = [Place(PositionHistory(0), [])]
    for _ in range(400):
        start = places[-1] if rng.random() < stay else rng.choice(places[-20:])
        places.append(start.follow(rng.randrange(KEYS), rng.random() < 0.5))
    for place in places[::10]:
        place.check()


def test_looking_back_passes_few_histories_even_if_every_ply_branches() -> None:
    """As when a player tries other moves on the shared history before each of its own."""
    place = Place(PositionHistory(0), [])
    for ply in range(1, 600):
        place.follow(ply, False).follow(0, False)
        place = place.follow(10_000 + ply, False)
        place.follow(1, True)
        place = Place(place.history, place.past)
    histories, history = 0, place.history
    while history.before is not None:
        histories, history = histories + 1, history.before
    assert histories <= 12


def test_a_history_made_of_its_entries() -> None:
    history = PositionHistory(1)
    for ply in range(1, 100):
        history = history.after(ply, ply % 7, ply % 2 == 0)
    again = history_of(1, history.entries(1, 100))
    assert again.entries(1, 100) == history.entries(1, 100)
    assert [again.count(100, key) for key in range(8)] == [history.count(100, key) for key in range(8)]
