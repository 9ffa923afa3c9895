"""OpenSpiel's own simulation test, and the rules of its API, for every game."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import attrs
import numpy as np
import pyspiel
import pytest

import boardgames as bg
from boardgames import rl
from boardgames.core.model.options import BadOption
from boardgames.rl.openspiel import SpielState, register
from tests.rl.games import CONNECT_FOUR, GAMES, HEXAPAWN, label
from tests.samples import cases, few

of_every_game = pytest.mark.parametrize("game", few(GAMES, "ur", "minishogi", CONNECT_FOUR), ids=label)


def walk(game: Any, seed: int) -> Iterator[Any]:
    """The states of one random game, each a clone."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while True:
        yield state.clone()
        if state.is_terminal():
            return
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow) if game == "shogi" else game for game in GAMES], ids=label
)
def test_openspiel_simulates_it(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(register(game)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@of_every_game
def test_openspiel_simulates_it_often(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(register(game)), num_sims=20, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.thorough) if game == "shogi" else game for game in GAMES], ids=label
)
def test_every_state_keeps_the_rules_of_the_api(game: str) -> None:
    """Who acts, what is legal for whom, and which questions raise."""
    spiel = pyspiel.load_game(register(game))
    players = range(spiel.num_players())
    kinds: Counter[Any] = Counter()
    for count, state in enumerate(walk(spiel, 1)):
        kinds[state.get_type()] += 1
        if state.is_terminal():
            assert state.current_player() == pyspiel.PlayerId.TERMINAL
            assert state.legal_actions() == []
            assert all(state.legal_actions(player) == [] for player in players)
            assert sum(state.returns()) == spiel.utility_sum()
            with pytest.raises(pyspiel.SpielError):
                state.information_state_string()
        elif state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert 0 < len(outcomes) <= spiel.max_chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            assert state.legal_actions() == [outcome for outcome, _ in outcomes]
            with pytest.raises(pyspiel.SpielError):
                state.information_state_string()
        else:
            acting = state.current_player()
            legal = state.legal_actions()
            assert legal == state.legal_actions(acting) == sorted(legal)
            assert all(state.legal_actions(player) == [] for player in players if player != acting)
            assert sum(state.legal_actions_mask()) == len(legal)
        if count % 16 == 0 and state.is_player_node():
            texts = [state.action_to_string(acting, action) for action in legal]
            assert len(set(texts)) == len(legal)
            assert state.string_to_action(acting, texts[-1]) == legal[-1]
        if (count % 16 == 0 or state.is_terminal()) and not state.is_chance_node():
            for ask in (state.observation_tensor, state.observation_string, state.information_state_string):
                for player in players:
                    ask(player)
                with pytest.raises(pyspiel.SpielError, match="player >= 0"):
                    ask(-1)
                with pytest.raises(pyspiel.SpielError, match="player <"):
                    ask(spiel.num_players() + 1)
            assert len(state.observation_tensor(0)) == spiel.observation_tensor_size()
    assert kinds[pyspiel.StateType.TERMINAL] == 1
    assert kinds[pyspiel.StateType.DECISION] > 4
    assert bool(kinds[pyspiel.StateType.CHANCE]) == bool(spiel.max_chance_outcomes())
    assert count <= spiel.max_game_length()


@of_every_game
def test_it_is_the_game_of_the_library(game: str) -> None:
    ours = bg.load(game)
    assert register(ours) == register(game)
    spiel = pyspiel.load_game(register(game))
    assert spiel.game is ours
    assert spiel.num_distinct_actions() == ours.action_count
    for state in islice(walk(spiel, 2), 150):
        mine = state.position
        assert str(state) == str(mine) == state.observation_string(0)
        assert tuple(spiel.observation_tensor_shape()) == rl.observe(mine).shape
        if mine.turn >= 0:
            assert state.legal_actions() == sorted(action.index for action in mine.actions())
            assert np.array_equal(state.observation_tensor(mine.turn), rl.observe(mine).ravel())
        if mine.outcome is not None:
            assert tuple(state.returns()) == mine.outcome.returns


