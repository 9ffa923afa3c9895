"""Self-play gives a learner what it is to learn; the example learns from it."""

from __future__ import annotations

import importlib.util
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from boardgames_lab import ReplayBuffer, SelfPlay, SelfPlayOptions

import boardgames as bg
from boardgames.learning import observation_of
from boardgames.processes.workers import Workers
from tests.conftest import ROOT

GAME = "ur:tokens=2"
FILE = ROOT / "examples" / "train_network.py"


def uniform(planes: Any) -> Any:
    return np.zeros((len(planes), 15), np.float32), np.zeros(len(planes), np.float32)


def lopsided(planes: Any) -> Any:
    """Different numbers for different planes."""
    wave = np.sin(planes.reshape(len(planes), -1) @ np.arange(1.0, 38.0))
    return wave[:, None] * np.arange(15.0), 0.5 * wave


def played(count: int, seed: int = 1, network: Any = lopsided, **options: Any) -> list[Any]:
    play = SelfPlay(GAME, network, n=3, seed=seed, options=SelfPlayOptions(**{"nodes": 6, "each": 2, **options}))
    return [*islice(play.games(), count)]


def test_the_seed_decides() -> None:
    one, same, other = played(3), played(3), played(3, seed=2)
    assert told(one) == told(same) != told(other)


def told(games: list[Any]) -> list[Any]:
    return [(game.values.tolist(), [each.tolist() for each in game.policies], game.outcome) for game in games]


def test_workers_play_the_same_games() -> None:
    options = SelfPlayOptions(nodes=6, each=2)
    with Workers(2) as pool, SelfPlay(GAME, lopsided, n=5, seed=1, options=options, executor=pool) as play:
        by_workers = [*islice(play.games(), 8)]
        assert play.positions > 100
    here = [*islice(SelfPlay(GAME, lopsided, n=5, seed=1, options=options).games(), 8)]
    assert told(by_workers) == told(here)


