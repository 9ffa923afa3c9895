"""Random games beside the plain model: every position, action, number and mill paid."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import boardgames as bg
from tests.games.morris.model import Model

VARIANTS: list[dict[str, Any]] = [
    {},
    {"mill_memory": False, "double_mill": 1},
    {"mill_memory": False},
    {"double_mill": 1},
    {"flying": False},
    {"men": 3},
    {"men": 6, "turns": 30},
    {"men": 12},
]
MODEL_WORDS = {"mill_memory": "memory", "double_mill": "double"}


def compare(options: dict[str, Any], rng: Random) -> Counter[str]:
    """Plays one game on both sides, more or less greedy for men; what was met on the way."""
    state: Any = bg.load("morris", **options).start()
    model = Model(**{MODEL_WORDS.get(name, name): value for name, value in options.items()})
    met: Counter[str] = Counter()
    greed = rng.choice([0.1, 0.3, 0.8])
    while True:
        assert str(state) == model.text()
        result = model.result()
        if result is not None:
            assert (state.outcome.reason, state.outcome.winner) == result
            assert state.turn == bg.OVER
            assert not state.actions()
            met[result[0]] += 1
            return met
        assert state.outcome is None
        assert state.turn == model.seat
        actions = state.actions()
        texts = [str(action) for action in actions]
        assert len(texts) == len(set(texts))
        assert set(texts) == model.actions()
        met["two men removed"] += any(text.count("x") == 2 for text in texts)
        for source, target in model.ways() if model.memory and not model.stock[model.seat] else ():
            men = model.after(source, target)
            filled = any(target in line for line in model.mills(model.seat, men))
            met["mill not new"] += filled and not model.new_mills(target, men)
        most = max(str(action).count("x") for action in actions)
        greedy = [action for action in actions if str(action).count("x") == most]
        action = rng.choice(greedy if rng.random() < greed else actions)
        state = state.apply(action)
        model.play(str(action))


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_are_those_of_the_plain_model(options: dict[str, Any]) -> None:
    rng = Random(str(options))
    met: Counter[str] = Counter()
    for _ in range(6):
        met += compare(options, rng)
    assert met["two men"]
    if options.get("mill_memory", True) and options.get("men") != 3:
        assert met["mill not new"]


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_many_random_games_are_those_of_the_plain_model(options: dict[str, Any]) -> None:
    rng = Random(f"slow {options}")
    met: Counter[str] = Counter()
    for _ in range(150):
        met += compare(options, rng)
    assert met["two men"]
    if options.get("double_mill") != 1 and options.get("men", 9) >= 9:
        assert met["two men removed"]
