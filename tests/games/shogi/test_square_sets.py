"""The sets of squares that a position keeps are those of its diagram, however it was reached."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import boardgames as bg
from tests.samples import few, sample

GAMES = ["shogi", "minishogi", "judkins", "gorogoro", "dobutsu", "torishogi", "kyotoshogi", "microshogi", "euroshogi"]


def sets(state: Any) -> tuple[tuple[int, int], ...]:
    own, other = (state.own_low, state.own_high), (state.other_low, state.other_high)
    return own, other, (state.far_low, state.far_high)


@pytest.mark.parametrize("name", few(GAMES, "shogi", "dobutsu", "kyotoshogi"))
@sample(2, thorough=10)
def test_sets_kept_by_play_are_those_of_the_diagram(name: str, sample: int) -> None:
    rng = Random(name)
    game: Any = bg.load(name)
    for _ in range(sample):
        state = game.start()
        while state.outcome is None and state.ply < 120:
            state = state.apply(rng.choice(state.actions()))
            if state.outcome is None:
                assert sets(state) == sets(game.parse(str(state))), str(state)
