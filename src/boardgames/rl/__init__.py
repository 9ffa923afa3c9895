"""For machine learning: observations, and environments in the forms that learning libraries use.

    from boardgames import rl

    environment = rl.VectorEnv("ur", 64, seed=1)
    numbers = rl.observe(state)
    agents = rl.aec("shogi")
    opponent = rl.versus("minishogi", "greedy")
    name = rl.openspiel.register("ur", tokens=3)

Importing it enters all games in Gymnasium's registry, where that is installed: ``gymnasium.make("boardgames/Ur-v0")``.
Needs the extra: ``pip install 'abstract-boardgames[rl]'``, and for OpenSpiel
``pip install 'abstract-boardgames[openspiel]'``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardgames.rl.missing_extra import MissingExtra

if TYPE_CHECKING:
    from boardgames.rl import openspiel
    from boardgames.rl.aec_env import aec
    from boardgames.rl.dice import luck
    from boardgames.rl.gym_env import versus
    from boardgames.rl.observing import observe
    from boardgames.rl.onnx_file import label_onnx, save_mlp
    from boardgames.rl.replay_buffer import ReplayBuffer
    from boardgames.rl.self_play import SelfPlay, SelfPlayOptions
    from boardgames.rl.vector import IllegalStep, VectorEnv
else:
    from boardgames.core.exports import lazy_exports

    _find, __dir__ = lazy_exports(
        __name__,
        {
            "aec_env": "aec",
            "dice": "luck",
            "gym_env": "versus",
            "observing": "observe",
            "onnx_file": "label_onnx save_mlp",
            "openspiel": "openspiel",
            "replay_buffer": "ReplayBuffer",
            "self_play": "SelfPlay SelfPlayOptions",
            "vector": "IllegalStep VectorEnv",
        },
    )

    def __getattr__(name: str) -> Any:
        try:
            return _find(name)
        except ModuleNotFoundError as error:  # each name needs packages of its own
            if str(error.name).startswith("boardgames"):
                raise
            extra = {"openspiel": "openspiel", "label_onnx": "onnx", "save_mlp": "onnx"}.get(name, "rl")
            raise MissingExtra(
                f"boardgames.rl.{name} needs {error.name}: pip install 'abstract-boardgames[{extra}]'"
            ) from None


def _register() -> None:
    try:
        from boardgames.rl.gym_registry import register
    except ModuleNotFoundError:  # what does not need Gymnasium works without it
        return
    register()


_register()

__all__ = [
    "IllegalStep",
    "MissingExtra",
    "ReplayBuffer",
    "SelfPlay",
    "SelfPlayOptions",
    "VectorEnv",
    "aec",
    "label_onnx",
    "luck",
    "observe",
    "openspiel",
    "save_mlp",
    "versus",
]
