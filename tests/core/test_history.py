"""A trail answers as a plain list of positions would, however the games branch."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardgames.core.history import Trail, trail_of

KEYS = 12  # so few that positions come again


class Place:
    """A state's place on a trail, beside the list of all that came before it."""

    def __init__(self, trail: Trail, past: list[tuple[int, bool]]) -> None:
        self.trail = trail
        self.past = past

    def follow(self, key: int, forced: bool) -> Place:
        self.trail = self.trail.after(len(self.past), key, forced)
        return Place(self.trail, [*self.past, (key, forced)])

    def check(self) -> None:
        ply = len(self.past)
        for key in range(KEYS):
            plies = [at for at, (known, _) in enumerate(self.past) if known == key]
            assert self.trail.count(ply, key) == len(plies)
            assert self.trail.plies(ply, key) == plies
        assert self.trail.entries(0, ply) == [2 * key + forced for key, forced in self.past]
        half = ply // 2
        assert self.trail.entries(half, ply) == [2 * key + forced for key, forced in self.past[half:]]
        assert self.trail.root() == 0


STEP = st.tuples(st.integers(0, 30), st.integers(0, KEYS - 1), st.booleans())


@given(st.lists(STEP, max_size=120))
@settings(max_examples=200, deadline=None)
def test_a_tree_of_games(steps: list[tuple[int, int, bool]]) -> None:
    """Each step goes on from one of the last places, mostly from the newest."""
    places = [Place(Trail(0), [])]
    for back, key, forced in steps:
        start = places[-1 - (back - 20 if back > 20 else 0) % len(places)]
        places.append(start.follow(key, forced))
    for place in places:
        place.check()


@pytest.mark.parametrize("stay", [0.5, 0.9, 0.99])
def test_long_games_that_branch_often(stay: float) -> None:
    rng = Random(1)
    places = [Place(Trail(0), [])]
    for _ in range(400):
        start = places[-1] if rng.random() < stay else rng.choice(places[-20:])
        places.append(start.follow(rng.randrange(KEYS), rng.random() < 0.5))
    for place in places[::10]:
        place.check()


def test_looking_back_passes_few_trails_even_if_every_ply_branches() -> None:
    """As when a player tries other moves on the shared trail before each of its own."""
    place = Place(Trail(0), [])
    for ply in range(1, 600):
        place.follow(ply, False).follow(0, False)
        place = place.follow(10_000 + ply, False)
        place.follow(1, True)
        place = Place(place.trail, place.past)
    trails, trail = 0, place.trail
    while trail.before is not None:
        trails, trail = trails + 1, trail.before
    assert trails <= 12


def test_a_trail_made_of_its_entries() -> None:
    trail = Trail(1)
    for ply in range(1, 100):
        trail = trail.after(ply, ply % 7, ply % 2 == 0)
    again = trail_of(1, trail.entries(1, 100))
    assert again.entries(1, 100) == trail.entries(1, 100)
    assert [again.count(100, key) for key in range(8)] == [trail.count(100, key) for key in range(8)]
