"""What every registered game must satisfy, ours and anyone's: the ladder of the protocol."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.core.options import as_text, describe, differences

PLAYOUTS = 5
SAMPLE = 120
"""States looked at closely for each game, spread over its playouts."""
LIMIT = 50_000
"""Plies after which a random game that has no bound of its own counts as endless."""


def variants() -> list[str]:
    """Every game, and each of its presets."""
    return [name for game in bg.games() for name in [game, *(f"{game}:preset={preset}" for preset in presets(game))]]


def presets(game: str) -> list[str]:
    try:
        return list(bg.find(game).presets)
    except bg.UnknownGame:
        return []  # it does not import: the first test of it says so


pytestmark = pytest.mark.parametrize("name", variants())


def spec_of(name: str) -> bg.GameSpec:
    return bg.find(name.partition(":")[0])


def edges(state: Any) -> list[Any]:
    return [*state.actions(), *(outcome for outcome, _ in state.chances())]


@cache
def playouts(name: str) -> list[list[Any]]:
    """The states of some random games, each from the start to the end."""
    games = []
    bound = spec_of(name).max_plies or LIMIT
    for seed in range(PLAYOUTS):
        rng = Random(seed)
        states = [bg.load(name).start()]
        while states[-1].outcome is None and len(states) <= bound:
            states.append(states[-1].apply(rng.choice(edges(states[-1]))))
        games.append(states)
    return games


@cache
def sample(name: str) -> list[Any]:
    """The first and the last states of random games, and some between."""
    states = [state for game in playouts(name) for state in game]
    step = max(1, len(states) // SAMPLE)
    return [*states[::step], *(game[-1] for game in playouts(name))]


def same(one: Any, other: Any) -> bool:
    """Whether two states are one value, as far as anybody can ask."""
    return bool(
        one == other
        and hash(one) == hash(other)
        and one.key == other.key
        and str(one) == str(other)
        and one.turn == other.turn
        and one.outcome == other.outcome
        and list(one.actions()) == list(other.actions())
        and list(one.chances()) == list(other.chances())
    )


def test_it_says_who_it_is(name: str) -> None:
    game, spec = bg.load(name), spec_of(name)
    assert game.name == spec.name == name.partition(":")[0]
    assert game.title == spec.title
    assert game.seats == len(spec.seat_names) >= 1
    assert isinstance(game.options, spec.options)
    assert spec.reasons and all(spec.reasons.values())
    for protocol in spec.protocols:
        assert spec.protocol(protocol).name == protocol


def test_the_same_options_are_the_same_game(name: str) -> None:
    game = bg.load(name)
    assert bg.load(name) is game
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is game
    written = differences(game.options)
    assert bg.load(f"{game.name}:{written}" if written else game.name) is game


def test_options_are_frozen_and_each_has_a_meaning_and_a_source(name: str) -> None:
    options = bg.load(name).options
    for field, default, meaning, source in describe(type(options)):
        assert meaning and source
        if type(options)() == options:
            assert as_text(getattr(options, field)) == default
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(options, field, None)


def test_games_end(name: str) -> None:
    """Random play comes to an end, within the bound that the game declares if it does."""
    for states in playouts(name):
        assert states[-1].outcome is not None, f"no end after {len(states) - 1} plies"
        assert all(state.outcome is None for state in states[:-1])


def test_the_turn_says_what_can_happen(name: str) -> None:
    """A player's node has actions, a chance node has chances, and the end has neither: no empty choice."""
    for state in sample(name):
        if state.turn == bg.OVER:
            assert state.outcome is not None
            assert (len(state.actions()), len(state.chances())) == (0, 0)
        elif state.turn == bg.CHANCE:
            assert state.outcome is None
            assert len(state.actions()) == 0 < len(state.chances())
        else:
            assert state.turn in range(state.game.seats)
            assert state.outcome is None
            assert len(state.chances()) == 0 < len(state.actions())


def test_chances_sum_to_exactly_one(name: str) -> None:
    for state in sample(name):
        if state.turn == bg.CHANCE:
            chances = [chance for _, chance in state.chances()]
            assert all(type(chance) is Fraction and chance > 0 for chance in chances)
            assert sum(chances) == 1


def test_each_action_comes_once_and_in_a_stable_order(name: str) -> None:
    for state in sample(name):
        assert list(state.actions()) == list(state.actions())
        assert len({id(edge) for edge in edges(state)}) == len(edges(state))
        assert len({str(edge) for edge in edges(state)}) == len(edges(state))