@pytest.mark.slow
def test_a_cluster_plays_the_same_games_also_when_a_worker_dies(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, workers = cluster
    options = SelfPlayOptions(nodes=6, each=2)
    with SelfPlay(GAME, lopsided, n=5, seed=1, options=options, executor=address) as play:
        games = play.games()
        by_cluster = [next(games)]
        workers[0].kill()
        by_cluster += islice(games, 11)
    assert told(by_cluster) == told([*islice(SelfPlay(GAME, lopsided, n=5, seed=1, options=options).games(), 12)])


def test_with_all_memory_every_decision_is_worth_the_result() -> None:
    for game in played(3, memory=1.0):
        assert game.outcome is not None and set(game.values.tolist()) <= {-1.0, 1.0}
        assert len(game.planes) == len(game) == len(game.policies) == len(game.indices)
    mixed = played(1, memory=0.7)[0]
    assert abs(mixed.values[-1]) == 1.0 and abs(mixed.values).max() <= 1.0 and len(set(mixed.values.tolist())) > 2


def test_values_follow_the_searches_back_from_the_end() -> None:
    """By hand: seat 0 expected 0.5, seat 1 then 0.2, and seat 0 won; a forced action stood between."""
    from boardgames_lab.training.self_play import GameUnderWay

    class Ended:
        outcome = type("Outcome", (), {"returns": (1.0, -1.0)})
        game = type("Game", (), {"seats": 2})

    row = np.zeros(1, np.float32)
    rows = [row] * 3, [row.astype(np.int32)] * 3, [row] * 3
    under_way = GameUnderWay(
        Ended(), *rows, [0, 1, 1], [0.5, float("nan"), 0.2], rng=np.random.default_rng(1), dice=Random(1)
    )
    # before the last: seat 0 expects 0.8 * 1 + 0.2 * -0.2 = 0.76
    assert under_way.finished(0.8).values.tolist() == pytest.approx([0.76, -0.76, -1.0])


def test_a_game_that_is_broken_off_is_a_draw() -> None:
    for game in played(3, max_plies=4, memory=1.0):
        assert game.outcome is None and len(game) == 4 and not game.values.any()


def test_policies_are_what_the_search_tried() -> None:
    games = played(6, network=uniform, noise=0.0)
    forced = [len(indices) == 1 for game in games for indices in game.indices]
    assert any(forced) and not all(forced)
    for game in games:
        for indices, policy in zip(game.indices, game.policies, strict=True):
            assert len(indices) == len(policy) and policy.sum() == pytest.approx(1.0)
            assert len(indices) == 1 or set((policy * 6).round(4) % 1) <= {0.0}


def test_noise_tries_what_the_network_would_never_play() -> None:
    def sure(planes: Any) -> Any:
        return np.tile(-100.0 * np.arange(15.0), (len(planes), 1)), np.zeros(len(planes), np.float32)

    def tried(noise: float) -> int:
        """The most actions that the search of a decision tried."""
        return max(int((policy > 0).sum()) for game in played(3, network=sure, noise=noise) for policy in game.policies)

    assert tried(0.0) == 1 < tried(0.9)


def test_a_game_without_any_choice_is_played_too() -> None:
    games = [*islice(SelfPlay("ur:tokens=1", uniform, n=2, seed=1).games(), 3)]
    assert all(set(map(len, game.indices)) == {1} for game in games)


def test_boards_are_turned_to_the_side_to_act() -> None:
    game = bg.load("minishogi")
    seen: list[Any] = []

    def network(planes: Any) -> Any:
        seen.append(planes.copy())
        return np.zeros((len(planes), game.action_count), np.float32), np.zeros(len(planes), np.float32)

    options = SelfPlayOptions(nodes=2, each=2, max_plies=2, free_plies=0, noise=0.0)
    played_game = next(SelfPlay(game, network, n=1, seed=1, options=options).games())
    state: Any = game.start()
    turned = observation_of(game).turned
    for number in range(2):
        assert (played_game.planes[number] == np.asarray(observation_of(game).show(state)).reshape(33, 5, 5)).all()
        by_index = {turned(action.index, state.turn): action for action in state.actions()}
        assert by_index.keys() == set(played_game.indices[number].tolist())
        state = state.apply(by_index[played_game.indices[number][played_game.policies[number].argmax()]])


# -- the buffer --------------------------------------------------------------------


def test_the_buffer_keeps_the_latest_and_gives_whole_rows() -> None:
    games = played(8)
    buffer = ReplayBuffer(GAME, 60)
    with pytest.raises(ValueError, match="empty"):
        buffer.sample(1, np.random.default_rng(1))
    for game in games:
        buffer.add(game)
    total = sum(map(len, games))
    assert total > 60 == len(buffer) and buffer.added == total
    rows = {
        (game.planes[at].astype(np.float16).tobytes(), game.values[at]): (game.indices[at], game.policies[at])
        for game in games
        for at in range(len(game))
    }
    sample = buffer.sample(300, np.random.default_rng(1))
    latest = [rows_of for game in games for rows_of in game.planes.astype(np.float16)][-60:]
    known = {planes.tobytes() for planes in latest}
    for planes, policy, mask, value in zip(sample.planes, sample.policy, sample.mask, sample.value, strict=True):
        key = planes.astype(np.float16).tobytes()
        assert key in known
        indices, shares = rows[key, value]
        assert np.flatnonzero(mask).tolist() == sorted(indices.tolist())
        assert policy[indices] == pytest.approx(shares, abs=1e-3) and policy.sum() == pytest.approx(1.0)


def test_a_buffer_is_restored_as_it_was(tmp_path: Path) -> None:
    buffer, other = ReplayBuffer(GAME, 60), ReplayBuffer(GAME, 60)
    games = played(6)
    for game in games[:5]:
        buffer.add(game)
    arrays: Any = buffer.to_arrays()
    np.savez(tmp_path / "b.npz", **arrays)
    with np.load(tmp_path / "b.npz") as arrays:
        other.restore(arrays)
        with pytest.raises(ValueError, match=r"shape \(37,\), and minishogi has \(33, 5, 5\)"):
            ReplayBuffer("minishogi", 60).restore(arrays)
        with pytest.raises(ValueError, match="another number than 20"):
            ReplayBuffer(GAME, 20).restore(arrays)
    for each in (buffer, other):
        each.add(games[5])
    one, same = (each.sample(40, np.random.default_rng(2)) for each in (buffer, other))
    assert all((getattr(one, name) == getattr(same, name)).all() for name in ("planes", "policy", "mask", "value"))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [({"n": 0}, "n, the number of games"), ({"options": SelfPlayOptions(nodes=2, each=3)}, "each is a whole number")],
)
def test_impossible_numbers_are_told(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        SelfPlay(GAME, uniform, **wrong)


# -- the example -------------------------------------------------------------------


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("train_network", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_goes_downhill(example: Any) -> None:
    """Its slopes are those that small changes of the weights show."""
    from boardgames_lab.training.replay_buffer import TrainingBatch

    rng = np.random.default_rng(1)
    network = example.Network(bg.load(GAME), rng)
    for name, each in network.weights.items():
        network.weights[name] = each.astype(np.float64) + 0.1 * rng.normal(size=each.shape)
    mask = rng.random((5, 15)) < 0.4
    mask[:, 0] = True
    policy = np.where(mask, rng.random((5, 15)), 0.0)
    policy /= policy.sum(axis=1, keepdims=True)
    planes: Any = rng.random((5, 37))
    value: Any = rng.uniform(-1, 1, 5)
    sample = TrainingBatch(planes, policy, mask, value)
    slopes: dict[str, Any] = {}
    network.step = lambda name, slope, rate: slopes.update({name: slope})
    network.learn(sample, 0.1)
    assert slopes.keys() == network.weights.keys()
    for name, slope in slopes.items():
        for place in map(tuple, zip(*np.unravel_index(rng.integers(slope.size, size=4), slope.shape), strict=True)):
            losses = []
            for change in (1e-5, -1e-5):
                network.weights[name][place] += change
                losses.append(sum(network.learn(sample, 0.1)))
                network.weights[name][place] -= change
            assert slope[place] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-3, abs=1e-7), name


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FILE), GAME, "--out", "n.onnx", "--first", "200", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


