"""States are immutable values that forget nothing; asking does not change them."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

import boardgames as bg
from tests.games.shogi.scenes import load, played, turned, turned_action
from tests.samples import cases

NAMES = ["shogi", "minishogi", "shogi:impasse=27-point"]
CHASED = "k8/9/9/9/9/9/9/9/1R6K b - 1"
CHASE = "8i9i 9a8a 9i8i 8a9a "


def game_of(name: str, plies: int, seed: int = 1) -> list[Any]:
    rng = Random(seed)
    states: list[Any] = [load(name).start()]
    while len(states) < plies and states[-1].outcome is None:
        states.append(states[-1].apply(rng.choice(states[-1].actions())))
    return states


@cases("name", NAMES)
def test_pickles_and_copies_have_the_same_future(name: str) -> None:
    for state in game_of(name, 200)[::7]:
        for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
            assert other == state and hash(other) == hash(state)
            assert (str(other), other.key, other.past(), other.quiet) == (
                str(state),
                state.key,
                state.past(),
                state.quiet,
            )
            assert other.actions() == state.actions() and other.last is state.last


def test_a_pickle_remembers_repetition() -> None:
    state = pickle.loads(pickle.dumps(played(CHASED, CHASE * 2)))
    for text in CHASE.split():
        state = state.play(text)
    assert state.outcome == bg.Outcome((-1.0, 1.0), "perpetual check")


def test_long_games_pickle_without_recursion() -> None:
    state: Any = load("shogi", impasse="none").start()
    rng = Random(3)
    for _ in range(5_000):
        actions = state.actions()
        if not actions:
            break
        quiet = [a for a in actions if not a.promotes and a.drop == 0 and not state.piece_at(a.destination)]
        state = state.apply(rng.choice(quiet or actions))
    assert pickle.loads(pickle.dumps(state)).past() == state.past()


def test_actions_are_pickled_to_themselves() -> None:
    for name in NAMES:
        game = load(name)
        for index in range(0, game.action_count, 97):
            action = game.action_at(index)
            assert pickle.loads(pickle.dumps(action)) is action
            assert copy.deepcopy(action) is action


def test_equality_covers_what_can_change_the_future() -> None:
    once = played(CHASED, CHASE)
    assert once != played(CHASED, "")  # another ply
    other = played(CHASED, "1i1h 9a9b 1h1i 9b9a")
    assert once.key == other.key and str(once) == str(other)
    assert once != other  # another past
    assert once == played(CHASED, CHASE)
    assert load("shogi", impasse="none").start() != load("shogi").start()
    assert load("shogi").start() != "shogi"


@cases("name", NAMES)
def test_asking_changes_nothing(name: str) -> None:
    for state in game_of(name, 60):
        text, key, actions = str(state), state.key, state.actions()
        for action in actions[:5]:
            state.apply(action)
        assert (str(state), state.key, state.actions(), state.turn) == (text, key, actions, state.seat)
        assert isinstance(actions, tuple)
        assert state.count() == len(actions)


def test_moves_are_found_once_for_all_that_ask() -> None:
    state = load("shogi").start()
    assert state.turn == 0 and state.outcome is None
    assert state.actions() is state.actions()


@cases("name", NAMES)
def test_the_key_is_that_of_the_text(name: str) -> None:
    for state in game_of(name, 150, seed=9):
        assert state.game.parse(str(state)).key == state.key


@pytest.mark.parametrize("name", ["shogi", "minishogi"])
def test_turning_the_board_turns_the_legal_actions(name: str) -> None:
    for state in game_of(name, 150, seed=4):
        game = state.game
        other = game.parse(turned(str(state)))
        mirrored = {turned_action(str(action), game.variant.files) for action in state.actions()}
        assert {str(action) for action in other.actions()} == mirrored


def test_looking_around() -> None:
    state = played("k8/9/9/4+p4/4P4/9/9/9/8K b 2Rbg 7", "5e5d")
    assert state.piece_at("5d") == "P" and state.piece_at("9a") == "k" and state.piece_at("5e") == ""
    assert state.hand(0) == {"R": 2, "P": 1} and state.in_hand(1) == "BG"
    assert (state.last.origin, state.last.destination, state.last.piece, state.last.promotes) == ("5e", "5d", "", False)
    assert (state.ply, state.seat, played(CHASED, "").last) == (8, 1, None)
    for name in ("0a", "10a", "5j", "a5", "", "5", "5A"):
        with pytest.raises(ValueError, match="there is no square"):
            state.piece_at(name)


def test_only_the_start_is_a_fresh_game() -> None:
    game = load("shogi")
    for _ in range(5):
        state = game.start()
        for text in ["2h3h", "8b7b", "3h2h", "7b8b"] * 2:
            state = state.play(text)
        assert state.outcome is None and state.occurrences() == [1, 5, 9]
