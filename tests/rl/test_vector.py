"""Many games in one step are the same games as single ones."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from random import Random
from typing import Any, ClassVar

import numpy as np
import pytest

import boardgames as bg
from boardgames import build, rl
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import registered
from tests.conftest import ROOT
from tests.rl.played import choose, digest
from tests.rl.walks import FEW, OURS, VARIED
from tests.samples import cases, few
from tests.testkit.broken import GOOD, Game, State, spec_of

STRANGERS = ["examples/hexapawn.py", "examples/connect_four/src/connect_four:SPEC"]
LIMIT = 80


def settled(state: Any, dice: Random, plies: int) -> tuple[Any, int]:
    """The state behind the throws, and how many plies have been played."""
    while state.turn == bg.CHANCE:
        state, plies = state.apply(bg.throw(state.chances(), dice)), plies + 1
    return state, plies


def same_games(game: Any, count: int, steps: int, max_plies: int = LIMIT) -> None:
    """Each game is played beside the environment as a single state, with the dice of its own."""
    environment = rl.VectorEnv(game, count, seed=3, max_plies=max_plies)
    seen, info = environment.reset()
    dice = [rl.luck(3, number) for number in range(count)]
    singles = [settled(game.start(), each, 0) for each in dice]
    rng = Random(5)
    ends = 0
    for _ in range(steps):
        assert seen is not None
        for number, (state, _) in enumerate(singles):
            legal = [action.index for action in state.actions()]
            assert info["legal"][info["offsets"][number] : info["offsets"][number + 1]].tolist() == legal
            assert np.flatnonzero(info["mask"][number]).tolist() == sorted(legal)
            assert info["turn"][number] == state.turn
            assert np.array_equal(seen[number], rl.observe(state)), f"game {number}: {state}"
            assert str(environment.states[number]) == str(state)
        chosen = choose(rng, info)
        seen, rewards, terminated, truncated, info = environment.step(chosen)
        ended = []
        for number, (state, plies) in enumerate(singles):
            after, plies = settled(state.apply(game.action_at(chosen[number])), dice[number], plies + 1)
            over = after.outcome is not None
            assert bool(terminated[number]) is over
            assert bool(truncated[number]) is (not over and plies >= max_plies)
            assert rewards[number].tolist() == list(after.outcome.returns if over else [0.0] * game.seats)
            assert info["outcomes"][number] == after.outcome
            if over or plies >= max_plies:
                ended.append((number, rl.observe(after)))
                after, plies = settled(game.start(), dice[number], 0)
            singles[number] = after, plies
        assert info["ended"].tolist() == [number for number, _ in ended]
        assert len(info["final_observation"]) == len(ended)
        assert all(np.array_equal(one, two) for one, (_, two) in zip(info["final_observation"], ended, strict=True))
        ends += len(ended)
    assert ends, "no game ended, so nothing was begun anew"


@pytest.mark.parametrize("name", few([*OURS, *VARIED, *STRANGERS], *FEW, *STRANGERS))
def test_the_same_games_as_single_states(name: str) -> None:
    same_games(bg.load(name), 3, 100 if "morris" not in name else 85)


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_the_same_games_as_single_states_on_100000_positions(name: str) -> None:
    same_games(bg.load(name), 50, 2_000 if name != "morris" else 200, max_plies=600)


def test_a_game_with_dice_of_its_own_kind() -> None:
    """Of a stranger's: the chances are not equal, and a throw may pass the turn."""
    with registered(GOOD):
        same_games(make(GOOD, {}), 4, 60)