@pytest.mark.slow
def test_the_example_trains_goes_on_and_plays(tmp_path: Path) -> None:
    first = run(tmp_path, "--steps", "16", "--matches", "0", "--nodes", "4")
    assert first.returncode == 0 and "loss of the policy" in first.stdout, first.stderr
    (tmp_path / "same").mkdir()
    run(tmp_path / "same", "--steps", "16", "--matches", "0", "--nodes", "4")
    assert (tmp_path / "n.onnx").read_bytes() == (tmp_path / "same" / "n.onnx").read_bytes()
    more = run(tmp_path, "--steps", "24", "--matches", "2", "--nodes", "4")
    assert "goes on from n.npz" in more.stdout and "onnx:model=n.onnx against greedy: " in more.stdout, more.stderr
    (tmp_path / "n.npz").write_bytes((tmp_path / "n.npz").read_bytes()[:1000])
    damaged = run(tmp_path, "--steps", "50")
    assert damaged.returncode == 1 and "cannot go on from n.npz" in damaged.stderr and "Trace" not in damaged.stderr


@pytest.mark.thorough
def test_ctrl_c_keeps_what_was_learned(tmp_path: Path) -> None:
    run(tmp_path, "--steps", "2", "--matches", "0", "--nodes", "4")
    kept = (tmp_path / "n.npz").read_bytes()
    command = [sys.executable, str(FILE), GAME, "--out", "n.onnx", "--minutes", "9", "--nodes", "4"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None and program.stderr is not None
        assert "goes on from n.npz" in program.stdout.readline()
        time.sleep(0.3)
        program.send_signal(signal.SIGINT)
        assert "n.npz has what was learned up to the last report" in program.stderr.read()
    assert program.returncode == 1 and (tmp_path / "n.npz").read_bytes() == kept
    assert sorted(path.name for path in tmp_path.iterdir()) == ["n.npz", "n.onnx"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nope"], "there is no game 'nope'"),
        (["ur:tokens=99"], "tokens"),
        ([GAME, "--steps", "-1"], "invalid positive int value: '-1'"),
        ([GAME, "--minutes", "nan"], "invalid positive float value: 'nan'"),
        ([GAME, "--out", "n.npz"], "--out n.npz: expected the name of a file that ends with .onnx"),
        ([GAME, "--out", "none/n.onnx"], "in a folder that exists"),
    ],
)
def test_the_example_says_what_is_wrong_before_it_learns(
    example: Any, words: list[str], says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["train_network.py", *words])
    with pytest.raises(SystemExit, match="2"):
        example.main()
    assert says in capsys.readouterr().err
