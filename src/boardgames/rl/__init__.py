"""For machine learning: observations, and environments in the forms that learning libraries use.

    from boardgames import rl

    environment = rl.VectorEnv("ur", 64, seed=1)
    numbers = rl.observe(state)
    agents = rl.aec("shogi")
    opponent = rl.versus("minishogi", "greedy")
    name = rl.openspiel.register("ur", tokens=3)

Needs the extra: ``pip install 'abstract-boardgames[rl]'``, and for OpenSpiel
``pip install 'abstract-boardgames[openspiel]'``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from boardgames.rl.missing_extra import MissingExtra

if TYPE_CHECKING:
    from boardgames.rl import openspiel
    from boardgames.rl.aec_env import aec
    from boardgames.rl.dice import luck
    from boardgames.rl.gym_env import versus
    from boardgames.rl.observing import observe
    from boardgames.rl.vector import IllegalStep, VectorEnv

__all__ = ["IllegalStep", "MissingExtra", "VectorEnv", "aec", "luck", "observe", "openspiel", "versus"]

MODULES: Final = {
    "IllegalStep": "vector",
    "VectorEnv": "vector",
    "aec": "aec_env",
    "luck": "dice",
    "observe": "observing",
    "openspiel": "openspiel",
    "versus": "gym_env",
}
"""The public names and their modules, which are imported on first use: each needs other packages."""


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(f"{__name__}.{MODULES[name]}")
    except ModuleNotFoundError as error:
        if str(error.name).startswith("boardgames"):
            raise
        extra = "openspiel" if name == "openspiel" else "rl"
        raise MissingExtra(
            f"boardgames.rl.{name} needs {error.name}: pip install 'abstract-boardgames[{extra}]'"
        ) from None
    value = globals()[name] = module if name == MODULES[name] else getattr(module, name)  # found directly from now on
    return value