def test_chances_are_those_of_the_dice() -> None:
    state = pyspiel.load_game(register("ur")).new_initial_state()
    assert state.is_chance_node()
    assert [chance for _, chance in state.chance_outcomes()] == [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 2) == "=2"
    state.apply_action(2)
    assert state.action_to_string(0, 0) == "0"
    assert state.history_str() == "2"


@cases("game", ["ur:tokens=3", "shogi", HEXAPAWN], ids=["ur", "shogi", "hexapawn"])
def test_serialized_pickled_and_cloned_states_go_on_alike(game: str) -> None:
    spiel = pyspiel.load_game(register(game))
    assert str(pickle.loads(pickle.dumps(spiel))) == str(spiel)
    for state in list(walk(spiel, 3))[:40:13]:
        text = pyspiel.serialize_game_and_state(spiel, state)
        for other in (pyspiel.deserialize_game_and_state(text)[1], pickle.loads(pickle.dumps(state)), state.clone()):
            assert (str(other), other.history()) == (str(state), state.history())
            assert other.legal_actions() == state.legal_actions()
            if not state.is_terminal():
                before = str(state)
                other.apply_action(other.legal_actions()[0])
                assert str(state) == before != str(other)


def test_a_clone_shares_what_never_changes() -> None:
    state = pyspiel.load_game(register("shogi")).new_initial_state()
    assert state.clone().position is state.position is copy.deepcopy(state.position)


def test_a_game_begins_in_a_position() -> None:
    spiel = pyspiel.load_game(register("minishogi"))
    state = spiel.new_initial_state("4k/4p/5/P4/K4 w - 7")
    assert (state.current_player(), str(state)) == (1, "4k/4p/5/P4/K4 w - 7")


@cases("name", ["ur", "morris", CONNECT_FOUR], ids=label)
def test_every_option_is_a_parameter(name: str) -> None:
    spec = bg.find(name)
    for preset in spec.presets:
        spiel = pyspiel.load_game(register(name, preset=preset))
        assert spiel.game is bg.load(name, preset=preset)
        assert pyspiel.load_game(str(spiel)).game is spiel.game  # what is printed can be loaded
        assert set(spiel.get_parameters()) == {field.name for field in attrs.fields(spec.options)}


def test_an_option_that_looks_like_a_number_is_a_text_all_the_same() -> None:
    for rosettes in ((4,), (), (4, 8)):
        ours = bg.load("ur", tokens=2, rosettes=rosettes, safe_rosettes=())
        assert pyspiel.load_game(register("ur:tokens=2", rosettes=rosettes, safe_rosettes=())).game is ours


def test_a_game_that_no_rule_bounds_is_bounded_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.rl.openspiel.LONGEST", 12)
    spiel = pyspiel.load_game(register("ur"))
    assert spiel.max_game_length() == spiel.max_chance_nodes_in_history() == 12
    *_, last = walk(spiel, 5)
    assert isinstance(last, SpielState)
    assert len(last.history()) == 12
    assert (last.returns(), last.current_player()) == ([0.0, 0.0], pyspiel.PlayerId.TERMINAL)
    assert last.legal_actions() == []
    assert pyspiel.load_game(register("minishogi", max_plies=50)).max_game_length() == 50


def test_openspiel_s_search_plays_it() -> None:
    from open_spiel.python.algorithms import mcts

    spiel = pyspiel.load_game(register("ur", tokens=1))
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(spiel, 2.0, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = spiel.new_initial_state()
    while state.is_chance_node():
        state.apply_action(2)
    assert bot.step(state) in state.legal_actions()


# -- bad input -----------------------------------------------------------------


def test_what_cannot_be_registered_or_loaded_is_said() -> None:
    with pytest.raises(bg.UnknownGame, match="'ur'"):
        register("urr")
    with pytest.raises(BadOption) as refused:
        register("ur", tokens=9)
    assert refused.value.code == "bad-value"
    name = register("ur")
    with pytest.raises(BadOption, match="option tokens cannot be '9'"):
        pyspiel.load_game(f"{name}(tokens=9)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'token'"):
        pyspiel.load_game(f"{name}(token=3)")
    with pytest.raises(bg.UnreadablePosition):
        pyspiel.load_game(name).new_initial_state("nonsense")
