"""The indices of the legal actions are those of the list of actions, in its order."""

from __future__ import annotations

from random import Random
from typing import Any

import boardgames as bg
from boardgames.learning import observation_of
from boardgames.learning.floats import blank
from tests.games.morris.test_model import VARIANTS
from tests.samples import cases, sample

ROOM = 400


def compare(options: dict[str, Any], rng: Random, games: int) -> set[int]:
    """Plays games greedy for men; how many men the actions removed."""
    game = bg.load("morris", **options)
    number: Any = observation_of(game).writer.number
    met = set()
    for _ in range(games):
        state: Any = game.start()
        while state.outcome is None:
            actions = state.actions()
            indices = [action.index for action in actions]
            numbers = blank(ROOM)
            assert number(state, numbers, 3) == len(indices)
            assert list(numbers)[: len(indices) + 4] == [0, 0, 0, *indices, 0]
            taken = [action.removed.bit_count() for action in actions]
            met.update(taken)
            state = state.apply(rng.choice([action for action in actions if action.removed.bit_count() == max(taken)]))
        assert number(state, blank(1), 0) == 0
    return met


@sample(1, thorough=8)
def test_the_indices_of_the_legal_actions(sample: int) -> None:
    rng = Random(3)
    met = [compare(options, rng, sample) for options in VARIANTS]
    assert {0, 1, 2} in met and {0, 1} in met and {0} in met


def test_one_man_may_be_removed_for_two_mills() -> None:
    state: Any = bg.load("morris", double_count=True).start()
    for text in ["d7", "b6", "g7", "f6", "a4", "c3", "a1", "e3"]:
        state = state.play(text)
    numbers = blank(ROOM)
    legal = [action.index for action in state.actions()]
    assert observation_of(state.game).writer.number(state, numbers, 0) == len(legal)
    assert list(numbers)[: len(legal)] == legal
    assert any(action.twice for action in state.actions())


@cases("room", range(0, 30, 3))
def test_with_too_little_room_they_are_only_counted(room: int) -> None:
    game = bg.load("morris", preset="classic")
    number: Any = observation_of(game).writer.number
    state = game.start()
    for text in ["a7", "b6", "d7", "d6"]:
        state = state.play(text)
    legal = [action.index for action in state.actions()]
    numbers = blank(room)
    assert number(state, numbers, 0) == len(legal) == 21
    assert list(numbers)[:21] == legal[:room]
