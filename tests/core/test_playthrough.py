"""Playthrough: the log of one game."""

from __future__ import annotations

from random import Random

import pytest

import boardgames as bg
from boardgames.core.model.dice import throw


def played(plies: int) -> bg.Playthrough:
    playthrough = bg.Playthrough(bg.load("ur").start())
    rng = Random(5)
    while playthrough.plies < plies:
        state = playthrough.state
        playthrough.apply(rng.choice(state.actions()) if state.actions() else throw(state.chances(), rng))
    return playthrough


def test_a_match_is_its_states_and_actions() -> None:
    playthrough = played(40)
    assert playthrough.plies == len(playthrough.actions) == 40
    assert playthrough.state is playthrough.states[-1]
    assert playthrough.start is playthrough.states[0]
    state = playthrough.start
    for action, after in zip(playthrough.actions, playthrough.states[1:], strict=True):
        state = state.apply(action)
        assert state == after


def test_a_replay_of_the_texts_is_the_same_match() -> None:
    playthrough = played(40)
    again = bg.Playthrough.replay(playthrough.start, playthrough.texts)
    assert again.states == playthrough.states
    assert all(mine is its for mine, its in zip(again.actions, playthrough.actions, strict=True))


def test_undo_goes_back() -> None:
    playthrough = played(40)
    states = list(playthrough.states)
    playthrough.undo()
    assert playthrough.states == states[:-1]
    playthrough.undo(0)
    assert playthrough.states == states[:-1]
    playthrough.undo(9)
    assert (playthrough.plies, playthrough.state) == (30, states[30])
    playthrough.undo(30)
    assert (playthrough.plies, playthrough.state, playthrough.texts) == (0, playthrough.start, [])


@pytest.mark.parametrize(
    ("plies", "why"), [(4, "cannot undo 4 plies: 3 have been played"), (-1, "at least 0 plies, not -1")]
)
def test_undo_of_more_than_was_played_leaves_all_as_it_was(plies: int, why: str) -> None:
    playthrough = played(3)
    with pytest.raises(ValueError, match=why):
        playthrough.undo(plies)
    assert playthrough.plies == 3


def test_an_illegal_action_leaves_all_as_it_was() -> None:
    playthrough = played(3)
    states = list(playthrough.states)
    with pytest.raises(bg.IllegalAction):
        playthrough.play("nonsense")
    assert playthrough.states == states


def test_a_replay_names_the_ply_that_cannot_be_played() -> None:
    start = bg.load("ur").start()
    with pytest.raises(bg.IllegalAction) as caught:
        bg.Playthrough.replay(start, ["=2", "0", "=1", "7"])
    assert str(caught.value) == "'7' is not legal: at ply 4, no token on cell 7; legal here: 0"
    assert (caught.value.asked, caught.value.nearest) == ("7", ("0",))


def test_play_takes_actions_and_texts() -> None:
    playthrough = bg.Playthrough(bg.load("ur").start())
    playthrough.play(playthrough.state.chances()[2][0])
    playthrough.play("0")
    assert playthrough.texts == ["=2", "0"]
