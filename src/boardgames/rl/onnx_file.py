"""Networks as ONNX files that the player ``onnx`` plays.  Needs the extra ``onnx``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import onnx
from onnx import TensorProto, helper, numpy_helper

from boardgames.core.lookup import load
from boardgames.core.model import Game
from boardgames.learning import network_metadata, observation_of
from boardgames.players import Floats
from boardgames.processes import write_whole

OPSET: Final = 17
IR_VERSION: Final = 9
"""The version of the format; onnxruntime reads it since 1.14."""

Layer = tuple[Floats, Floats]
"""The weights of a layer, ``(inputs, outputs)``, and what is added, ``(outputs,)``."""


def label_onnx(path: str | os.PathLike[str], game: Game | str) -> None:
    """Write into an ONNX file, however it was made, for which game it is.

    ``path`` is that file.

    The player ``onnx`` wants that, since it compares shapes, game, options and the layout of the planes.
    """
    model = onnx.load(os.fspath(path))
    save(model, path, load(game))


def save_mlp(
    path: str | os.PathLike[str], game: Game | str, hidden: Sequence[Layer], policy: Layer, value: Layer
) -> None:
    """Write a multilayer perceptron: ``hidden`` layers with ReLU, from them ``policy``, and ``value`` through tanh.

    ``path`` is the file to write.

    Raises :class:`ValueError` for layers that do not fit each other or the game.
    """
    game = load(game)
    observation = observation_of(game)
    width = observation.size
    nodes: list[Any] = [helper.make_node("Flatten", ["planes"], ["0"], axis=1)]
    weights: list[Any] = []

    def dense(name: str, source: str, layer: Layer, inputs: int) -> str:
        matrix, bias = layer
        if matrix.shape != (inputs, len(bias)):
            raise ValueError(f"the layer {name} is {matrix.shape} + {bias.shape}: it has {inputs} inputs")
        weights.append(numpy_helper.from_array(matrix.astype("f4"), f"{name}.weights"))
        weights.append(numpy_helper.from_array(bias.astype("f4"), f"{name}.bias"))
        nodes.append(helper.make_node("Gemm", [source, f"{name}.weights", f"{name}.bias"], [f"{name}.sum"]))
        return f"{name}.sum"

    source = "0"
    for number, layer in enumerate(hidden, 1):
        total = dense(f"hidden{number}", source, layer, width)
        source, width = f"hidden{number}", len(layer[1])
        nodes.append(helper.make_node("Relu", [total], [source]))
    nodes.append(helper.make_node("Identity", [dense("policy", source, policy, width)], ["policy"]))
    nodes.append(helper.make_node("Tanh", [dense("value", source, value, width)], ["value"]))
    if len(policy[1]) != game.action_count or len(value[1]) != 1:
        raise ValueError(f"the policy has {game.action_count} outputs, the value one")
    graph = helper.make_graph(
        nodes,
        "mlp",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["n", *observation.shape])],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["n", int(game.action_count)]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n", 1]),
        ],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    onnx.checker.check_model(model)
    save(model, path, game)


def save(model: Any, path: str | os.PathLike[str], game: Game) -> None:
    """Write a model with the metadata of a game, whole or not at all."""
    metadata = {entry.key: entry.value for entry in model.metadata_props} | network_metadata(game)
    helper.set_model_props(model, metadata)
    write_whole(Path(path), model.SerializeToString())
