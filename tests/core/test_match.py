"""Match: the log of one game."""

from __future__ import annotations

from random import Random

import pytest

import boardgames as bg
from boardgames.core.dice import throw


def played(plies: int) -> bg.Match:
    match = bg.Match(bg.load("ur").start())
    rng = Random(5)
    while match.plies < plies:
        state = match.state
        match.apply(rng.choice(state.actions()) if state.actions() else throw(state.chances(), rng))
    return match


def test_a_match_is_its_states_and_actions() -> None:
    match = played(40)
    assert match.plies == len(match.actions) == 40
    assert match.state is match.states[-1]
    assert match.start is match.states[0]
    state = match.start
    for action, after in zip(match.actions, match.states[1:], strict=True):
        state = state.apply(action)
        assert state == after


def test_a_replay_of_the_texts_is_the_same_match() -> None:
    match = played(40)
    again = bg.Match.replay(match.start, match.texts)
    assert again.states == match.states
    assert all(mine is its for mine, its in zip(again.actions, match.actions, strict=True))


def test_undo_goes_back() -> None:
    match = played(40)
    states = list(match.states)
    match.undo()
    assert match.states == states[:-1]
    match.undo(0)
    assert match.states == states[:-1]
    match.undo(9)
    assert (match.plies, match.state) == (30, states[30])
    match.undo(30)
    assert (match.plies, match.state, match.texts) == (0, match.start, [])


@pytest.mark.parametrize("plies", [4, -1])
def test_undo_of_more_than_was_played_leaves_all_as_it_was(plies: int) -> None:
    match = played(3)
    with pytest.raises(ValueError, match=f"cannot undo {plies} plies: 3 have been played"):
        match.undo(plies)
    assert match.plies == 3


def test_an_illegal_action_leaves_all_as_it_was() -> None:
    match = played(3)
    states = list(match.states)
    with pytest.raises(bg.IllegalAction):
        match.play("nonsense")
    assert match.states == states


def test_a_replay_names_the_ply_that_cannot_be_played() -> None:
    start = bg.load("ur").start()
    with pytest.raises(bg.IllegalAction) as caught:
        bg.Match.replay(start, ["=2", "0", "=1", "7"])
    assert str(caught.value) == "'7' is not legal: at ply 4, no token on cell 7; legal here: 0"
    assert (caught.value.asked, caught.value.nearest) == ("7", ("0",))


def test_play_takes_actions_and_texts() -> None:
    match = bg.Match(bg.load("ur").start())
    match.play(match.state.chances()[2][0])
    match.play("0")
    assert match.texts == ["=2", "0"]
