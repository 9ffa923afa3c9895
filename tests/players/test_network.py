"""A network from a file plays as it was told to; a file that does not fit is a sentence.  onnxruntime runs it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import boardgames as bg
from boardgames.contest import play_game
from boardgames.core.lookup.installed_games import split_name
from boardgames.core.lookup.players import PLAYERS
from boardgames.core.model.options import BadOption, choose
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.learning import observation_of
from boardgames.players import Mcts
from boardgames.players.puct import BadNetwork, NetworkEvaluator
from boardgames.rl import label_onnx, observe, save_mlp
from tests.command import run_command
from tests.samples import cases

Layers = dict[str, tuple[Any, Any]]
UR = "ur:tokens=3"


def layers(game: str, seed: int = 1) -> Layers:
    """The weights of a small network that has not learned anything."""
    rng = np.random.default_rng(seed)
    made = bg.load(game)
    sizes = {"hidden": (observation_of(made).size, 8), "policy": (8, made.action_count), "value": (8, 1)}
    return {
        name: (rng.normal(0, 1, size).astype(np.float32), rng.normal(0, 1, size[1]).astype(np.float32))
        for name, size in sizes.items()
    }


def save(path: Path, game: str, seed: int = 1) -> Layers:
    made = layers(game, seed)
    save_mlp(path, game, [made["hidden"]], made["policy"], made["value"])
    return made


def expected(made: Layers, state: Any) -> tuple[list[float], float]:
    """The policy and the value of a state, worked out by the definition."""
    hidden = np.maximum(observe(state).ravel() @ made["hidden"][0] + made["hidden"][1], 0)
    turned = observation_of(state.game).turned
    logits = hidden @ made["policy"][0] + made["policy"][1]
    legal = np.exp([float(logits[turned(action.index, state.turn)]) for action in state.actions()])
    value = np.tanh(hidden @ made["value"][0] + made["value"][1])
    return (legal / legal.sum()).tolist(), float(value[0])


def player(text: str, game: str, seed: int = 1) -> Player:
    name, given = split_name(text)
    spec = PLAYERS.find(name)
    made = spec.player(bg.find(bg.load(game).name), choose(spec.options, given), Random(seed))
    made.prepare(bg.load(game).start())
    return made


@pytest.mark.parametrize("game", [UR, "minishogi"])
def test_the_policy_is_that_of_the_file_for_either_side(game: str, tmp_path: Path) -> None:
    made = save(tmp_path / "n.onnx", game)
    chooses = player(f"onnx:model={tmp_path}/n.onnx", game)
    rng = Random(3)
    state: Any = bg.load(game).start()
    for _ in range(30):
        if state.turn == bg.CHANCE:
            state = state.apply(bg.throw(state.chances(), rng))
            continue
        priors, value = expected(made, state)
        action = chooses.choose(state, Clock())
        assert action == state.actions()[priors.index(max(priors))]
        assert chooses.thought is not None and chooses.thought.value == pytest.approx(value, abs=1e-5)
        assert chooses.value(state, Clock()) == pytest.approx(value, abs=1e-5)
        state = state.apply(rng.choice(state.actions()))


def test_ratings_look_one_ply_ahead_over_all_throws(tmp_path: Path) -> None:
    made = save(tmp_path / "n.onnx", UR)
    state: Any = bg.load(UR).parse("4,5,14 0,3,12 0 2")
    rated = dict(player(f"onnx:model={tmp_path}/n.onnx", UR).rate(state, Clock()))
    assert rated.keys() == set(state.actions()) and len(rated) > 1
    for action, value in rated.items():
        after = state.apply(action)
        total = known = 0.0
        for throw, chance in [(None, 1)] if after.turn >= 0 else after.chances():
            each = after if throw is None else after.apply(throw)
            if each.turn >= 0:
                total += float(chance) * expected(made, each)[1] * (1 if each.turn == state.turn else -1)
                known += float(chance)
        assert value == pytest.approx(total / known, abs=1e-5)


def test_temperature_follows_the_policy_and_the_seed(tmp_path: Path) -> None:
    made = save(tmp_path / "n.onnx", "minishogi")
    state: Any = bg.load("minishogi").start()
    priors, _ = expected(made, state)
    chooses = player(f"onnx:model={tmp_path}/n.onnx,temperature=1", "minishogi")
    counts = np.zeros(len(priors))
    for _ in range(1500):
        counts[state.actions().index(chooses.choose(state, Clock()))] += 1
    assert np.abs(counts / 1500 - priors).max() < 0.05
    text = f"onnx:model={tmp_path}/n.onnx,temperature=1"
    games = [play_game("minishogi", text, text, seed=seed, max_plies=8) for seed in (1, 1, 2)]
    assert games[0].actions == games[1].actions != games[2].actions


@pytest.mark.parametrize("game", [UR, "dice-shogi"])
@pytest.mark.parametrize("text", ["onnx:model={},nodes=12,batch=4", "mcts:policy={},nodes=12"])
def test_it_leads_a_tree_search_with_dice(text: str, game: str, tmp_path: Path) -> None:
    save(tmp_path / "n.onnx", game)
    named = text.format(tmp_path / "n.onnx")
    games = [play_game(game, named, "random", seed=4, max_plies=12) for _ in range(2)]
    assert games[0].actions == games[1].actions and len(games[0].actions) == 12
    searching = player(named, game)
    state: Any = bg.load(game).start()
    while state.turn == bg.CHANCE or len(state.actions()) == 1:
        state = state.apply(bg.throw(state.chances(), Random(1)) if state.turn == bg.CHANCE else state.actions()[0])
    assert isinstance(searching, Mcts)
    searching.choose(state, Clock())
    assert searching.thought is not None and searching.thought.nodes == 12


def test_contests_and_programs_take_it(tmp_path: Path) -> None:
    save(tmp_path / "n.onnx", UR)
    players = ["--p1", "onnx:model=n.onnx", "--p2", "onnx:model=n.onnx,nodes=4"]
    result = run_command(["match", UR, *players, "--games", "2", "--seed", "1"], tmp_path)
    assert result.returncode == 0 and "n.onnx-nodes=4" in result.stdout, result.stderr


# -- files that do not fit ---------------------------------------------------------


def graph(
    inputs: list[Any], outputs: list[tuple[str, list[Any]]], kind: int = TensorProto.FLOAT, factor: float = 1.0
) -> onnx.ModelProto:
    """A network of these shapes: each output is the mean of the first input, some number of times."""
    nodes = [
        helper.make_node("Flatten", ["in0"], ["row"], axis=1),
        helper.make_node("ReduceMean", ["row"], ["mean"], axes=[1], keepdims=1),
        helper.make_node("Cast", ["mean"], ["number"], to=TensorProto.FLOAT),
    ]
    for name, _ in outputs:
        nodes.append(helper.make_node("MatMul", ["number", f"{name}.factor"], [name]))
    return helper.make_model(
        helper.make_graph(
            nodes,
            "test",
            [helper.make_tensor_value_info(f"in{number}", kind, shape) for number, shape in enumerate(inputs)],
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs],
            [
                numpy_helper.from_array(np.full((1, shape[1]), factor, np.float32), f"{name}.factor")
                for name, shape in outputs
            ],
        ),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=9,
    )


RIGHT: list[tuple[str, list[Any]]] = [("policy", ["n", 15]), ("value", ["n", 1])]


def written(model: onnx.ModelProto) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(model.SerializeToString())
        label_onnx(path, UR)

    return write


def wanting_six(model: onnx.ModelProto) -> onnx.ModelProto:
    """The network, which fails unless it judges six positions or more, though its shapes do not say so."""
    model.graph.initializer.append(numpy_helper.from_array(np.array([5]), "sixth"))
    model.graph.node.append(helper.make_node("Gather", ["any", "sixth"], ["one"], axis=0))
    model.graph.node.append(helper.make_node("Add", ["any", "one"], ["policy"]))
    model.graph.output[0].name = "policy"
    return model


def damaged(path: Path) -> None:
    save(path, UR)
    path.write_bytes(path.read_bytes()[:700])


def too_large(path: Path) -> None:
    path.touch()
    os.truncate(path, 2**32)


def flipped(path: Path) -> None:
    save(path, UR)
    data = path.read_bytes()
    at = data.rindex(UR.encode())
    path.write_bytes(data[:at] + b"\xd9" + data[at + 1 :])


def unlabelled(path: Path) -> None:
    path.write_bytes(graph([["n", 37]], RIGHT).SerializeToString())


def of_other_planes(path: Path) -> None:
    model = graph([["n", 37]], RIGHT)
    helper.set_model_props(model, {"boardgames.game": UR, "boardgames.planes": "0123456789abcdef"})
    path.write_bytes(model.SerializeToString())


BAD: dict[str, tuple[Callable[[Path], Any], str]] = {
    "missing": (lambda path: None, r"cannot read .*: No such file or directory; networks \(.onnx\) in this folder: "),
    "a folder": (Path.mkdir, "not a regular file"),
    "a pipe": (lambda path: os.mkfifo(path), "not a regular file"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "not a regular file"),
    "large": (too_large, "2 GiB at most"),
    "metadata": (flipped, "metadata or names are not UTF-8"),
    "empty": (lambda path: path.write_bytes(b""), "it is empty"),
    "the kernel's log, which is read for ever": (lambda path: path.symlink_to("/proc/kmsg"), "it is empty"),
    "text": (lambda path: path.write_text("weights"), "damaged or not an ONNX file .*export it again"),
    "damaged": (damaged, "damaged or not an ONNX file"),
    "unlabelled": (unlabelled, r"does not say for which game .*label_onnx\(path, game\)"),
    "another game": (
        lambda path: save(path, "ur"),
        "it was trained for 'ur', and this is 'ur:tokens=3': play that game, or train another",
    ),
    "other planes": (of_other_planes, "other planes or actions of ur:tokens=3 .*train it again"),
    "input": (
        written(graph([["n", 5, 5]], RIGHT)),
        "shape any number x 5 x 5, and the planes of ur are any number x 37",
    ),
    "one position": (written(graph([[1, 37]], RIGHT)), "shape 1 x 37"),
    "inputs": (written(graph([["n", 37], ["n", 37]], RIGHT)), "2 inputs"),
    "kind": (written(graph([["n", 37]], RIGHT, TensorProto.DOUBLE)), r"a tensor\(double\), and planes are"),
    "actions": (written(graph([["n", 37]], [("policy", ["n", 7]), RIGHT[1]])), "any number x 7, and ur has 15 actions"),
    "value": (written(graph([["n", 37]], [RIGHT[0], ("value", ["n", 2])])), "its value has the shape any number x 2"),
    "fixed inside": (
        written(wanting_six(graph([["n", 37]], [("any", ["n", 15]), RIGHT[1]]))),
        "it cannot judge 2 positions of ur at once .*export it for any number of positions",
    ),
    "not a number": (
        written(graph([["n", 37]], RIGHT, factor=float("nan"))),
        "is not finite .*use an earlier one",
    ),
    "outputs": (written(graph([["n", 37]], [("logits", ["n", 15])])), "the outputs logits; name two of them"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_file_that_does_not_fit_is_a_sentence(what: str, tmp_path: Path) -> None:
    make, says = BAD[what]
    make(tmp_path / "n.onnx")
    for text in ("onnx:model={}", "mcts:policy={}"):
        with pytest.raises(BadOption, match=says):
            player(text.format(tmp_path / "n.onnx"), UR)


def endless(path: Path) -> None:
    """The network after a loop of 2**62 rounds."""
    save(path, UR)
    model = onnx.load(path)
    given = [("round", TensorProto.INT64), ("before", TensorProto.BOOL), ("planes", TensorProto.FLOAT)]
    told = [("after", TensorProto.BOOL), ("out", TensorProto.FLOAT)]
    same = [helper.make_node("Identity", [given[place + 1][0]], [told[place][0]]) for place in (0, 1)]
    infos = [
        [helper.make_tensor_value_info(name, kind, None if kind == TensorProto.FLOAT else []) for name, kind in some]
        for some in (given, told)
    ]
    loop = helper.make_node(
        "Loop", ["rounds", "yes", "given"], ["planes"], body=helper.make_graph(same, "b", infos[0], infos[1])
    )
    for node in model.graph.node:
        node.input[:] = ["planes" if name == model.graph.input[0].name else name for name in node.input]
    model.graph.input[0].name = "given"
    for name, value in (("rounds", np.array(2**62)), ("yes", np.array(True))):
        model.graph.initializer.append(numpy_helper.from_array(value, name))
    model.graph.node.insert(0, loop)
    onnx.save(model, path)


def test_a_network_that_never_answers_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.players.puct.onnx_network.LONGEST", 0.2)
    endless(tmp_path / "n.onnx")
    with pytest.raises(BadOption, match=r"does not judge 2 positions of ur within 0\.2 s"):
        player(f"onnx:model={tmp_path / 'n.onnx'}", UR)


def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    save(tmp_path / "n.onnx", UR)
    for options, says in {
        "onnx": "it needs a network: onnx:model=FILE.onnx",
        "onnx:model=n.onnx,nodes=5,temperature=1": "temperature is for the policy alone",
        "onnx:model=n.onnx": "it was trained for 'ur:tokens=3', and this is 'ur'",
    }.items():
        result = run_command(["play", "ur", "--p1", options, "--p2", "random"], tmp_path)
        assert result.returncode == 2 and says in result.stderr and len(result.stderr.splitlines()) == 1


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    state: Any = bg.load(UR).parse("4,5,14 0,3,12 0 2")
    for seed in (1, 2):
        made = save(tmp_path / "n.onnx", UR, seed)
        assert player(f"onnx:model={tmp_path}/n.onnx", UR).value(state, Clock()) == pytest.approx(
            expected(made, state)[1], abs=1e-5
        )


def test_without_onnxruntime_the_line_to_type_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.delitem(sys.modules, "boardgames.players.puct.onnx_network", raising=False)
    with pytest.raises(BadOption, match=r"needs onnxruntime: pip install 'abstract-boardgames\[onnx\]'"):
        player("onnx:model=n.onnx", UR)


@cases("bad", ["policy", "value", "shape", "values"])
def test_what_a_network_gives_is_checked(bad: str) -> None:
    game = bg.load(UR)
    state: Any = game.parse("4,5,14 0,3,12 0 2")

    def network(planes: Any) -> Any:
        policy, value = np.zeros((len(planes), 14 if bad == "shape" else 15)), np.full(len(planes), 7.0)
        if bad == "policy":
            policy[:, state.actions()[0].index] = np.nan
        return policy, np.full(len(planes), np.nan) if bad == "value" else np.zeros(3) if bad == "values" else value

    says = {"shape": r"shape \(1, 14\), and ur needs \(1, 15\)", "values": r"shape \(3,\)"}
    with pytest.raises(BadNetwork, match=says.get(bad, "position 1 of 1 is not finite .*: training has damaged it")):
        NetworkEvaluator(game, network, 4).policy(state)
    bad = "nothing"
    assert NetworkEvaluator(game, network, 4).policy(state)[1] == 1.0  # values beyond 1 are cut off


def test_layers_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    made = layers(UR)
    with pytest.raises(ValueError, match=r"hidden1 is \(8, 15\) .*: it has 37 inputs"):
        save_mlp(tmp_path / "n.onnx", UR, [made["policy"]], made["policy"], made["value"])
    with pytest.raises(ValueError, match="the policy has 15 outputs, the value one"):
        save_mlp(tmp_path / "n.onnx", UR, [made["hidden"]], made["value"], made["value"])
    assert not [*tmp_path.iterdir()]
