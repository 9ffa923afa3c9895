"""Random games beside the plain model: every position, action, number and mill paid."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import pytest

import boardgames as bg
from tests.games.morris.model import Model
from tests.samples import sample

VARIANTS: list[dict[str, Any]] = [
    {},
    {"mill_memory": False, "double_mill": 1},
    {"mill_memory": False},
    {"double_mill": 1},
    {"flying": False},
    {"men": 3},
    {"men": 6, "turns": 30},
    {"men": 12},
    {"board": "six", "men": 6},
    {"board": "twelve", "men": 11},
    {"board": "three", "men": 4, "turns": 30},
    {"board": "sesotho", "mill_memory": False, "early_moves": True},
    {"early_moves": True},
]
VARIANTS += [{"preset": preset} for preset in ("three", "six", "twelve", "sesotho", "lasker")]
EVERYDAY = {0, 2, 3, 8, 11, len(VARIANTS) - 1}
"""The places of those that are played every day."""
MODEL_WORDS = {
    "mill_memory": "memory",
    "double_mill": "double",
    "early_moves": "early",
    "full_board_draws": "full_draw",
}


def compare(options: dict[str, Any], rng: Random) -> Counter[str]:
    """Plays one game on both sides, more or less greedy for men; what was met on the way."""
    state: Any = bg.load("morris", **options).start()
    told = {**bg.find("morris").presets[options["preset"]]} if "preset" in options else options
    model = Model(**{MODEL_WORDS.get(name, name): value for name, value in told.items()})
    met: Counter[str] = Counter()
    greed = rng.choice([0.1, 0.3, 0.8])
    while True:
        assert str(state) == model.text()
        result = model.result()
        if result is not None:
            assert (state.outcome.reason, state.outcome.winner) == result
            assert state.turn == bg.OVER
            assert not state.actions() and not state.count() and state.sample(pytest.fail) is None
            met[result[0]] += 1
            return met
        assert state.outcome is None
        assert state.turn == model.seat
        actions = state.actions()
        texts = [str(action) for action in actions]
        assert len(texts) == len(set(texts))
        assert set(texts) == model.actions()
        assert state.count() == len(actions)
        for place in {0, len(actions) // 2, len(actions) - 1}:
            lot = (place + 0.5) / len(actions)
            assert state.sample(partial(float, lot)) is actions[place]
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


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(options, marks=() if place in EVERYDAY else pytest.mark.thorough)
        for place, options in enumerate(VARIANTS)
    ],
    ids=str,
)
@sample(1, thorough=3, slow=150)
def test_random_games_are_those_of_the_plain_model(options: dict[str, Any], sample: int) -> None:
    rng = Random(str(options))
    met: Counter[str] = Counter()
    for _ in range(sample):
        met += compare(options, rng)
    game: Any = bg.load("morris", **options)
    assert met["mill" if game.mill_wins else "two men"], met
    if game.mill_memory and game.men > 4:
        assert met["mill not new"]
    if sample == 150 and game.double_mill == 2 and game.men >= 9:
        assert met["two men removed"]
