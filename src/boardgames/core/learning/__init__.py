"""How games look to programs that learn them."""

from __future__ import annotations

from boardgames.core.learning.observation import Observation, Plane
from boardgames.core.learning.observed_games import observation_of

__all__ = ["Observation", "Plane", "observation_of"]
