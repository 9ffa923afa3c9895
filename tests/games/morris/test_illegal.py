"""An action that is not legal is refused by ``apply`` where it is given, not by what comes after it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.morris.mill_memory import new_mills
from boardgames.games.morris.movegen import is_legal
from tests.games.morris.positions import at
from tests.samples import cases, few

PRESETS = [None, *bg.find("morris").presets]


def positions(preset: str | None, number: int) -> list[Any]:
    """Positions of a few games, those that remove men among them."""
    game: Any = bg.load("morris" if preset is None else f"morris:preset={preset}")
    rng = Random(7)
    states: list[Any] = []
    while len(states) < number:
        state = game.start()
        while state.outcome is None:
            removing = any(len(action.removals()) != len(state.actions()[0].removals()) for action in state.actions())
            if removing or rng.random() < 0.05:
                states.append(state)
            state = state.apply(rng.choice(state.actions()))
        states.append(state)
    return rng.sample(states, number)


@pytest.mark.parametrize("preset", few(PRESETS, None, "classic", "statement"))
def test_of_all_actions_the_legal_ones_are_taken(preset: str | None) -> None:
    for state in positions(preset, 4):
        if state.outcome is None:
            assert {
                action for action in state.game.all_actions if is_legal(state, action, new_mills(state, action))
            } == set(state.actions())


@cases("preset", PRESETS)
def test_apply_refuses_what_is_not_legal(preset: str | None) -> None:
    rng = Random(3)
    for state in positions(preset, 8):
        legal = state.actions()
        for action in rng.sample(state.game.all_actions, 12):
            if action not in legal:
                with pytest.raises(bg.IllegalAction) as caught:
                    state.apply(action)
                assert caught.value.asked == str(action) and caught.value.code != "illegal"
        for action in legal:
            state.apply(action)


@cases(
    ("text", "code"),
    [
        ("d7", "empty-stock"),
        ("d6-g7", "occupied"),
        ("d6-b2", "not-adjacent"),
        ("a1-a4", "no-own-man"),
        ("d6-d7", "one-removal"),
        ("d6-b6xc5", "no-removal"),
        ("d6-d7xb2", "no-man-to-remove"),
        ("d6-d7xa1", "in-mill"),
    ],
)
def test_each_reason_is_named(text: str, code: str) -> None:
    state = at("a7 d6 g7 f2", "a1 d1 g1 c5 e5")
    actions = {str(action): action for action in state.game.all_actions}
    with pytest.raises(bg.IllegalAction) as caught:
        state.apply(actions[text])
    assert caught.value.code == code
    assert state.apply(actions["d6-d7xc5"]) == state.play("d6-d7xc5")


def test_a_finished_game_takes_no_action() -> None:
    start = bg.load("morris", turns=1).start()
    first, second, third = start.actions()[:3]
    state = start.apply(first).apply(second)
    assert state.outcome is not None
    with pytest.raises(bg.IllegalAction) as caught:
        state.apply(third)
    assert caught.value.code == "game-over"


def test_an_action_of_another_board_is_none_of_the_game() -> None:
    stranger = bg.load("morris", preset="six").action_at(3)
    with pytest.raises(TypeError, match=r"^apply takes an action of this game"):
        bg.load("morris").start().apply(stranger)