@pytest.mark.thorough
@pytest.mark.skipif(build.kind() == "pure", reason="nothing is compiled here")
def test_both_builds_tell_the_same() -> None:
    games = ["ur", "minishogi", "dice-shogi", "morris", "shogi"]
    result = subprocess.run(
        [sys.executable, "-m", "tests.rl.played", "20", *games],
        cwd=ROOT, env={**os.environ, "BOARDGAMES_PURE": "1"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert result.stdout.split("\n")[:-1] == ["pure", *(f"{game} {digest(game, 20)}" for game in games)]


# -- luck ----------------------------------------------------------------------------------


def texts(environment: rl.VectorEnv) -> list[str]:
    return list(map(str, environment.states))


def test_a_batch_is_not_copied() -> None:
    env = rl.VectorEnv("ur:tokens=1", 2)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=r"cannot be copied or pickled: make another, VectorEnv\('ur', 2\)"):
            copied(env)


def test_a_seed_gives_the_same_games_again() -> None:
    one, other = rl.VectorEnv("ur", 8, seed=1), rl.VectorEnv("ur", 8, seed=2)
    one.reset()
    other.reset()
    first = texts(one)
    assert first != texts(other)
    assert len(set(first)) > 1, "each game has dice of its own"
    other.reset(seed=1)
    assert texts(other) == first
    other.reset()
    assert texts(other) != first, "without a seed the luck goes on"
    assert other.seed == 1
    drawn = rl.VectorEnv("ur", 8)
    drawn.reset()
    again = rl.VectorEnv("ur", 8, seed=drawn.seed)
    again.reset()
    assert texts(again) == texts(drawn)


def test_a_game_has_its_dice_however_many_play_beside_it() -> None:
    few, many = rl.VectorEnv("ur", 2, seed=1), rl.VectorEnv("ur", 5, seed=1)
    few.reset()
    many.reset()
    assert texts(many)[:2] == texts(few)


# -- arrays --------------------------------------------------------------------------------


def test_what_a_call_returned_stays() -> None:
    environment = rl.VectorEnv("ur:tokens=1", 4, seed=1)
    rng = Random(1)
    seen, info = environment.reset()
    kept: list[Any] = []
    ends = 0
    for _ in range(100):
        kept += [(array, array.copy()) for array in (seen, *info.values())]
        seen, rewards, terminated, truncated, info = environment.step(choose(rng, info))
        kept += [(array, array.copy()) for array in (rewards, terminated, truncated)]
        ends += int(terminated.sum())
    assert ends, "no game ended, so nothing was begun anew"
    assert all(np.array_equal(array, copy) for array, copy in kept)


def test_the_arrays_cannot_be_written_to() -> None:
    environment = rl.VectorEnv("ur", 2, seed=1)
    seen, info = environment.reset()
    arrays: list[Any] = [seen, info["mask"], info["turn"], info["legal"], info["offsets"]]
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[:1] = 0


def test_the_kinds_of_arrays() -> None:
    environment = rl.VectorEnv("shogi", 2, seed=1)
    seen, info = environment.reset()
    assert seen is not None and seen.dtype == np.float32 and seen.shape == (2, 45, 9, 9)
    assert (info["mask"].dtype, info["mask"].shape) == (np.bool_, (2, environment.game.action_count))
    assert info["offsets"].tolist() == [0, 30, 60]
    _, rewards, terminated, truncated, _ = environment.step(info["legal"][[0, 30]])
    assert rewards.dtype == np.float32 and rewards.shape == (2, 2)
    assert terminated.dtype == truncated.dtype == np.bool_


def test_planes_last() -> None:
    first, last = rl.VectorEnv("minishogi", 2, seed=1), rl.VectorEnv("minishogi", 2, seed=1, layout="hwc")
    one, other = first.reset()[0], last.reset()[0]
    assert one is not None and other is not None and other.shape == (2, 5, 5, 33)
    assert np.array_equal(np.moveaxis(other, -1, 1), one)


def test_no_view_no_mask_and_the_plain_view() -> None:
    environment = rl.VectorEnv("ur", 2, seed=1, observation=None, mask=False)
    seen, info = environment.reset()
    assert seen is None and "mask" not in info and "final_observation" not in info
    environment.step(info["legal"][info["offsets"][:-1]])
    with pytest.raises(rl.IllegalStep):
        environment.step([14, 14])
    plain = rl.VectorEnv("ur", 2, seed=1, observation="plain").reset()[0]
    assert plain is not None and plain.shape == (2, 209)


# -- mistakes -----------------------------------------------------------------------------


def test_an_illegal_action_is_told_and_nothing_is_played() -> None:
    environment = rl.VectorEnv("shogi", 3, seed=1)
    _, info = environment.reset()
    before = texts(environment)
    mask = info["mask"].copy()
    legal = environment.game.start().read("7g7f").index
    wrong = next(index for index in range(20_000) if str(environment.game.action_at(index)) == "7g7e")
    with pytest.raises(rl.IllegalStep) as told:
        environment.step([legal, wrong, legal])
    assert (told.value.game, told.value.index, told.value.asked) == (1, wrong, "7g7e")
    assert str(told.value).startswith(f"game 1: action {wrong}, '7g7e' is not legal: ")
    assert "legal here: " in str(told.value)
    assert texts(environment) == before
    assert np.array_equal(info["mask"], mask)
    _, _, _, _, info = environment.step([legal] * 3)
    assert {str(state.last) for state in environment.states} == {"7g7f"}


@cases("index", [-1, 15, 2**40, -(2**40)])
def test_an_index_that_is_no_action(index: int) -> None:
    environment = rl.VectorEnv("ur", 2, seed=1)
    _, info = environment.reset()
    with pytest.raises(rl.IllegalStep, match=f"game 1: action {index}, .*ur has actions 0 to 14"):
        environment.step([int(info["legal"][0]), index])


@cases(
    ("actions", "kind", "told"),
    [
        ([0], ValueError, r"one action for each game, shape \(2,\), not \(1,\)"),
        ([[0, 0]], ValueError, r"shape \(2,\), not \(1, 2\)"),
        (0, ValueError, r"shape \(2,\), not \(\)"),
        ([0.0, 0.0], TypeError, "whole numbers, not float64"),
        (["0", "0"], TypeError, "whole numbers, not <U1"),
        ([True, False], TypeError, "whole numbers, not bool"),
    ],
)
def test_actions_of_another_shape_or_kind(actions: Any, kind: type[Exception], told: str) -> None:
    environment = rl.VectorEnv("ur", 2, seed=1)
    environment.reset()
    with pytest.raises(kind, match=told):
        environment.step(actions)


@cases("kind", [np.int8, np.uint16, np.int32, np.int64, np.uint64])
def test_whole_numbers_of_any_width(kind: Any) -> None:
    environment = rl.VectorEnv("ur", 2, seed=1)
    _, info = environment.reset()
    environment.step(info["legal"][info["offsets"][:-1]].astype(kind))


def test_other_mistakes() -> None:
    with pytest.raises(ValueError, match="there is no observation 'planes': expected 'own', 'plain' or None"):
        rl.VectorEnv("ur", 2, seed=1, observation="planes")
    with pytest.raises(ValueError, match="there is no layout 'nchw'"):
        rl.VectorEnv("ur", 2, seed=1, layout="nchw")
    with pytest.raises(ValueError, match="n, the number of games, is a whole number"):
        rl.VectorEnv("ur", 0, seed=1)
    with pytest.raises(ValueError, match="max_plies is a whole number from 1"):
        rl.VectorEnv("ur", 1, seed=1, max_plies=0)
    with pytest.raises(bg.UnknownGame):
        rl.VectorEnv("urr", 1, seed=1)
    with pytest.raises(RuntimeError, match=r"call reset\(\) before step\(\)"):
        rl.VectorEnv("ur", 1, seed=1).step([0])


class Trap(State):
    """Whose code fails in the middle of a game."""

    broken: ClassVar[bool] = True

    def apply(self, action: Any) -> Any:
        if self.broken and self.ply > 20:
            raise ZeroDivisionError
        return super().apply(action)


class TrapGame(Game):
    kind = Trap


def test_a_step_that_a_games_code_left_early(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of(TrapGame)
    with registered(spec):
        environment = rl.VectorEnv(make(spec, {}), 3, seed=1)
        _, info = environment.reset()
        while max(state.ply for state in environment.states) <= 20:
            info = environment.step(info["legal"][info["offsets"][:-1]])[-1]
        with pytest.raises(ZeroDivisionError):
            environment.step(info["legal"][info["offsets"][:-1]])
        with pytest.raises(RuntimeError, match=r"left before its end: call reset\(\)"):
            environment.step([0, 0, 0])
        monkeypatch.setattr(Trap, "broken", False)
        _, info = environment.reset()
        for state, mask in zip(environment.states, info["mask"], strict=True):
            assert np.flatnonzero(mask).tolist() == [action.index for action in state.actions()]


def test_a_closed_environment() -> None:
    with rl.VectorEnv("ur", 1, seed=1) as environment:
        environment.reset()
    for play in (environment.reset, lambda: environment.step([0])):
        with pytest.raises(RuntimeError, match="the environment is closed: make another"):
            play()
    environment.close()
    assert repr(environment) == "<VectorEnv 1 x ur, closed>"


def test_the_spaces_have_gymnasium_s_names() -> None:
    environment = rl.VectorEnv("minishogi", 3, seed=1, layout="hwc")
    seen, info = environment.reset()
    space = environment.single_observation_space
    assert seen is not None and space is not None
    assert space.contains(seen[0]) and seen.shape == (environment.num_envs, *space.shape)
    assert environment.single_action_space.n == info["mask"].shape[1]
    assert rl.VectorEnv("ur", 2, observation=None).single_observation_space is None


@pytest.mark.thorough
def test_the_example_plays_in_two_processes() -> None:
    command = [sys.executable, str(ROOT / "examples" / "two_processes.py"), "ur", "2"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout.splitlines()
    assert lines == [f"seed {seed}: 4096 actions, 0 games ended" for seed in (1, 2)]
