"""PettingZoo's own tests, and what they do not ask: the mask, the dice, rewards, copies, bad input."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from pettingzoo.test import api_test, render_test, seed_test

import boardgames as bg
from boardgames import rl
from boardgames.core.model.game import CHANCE
from boardgames.rl import rendering
from tests.rl.games import CONNECT_FOUR, GAMES, HEXAPAWN, label
from tests.samples import cases, few

of_every_game = pytest.mark.parametrize("game", few(GAMES, "ur", "minishogi", CONNECT_FOUR), ids=label)


@pytest.fixture(autouse=True)
def their_advice() -> Iterator[None]:
    """PettingZoo knows the environments by name whose observations are dictionaries; all else it says is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


def play(environment: Any, choose: Callable[[Any], int], steps: int = 10_000) -> list[str]:
    """Play on to the end, or so many steps; the positions."""
    positions = [str(environment.position)]
    for _ in environment.agent_iter(steps):
        sight, _, terminated, truncated, _ = environment.last()
        environment.step(None if terminated or truncated else choose(sight["action_mask"]))
        positions.append(str(environment.position))
    return positions


def ending(environment: Any) -> bg.Outcome:
    outcome: bg.Outcome | None = environment.position.outcome
    assert outcome is not None
    return outcome


def first(mask: Any) -> int:
    return int(mask.nonzero()[0][0])


def some(seed: int) -> Callable[[Any], int]:
    rng = np.random.default_rng(seed)
    return lambda mask: int(rng.choice(mask.nonzero()[0]))


@of_every_game
def test_the_api_is_pettingzoo_s(game: str) -> None:
    api_test(rl.aec(game), num_cycles=100)


@of_every_game
def test_a_seed_fixes_the_dice(game: str) -> None:
    seed_test(lambda: rl.aec(game), num_cycles=50)


@pytest.mark.slow
@of_every_game
def test_the_api_is_pettingzoo_s_in_long_games(game: str) -> None:
    api_test(rl.aec(game), num_cycles=5000)
    seed_test(lambda: rl.aec(game), num_cycles=2000)


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["ur", pytest.param("shogi", marks=pytest.mark.slow)])
def test_all_that_can_be_rendered_is(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode=None: rl.aec(game, render_mode=render_mode))
    assert bg.find(game).picture(bg.load(game).start()).splitlines()[0] in capsys.readouterr().out  # of mode human


@of_every_game
def test_mask_and_observation_are_those_of_the_state(game: str) -> None:
    environment = rl.aec(game)
    environment.reset(seed=2)
    choose = some(2)
    for agent in environment.agent_iter(60):
        sight, _, terminated, _, _ = environment.last()
        state = environment.position
        legal = sorted(action.index for action in state.actions())
        assert sight["action_mask"].nonzero()[0].tolist() == legal
        assert (sight["observation"] == rl.observe(state)).all()
        if terminated:
            break
        assert agent == f"player_{state.turn}"
        for other in environment.agents:
            if other != agent:
                assert not environment.observe(other)["action_mask"].any()
        sight["action_mask"][:] = 1  # what is handed out is the caller's own
        environment.step(choose(environment.last()[0]["action_mask"]))


def test_all_dice_are_thrown_within_and_every_throw_occurs() -> None:
    environment = rl.aec("dice-shogi")
    throws: set[str] = set()
    for seed in range(40):
        environment.reset(seed=seed)
        assert environment.position.turn != CHANCE
        throws.add(str(environment.position).split()[-1])
    assert throws == set("123456")


def test_games_differ_by_seed_and_go_on_without_one() -> None:
    environment = rl.aec("ur")

    def begun(seed: int | None) -> str:
        environment.reset(seed=seed)
        return " ".join(play(environment, first, 20))

    assert begun(1) == begun(1)
    assert begun(1) != begun(2)
    assert begun(5) != begun(-5)
    after = [begun(1), begun(None), begun(None)]
    assert len(set(after)) == 3
    assert [begun(1), begun(None), begun(None)] == after


@of_every_game
def test_the_rewards_are_those_of_the_outcome(game: str) -> None:
    environment = rl.aec(game)
    environment.reset(seed=3)
    choose = some(3)
    got: dict[str, float] = {}
    for agent in environment.agent_iter():
        sight, reward, terminated, truncated, info = environment.last()
        assert not truncated
        got[agent] = got.get(agent, 0.0) + reward
        if terminated:
            assert info["reason"] == ending(environment).reason
        environment.step(None if terminated else choose(sight["action_mask"]))
    assert tuple(got[agent] for agent in environment.possible_agents) == ending(environment).returns
    assert environment.agents == []


def test_a_game_is_truncated_after_so_many_plies_dice_included() -> None:
    environment = rl.aec("ur", max_plies=9)
    environment.reset(seed=4)
    play(environment, first)
    assert environment.plies == 9
    environment.reset(seed=4)
    for _ in environment.agent_iter():
        _, reward, terminated, truncated, info = environment.last()
        if truncated:
            assert not terminated and not reward and info == {"reason": "ply limit"}
            break
        environment.step(first(environment.last()[0]["action_mask"]))
    assert environment.truncations == {"player_0": True, "player_1": True}


@pytest.mark.parametrize(("game", "moves"), [("minishogi", 9), ("dice-shogi", 4)])
def test_actions_and_throws_are_plies_alike(game: str, moves: int) -> None:
    environment = rl.aec(game, max_plies=9)
    environment.reset(seed=1)
    play(environment, first)
    assert str(environment.position).split()[3] == str(moves + 1)  # the number of the next move


