"""A network that a player names by its file: opened when the game is known, checked against it, and then asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boardgames.core.model.game import Game, State
from boardgames.core.model.options import BadOption
from boardgames.players.puct.policy_tree import PolicyTree

if TYPE_CHECKING:
    from boardgames.players.puct.network_evaluator import NetworkEvaluator

SUFFIX: Final = ".onnx"
CAPACITY: Final = 64


class NetworkFile:
    """An :class:`~boardgames.players.puct.evaluators.Evaluator` from an ONNX file.

    onnxruntime and numpy are imported when the file is opened.
    """

    def __init__(self, path: str, batch: int = 1) -> None:
        self.path = path
        self.batch = batch
        self.evaluator: NetworkEvaluator | None = None

    def of(self, game: Game) -> NetworkEvaluator:
        """The network for this game.

        Raises :class:`~boardgames.core.model.options.BadOption` for a file that is missing, damaged or for another
        game, and where onnxruntime is not installed.
        """
        evaluator = self.evaluator
        if evaluator is None or evaluator.game is not game:
            try:
                from boardgames.players.puct.network_evaluator import NetworkEvaluator
                from boardgames.players.puct.onnx_network import OnnxNetwork
            except ModuleNotFoundError as error:
                if str(error.name).startswith("boardgames"):
                    raise
                raise BadOption(f"a network needs {error.name}: pip install 'abstract-boardgames[onnx]'") from None
            network = OnnxNetwork(self.path, game)
            evaluator = self.evaluator = NetworkEvaluator(game, network, max(CAPACITY, self.batch), self.batch)
        return evaluator

    def prepare(self, start: State) -> None:
        self.of(start.game)

    def evaluate(self, trees: list[PolicyTree], each: int) -> None:
        self.of(trees[0].root.state.game).evaluate(trees, each)
