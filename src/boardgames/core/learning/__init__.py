"""How games look to programs that learn them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.core.learning.observation import Observation, Plane, one_each
    from boardgames.core.learning.observed_games import observation_of
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "observation": "Observation Plane one_each",
            "observed_games": "observation_of",
        },
    )

__all__ = ["Observation", "Plane", "observation_of", "one_each"]