def test_where_the_rules_bound_a_game_they_end_it() -> None:
    environment = rl.aec("minishogi:max_plies=6")
    environment.reset()
    play(environment, first, 6)
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert not any(environment.truncations.values())


@cases("game", ["ur:tokens=3", "shogi", HEXAPAWN], ids=["ur", "shogi", "hexapawn"])
def test_a_copy_in_the_middle_of_a_game_goes_on_alike(game: str) -> None:
    environment = rl.aec(game)
    environment.reset(seed=5)
    play(environment, some(5), 4)
    copies = [copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))]
    went = play(environment, some(6), 40)
    for other in copies:
        assert play(other, some(6), 40) == went


def test_a_game_begins_in_a_position() -> None:
    environment = rl.aec("minishogi")
    environment.reset(options={"position": "4k/4p/5/P4/K4 w - 7"})
    assert environment.agent_selection == "player_1"
    with pytest.raises(bg.UnreadablePosition):
        environment.reset(options={"position": "nonsense"})
    with pytest.raises(ValueError, match=r"the game is over in the position .*: home"):
        rl.aec("ur:tokens=1").reset(options={"position": "15 3 1 -"})


def test_a_name_with_options_and_a_game_are_the_same() -> None:
    assert rl.aec("ur:tokens=3").game is rl.aec(bg.load("ur", tokens=3)).game


# -- bad input -----------------------------------------------------------------


def test_an_illegal_action_is_named_with_what_is_legal_and_changes_nothing() -> None:
    environment = rl.aec("minishogi")
    environment.reset()
    before = environment.position
    index = bg.load("minishogi").start().play("5d5c").actions()[0].index
    with pytest.raises(bg.IllegalAction, match=rf"'action {index} \(.*\)' is not legal: .*; legal here: \d+ \("):
        environment.step(index)
    with pytest.raises(bg.IllegalAction, match=r"'action 711' is not legal: minishogi has actions 0 to 710; legal"):
        environment.step(711)
    with pytest.raises(bg.IllegalAction, match="action -1"):
        environment.step(-1)
    assert environment.position is before
    assert environment.plies == 0
    environment.step(before.actions()[0].index)


@cases(
    ("action", "said"),
    [
        (1.0, "1.0"),
        ("5d5c", "'5d5c'"),
        (None, "None"),
        (np.array([1.0, 2.0]), r"an array of float64, shape \(2,\)"),
        (np.array([1]), r"an array of int64, shape \(1,\)"),
    ],
)
def test_an_action_is_a_whole_number(action: Any, said: str) -> None:
    environment = rl.aec("minishogi")
    environment.reset()
    with pytest.raises(TypeError, match=f"a whole number from 0 to 710, not {said}"):
        environment.step(action)


def test_before_the_first_game_after_the_end_and_after_closing() -> None:
    environment = rl.aec("ur:tokens=1", render_mode="ansi")
    for call in (environment.render, lambda: environment.step(0), lambda: environment.observe("player_0")):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            call()
    environment.reset(seed=1)
    play(environment, first)
    with pytest.raises(ResetNeeded, match=r"the game is over: call reset\(\)"):
        environment.step(0)
    environment.close()
    environment.close()
    for call in (environment.reset, environment.render, lambda: environment.step(0)):
        with pytest.raises(ClosedEnvironmentError, match="make another one"):
            call()


def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(LookupError, match="'ur'"):
        rl.aec("urr")
    with pytest.raises(ValueError, match="option tokens cannot be '9'"):
        rl.aec("ur:tokens=9")
    with pytest.raises(ValueError, match="no render_mode 'rgb': expected one of 'ansi', 'human', 'svg'"):
        rl.aec("ur", render_mode="rgb")
    with pytest.raises(ValueError, match="max_plies is a whole number from 1 to 1000000000, not 0"):
        rl.aec("ur", max_plies=0)
    environment = rl.aec("ur")
    environment.reset()
    with pytest.raises(KeyError, match="there is no agent 'player_2': they are player_0, player_1"):
        environment.observe("player_2")


# -- pictures ------------------------------------------------------------------


def test_each_mode_renders_the_position() -> None:
    environment = rl.aec("morris", render_mode="svg")
    environment.reset()
    environment.step(first(environment.last()[0]["action_mask"]))
    picture = environment.render()
    assert isinstance(picture, str)
    assert picture.startswith("<svg ") and 'class="last"' in picture  # the man that was placed is marked
    assert rl.aec("morris").metadata["render_modes"][:3] == ["ansi", "human", "svg"]
    quiet = rl.aec("morris")
    quiet.reset()
    assert quiet.render() is None


@pytest.mark.parametrize("name", rendering.RASTERIZERS)
def test_pixels_show_the_board(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip(name)
    pytest.importorskip("PIL")
    monkeypatch.setattr(rendering, "RASTERIZERS", (name,))
    environment = rl.aec("morris", render_mode="rgb_array")
    environment.reset()
    empty = environment.render()
    environment.step(first(environment.last()[0]["action_mask"]))
    placed = environment.render()
    assert isinstance(empty, np.ndarray) and isinstance(placed, np.ndarray)
    assert empty.dtype == np.uint8 and empty.shape == placed.shape and empty.shape[2] == 3
    assert empty[0, 0].tolist() == [255, 255, 255]
    changed = (empty != placed).any(axis=2).mean()
    assert 0 < changed < 0.2  # a man, its mark and the words below


def test_without_a_rasterizer_the_line_to_type_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "RASTERIZERS", ("no_such_rasterizer",))
    assert "rgb_array" not in rl.aec("ur").metadata["render_modes"]
    with pytest.raises(ImportError, match="pip install resvg_py pillow"):
        rl.aec("ur", render_mode="rgb_array")
