"""For those who train: observations, and environments that their tools accept.

    from boardgames import rl

    environment = rl.VectorEnv("ur", 64, seed=1)
    numbers = rl.observe(state)
    agents = rl.aec("shogi")
    opponent = rl.versus("minishogi", "greedy")
    name = rl.openspiel.register("ur", tokens=3)

Needs the extra: ``pip install 'abstract-boardgames[rl]'``, for OpenSpiel ``pip install 'abstract-boardgames[openspiel]'``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from boardgames.rl import openspiel
    from boardgames.rl.agent_cycle import aec
    from boardgames.rl.dice import luck
    from boardgames.rl.observing import observe
    from boardgames.rl.one_seat import versus
    from boardgames.rl.vector import IllegalStep, VectorEnv

__all__ = ["IllegalStep", "MissingExtra", "VectorEnv", "aec", "luck", "observe", "openspiel", "versus"]

LATER: Final = {
    "IllegalStep": "vector",
    "VectorEnv": "vector",
    "aec": "agent_cycle",
    "luck": "dice",
    "observe": "observing",
    "openspiel": "openspiel",
    "versus": "one_seat",
}
"""What there is, and in which module it stands: each needs packages of its own."""


class MissingExtra(ImportError):
    """A package is missing that an extra of this distribution brings; the message has the line to type."""


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(f"{__name__}.{LATER[name]}")
    except ModuleNotFoundError as error:
        if str(error.name).startswith("boardgames"):
            raise
        extra = "openspiel" if name == "openspiel" else "rl"
        raise MissingExtra(
            f"boardgames.rl.{name} needs {error.name}: pip install 'abstract-boardgames[{extra}]'"
        ) from None
    found = globals()[name] = module if name == LATER[name] else getattr(module, name)  # asked for once
    return found
