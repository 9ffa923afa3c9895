"""For those who train: observations, and environments that their tools accept.

    from boardgames import rl

    environment = rl.VectorEnv("ur", 64, seed=1)
    numbers = rl.observe(state)

Needs the extra: ``pip install 'boardgames[rl]'``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from boardgames.rl.observing import observe

__all__ = ["observe"]

LATER: Final = {"observe": "observing"}
"""What there is, and in which module it stands: each needs packages of its own."""


class MissingExtra(ImportError):
    """A package is missing that an extra of this distribution brings; the message has the line to type."""


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{LATER[name]}"), name)
    except ModuleNotFoundError as error:
        if str(error.name).startswith("boardgames"):
            raise
        raise MissingExtra(f"boardgames.rl.{name} needs {error.name}: pip install 'boardgames[rl]'") from None