def test_apply_is_pure(name: str) -> None:
    """A state stays as it was, and the same action leads to the same state again."""
    for state in sample(name):
        before = (str(state), state.key, hash(state), state.turn, list(state.actions()), list(state.chances()))
        for edge in edges(state)[:10]:
            assert same(state.apply(edge), state.apply(edge))
        after = (str(state), state.key, hash(state), state.turn, list(state.actions()), list(state.chances()))
        assert after == before


def test_the_caller_cannot_spoil_a_state_through_what_it_returns(name: str) -> None:
    for state in sample(name):
        for ask in (state.actions, state.chances):
            before = list(ask())
            returned = ask()
            if isinstance(returned, list):
                returned.clear()
            else:
                assert isinstance(returned, tuple)
            assert list(ask()) == before


def test_positions_round_trip_through_text(name: str) -> None:
    for state in sample(name):
        again = state.game.parse(str(state))
        assert str(again) == str(state)
        assert again.key == state.key
        assert again.turn == state.turn
        assert list(again.actions()) == list(state.actions())


def test_actions_round_trip_through_text(name: str) -> None:
    for state in sample(name):
        for edge in edges(state):
            assert state.read(str(edge)) is edge


def test_play_is_apply_with_a_check(name: str) -> None:
    for state in sample(name):
        for edge in edges(state)[:5]:
            assert same(state.play(edge), state.apply(edge))
            assert same(state.play(str(edge)), state.apply(edge))
        for text in ("", "no such action", "=-1", "9" * 5000, "\u0663"):
            with pytest.raises(bg.IllegalAction) as caught:
                state.play(text)
            assert caught.value.asked == text
            assert caught.value.why
            assert {*caught.value.nearest} <= {str(edge) for edge in edges(state)}


def test_texts_that_are_no_position_are_unreadable(name: str) -> None:
    game = bg.load(name)
    text = str(game.start())
    for spoiled in (
        "",
        "no such position",
        text + " x",
        text[: len(text) // 2],
        "9" * 5000,
        text.replace(" ", "\u3000x"),
    ):
        with pytest.raises(bg.UnreadablePosition):
            game.parse(spoiled)


def test_states_are_pickled_and_copied(name: str) -> None:
    """The long histories at the ends of games too."""
    for state in sample(name):
        for again in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
            assert same(again, state)
            assert again.game is state.game
            for mine, its in zip(edges(state), edges(again), strict=True):
                assert mine is its


def test_actions_exist_once(name: str) -> None:
    """Pickled and copied, an action is the same object."""
    for state in sample(name):
        for edge in edges(state):
            assert pickle.loads(pickle.dumps(edge)) is edge
            assert copy.copy(edge) is copy.deepcopy(edge) is edge


def test_numbers_of_actions_are_dense(name: str) -> None:
    game = bg.load(name)
    for index in range(game.action_count):
        assert game.action_at(index).index == index
        assert game.action_at(index) is game.action_at(index)
    for index in (-1, game.action_count):
        with pytest.raises(IndexError):
            game.action_at(index)


def test_an_action_has_the_same_number_in_every_state(name: str) -> None:
    for state in sample(name):
        for action in state.actions():
            assert state.game.action_at(action.index) is action
        throws = [outcome.index for outcome, _ in state.chances()]
        assert len(set(throws)) == len(throws)
        assert all(index >= 0 for index in throws)


def test_outcomes_have_a_declared_reason_and_sum_to_zero(name: str) -> None:
    for states in playouts(name):
        outcome = states[-1].outcome
        assert outcome.reason in spec_of(name).reasons
        assert len(outcome.returns) == states[-1].game.seats
        assert sum(outcome.returns) == 0
        assert all(-1 <= share <= 1 for share in outcome.returns)


def test_states_are_values(name: str) -> None:
    """Equal where they cannot be told apart, different where they can, and never equal to something else."""
    for states in playouts(name):
        for one, other in pairwise(states):
            assert one != other
    start = bg.load(name).start()
    assert start == bg.load(name).start()
    others: list[Any] = [None, 0, str(start), start.key]
    assert start not in others


def test_its_picture_and_judgement_know_every_position(name: str) -> None:
    spec = spec_of(name)
    for state in sample(name):
        assert spec.picture(state).strip()
        assert repr(state)
        if spec.evaluate is not None:
            values = [spec.evaluate(state, seat) for seat in range(state.game.seats)]
            assert all(-1 <= value <= 1 for value in values)
