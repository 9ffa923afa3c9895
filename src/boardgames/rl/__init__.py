"""Machine learning: observations, and environments in the forms that learning libraries use.

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

from typing import Any

import lazy_loader

from boardgames.foreign_names import answering
from boardgames.rl.missing_extra import MissingExtra

_listed, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
_find = answering(_listed, "rl.")


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
